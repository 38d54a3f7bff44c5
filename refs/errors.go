package refs

import "github.com/genesis-vcs/genesis/objects"

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
// Nothing was changed; the same transaction may succeed later.
type ContendedError struct{ Attempts int }

func (e *ContendedError) Error() string { return "too many other writers changed the same rows" }

// NotFoundError reports a ref that does not exist, or a pin (Name is then the
// id of the object in hex).
type NotFoundError struct{ Name string }

func (e *NotFoundError) Error() string { return "not set: " + e.Name }

// MissingObjectError reports that the target of a ref is not in the store.
// Name is "HEAD" for a detached HEAD and empty for a pin.
type MissingObjectError struct {
	Name Name
	ID   objects.ID
}

func (e *MissingObjectError) Error() string {
	return "the target is not in the store: " + e.ID.String()
}

// KindError reports a ref that may not hold an object of the kind: branches and
// a detached HEAD (Name is "HEAD") hold a commit, refs/attestations a tree.
type KindError struct {
	Name Name
	ID   objects.ID
	Kind objects.Kind // of the object
	Want objects.Kind // that the ref holds
}

func (e *KindError) Error() string {
	return string(e.Name) + " may not name a " + e.Kind.String()
}

// NameClashError reports two refs of which one would be a directory of the
// other. Name is the one that was to be created.
type NameClashError struct{ Name, Other Name }

func (e *NameClashError) Error() string {
	return "ref " + string(e.Name) + " clashes with " + string(e.Other)
}

// NoWorkspaceError reports a change of HEAD in a transaction that is not made
// for a workspace: a bare store has no HEAD.
type NoWorkspaceError struct{}

func (e *NoWorkspaceError) Error() string { return "no workspace, so there is no HEAD to move" }

// NothingToUndoError reports that no operation is left to undo or redo, or that
// the operation that was named changed nothing that can be taken back.
type NothingToUndoError struct{ Redo bool }

func (e *NothingToUndoError) Error() string {
	if e.Redo {
		return "nothing to redo"
	}
	return "nothing to undo"
}

// UndoConflictError reports that a row was changed after the operation that
// should be undone, or after a reversal was planned. Expected and Actual are
// nil for "absent".
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

// OpNotFoundError reports that the chain has no such operation. ID is as the
// caller gave it.
type OpNotFoundError struct{ ID string }

func (e *OpNotFoundError) Error() string { return "no operation " + e.ID }

// AmbiguousOpError reports a short id that several operations have.
type AmbiguousOpError struct {
	ID         string
	Candidates []objects.ID // sorted; at most 10
}

func (e *AmbiguousOpError) Error() string { return "several operations begin with " + e.ID }
