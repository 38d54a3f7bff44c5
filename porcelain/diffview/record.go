package diffview

import (
	"bytes"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
	"github.com/genesis-vcs/genesis/plumbing/treediff"
	"github.com/genesis-vcs/genesis/porcelain/fields"
	"github.com/genesis-vcs/genesis/semantic/linediff"
)

// File is the record of a file that differs.
type File struct {
	fields.Path
	OldPath     string       `json:"old_path,omitempty"`
	OldEncoding string       `json:"old_path_encoding,omitempty"`
	Status      string       `json:"status" enum:"added,modified,deleted,renamed,type,mode"`
	Kind        string       `json:"kind" enum:"file,symlink,dir,gitlink"`
	Similarity  int          `json:"similarity,omitempty" jsonschema:"of a renamed file, in percent"`
	Mode        objects.Mode `json:"mode,omitempty" jsonschema:"of what is there after"`
	OldMode     objects.Mode `json:"old_mode,omitempty" jsonschema:"of what was there before"`
	Language    string       `json:"language,omitempty" jsonschema:"the language of the units"`
	Fallback    *Fallback    `json:"fallback,omitempty" jsonschema:"why a side is taken for text"`
	Binary      bool         `json:"binary,omitempty"`
	Removed     int          `json:"removed" jsonschema:"lines"`
	Added       int          `json:"added" jsonschema:"lines"`
	Units       []Unit       `json:"units"`
	Hunks       []Hunk       `json:"hunks"`

	file *treediff.File
}

// Fallback says where a file does not parse in the language of its name.
type Fallback struct {
	Language string `json:"language" min:"1"`
	Line     int    `json:"line"`
	Column   int    `json:"column"`
	Reason   string `json:"reason"`
}

// Hunk is a place that differs. A line of Text begins with a space if both sides
// have it, with "-" if it went and with "+" if it came. A side without lines has the
// number of the line before.
type Hunk struct {
	OldStart    int    `json:"old_start"`
	OldLines    int    `json:"old_lines"`
	NewStart    int    `json:"new_start"`
	NewLines    int    `json:"new_lines"`
	Section     string `json:"section,omitempty"`
	SectionCode string `json:"section_encoding,omitempty"`
	Text        string `json:"text" cut:"content"`
	Encoding    string `json:"encoding" enum:"utf-8,base64"`

	hunk linediff.Hunk
}

// Records makes the records of files, with so many lines around a change. Without
// hunks they have none.
func Records(files []*treediff.File, context int, hunks bool) []File {
	out := make([]File, len(files))
	for i, f := range files {
		out[i] = recordOf(f)
		out[i].Units = unitsOf(f, files)
		if hunks {
			out[i].Hunks = hunksOf(f, context)
		}
	}
	return out
}

func recordOf(f *treediff.File) File {
	out := File{
		Path: fields.PathOf(f.Path), Status: string(f.Status), Kind: fields.KindOf(f.Change), Similarity: f.Similarity,
		Language: f.Language, Binary: f.Binary, Units: []Unit{}, Hunks: []Hunk{}, file: f,
	}
	if f.Status == snapshot.Untracked {
		out.Status = string(snapshot.Added)
	}
	if f.OldPath != "" {
		out.OldPath, out.OldEncoding = fields.Encode(f.OldPath)
	}
	if f.Old != nil {
		out.OldMode = f.Old.Mode
	}
	if f.New != nil {
		out.Mode = f.New.Mode
	}
	if e := f.Failed; e != nil {
		out.Fallback = &Fallback{Language: e.Language, Line: e.Line, Column: e.Column, Reason: e.Reason}
	}
	out.Removed, out.Added = f.Changed()
	return out
}

func hunksOf(f *treediff.File, context int) []Hunk {
	out := []Hunk{}
	section := f.Section()
	for _, h := range f.Hunks(context) {
		record := Hunk{
			OldStart: start(h.A0, h.A1), OldLines: h.A1 - h.A0,
			NewStart: start(h.B0, h.B1), NewLines: h.B1 - h.B0, hunk: h,
		}
		record.Section, record.SectionCode = fields.Encode(section(h.A0))
		record.Text, record.Encoding = fields.Content(text(f, h))
		out = append(out, record)
	}
	return out
}

// start is the number of the first line of a range, from 1.
func start(lo, hi int) int {
	if lo == hi {
		return lo
	}
	return lo + 1
}

// text is the lines of a hunk, without its header.
func text(f *treediff.File, h linediff.Hunk) []byte {
	var b bytes.Buffer
	none := func(int) string { return "" }
	_ = linediff.WriteHunks(&b, f.A, f.B, []linediff.Hunk{h}, none) // a buffer takes everything
	_, lines, _ := bytes.Cut(b.Bytes(), []byte{'\n'})
	return lines
}
