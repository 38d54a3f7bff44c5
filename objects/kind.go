package objects

// Kind is the kind of an object. The numbers are stored in packs and never
// change; new kinds are appended.
type Kind uint8

// The kinds of objects.
const (
	KindBlob Kind = 1 + iota
	KindChunk
	KindChunkList
	KindTree
	KindSnapshot
	KindCommit
	KindTag
	KindOperation
	KindView
	KindConflict
	KindPatch
)

// Kinds lists every kind, in the order of their numbers.
var Kinds = []Kind{KindBlob, KindChunk, KindChunkList, KindTree, KindSnapshot, KindCommit, KindTag, KindOperation, KindView, KindConflict, KindPatch}

var kindNames = [...]string{
	KindBlob: "blob", KindChunk: "chunk", KindChunkList: "chunklist",
	KindTree: "tree", KindSnapshot: "snapshot", KindCommit: "commit", KindTag: "tag",
	KindOperation: "operation", KindView: "view",
	KindConflict: "conflict", KindPatch: "patch",
}

// Valid reports whether k is a kind that this version knows.
func (k Kind) Valid() bool { return k >= KindBlob && int(k) < len(kindNames) }

// String returns the name of the kind, "unknown" for an invalid one.
func (k Kind) String() string {
	if !k.Valid() {
		return "unknown"
	}
	return kindNames[k]
}

// MarshalText implements encoding.TextMarshaler: the name of the kind.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// ParseKind returns the kind with the name; ok is false if there is none.
func ParseKind(name string) (k Kind, ok bool) {
	for _, k := range Kinds {
		if k.String() == name {
			return k, true
		}
	}
	return 0, false
}

// Structured reports whether objects of the kind are deterministic CBOR; blobs
// and chunks are raw bytes.
func (k Kind) Structured() bool { return k.Valid() && k != KindBlob && k != KindChunk }

// Context is the BLAKE3 derive-key context of the kind, a literal that never
// changes (DESIGN §2).
func (k Kind) Context() string { return "genesis 2026 " + k.String() + " v1" }
