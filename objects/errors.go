package objects

import (
	"errors"
	"fmt"
)

// ErrStageEnded is returned by the methods of a stage after its Publish or
// Abort.
var ErrStageEnded = errors.New("the stage has ended")

// NotFoundError reports that an object is not in the store.
type NotFoundError struct {
	ID ID
}

func (e *NotFoundError) Error() string { return "no object " + e.ID.String() }

// DanglingError reports a staged object that refers, strongly, to one that
// neither the stage nor the store has. Field is the JSON field of the reference.
type DanglingError struct {
	ID    ID
	Field string
	To    ID
}

func (e *DanglingError) Error() string {
	return fmt.Sprintf("object %s refers to %s, which is not there (%s)", e.ID, e.To, e.Field)
}

// CorruptError reports stored bytes that are not what they claim to be. ID is
// zero when the damage is not in one object.
type CorruptError struct {
	ID ID
	// What names the damaged part: "record", "footer", "catalog", "slots", …
	What string
	// Path is the damaged file, relative to the store; may be empty.
	Path   string
	Reason string
}

func (e *CorruptError) Error() string {
	if e.ID.IsZero() {
		return fmt.Sprintf("damaged %s: %s", e.What, e.Reason)
	}
	return fmt.Sprintf("damaged %s of object %s: %s", e.What, e.ID, e.Reason)
}

// ConflictError reports that a row did not hold what the caller expected.
// Expected and Actual are nil for "absent". Guard is set when the row itself
// is in the way of another (a name below or above it).
type ConflictError struct {
	Space    Space
	Name     string
	Expected []byte
	Actual   []byte
	Guard    bool
}

func (e *ConflictError) Error() string {
	return fmt.Sprintf("%s %s is not what was expected", e.Space, e.Name)
}

// BusyError reports that another process held the store for longer than the
// caller was willing to wait. PID is 0 and Verb empty when unknown.
type BusyError struct {
	PID  int
	Verb string
}

func (e *BusyError) Error() string {
	return fmt.Sprintf("the store is held by process %d (%s)", e.PID, e.Verb)
}

// NoSpaceError reports that the disk has too little room. Nothing was changed.
type NoSpaceError struct {
	Need uint64 // bytes
	Free uint64 // bytes
}

func (e *NoSpaceError) Error() string {
	return fmt.Sprintf("the disk has %d bytes free and %d are needed", e.Free, e.Need)
}

// EncodingError reports bytes that are not the canonical encoding of an object
// of the kind, or an object that has none (a cap is exceeded).
type EncodingError struct {
	Kind   Kind
	Reason string
}

func (e *EncodingError) Error() string { return fmt.Sprintf("malformed %s: %s", e.Kind, e.Reason) }
