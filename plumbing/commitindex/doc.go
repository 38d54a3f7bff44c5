// Package commitindex keeps what a walk of history needs of each commit in one
// file beside the store, so that the walk need not read the commits and their
// trees.
//
// # Glossary
//
//   - A row is what the index knows of a commit: parents, committer time, root
//     tree, generation and filter.
//   - The position of a commit is the number of its row. Parents have smaller
//     positions than their children.
//   - The generation of a commit is its time, or one more than the greatest
//     generation of its parents if that is more. So no commit reaches another one
//     of its generation or a greater one, whatever the clocks said, and where they
//     were right, few commits have to be looked at to be sure of what comes next.
//   - The filter of a commit is a Bloom filter of the paths that differ from the
//     first parent, with all directories above them.
//
// # Guarantees
//
// Rows are made from commits that were read from the store, and what a commit
// is never changes: so a row is never out of date, only missing. An indexed
// commit has all its ancestors indexed. Each block of the file has a checksum,
// which is compared when the block is read first; when one does not hold, the
// index says that it knows nothing (see Index.Broken), and the caller goes the
// slow way. So a missing, old or damaged index costs time and changes no answer.
// Check compares a whole index with the objects, for a check of the store.
//
// # Caveats
//
// An Index is used by one goroutine at a time. It may know commits that the
// store does not have any more.
package commitindex
