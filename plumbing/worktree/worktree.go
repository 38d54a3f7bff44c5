// Package worktree reads and writes the files of a workspace.
package worktree

import (
	"context"
	"time"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
	"github.com/genesis-vcs/genesis/refs"
)

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
}

// Tree is the working tree of a workspace.
type Tree struct {
	opts Options
}

// New returns the working tree; it touches nothing.
func New(opts Options) *Tree { return &Tree{opts: opts} }

// ScanRequest says what to scan and against what.
type ScanRequest struct {
	Store objects.Store
	// Base is the root tree that the working tree is compared with (HEAD's);
	// zero is the empty tree. Its paths are tracked even when ignored.
	Base objects.ID
	// Paths restrict the scan to these root-relative paths and what is below
	// them; everything else counts as it is in Base. Empty scans all. A path
	// that is neither in the working tree nor in Base is a
	// *snapshot.NotInTreeError.
	Paths []string
	// Stage receives new blobs and trees. Nil compares only: Root stays zero.
	Stage objects.Stage
}

// Scan is the state of the working tree.
type Scan struct {
	Root    objects.ID // root tree; zero without a stage
	Files   uint64     // files and symlinks
	Bytes   uint64
	Changes []snapshot.Change // against Base, sorted by path; renames joined
	Ignored int
	Skipped []Skipped
}

// Skipped is a path that is not taken: a socket, FIFO or device, a nested
// repository, or (TooLarge) a file that commit refuses.
type Skipped struct {
	Path   string
	Reason string // "socket", "fifo", "device", "nested-repository", "too-large", "unreadable"
}

// Scan reads the working tree: parallel, never following links, with the stat
// cache. Errors: *ChangedError, *UnreadableError, with a Stage also
// *TooLargeError and *TooManyError.
func (t *Tree) Scan(ctx context.Context, req ScanRequest) (*Scan, error) { panic("todo") }

// Lock takes the workspace's lock, which every verb that writes the working
// tree or moves HEAD holds. *LockedError after timeout.
func (t *Tree) Lock(ctx context.Context, verb string, timeout time.Duration) (unlock func(), err error) {
	panic("todo")
}

// MoveRequest asks to take the working tree from Base to the tree To.
type MoveRequest struct {
	DB *refs.DB
	// Base is the root tree that HEAD's commit has; To the root tree to go to.
	Base, To objects.ID
	// Paths restrict the move to these paths and what is below them.
	Paths []string
	// Discard overwrites changes that are not stored, after they were saved.
	// Without it such a change in the way is a *UnsavedError and nothing is done.
	// Changes that are not in the way are always carried along.
	Discard bool
	DryRun  bool
}

// MoveResult says what a move did, or with DryRun what it would do.
type MoveResult struct {
	Written, Removed []string // paths, sorted
	Unchanged        int
	// Saved is the snapshot that holds what was overwritten and stored nowhere
	// else; zero when nothing was.
	Saved objects.ID
	// Result is the outcome of the transaction.
	refs.Result
}

// Move saves what would be lost, writes the journal, writes the files, commits
// tx (to which it adds the transition of the working tree), and removes the
// journal. The caller holds the workspace's lock. A process that is killed in
// the middle is finished or rolled back by Recover. Errors: *UnsavedError,
// *snapshot.PathError, *FoldingError, *SwappedError (a link appeared on the
// way), and those of Tx.Commit, after which the files are back as they were.
func (t *Tree) Move(ctx context.Context, tx *refs.Tx, req MoveRequest) (MoveResult, error) {
	panic("todo")
}

// Recovery says what Recover did with an interrupted move.
type Recovery struct {
	Done      bool // there was a journal
	Forward   bool // finished (the refs had moved); else rolled back
	Restored  []string
	Untouched []string // changed by someone since; left alone
}

// Interrupted reports whether a journal of an interrupted move is there.
func (t *Tree) Interrupted() (bool, error) { panic("todo") }

// Recover finishes or rolls back an interrupted move. The caller holds the
// workspace's lock. Without a journal it does nothing.
func (t *Tree) Recover(ctx context.Context, db *refs.DB) (Recovery, error) { panic("todo") }

// ChangedError reports a file that kept changing while it was read.
type ChangedError struct{ Path string }

func (e *ChangedError) Error() string { return "the file changed while it was read" }

// UnreadableError reports a file or directory that could not be read.
type UnreadableError struct {
	Path string
	Err  error
}

func (e *UnreadableError) Error() string { return "cannot read: " + e.Err.Error() }
func (e *UnreadableError) Unwrap() error { return e.Err }

// TooLargeError reports files over the size limit.
type TooLargeError struct {
	Paths []string
	Limit uint64
}

func (e *TooLargeError) Error() string { return "files over the size limit" }

// TooManyError reports a tree with more files than the limit.
type TooManyError struct{ Limit int }

func (e *TooManyError) Error() string { return "more files than the limit" }

// LockedError reports that another process works on the workspace.
type LockedError struct {
	PID  int
	Verb string
}

func (e *LockedError) Error() string { return "another process works on the workspace" }

// UnsavedError lists changes that are stored nowhere and would be overwritten.
type UnsavedError struct{ Paths []string }

func (e *UnsavedError) Error() string { return "unsaved changes would be overwritten" }

// FoldingError lists groups of names that the target directory's file system
// cannot tell apart.
type FoldingError struct{ Groups [][]string }

func (e *FoldingError) Error() string { return "names that the file system cannot tell apart" }

// SwappedError reports a path that turned into a link while it was written.
type SwappedError struct{ Path string }

func (e *SwappedError) Error() string { return "a component became a link" }
