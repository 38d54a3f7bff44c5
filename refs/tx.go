package refs

import (
	"context"
	"errors"
	"slices"

	"github.com/genesis-vcs/genesis/objects"
)

// MaxAttempts is how often a transaction whose caller stated no expectation is
// tried while other writers change the same rows. Every attempt that is lost
// was won by another writer, so that many writers at once all succeed.
const MaxAttempts = 64

// Tx collects changes that Commit makes all together or not at all. Each row
// may be changed once. It is not safe for concurrent use, and it is used up by
// Commit.
type Tx struct {
	db      *DB
	op      objects.Operation // without Seq, Parent and Changes
	changes []change
	always  bool // the operation is recorded whatever it changes
}

// change is one row that a transaction sets, or deletes (value is nil).
type change struct {
	space objects.Space
	name  string
	value []byte
	// stated says that the caller knows what the row holds: want, nil for
	// "absent".
	stated bool
	want   []byte
	// exists requires that the row is there.
	exists bool
	// reversal marks a change of Apply, whose lost expectation is an
	// *UndoConflictError.
	reversal bool
	// err is what is wrong with the arguments; Commit reports it.
	err error
}

// Expect is what the caller saw: anything (the zero value), Missing, or At(id).
type Expect struct {
	set bool
	id  objects.ID
}

// Missing expects that the ref is not set.
func Missing() Expect { return Expect{set: true} }

// At expects that the ref has this value.
func At(id objects.ID) Expect { return Expect{set: true, id: id} }

func (e Expect) want() []byte { return idValue(e.id) }

// idValue is the value of a ref's row: nil for the zero ID.
func idValue(id objects.ID) []byte {
	if id.IsZero() {
		return nil
	}
	return id[:]
}

// Begin starts a transaction; verb is what the operation log shows.
func (db *DB) Begin(verb string) *Tx {
	return &Tx{db: db, op: objects.Operation{
		Workspace: db.origin.Workspace, Actor: db.origin.Actor, Verb: verb,
	}}
}

// Set moves a ref to an object that is in the store or in the stage.
func (tx *Tx) Set(name Name, id objects.ID, expect Expect) {
	c := change{space: objects.SpaceRef, name: string(name), value: id[:], stated: expect.set, want: expect.want()}
	if _, c.err = ParseName(c.name); c.err == nil && id.IsZero() {
		c.err = &MissingObjectError{Name: name}
	}
	tx.changes = append(tx.changes, c)
}

// Delete removes a ref, which must exist (*NotFoundError).
func (tx *Tx) Delete(name Name, expect Expect) {
	c := change{space: objects.SpaceRef, name: string(name), exists: true, stated: expect.set, want: expect.want()}
	_, c.err = ParseName(c.name)
	tx.changes = append(tx.changes, c)
}

// SetHead moves the HEAD of the origin's workspace; the zero Head unsets it.
// Without a workspace Commit fails with *NoWorkspaceError.
func (tx *Tx) SetHead(head Head) {
	c := change{space: objects.SpaceHead, name: tx.op.Workspace, value: head.encode(), err: head.check()}
	if tx.op.Workspace == "" {
		c.err = &NoWorkspaceError{}
	}
	tx.changes = append(tx.changes, c)
}

// Pin adds or changes a pin; Unpin removes it. The object must be there
// (*MissingObjectError).
func (tx *Tx) Pin(id objects.ID, note string) {
	tx.changes = append(tx.changes, change{space: objects.SpacePin, name: id.String(), value: append([]byte{}, note...)})
}

// Unpin removes a pin, which must exist (*NotFoundError).
func (tx *Tx) Unpin(id objects.ID) {
	tx.changes = append(tx.changes, change{space: objects.SpacePin, name: id.String(), exists: true})
}

// Setting sets a setting; a nil value removes it if it is there. The name is
// text of at most MaxName bytes (*InvalidNameError).
func (tx *Tx) Setting(name string, value []byte) {
	c := change{space: objects.SpaceSetting, name: name, value: slices.Clone(value)}
	if broken := settingRule(name); broken != "" {
		c.err = &InvalidNameError{Name: name, Rule: broken}
	}
	tx.changes = append(tx.changes, c)
}

func settingRule(name string) string {
	if name == "" {
		return "is empty"
	}
	if broken := lengthRule(name); broken != "" {
		return broken
	}
	return plainTextRule(name)
}

// Worktree records the transition of the working tree in the operation; saved
// may be zero.
func (tx *Tx) Worktree(before, after, saved objects.ID) {
	tx.op.WorktreeBefore, tx.op.WorktreeAfter, tx.op.Saved = before, after, saved
}

// Record makes Commit append the operation although no row changes: what it did
// is elsewhere.
func (tx *Tx) Record() { tx.always = true }

// Subject records the operation that an undo, a redo or a restore acts on.
func (tx *Tx) Subject(op objects.ID) { tx.op.Subject = op }

// Commit checks names, expectations, targets and the policy, and publishes the
// changes with the stage's objects (stage may be nil) and one operation.
//
// Errors: *InvalidNameError (also for a row that is changed twice),
// *NoWorkspaceError, *ConflictError (a stated expectation is lost; of a row
// that Apply added: *UndoConflictError), *ContendedError (races without one
// went on for too long), *NotFoundError, *MissingObjectError, *KindError (a
// branch must hold a commit), *NameClashError (a beside a/b), what the gate
// returns, and those of objects.Store.Publish. The stage has ended in every
// case.
func (tx *Tx) Commit(ctx context.Context, stage objects.Stage) (Result, error) {
	result, err := tx.publish(ctx, stage)
	if err != nil && stage != nil {
		// Publish leaves the stage open when it loses a race, and most checks
		// fail before it. What Abort could not remove, the store will.
		_ = stage.Abort()
	}
	return result, err
}

func (tx *Tx) publish(ctx context.Context, stage objects.Stage) (Result, error) {
	for range MaxAttempts {
		a, err := tx.attempt(ctx, stage)
		if err != nil {
			return Result{}, err
		}
		published, err := tx.db.store.Publish(ctx, stage, a.batch)
		var lost *objects.ConflictError
		switch {
		case err == nil:
			return newResult(published), nil
		case !errors.As(err, &lost):
			return Result{}, err
		}
	}
	return Result{}, &ContendedError{Attempts: MaxAttempts}
}

// Check does all that Commit does but publish: the dry run. Result.Operation
// is zero. The stage is left open.
func (tx *Tx) Check(ctx context.Context, stage objects.Stage) (Result, error) {
	a, err := tx.attempt(ctx, stage)
	if err != nil {
		return Result{}, err
	}
	result := Result{Changes: a.changes}
	if stage != nil {
		result.StageStats = stage.Stats()
	}
	moved := tx.op.WorktreeBefore != tx.op.WorktreeAfter || !tx.op.Saved.IsZero()
	result.Noop = len(a.changes) == 0 && result.Objects == 0 && !moved && !a.batch.Always
	return result, nil
}

// Result is the outcome of a transaction.
type Result struct {
	Operation objects.ID // zero when Noop or a dry run
	Seq       uint64
	Changes   []objects.OpChange
	Noop      bool
	objects.StageStats
}

func newResult(p objects.Published) Result {
	return Result{Operation: p.Operation, Seq: p.Seq, Changes: p.Changes, Noop: p.Noop, StageStats: p.StageStats}
}
