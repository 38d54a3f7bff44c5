package objects

import "context"

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
	// List returns objects in the order of their ids. A prefix that is not hex
	// digits is a *BadIDError.
	List(ctx context.Context, q ListQuery) (ListPage, error)

	// Begin opens a stage: a private place for new objects.
	Begin(ctx context.Context) (Stage, error)
	// Publish makes the stage's objects (stage may be nil), the changes of rows
	// and the operation visible, all or nothing. On *ConflictError (an
	// expectation of a change or a guard does not hold) and *BusyError the
	// stage stays open, so the caller can try again with another batch or
	// Abort; otherwise it has ended. Other errors: *NoSpaceError, and
	// *EncodingError for a batch that ResolveBatch refuses.
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
	// Structured kinds must be canonical and a chunk must have 1 to MaxChunk
	// bytes: *EncodingError otherwise, and the stage stays as it was.
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

// Hurried is a stage that can be told to take less time and more space: what is
// put from then on is probably stored anew some day, as history is.
type Hurried interface {
	Stage
	Hurry()
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

// Batch is what one Publish does besides adding the stage's objects.
type Batch struct {
	Changes []Change
	Guards  []Guard
	// Operation is the record of this step, without Seq, Parent and Changes:
	// the store fills those in under its lock, Changes from the rows that
	// really change. Nil appends no operation, and then Changes must be empty.
	Operation *Operation
	// Always appends the operation even if that is all there is to do.
	Always bool
	// Partial allows staged objects that strongly refer to what neither the
	// stage nor the store has. Without it that is a *DanglingError.
	Partial bool
}

// Published is the outcome of a Publish.
type Published struct {
	// Operation and Seq are those of the appended operation; zero when Noop.
	Operation ID
	Seq       uint64
	// Changes are the rows that changed, with their old and new values.
	Changes []OpChange
	// Noop is set when there was nothing to do: no new object, no row that
	// changed, no working-tree transition in the operation, and no Batch.Always.
	// Then no operation was appended.
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
