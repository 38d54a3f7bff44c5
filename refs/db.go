// Package refs gives names to objects and keeps the history of every change.
package refs

import (
	"context"
	"time"

	"github.com/genesis-vcs/genesis/objects"
)

// Origin says on whose behalf transactions are made.
type Origin struct {
	Workspace string // id; empty for a bare store
	Actor     objects.Actor
	// Now is the clock of operations; nil means time.Now.
	Now func() time.Time
}

// Move is one change of a ref that a PolicyGate judges. A zero ID is absent.
type Move struct {
	Name     Name
	Old, New objects.ID
}

// PolicyGate decides whether a transaction may move refs. It is asked before
// anything is published, with the stage that holds the new objects (may be
// nil). AllowAll is the gate until policies exist.
type PolicyGate interface {
	Check(ctx context.Context, store objects.Store, stage objects.Stage, moves []Move) error
}

// AllowAll is a PolicyGate that allows every move.
type AllowAll struct{}

// Check implements PolicyGate.
func (AllowAll) Check(context.Context, objects.Store, objects.Stage, []Move) error { return nil }

// DB reads and changes the refs, HEADs, pins and settings of a store.
type DB struct{}

// New returns a DB on the store.
func New(store objects.Store, gate PolicyGate, origin Origin) *DB { panic("todo") }

// Store returns the store that the DB works on.
func (db *DB) Store() objects.Store { panic("todo") }

// Get returns the value of a ref; ok is false when it is not set.
func (db *DB) Get(ctx context.Context, name Name) (id objects.ID, ok bool, err error) { panic("todo") }

// List returns the refs whose names begin with prefix, sorted.
func (db *DB) List(ctx context.Context, prefix string) ([]Ref, error) { panic("todo") }

// Head returns the HEAD of the origin's workspace and the commit it stands on
// (zero: unset, or an unborn branch).
func (db *DB) Head(ctx context.Context) (Head, objects.ID, error) { panic("todo") }

// Begin starts a transaction; verb is what the operation log shows.
func (db *DB) Begin(verb string) *Tx { panic("todo") }

// Tx collects changes that Commit makes all together or not at all.
// It is not safe for concurrent use.
type Tx struct{}

// Expect is what the caller saw: Any (the zero value), Missing, or At(id).
type Expect struct {
	set bool
	id  objects.ID
}

// Missing expects that the ref is not set.
func Missing() Expect { return Expect{set: true} }

// At expects that the ref has this value.
func At(id objects.ID) Expect { return Expect{set: true, id: id} }

// Set moves a ref to an object that is in the store or in the stage.
func (tx *Tx) Set(name Name, id objects.ID, expect Expect) { panic("todo") }

// Delete removes a ref, which must exist (*NotFoundError).
func (tx *Tx) Delete(name Name, expect Expect) { panic("todo") }

// SetHead moves the HEAD of the origin's workspace.
func (tx *Tx) SetHead(head Head) { panic("todo") }

// Pin adds or changes a pin; Unpin removes it.
func (tx *Tx) Pin(id objects.ID, note string) { panic("todo") }

// Unpin removes a pin.
func (tx *Tx) Unpin(id objects.ID) { panic("todo") }

// Setting sets a setting; a nil value removes it.
func (tx *Tx) Setting(name string, value []byte) { panic("todo") }

// Worktree records the transition of the working tree in the operation; saved
// may be zero.
func (tx *Tx) Worktree(before, after, saved objects.ID) { panic("todo") }

// Subject records the operation that an undo, a redo or a restore acts on.
func (tx *Tx) Subject(op objects.ID) { panic("todo") }

// Commit checks names, expectations, targets and the policy, and publishes the
// changes with the stage's objects (stage may be nil) and one operation.
//
// Errors: *ConflictError (a stated expectation is lost), *ContendedError (races
// without one went on for too long), *NotFoundError, *MissingObjectError,
// *KindError (a branch must hold a commit), *NameClashError (a beside a/b),
// what the gate returns, and those of objects.Store.Publish. The stage has
// ended in every case.
func (tx *Tx) Commit(ctx context.Context, stage objects.Stage) (Result, error) { panic("todo") }

// Check does all that Commit does but publish: the dry run. Result.Operation
// is zero. The stage is left open.
func (tx *Tx) Check(ctx context.Context, stage objects.Stage) (Result, error) { panic("todo") }

// Result is the outcome of a transaction.
type Result struct {
	Operation objects.ID // zero when Noop or a dry run
	Seq       uint64
	Changes   []objects.OpChange
	Noop      bool
	objects.StageStats
}

// ConflictError reports that a ref is not where the caller expected it.
// A zero ID is absent.
type ConflictError struct {
	Name             Name
	Expected, Actual objects.ID
}

func (e *ConflictError) Error() string {
	return "ref " + string(e.Name) + " is not at the expected value"
}

// ContendedError reports that a transaction lost too many races in a row.
type ContendedError struct{ Attempts int }

func (e *ContendedError) Error() string { return "too many other writers changed the same rows" }

// NotFoundError reports a ref that does not exist.
type NotFoundError struct{ Name string }

func (e *NotFoundError) Error() string { return "no ref " + e.Name }

// MissingObjectError reports that the target of a ref is not in the store.
type MissingObjectError struct {
	Name Name
	ID   objects.ID
}

func (e *MissingObjectError) Error() string { return "the target of the ref is not in the store" }

// KindError reports a ref that may not hold an object of the kind.
type KindError struct {
	Name Name
	ID   objects.ID
	Kind objects.Kind
}

func (e *KindError) Error() string { return "a branch must name a commit" }

// NameClashError reports two refs of which one would be a directory of the
// other.
type NameClashError struct{ Name, Other Name }

func (e *NameClashError) Error() string {
	return "ref " + string(e.Name) + " clashes with " + string(e.Other)
}
