// Package treemerge merges two changes of one tree, and histories with them.
//
// Glossary: the base is the tree that both sides started from; left and right are
// what they made of it. A file is followed by the path that it had in the base: a
// side may have edited it, renamed it, deleted it, or left it alone. A place is a
// path of the merged tree and what stands there.
//
// What one side left alone is what the other made of it; path, mode and content
// count each for itself. What both changed in the same way is taken once. Contents
// that both changed are merged by package merge3. A file that one side added in a
// directory that the other side renamed as a whole goes along.
//
// The rest are conflicts, and the merged tree then has at the place:
//
//   - of text, the content with markers;
//   - of contents that are no text, links, types and modes, what left has;
//   - of a file that one side deleted and the other changed, what the other has;
//   - of a file that both renamed, the merged content at both names;
//   - of a file where the other side has a directory, the directory, and the file
//     under its name with "~left" or "~right" behind it.
//
// Guarantees: the result depends on the three trees and the options alone.
// Subtrees that no side changed are not read; memory grows with the number of
// changes, not with the trees. Nothing is written but objects in the stage.
package treemerge
