// Package render writes text for people: lines, tables, colour, width,
// failures and progress.
//
// Guarantees: text that comes from files, arguments or peers reaches a terminal
// only escaped; control and bidi characters never do. Colour changes no letter:
// removing the ANSI sequences gives the output without colour byte for byte.
// Equal inputs give equal bytes, progress excepted.
package render
