package refs

import (
	"context"

	"github.com/genesis-vcs/genesis/objects"
)

// The verbs of reversals. The log of operations is read by them: an operation
// with the verb VerbUndo or VerbRedo takes its Subject back. The subject of an
// undo is the operation that it took back, the subject of a redo is the undo
// that it took back. A restore is an operation like any other.
const (
	VerbUndo    = "op undo"
	VerbRedo    = "op redo"
	VerbRestore = "op restore"
	// VerbInit is the verb of the operation that sets up a workspace, which
	// cannot be undone.
	VerbInit = "init"
)

// Reversal is what an undo, a redo or a restore would do to rows; the working
// tree has to go to Worktree if that is not zero.
type Reversal struct {
	// Target is the operation that is taken back or restored to. For a redo it
	// is the undo that is taken back; what is made again is Target.Subject.
	Target Op
	// Worktree is the snapshot that the working tree goes to, From the one
	// that it is expected to hold; both zero when the target did not write it.
	Worktree, From objects.ID
	Changes        []objects.OpChange
}

// Apply puts the changes of a reversal into the transaction, each with the
// expectation that the plan saw, and records the target as the subject. A row
// that another writer changed since is an *UndoConflictError of Commit.
func (tx *Tx) Apply(r Reversal) {
	tx.op.Subject = r.Target.ID
	for _, c := range r.Changes {
		tx.changes = append(tx.changes, change{
			space: c.Space, name: string(c.Name), value: c.New,
			stated: true, want: c.Old, reversal: true,
		})
	}
}

// PlanUndo finds what `op undo` takes back: the operation id, or with a zero
// id the newest operation of the origin's workspace that changed something and
// is not undone. Undoing again and again walks back. An operation that is named
// may be of another workspace; then that workspace's HEAD and working tree are
// left alone. To name an undo takes that back, like a redo.
// Errors: *NothingToUndoError, *UndoConflictError, *OpNotFoundError.
func (db *DB) PlanUndo(ctx context.Context, id objects.ID) (Reversal, error) {
	target, err := db.undoTarget(ctx, id)
	if err != nil {
		return Reversal{}, err
	}
	r := db.reverse(target)
	if target.Verb == VerbInit || len(r.Changes) == 0 && r.Worktree == r.From {
		return Reversal{}, &NothingToUndoError{}
	}
	return r, db.checkReversal(ctx, r)
}

func (db *DB) undoTarget(ctx context.Context, id objects.ID) (target Op, err error) {
	if !id.IsZero() {
		return db.Op(ctx, id)
	}
	found := false
	err = db.walkStack(ctx, func(op Op) bool {
		if op.reverses() {
			return true
		}
		target, found = op, op.Verb != VerbInit
		return !found
	})
	if err == nil && !found {
		err = &NothingToUndoError{}
	}
	return target, err
}

// PlanRedo finds what `op redo` makes again: the newest undo that no later
// operation followed. Errors: *NothingToUndoError{Redo: true}, *UndoConflictError.
func (db *DB) PlanRedo(ctx context.Context) (Reversal, error) {
	var target Op
	found := false
	err := db.walkStack(ctx, func(op Op) bool {
		target, found = op, op.Verb == VerbUndo
		return op.Verb == VerbRedo
	})
	if err != nil {
		return Reversal{}, err
	}
	if !found {
		return Reversal{}, &NothingToUndoError{Redo: true}
	}
	r := db.reverse(target)
	return r, db.checkReversal(ctx, r)
}

// reverses reports whether the operation is there to take another one back.
func (op Op) reverses() bool { return op.Verb == VerbUndo || op.Verb == VerbRedo }

// changing reports whether the operation changed rows or the working tree. One
// that reverses another always counts: its subject is no longer in force.
func (op Op) changing() bool {
	return len(op.Changes) > 0 || op.WorktreeBefore != op.WorktreeAfter || op.reverses()
}

// walkStack visits the operations of the origin's workspace that changed
// something and are in force: those that no later undo or redo (in force
// itself) took back. Newest first.
func (db *DB) walkStack(ctx context.Context, visit func(Op) bool) error {
	taken := map[objects.ID]bool{}
	return db.walkOps(ctx, func(op Op) bool {
		if op.Workspace != db.origin.Workspace || !op.changing() {
			return true
		}
		if taken[op.ID] {
			delete(taken, op.ID)
			return true
		}
		if op.reverses() {
			taken[op.Subject] = true
		}
		return visit(op)
	})
}

// reverse returns the inverse of an operation.
func (db *DB) reverse(op Op) Reversal {
	r := Reversal{Target: op}
	for _, c := range op.Changes {
		if db.mayReverse(c) {
			r.Changes = append(r.Changes, objects.OpChange{Space: c.Space, Name: c.Name, Old: c.New, New: c.Old})
		}
	}
	if op.Workspace == db.origin.Workspace && op.WorktreeBefore != op.WorktreeAfter {
		r.Worktree, r.From = op.WorktreeBefore, op.WorktreeAfter
	}
	return r
}

// mayReverse keeps the HEADs of other workspaces, whose files are not here.
func (db *DB) mayReverse(c objects.OpChange) bool {
	return c.Space != objects.SpaceHead || string(c.Name) == db.origin.Workspace
}

// checkReversal checks that the rows still hold what the target set.
func (db *DB) checkReversal(ctx context.Context, r Reversal) error {
	tx := db.Begin("")
	tx.Apply(r)
	if err := tx.sort(); err != nil {
		return err
	}
	present, err := tx.readRows(ctx)
	if err != nil {
		return err
	}
	for _, c := range tx.changes {
		if err := tx.checkRow(c, present[c.space][c.name]); err != nil {
			return err
		}
	}
	return nil
}
