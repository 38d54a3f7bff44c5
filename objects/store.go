package objects

import (
	"context"
	"fmt"
)

// Info describes a stored object without its bytes.
type Info struct {
	ID   ID
	Kind Kind
	// Size is the length of the canonical bytes; of a blob, of its content.
	Size uint64
	// Stored is the number of bytes that the object's own record occupies in
	// the store, headers included. The chunks of a chunked blob are not in it.
	Stored uint64
	// List is the chunk list of a blob that is stored as chunks, else zero.
	List ID
}

// Object is an object with its canonical bytes. Data is nil for a blob that is
// stored as chunks (Info.List is set); package chunk reads those.
type Object struct {
	Info
	Data []byte
}

// Store is a content-addressed object store with a small transactional table
// of rows (refs, HEADs, pins, settings, marks).
//
// Guarantees, which the conformance suite in storetest checks on every
// implementation:
//
//   - Every read re-hashes. Bytes that do not match their identity are a
//     *CorruptError, never data and never "not there".
//   - Publish is atomic and durable: when it returns without an error, the
//     staged objects, the rows and the operation survive power loss; when it
//     returns an error, none of them happened.
//   - What Publish acknowledged, every later read of any process sees.
//   - Methods may be called from several goroutines at once.
//   - No method calls back into its caller, so that every call can be carried
//     by a message.
type Store interface {
	// Stat describes one object, without reading its content.
	// An unknown id is a *NotFoundError.
	Stat(ctx context.Context, id ID) (Info, error)
	// Has reports for each id whether the store holds it.
	Has(ctx context.Context, ids []ID) ([]bool, error)
	// Get returns one object, re-hashed. The caller owns the bytes.
	// Errors: *NotFoundError, *CorruptError.
	Get(ctx context.Context, id ID) (Object, error)
	// List returns objects in the order of their ids.
	List(ctx context.Context, q ListQuery) (ListPage, error)

	// Begin opens a stage: a private place for new objects.
	Begin(ctx context.Context) (Stage, error)
	// Publish makes the stage's objects (stage may be nil), the changes of rows
	// and the operation visible, all or nothing. On *ConflictError (an
	// expectation of a change or a guard does not hold) and *BusyError the
	// stage stays open, so the caller can try again with another batch or
	// Abort; otherwise it has ended. Other errors: *NoSpaceError.
	Publish(ctx context.Context, stage Stage, batch Batch) (Published, error)

	// Row returns the value of one row. A row that is not set is ok == false,
	// which is only said after the family's count and hash were checked.
	Row(ctx context.Context, space Space, name string) (value []byte, ok bool, err error)
	// Rows returns rows of one space in the order of their names.
	Rows(ctx context.Context, q RowQuery) (RowPage, error)
	// Head returns the newest operation; zero when there is none.
	Head(ctx context.Context) (Head, error)

	// Close releases every lock and file. It is idempotent.
	Close() error
}

// Stage collects new objects outside of any lock of the store. Put may be
// called from several goroutines at once. Objects in a stage are seen by no
// one until Publish; an unfinished stage of a killed process is rubbish that
// the store removes.
type Stage interface {
	// Put adds one object from its canonical bytes, unless the store or the
	// stage holds it already (fresh == false). The bytes are not kept.
	// Structured kinds must be canonical: *EncodingError otherwise.
	Put(ctx context.Context, kind Kind, data []byte) (id ID, fresh bool, err error)
	// PutChunked records that the blob id, of size bytes, is stored as the
	// chunks of the chunk list. The caller has verified the blob's hash.
	PutChunked(ctx context.Context, id ID, size uint64, list ID) (fresh bool, err error)
	// Stat describes an object that is in the stage or in the store.
	Stat(ctx context.Context, id ID) (Info, error)
	// Stats counts what is new in the stage so far.
	Stats() StageStats
	// Abort drops the stage. On a stage that has ended it does nothing.
	Abort() error
}

// StageStats counts the objects that a stage adds.
type StageStats struct {
	Objects int
	// Bytes is the sum of the canonical sizes of the new objects, chunked
	// blobs not counted (their chunks are).
	Bytes uint64
	// Stored is what they occupy, headers included.
	Stored uint64
}

