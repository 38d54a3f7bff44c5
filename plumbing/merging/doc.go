// Package merging keeps the merge that a workspace is in, and decides its
// conflicts.
//
// Glossary: a workspace is in a merge from the moment in which the merged tree is
// in its working tree until the commit is made or the merge is given up. The state
// of a merge is a whole conflict: its sides are the two commits, its result the
// merged tree, its parts the files that are not decided. A file of it is open as
// long as nobody resolved the conflict and the working tree shows no decision
// either: it has the markers, or what the merge put there.
//
// A unit names a place of a conflict: the definition that it is in, if no other
// place of the file has the same, or "#" and its number; "file" and "mode" name
// what is decided for the file as a whole.
//
// The state and the resolutions are rows beside refs, so that they move together
// with what they belong to, and undo takes them back.
package merging
