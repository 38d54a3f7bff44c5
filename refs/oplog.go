package refs

import (
	"context"

	"github.com/genesis-vcs/genesis/objects"
)

// Op is an operation with its id.
type Op struct {
	ID objects.ID
	*objects.Operation
}

// LogQuery selects operations.
type LogQuery struct {
	Max int  // 0: all
	Ref Name // only operations that changed this ref; zero: all
	All bool // of every workspace, not only the origin's
}

// Log returns operations, newest first; truncated says that more would follow.
func (db *DB) Log(ctx context.Context, q LogQuery) (ops []Op, truncated bool, err error) {
	panic("todo")
}

// Op reads one operation of the chain. *OpNotFoundError if there is none.
func (db *DB) Op(ctx context.Context, id objects.ID) (Op, error) { panic("todo") }

// ResolveOp finds an operation of the chain by a full or a short id.
func (db *DB) ResolveOp(ctx context.Context, s string) (Op, error) { panic("todo") }

// Reversal is what an undo, a redo or a restore would do to rows; the working
// tree has to go to Worktree if that is not zero.
type Reversal struct {
	Target Op // the operation that is taken back, made again or restored to
	// Worktree is the snapshot that the working tree goes to, From the one
	// that it is expected to hold; both zero when the target did not write it.
	Worktree, From objects.ID
	Changes        []objects.OpChange
}

// PlanUndo finds what `op undo` takes back: the operation id, or with a zero
// id the newest operation of the origin's workspace that changed something and
// is not undone. Errors: *NothingToUndoError, *UndoConflictError,
// *OpNotFoundError.
func (db *DB) PlanUndo(ctx context.Context, id objects.ID) (Reversal, error) { panic("todo") }

// PlanRedo finds what `op redo` makes again: the newest undo that no later
// operation followed. Errors: *NothingToUndoError{Redo: true}, *UndoConflictError.
func (db *DB) PlanRedo(ctx context.Context) (Reversal, error) { panic("todo") }

// PlanRestore finds how every row goes back to what it was right after the
// operation; other workspaces' HEADs are left alone.
func (db *DB) PlanRestore(ctx context.Context, id objects.ID) (Reversal, error) { panic("todo") }

// Apply puts the changes of a reversal into the transaction, each with the
// expectation that the plan saw.
func (tx *Tx) Apply(r Reversal) { panic("todo") }

// NothingToUndoError reports that no operation is left to undo or redo.
type NothingToUndoError struct{ Redo bool }

func (e *NothingToUndoError) Error() string { return "nothing to undo" }

// UndoConflictError reports that a row was changed after the operation that
// should be undone.
type UndoConflictError struct {
	Operation objects.ID
	Space     objects.Space
	Name      string
	Expected  []byte
	Actual    []byte
}

func (e *UndoConflictError) Error() string {
	return "a later operation changed " + string(e.Space) + " " + e.Name
}

// OpNotFoundError reports that the chain has no such operation.
type OpNotFoundError struct{ ID string }

func (e *OpNotFoundError) Error() string { return "no operation " + e.ID }