// Space is a family of rows. The names are those of an operation's changes.
type Space string

// The spaces of rows and what their rows hold (DESIGN §2, operation).
const (
	// SpaceRef: full ref name -> 32 bytes, the ID of its target.
	SpaceRef Space = "ref"
	// SpaceHead: workspace id -> a full ref name, or 64 hex digits if detached.
	SpaceHead Space = "head"
	// SpacePin: 64 hex digits of the pinned object -> a note.
	SpacePin Space = "pin"
	// SpaceSetting: name -> value, for example the default policy.
	SpaceSetting Space = "setting"
	// SpaceMark: a remote's tracking mark -> value.
	SpaceMark Space = "mark"
)

// Spaces lists every space in the order used by views and digests.
var Spaces = []Space{SpaceRef, SpaceHead, SpacePin, SpaceSetting, SpaceMark}

// Row is one row of a space.
type Row struct {
	Space Space
	Name  string
	Value []byte
}

// ExpectMode says how a change checks the row that it replaces.
type ExpectMode uint8

// The ways of checking a row before it is changed.
const (
	ExpectAny    ExpectMode = iota // whatever is there
	ExpectAbsent                   // the row must not exist
	ExpectValue                    // the row must hold Expectation.Value
)

// Expectation is what a change requires of the present value of its row.
// The zero Expectation accepts anything.
type Expectation struct {
	Mode  ExpectMode
	Value []byte
}

// Absent expects that the row does not exist.
func Absent() Expectation { return Expectation{Mode: ExpectAbsent} }

// Is expects that the row holds value.
func Is(value []byte) Expectation { return Expectation{Mode: ExpectValue, Value: value} }

// Holds reports whether the present value (ok: the row exists) satisfies e.
func (e Expectation) Holds(value []byte, ok bool) bool {
	switch e.Mode {
	case ExpectAbsent:
		return !ok
	case ExpectValue:
		return ok && string(value) == string(e.Value)
	default:
		return true
	}
}

// Change sets a row, or deletes it (New == nil).
type Change struct {
	Space  Space
	Name   string
	New    []byte
	Expect Expectation
}

// Guard requires, without changing anything, that no row of the space has a
// name that begins with Prefix (Exact: that is Prefix) once the changes of the
// batch are made: a batch may delete a row and create one in its place below.
type Guard struct {
	Space  Space
	Prefix string
	Exact  bool
}

// Batch is what one Publish does besides adding the stage's objects.
type Batch struct {
	Changes []Change
	Guards  []Guard
	// Operation is the record of this step, without Seq, Parent and Changes:
	// the store fills those in under its lock, Changes from the rows that
	// really change. Nil appends no operation, and then Changes must be empty.
	Operation *Operation
}

// Published is the outcome of a Publish.
type Published struct {
	// Operation and Seq are those of the appended operation; zero when Noop.
	Operation ID
	Seq       uint64
	// Changes are the rows that changed, with their old and new values.
	Changes []OpChange
	// Noop is set when there was nothing to do: no new object, no row that
	// changed, and no working-tree transition in the operation. Then no
	// operation was appended.
	Noop bool
	StageStats
}

// Head names the newest operation of a store.
type Head struct {
	Operation ID
	Seq       uint64
}

// ListQuery selects objects.
type ListQuery struct {
	// Kind restricts the list to one kind; zero lists all.
	Kind Kind
	// Prefix restricts the list to ids that begin with these hex digits.
	Prefix string
	// After continues behind an id that an earlier page ended with.
	After ID
	// Limit is the greatest number of objects in the page; 0 means 1,000.
	Limit int
}

// ListPage is a part of a list; More says that further objects follow.
type ListPage struct {
	Objects []Info
	More    bool
}

// RowQuery selects rows of one space.
type RowQuery struct {
	Space  Space
	Prefix string
	// After continues behind a name that an earlier page ended with.
	After string
	// Limit is the greatest number of rows in the page; 0 means all.
	Limit int
}

// RowPage is a part of a list of rows; More says that further rows follow.
type RowPage struct {
	Rows []Row
	More bool
}

// NotFoundError reports that an object is not in the store.
type NotFoundError struct {
	ID ID
}

func (e *NotFoundError) Error() string { return "no object " + e.ID.String() }

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
