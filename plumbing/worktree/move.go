package worktree

import (
	"context"
	"time"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/refs"
)

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
