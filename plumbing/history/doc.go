// Package history walks commits and resolves the names of revisions.
//
// # Glossary
//
//   - A revision is what a person types for an object: an id, the start of an
//     id, the name of a ref, HEAD, each with steps to parents behind it.
//   - A walk visits the commits that given commits reach through parents.
//
// # Guarantees
//
// A walk visits each commit once, never a commit before all its children that
// the walk reaches, and otherwise the newest first by committer time, the
// smaller id first between equals. Clocks are not trusted: the rule about
// children holds for any times in the commits. Equal stores give equal walks.
//
// A walk reads little more history than it must to be sure of that order: in
// a line of commits, those that were visited and one more. It holds a few words for each
// commit that it has read and not yet visited.
//
// # Caveats
//
// Several paths, and directories, are compared by their content; only one file is
// followed through renames.
package history
