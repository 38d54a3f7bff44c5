// Package worktree reads and writes the files of a workspace.
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
	MaxFile  uint64 // bytes of one file; 0 means 1 GiB
	MaxFiles int    // files in the tree; 0 means 1,000,000
	// ReadOnly leaves the stat cache alone (dry runs, read-only media).
	ReadOnly bool
	Progress func(files int, bytes uint64)
	Now      func() time.Time

	// seams are places where tests step in.
	seams seams
}

// Tree is the working tree of a workspace.
type Tree struct {
	opts Options
}

// New returns the working tree; it touches nothing.
func New(opts Options) *Tree { return &Tree{opts: opts} }
