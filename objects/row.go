package objects

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
