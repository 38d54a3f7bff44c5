package gitobj

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/genesis-vcs/genesis/objects"
)

// Entry is an entry of a Git tree.
type Entry struct {
	Name string
	Mode objects.Mode
	OID  OID
}

// TreeError reports a tree that none of ours can hold.
type TreeError struct {
	Name   string // of the entry; may be empty
	Reason string
}

func (e *TreeError) Error() string { return fmt.Sprintf("tree entry %q: %s", e.Name, e.Reason) }

// ParseTree reads the body of a tree. The entries come sorted by the bytes of
// their names, as in our trees, and each name once. Regular is false when
// EncodeTree would not give the same bytes (modes with leading zeros, an odd
// order). A *TreeError is what a tree of ours cannot hold: a name that is there
// twice or is no path component, an unknown mode, a body that is cut off.
func ParseTree(body []byte) (entries []Entry, regular bool, err error) {
	const least = 7 + 1 + 1 + OIDSize // a mode, one letter
	entries = make([]Entry, 0, len(body)/(least+8)+1)
	regular = true
	sorted := true
	for rest := body; len(rest) > 0; {
		var e Entry
		var usual bool
		if e, usual, rest, err = parseEntry(rest); err != nil {
			return nil, false, err
		}
		if n := len(entries); n > 0 {
			last := &entries[n-1]
			regular = regular && gitOrder(last, &e) < 0
			sorted = sorted && last.Name < e.Name
		}
		regular = regular && usual
		entries = append(entries, e)
	}
	if !sorted {
		slices.SortFunc(entries, func(a, b Entry) int { return strings.Compare(a.Name, b.Name) })
		for i := 1; i < len(entries); i++ {
			if entries[i-1].Name == entries[i].Name {
				return nil, false, &TreeError{Name: entries[i].Name, Reason: "the name is there twice"}
			}
		}
	}
	return entries, regular, nil
}

// parseEntry reads "mode name NUL oid".
func parseEntry(b []byte) (e Entry, usual bool, rest []byte, err error) {
	blank := bytes.IndexByte(b, ' ')
	if blank < 0 || blank > 7 {
		return e, false, nil, &TreeError{Reason: "it has no mode"}
	}
	end := bytes.IndexByte(b[blank:], 0)
	if end < 0 || len(b) < blank+end+1+OIDSize {
		return e, false, nil, &TreeError{Reason: "it is cut off"}
	}
	name := string(b[blank+1 : blank+end])
	mode := b[:blank]
	e = Entry{Name: name, OID: OID(b[blank+end+1:])}
	bare := bytes.TrimLeft(mode, "0")
	if e.Mode, err = parseMode(bare); err != nil {
		return e, false, nil, &TreeError{Name: name, Reason: "its mode " + string(mode) + " is unknown"}
	}
	if name == "" || name == "." || name == ".." || strings.Contains(name, "/") {
		return e, false, nil, &TreeError{Name: name, Reason: "it is no path component"}
	}
	if len(name) > objects.MaxName {
		return e, false, nil, &TreeError{Name: name[:64] + "…", Reason: "its name is too long"}
	}
	return e, len(bare) == len(mode), b[blank+end+1+OIDSize:], nil
}

// ParseMode reads the mode of an entry in octal digits, for example 100644.
func ParseMode(text string) (objects.Mode, error) { return parseMode([]byte(text)) }

func parseMode(text []byte) (objects.Mode, error) {
	switch string(text) {
	case "100644":
		return objects.ModeFile, nil
	case "100755":
		return objects.ModeExec, nil
	case "120000":
		return objects.ModeSymlink, nil
	case "40000":
		return objects.ModeDir, nil
	case "160000":
		return objects.ModeGitlink, nil
	}
	if mode := objects.Mode(text); mode.Valid() {
		return mode, nil
	}
	return "", fmt.Errorf("unknown mode %q", text)
}

// FormatMode returns the octal digits of a mode, as trees of Git have them.
func FormatMode(mode objects.Mode) string {
	switch mode {
	case objects.ModeFile:
		return "100644"
	case objects.ModeExec:
		return "100755"
	case objects.ModeSymlink:
		return "120000"
	case objects.ModeDir:
		return "40000"
	case objects.ModeGitlink:
		return "160000"
	default:
		return string(mode)
	}
}

// EncodeTree returns the body of the tree with the entries, whatever their order.
func EncodeTree(entries []Entry) []byte {
	ordered := func(a, b Entry) int { return gitOrder(&a, &b) }
	if !slices.IsSortedFunc(entries, ordered) {
		entries = slices.Clone(entries)
		slices.SortFunc(entries, ordered)
	}
	size := 0
	for i := range entries {
		size += len(entries[i].Name) + 8 + OIDSize
	}
	b := make([]byte, 0, size)
	for i := range entries {
		e := &entries[i]
		b = append(b, FormatMode(e.Mode)...)
		b = append(b, ' ')
		b = append(b, e.Name...)
		b = append(b, 0)
		b = append(b, e.OID[:]...)
	}
	return b
}

// gitOrder compares names as Git sorts them: that of a directory as if it ended
// with a slash.
func gitOrder(a, b *Entry) int {
	n := min(len(a.Name), len(b.Name))
	if c := strings.Compare(a.Name[:n], b.Name[:n]); c != 0 {
		return c
	}
	return int(a.after(n)) - int(b.after(n))
}

// after is the byte at n of the name as it is sorted.
func (e *Entry) after(n int) byte {
	switch {
	case n < len(e.Name):
		return e.Name[n]
	case e.Mode == objects.ModeDir:
		return '/'
	default:
		return 0
	}
}
