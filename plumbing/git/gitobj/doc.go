// Package gitobj reads and writes the objects of Git: commits, tags and trees
// as Git hashes them, and the names of all four kinds (SHA-1).
//
// # Guarantees
//
// What was parsed is encoded again to the same bytes. Where the fields of our
// objects cannot hold a commit or a tag exactly (headers in an unusual order, a
// person without an address, …), the original bytes are kept in a foreign header
// named RawHeader, and are used as long as the objects that they name are the
// same.
//
// The formats are those of gitformat-pack(5), git-hash-object(1) and
// git-commit-tree(1).
package gitobj
