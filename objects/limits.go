package objects

// Caps of the structured kinds. Encode and Decode refuse what exceeds them, so
// that no input can make a reader work or allocate without bound.
const (
	// MaxEntries is the greatest number of entries of one directory, and of
	// rows, changes or ids in one list of a view or an operation.
	MaxEntries = 1_000_000
	// MaxName is the greatest length in bytes of a name in a tree, of a
	// person's name and email, and of every other short text.
	MaxName = 4096
	// MaxParents is the greatest number of parents of a commit.
	MaxParents = 4096
	// MaxHeaders is the greatest number of foreign headers, obligations or
	// pieces of evidence of a commit or a tag.
	MaxHeaders = 65_536
	// MaxFanout is the greatest number of entries of a chunk list.
	MaxFanout = 1024
	// MaxChunk is the greatest size of a chunk in bytes.
	MaxChunk = 256 << 10
	// maxDepth is the nesting of maps and lists in an encoding.
	maxDepth = 8
)

// maxSize caps the canonical bytes of a structured object. The larger ones
// leave room for MaxEntries entries of ordinary size.
var maxSize = [...]int{
	KindChunkList: 64 << 10,
	KindTree:      256 << 20,
	KindSnapshot:  64 << 10,
	KindCommit:    32 << 20,
	KindTag:       32 << 20,
	KindOperation: 256 << 20,
	KindView:      256 << 20,
	KindConflict:  64 << 20,
	KindPatch:     256 << 20,
}
