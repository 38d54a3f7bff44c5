package treediff

import (
	"context"
	"encoding/hex"
	"errors"
	"io"
	"strconv"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
	"github.com/genesis-vcs/genesis/semantic"
	"github.com/genesis-vcs/genesis/semantic/languages"
	"github.com/genesis-vcs/genesis/semantic/linediff"
	"github.com/genesis-vcs/genesis/semantic/unitdiff"
)

// File is a change with the contents of both sides.
type File struct {
	snapshot.Change
	// Before and After are nil where there is no file, but maybe a directory.
	Before, After *linediff.File
	// Binary: one side is not text, and there are no lines.
	Binary bool
	// A and B are the lines of the two sides, and Script their difference.
	A, B   [][]byte
	Script []linediff.Edit
	// Language is the one that the units are of; "" where nobody looked.
	Language string
	// Failed says why a side that another language should have read is text.
	Failed *semantic.ParseError
	Units  []unitdiff.Change

	outline *semantic.Document // of the side before
}

// load reads both sides.
func load(ctx context.Context, src Source, c snapshot.Change) (*File, error) {
	f := &File{Change: c}
	old := c.Path
	if c.OldPath != "" {
		old = c.OldPath
	}
	var err error
	if f.Before, err = side(ctx, src, old, c.Old); err != nil {
		return nil, err
	}
	if f.After, err = side(ctx, src, c.Path, c.New); err != nil {
		return nil, err
	}
	f.Binary = linediff.Binary(contentOf(f.Before)) || linediff.Binary(contentOf(f.After))
	return f, nil
}

func contentOf(f *linediff.File) []byte {
	if f == nil {
		return nil
	}
	return f.Content
}

// side reads what a tree has at a path. Of a gitlink the content is what Git shows.
func side(ctx context.Context, src Source, path string, e *objects.Entry) (*linediff.File, error) {
	if e == nil || e.Mode == objects.ModeDir {
		return nil, nil
	}
	out := &linediff.File{Path: path, Mode: modeOf(e.Mode)}
	if e.Mode == objects.ModeGitlink {
		out.Content = []byte("Subproject commit " + hex.EncodeToString([]byte(e.Gitlink)) + "\n")
		return out, nil
	}
	var err error
	out.Content, err = src.Content(ctx, e.ID)
	return out, err
}

// modeOf is a mode as Git has it.
func modeOf(m objects.Mode) uint32 {
	switch m {
	case objects.ModeFile:
		return 0o100644
	case objects.ModeExec:
		return 0o100755
	case objects.ModeSymlink:
		return 0o120000
	case objects.ModeGitlink:
		return 0o160000
	case objects.ModeDir:
		return 0o040000
	}
	n, _ := strconv.ParseUint(string(m), 8, 32) // the mode of a tree is valid
	return uint32(n)
}

// compareLines finds the script.
func (f *File) compareLines() {
	if !f.Binary {
		f.A, f.B = linediff.Split(contentOf(f.Before)), linediff.Split(contentOf(f.After))
		f.Script = linediff.Diff(f.A, f.B)
	}
}

// compareUnits finds what became of the units of a file.
func (f *File) compareUnits() {
	same := f.Old != nil && f.New != nil && f.Old.ID == f.New.ID
	if f.Binary || same || !isFile(f.Old) || !isFile(f.New) {
		return
	}
	f.outline = f.parse(f.Before)
	after := f.parse(f.After)
	if f.Failed == nil { // else all units of the other side would seem gone
		f.Units = unitdiff.Compare(f.outline, after)
	}
}

func isFile(e *objects.Entry) bool { return e == nil || e.Mode.IsFile() }

func (f *File) parse(side *linediff.File) *semantic.Document {
	if side == nil {
		return nil
	}
	doc, err := languages.Parse(side.Path, side.Content)
	if failed, ok := errors.AsType[*semantic.ParseError](err); ok {
		f.Failed = failed
	}
	f.Language = doc.Language
	return doc
}

// Hunks groups the edits of the script.
func (f *File) Hunks(context int) []linediff.Hunk {
	return linediff.Hunks(f.Script, len(f.A), context)
}

// Changed is the number of lines that went and came.
func (f *File) Changed() (removed, added int) { return linediff.Changed(f.Script) }

// Unified writes the difference as git apply takes it.
func (f *File) Unified(w io.Writer, context int) error {
	return linediff.Unified(w, f.Before, f.After, linediff.Format{
		Context: context, Similarity: f.Similarity, BinaryPatch: true,
	})
}
