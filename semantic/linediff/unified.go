package linediff

import (
	"bytes"
	"cmp"
	"io"
)

// DefaultContext is how many equal lines people expect around a change.
const DefaultContext = 3

// Format is how a difference is printed.
type Format struct {
	// Context is the number of equal lines around a change.
	Context int
	// Options choose how lines are compared.
	Options Options
	// Similarity of a renamed file that the header tells, in percent; 0 is that of
	// the lines that stayed in order.
	Similarity int
	// Section names what stands in the header of a hunk; nil stands for Lead.
	Section Section
	// BinaryPatch prints binary files so that git apply can make them; otherwise
	// a line says that they differ.
	BinaryPatch bool
}

// Unified prints the difference between two files as git diff does, so that git
// apply turns the one into the other byte for byte. Either may be nil: the file is
// then new or deleted. Two paths make a rename. Where the kind of file changes, as
// from a link to a file, the one is deleted and the other is new. Equal files give
// nothing.
func Unified(w io.Writer, from, to *File, f Format) error {
	if from != nil && to != nil && from.kind() != to.kind() {
		if err := Unified(w, from, nil, f); err != nil {
			return err
		}
		return Unified(w, nil, to, f)
	}
	if same(from, to) {
		return nil
	}
	if Binary(contentOf(from)) || Binary(contentOf(to)) {
		return binary(w, from, to, f)
	}
	a, b := Split(contentOf(from)), Split(contentOf(to))
	script := DiffWith(a, b, f.Options)
	out := appendHead(nil, from, to, cmp.Or(f.Similarity, Similarity(a, b, script)))
	if len(script) > 0 || from == nil || to == nil {
		out = appendIndex(out, from, to, idOf(from), idOf(to))
	}
	if len(script) > 0 {
		out = append(out, "--- "+nameLine("a/", from)+"\n+++ "+nameLine("b/", to)+"\n"...)
	}
	if _, err := w.Write(out); err != nil {
		return err
	}
	section := f.Section
	if section == nil {
		section = Lead(a)
	}
	return WriteHunks(w, a, b, Hunks(script, len(a), f.Context), section)
}

func same(from, to *File) bool {
	if from == nil || to == nil {
		return from == to
	}
	return from.Path == to.Path && from.Mode == to.Mode && bytes.Equal(from.Content, to.Content)
}

func idOf(f *File) string {
	if f == nil {
		return ""
	}
	return f.ID
}

// binary prints the difference between files of which one is not text.
func binary(w io.Writer, from, to *File, f Format) error {
	equal := from != nil && to != nil && bytes.Equal(from.Content, to.Content)
	similarity := f.Similarity
	if equal {
		similarity = 100
	}
	out := appendHead(nil, from, to, similarity)
	switch {
	case equal:
	case f.BinaryPatch:
		out = appendIndex(out, from, to, blobID(from), blobID(to))
		out = appendBinaryPatch(out, from, to)
	default:
		out = appendIndex(out, from, to, idOf(from), idOf(to))
		out = append(out, "Binary files "+name("a/", from)+" and "+name("b/", to)+" differ\n"...)
	}
	_, err := w.Write(out)
	return err
}
