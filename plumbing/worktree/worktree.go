// Package worktree reads and writes the files of a workspace: Scan finds out
// what is in it, Move takes it from one tree to another, Recover finishes or
// takes back a Move that was killed.
//
// Glossary: the base is the tree that the working tree is compared with,
// usually HEAD's. A path is tracked when the base has it; it is ignored when it
// is not tracked and the ignore rules name it. A leaf is a file, a symlink, a
// gitlink or an empty directory. The stat cache remembers the stat records and
// blobs that the last scan found.
//
// # Where to find things
//
// The first word of a file's name is its part. scan_* finds out what is there,
// with the rules of ignore_* and the memory of statcache_*. move_* plans a move
// and saves what it would overwrite, checkout_* carries it out, journal_*
// finishes it or takes it back after a kill. dirfd_* and dirents_* are the ways
// to the file system that follow no link. Begin with scan.go and move.go.
//
// # What is recorded
//
// All that is tracked and still there, and all that is not ignored. In an
// ignored directory, and in one that is a repository of its own, only the
// tracked paths are looked up, one by one; without any it is not opened.
// A directory in which nothing is recorded is itself recorded if there is
// nothing at all in it, or if the base has it as an empty one; so what only
// holds ignored files comes and goes without a trace.
//
// # Guarantees
//
//   - No link is followed, neither in the last component nor on the way to it.
//   - The content of each file was read as a whole while the file did not
//     change, or belongs to a stat record that vouches for it. (Nothing is
//     promised for different files: the tree may change while it is read.)
//   - The stat cache is never needed and never in the way. One that is missing,
//     damaged or cannot be written only costs time. It is replaced by a rename,
//     so a killed scan leaves the old one, and at worst a temporary file that a
//     later scan removes.
//   - What a Scan with a Stage returns is in the store or in the stage,
//     whatever the cache says.
//   - A Move never loses a byte that is stored nowhere: see Move.
//
// # Caveats
//
//   - A program that sets back the modification time of a file hides an edit of
//     the same size only from a file system that has no change time.
//   - Patterns and names are compared byte for byte, also where the file system
//     folds case.
package worktree

import "time"

// Options describe a working tree. All paths are absolute.
type Options struct {
	Root string // the workspace directory
	// Meta is the directory of the workspace's own files (.genesis): the stat
	// cache, the lock and the journal live there.
	Meta string
	// Excludes are further ignore files, weakest first: the user's excludes.
	Excludes []string
	// MaxFile is the greatest size in bytes of a file; 0 means DefaultMaxFile. A file
	// that the base has with the same size is never too large.
	MaxFile  uint64
	MaxFiles int // files in the tree; 0 means DefaultMaxFiles
	// ReadOnly leaves the stat cache as it is (dry runs, read-only media). It is
	// still used.
	ReadOnly bool
	// Progress, if not nil, is told how many files and bytes were read so far:
	// after every file, by one call at a time.
	Progress func(files int, bytes uint64)
	// Writing, if not nil, is told how much of all that a Move or a Recover
	// writes was written so far: after every file, by one call at a time.
	Writing func(done, all Amount)
	// Now is the clock by which a time is in the future; nil means time.Now.
	Now func() time.Time

	// seams are places where tests step in.
	seams seams
}

// Amount is a number of files and their content.
type Amount struct {
	Files int
	Bytes uint64
}

// Tree is the working tree of a workspace.
type Tree struct {
	opts Options
}

// New returns the working tree; it touches nothing.
func New(opts Options) *Tree { return &Tree{opts: opts} }
