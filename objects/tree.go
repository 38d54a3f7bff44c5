package objects

import (
	"errors"
	"fmt"
	"strings"
)

// Mode says what a tree entry is. Besides the named modes it may be six octal
// digits "100…", an odd mode that Git had; that counts as a file.
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

// named reports whether the mode is one of the five with a name.
func (m Mode) named() bool {
	switch m {
	case ModeFile, ModeExec, ModeSymlink, ModeDir, ModeGitlink:
		return true
	}
	return false
}

// Valid reports whether the mode may stand in a tree. The octal forms of the
// named modes may not, since each mode has one spelling.
func (m Mode) Valid() bool {
	if m.named() {
		return true
	}
	if len(m) != 6 || !strings.HasPrefix(string(m), "100") || m == "100644" || m == "100755" {
		return false
	}
	return strings.Trim(string(m[3:]), "01234567") == ""
}

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

// Kind implements Structured.
func (*Tree) Kind() Kind { return KindTree }

func (t *Tree) check() error {
	if err := checkCount("entries", len(t.Entries), MaxEntries); err != nil {
		return err
	}
	for i := range t.Entries {
		e := &t.Entries[i]
		if err := e.check(); err != nil {
			return fmt.Errorf("entry %q: %w", e.Name, err)
		}
		if i > 0 && t.Entries[i-1].Name >= e.Name {
			return fmt.Errorf("entry %q: out of order or there twice", e.Name)
		}
	}
	return nil
}

var (
	errBadName  = errors.New("not a path component")
	errBadMode  = errors.New("unknown mode")
	errNoID     = errors.New("no id")
	errGitlink  = errors.New("a gitlink has a Git id of 20 or 32 bytes and nothing else does")
	errSizeless = errors.New("only files have a size")
)

func (e *Entry) check() error {
	switch {
	case !validEntryName(string(e.Name)):
		return errBadName
	case len(e.Name) > MaxName:
		return checkLength("name", len(e.Name))
	case !e.Mode.Valid():
		return errBadMode
	case e.Size != 0 && !e.Mode.IsFile():
		return errSizeless
	case e.Mode == ModeGitlink:
		if !e.ID.IsZero() || len(e.Gitlink) != 20 && len(e.Gitlink) != 32 {
			return errGitlink
		}
	case e.Gitlink != "":
		return errGitlink
	case e.ID.IsZero():
		return errNoID
	}
	return nil
}

// validEntryName reports whether the name is one path component: not empty,
// not "." or "..", without '/' and NUL.
func validEntryName(name string) bool {
	return name != "" && name != "." && name != ".." &&
		strings.IndexByte(name, '/') < 0 && strings.IndexByte(name, 0) < 0
}

// treeWire and entryWire are the encoding of a tree by struct tags. It defines
// the format; treecodec.go does the same faster.
type treeWire struct {
	Entries []entryWire `cbor:"entries,omitempty"`
}

type entryWire struct {
	ID   []byte  `cbor:"id"`
	Mode string  `cbor:"mode"`
	Name Bytes   `cbor:"name"`
	Size *uint64 `cbor:"size,omitempty"`
}

func (t *Tree) marshalWire() ([]byte, error) {
	w := treeWire{Entries: make([]entryWire, len(t.Entries))}
	for i := range t.Entries {
		e := &t.Entries[i]
		out := entryWire{ID: e.ID[:], Mode: string(e.Mode), Name: e.Name}
		if e.Mode == ModeGitlink {
			out.ID = []byte(e.Gitlink)
		}
		if e.Mode.IsFile() {
			out.Size = &e.Size
		}
		w.Entries[i] = out
	}
	return marshal(w)
}

func (t *Tree) unmarshal(data []byte) error {
	var w treeWire
	if err := unmarshal(data, &w); err != nil {
		return err
	}
	if len(w.Entries) > 0 {
		t.Entries = make([]Entry, len(w.Entries))
	}
	for i, in := range w.Entries {
		e := Entry{Name: in.Name, Mode: Mode(in.Mode)}
		switch {
		case e.Mode == ModeGitlink:
			e.Gitlink = Bytes(in.ID)
		case len(in.ID) == IDSize:
			e.ID = ID(in.ID)
		default:
			return fmt.Errorf("entry %q: an id of %d bytes", in.Name, len(in.ID))
		}
		if (in.Size != nil) != e.Mode.IsFile() {
			return fmt.Errorf("entry %q: %w, and all of them have one", in.Name, errSizeless)
		}
		if in.Size != nil {
			e.Size = *in.Size
		}
		t.Entries[i] = e
	}
	return nil
}
