package unitdiff

import "github.com/genesis-vcs/genesis/semantic"

// What happened to a unit.
type What string

// Everything that can happen to a unit. One that was renamed may have changed and
// moved as well, and one that changed may have moved.
const (
	Added   What = "added"
	Removed What = "removed"
	Changed What = "changed"
	Moved   What = "moved"
	Renamed What = "renamed"
)

// Change is what happened to one unit.
type Change struct {
	What What
	// Old and New are the unit on the two sides, nil where it is not. Of a unit that
	// Across found in two files, the file that it left has both, and so has the other.
	Old, New *Part
	// Moved says of a unit that has changed or was renamed that it has another place.
	Moved bool
	// From and To are the files that the unit moved between, as indexes into what
	// Across was given; both are -1 for a unit that stayed in its file.
	From, To int
}

// Part is a unit in its document.
type Part struct {
	// Path is the unit's name behind those of the units around it, as in
	// semantic.Found; "" where it has none.
	Path string
	Unit *semantic.Unit
	// First and Last are the lines of its body, from 1.
	First, Last int
	// Content is that of the document.
	Content []byte
}

// Text is how the unit is written.
func (p *Part) Text() []byte { return p.Unit.Body.In(p.Content) }
