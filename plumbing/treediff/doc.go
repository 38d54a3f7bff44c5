// Package treediff compares the contents of two trees: for each changed file the
// lines and the units in which the two sides differ.
//
// A change names what differs (package snapshot), and a Source has the contents. A
// File is a change with both contents, its script of lines and what became of its
// units.
//
// Guarantees: the result depends on the contents alone. A file that its language
// does not accept, and one that is no text, has no units.
//
// Caveats: the contents of all changed files are in memory at once.
package treediff
