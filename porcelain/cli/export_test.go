package cli

// PlacesOf is what can be made smaller in an envelope of a command.
var PlacesOf = (*Command).places
