package objects

import "github.com/fxamacker/cbor/v2"

// Bytes is text as it was found: usually UTF-8, but any bytes are kept. It is
// a CBOR byte string.
type Bytes = cbor.ByteString

// Structured is an object whose canonical bytes are deterministic CBOR
// (RFC 8949 §4.2.1; the subset of DESIGN §2).
type Structured interface {
	Kind() Kind
}

// Mode says what a tree entry is. Besides the named modes it may be six octal
// digits, an odd mode that Git had; that counts as a file.
type Mode string

// The modes of tree entries.
const (
	ModeFile    Mode = "file"
	ModeExec    Mode = "exec"
	ModeSymlink Mode = "symlink"
	ModeDir     Mode = "dir"
	ModeGitlink Mode = "gitlink"
)

// IsFile reports whether the mode is a regular file, executable or not.
func (m Mode) IsFile() bool { return m != ModeSymlink && m != ModeDir && m != ModeGitlink }

// Tree is the content of one directory: entries sorted by the bytes of their
// names, each name once.
type Tree struct {
	Entries []Entry
}

// Entry is one name in a tree.
type Entry struct {
	// Name is one path component as found: not empty, ".", "..", and without
	// '/' and NUL.
	Name Bytes
	Mode Mode
	// ID is the blob of a file or of a symlink's target, or the tree of a
	// directory. It is zero for a gitlink.
	ID ID
	// Gitlink is the Git object id (20 or 32 bytes) of a gitlink, else empty.
	Gitlink Bytes
	// Size is the content length of a file; 0 for everything else.
	Size uint64
}

// Snapshot is a whole tree with its totals.
type Snapshot struct {
	Root ID
	// Files counts files and symlinks, Bytes sums the sizes of files.
	Files   uint64
	Bytes   uint64
	Package *PackageInfo
}

// PackageInfo names the package whose tree a snapshot is.
type PackageInfo struct {
	Name     string
	Version  string
	Manifest ID
}

// Person is who did something and when, in that person's time zone.
type Person struct {
	Name  Bytes
	Email Bytes
	// Seconds since 1970-01-01 UTC; Zone as Git writes it ("+0100").
	Seconds int64
	Zone    Bytes
	// Agent names the program that acted for the person; optional.
	Agent string
}

// Header is a foreign header that is kept as found, in order.
type Header struct {
	Name  Bytes
	Value Bytes
}

// Target is what a commit is about, as said by its author.
type Target struct {
	Kind string // package, module, contract or workspace
	ID   string
}

// Commit is a snapshot in history.
type Commit struct {
	Parents     []ID // in order; may be empty
	Snapshot    ID
	Author      Person
	Committer   Person
	Message     Bytes
	Encoding    string
	Extra       []Header
	Base        ID // zero when absent
	Patch       ID // zero when absent
	Target      *Target
	Why         string
	Obligations []string // sorted, unique
	Evidence    []ID     // sorted, unique
	Session     string
}

// Tag is an annotated tag.
type Tag struct {
	Target     ID
	TargetKind Kind
	Name       Bytes
	Tagger     *Person
	Message    Bytes
	Encoding   string
	Extra      []Header
}

// ChunkList maps a blob, or a part of one, to its chunks (level 0) or to chunk
// lists of level 0 (level 1), in order. At most MaxFanout entries.
type ChunkList struct {
	Level   uint8
	Size    uint64 // sum of the entries' sizes
	Entries []ChunkEntry
}

// ChunkEntry is a chunk, or a chunk list of the level below, and the number of
// the blob's bytes that it covers.
type ChunkEntry struct {
	ID   ID
	Size uint64
}

// Actor is who ran an operation and where.
type Actor struct {
	Name  Bytes
	Email Bytes
	Agent string
	Host  string
}

// OpChange is one row that an operation changed. Old or New is nil when the
// row did not exist before or does not exist after.
type OpChange struct {
	Space Space
	Name  Bytes
	Old   []byte
	New   []byte
}

// Operation is one step of a store's history: who changed which rows, and how
// the working tree of the workspace went from one snapshot to another.
type Operation struct {
	Seq       uint64 // 1 for the first
	Parent    ID     // the operation before; zero for the first
	Workspace string // id; empty for a store without a workspace
	Actor     Actor
	Seconds   int64
	Verb      string // "commit new", "refs set", …; never argument values
	Changes   []OpChange
	// WorktreeBefore and WorktreeAfter are snapshots of the working tree, set
	// when the operation wrote to it. Saved is a snapshot of files that were
	// overwritten and are in no other snapshot.
	WorktreeBefore ID
	WorktreeAfter  ID
	Saved          ID
	// Subject is the operation that an undo, a redo or a restore acts on.
	Subject ID
}

// View is every row and mark of the catalog as of an operation, so that the
// catalog can be rebuilt without the whole chain.
type View struct {
	Seq        uint64
	Operation  ID
	Rows       []Row // sorted by space (order of Spaces) and name, unique
	Quarantine []ID  // sorted, unique
	Tombstones []ID  // sorted, unique
	Shallow    []ID  // sorted, unique
}

// Kind implements Structured.
func (*Tree) Kind() Kind { return KindTree }

// Kind implements Structured.
func (*Snapshot) Kind() Kind { return KindSnapshot }

// Kind implements Structured.
func (*Commit) Kind() Kind { return KindCommit }

// Kind implements Structured.
func (*Tag) Kind() Kind { return KindTag }

// Kind implements Structured.
func (*ChunkList) Kind() Kind { return KindChunkList }

// Kind implements Structured.
func (*Operation) Kind() Kind { return KindOperation }

// Kind implements Structured.
func (*View) Kind() Kind { return KindView }
