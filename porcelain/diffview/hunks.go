package diffview

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/genesis-vcs/genesis/porcelain/render"
	"github.com/genesis-vcs/genesis/semantic/linediff"
	"github.com/genesis-vcs/genesis/semantic/worddiff"
)

// Look is how differences are shown to a person.
type Look int

// The looks.
const (
	Unified Look = iota // hunks
	Words               // hunks in which lines that changed are one
	Beside              // two columns
	Stat                // a line a file, with the number of lines
	Names               // a line a file
)

// Write shows files to a person.
func Write(p *render.Printer, files []File, look Look) {
	switch look {
	case Stat:
		writeStat(p, files)
	case Names:
		writeNames(p, files)
	default:
		for i := range files {
			if i > 0 {
				p.Linef("")
			}
			files[i].write(p, look)
		}
	}
}

// mostUnits is how many changes of units a person is shown of one file.
const mostUnits = 24

func (f *File) write(p *render.Printer, look Look) {
	p.Linef("%s  %s", p.Styled(render.Strong, f.name()), p.Styled(render.Faint, f.note()))
	f.writeUnits(p)
	if f.Fallback != nil {
		p.Linef("  %s", p.Styled(render.Note, fmt.Sprintf("%s does not parse in line %d: %s", f.Fallback.Language, f.Fallback.Line, f.Fallback.Reason)))
	}
	for i := range f.Hunks {
		h := &f.Hunks[i]
		p.Linef("%s%s", p.Styled(render.Place, h.header()), p.Styled(render.Faint, h.label()))
		if look == Beside {
			f.beside(p, h.hunk)
			continue
		}
		f.lines(p, h.hunk, look == Words)
	}
}

// name is the path, and that before a rename.
func (f *File) name() string {
	if f.OldPath != "" {
		return f.OldPath + " -> " + f.Path.Text
	}
	return f.Path.Text
}

// note says what happened to the file.
func (f *File) note() string {
	notes := []string{f.Status}
	if f.Similarity > 0 {
		notes[0] += fmt.Sprintf(", %d%% alike", f.Similarity)
	}
	if f.Kind != "file" {
		notes = append(notes, f.Kind)
	}
	if f.OldMode != "" && f.Mode != "" && f.OldMode != f.Mode {
		notes = append(notes, fmt.Sprintf("%s -> %s", f.OldMode, f.Mode))
	}
	if f.Binary {
		notes = append(notes, "binary")
	} else if f.Added+f.Removed > 0 {
		notes = append(notes, fmt.Sprintf("+%d -%d", f.Added, f.Removed))
	}
	return strings.Join(notes, ", ")
}

// writeUnits lists what became of the units, as many on a line as fit.
func (f *File) writeUnits(p *render.Printer) {
	line := ""
	for i := range f.Units {
		s := f.Units[i].sentence(f.Path.Text)
		if i == mostUnits {
			s = fmt.Sprintf("and %d more", len(f.Units)-i)
		}
		switch {
		case line == "":
			line = s
		case len(line)+len(s)+4 <= p.Width():
			line += ", " + s
		default:
			p.Linef("  %s", p.Styled(render.Note, line+","))
			line = s
		}
		if i == mostUnits {
			break
		}
	}
	if line != "" {
		p.Linef("  %s", p.Styled(render.Note, line))
	}
}

func (h *Hunk) header() string {
	return fmt.Sprintf("@@ -%d,%d +%d,%d @@", h.OldStart, h.OldLines, h.NewStart, h.NewLines)
}

func (h *Hunk) label() string {
	if h.Section == "" {
		return ""
	}
	return " " + h.Section
}

// lines writes a hunk line by line.
func (f *File) lines(p *render.Printer, h linediff.Hunk, words bool) {
	at := h.A0
	for _, e := range h.Edits {
		same(p, f.file.A[at:e.A0])
		at = e.A1
		a, b := f.file.A[e.A0:e.A1], f.file.B[e.B0:e.B1]
		if words {
			inWords(p, a, b)
			continue
		}
		marksA, marksB := marks(p, a, b)
		for i, line := range a {
			writeLine(p, "-", line, render.Bad, render.BadWord, marksA[i])
		}
		for i, line := range b {
			writeLine(p, "+", line, render.Good, render.GoodWord, marksB[i])
		}
	}
	same(p, f.file.A[at:h.A1])
}

func same(p *render.Printer, lines [][]byte) {
	for _, line := range lines {
		writeLine(p, " ", line, render.Plain, render.Plain, nil)
	}
}

// marks gives for each line of an edit the words in which it differs from the line
// that it became; none if nobody would see them.
func marks(p *render.Printer, a, b [][]byte) (inA, inB [][]worddiff.Span) {
	inA, inB = make([][]worddiff.Span, len(a)), make([][]worddiff.Span, len(b))
	if !p.Color() {
		return inA, inB
	}
	for _, pair := range worddiff.Lines(a, b) {
		inA[pair.A], inB[pair.B] = worddiff.Highlight(a[pair.A], b[pair.B])
	}
	return inA, inB
}

// writeLine writes a line behind its sign, some of its words in another style.
func writeLine(p *render.Printer, sign string, line []byte, style, word render.Style, marked []worddiff.Span) {
	body, ended := bytes.CutSuffix(line, []byte{'\n'})
	spans := []render.Span{{Style: style, Text: sign}}
	p.Code(append(spans, styled(body, style, word, marked)...)...)
	if !ended {
		p.Code(render.Span{Style: render.Faint, Text: noEnd})
	}
}

const noEnd = `\ No newline at end of file`

// styled cuts a line into the marked words and the rest.
func styled(body []byte, style, word render.Style, marked []worddiff.Span) []render.Span {
	var spans []render.Span
	at := 0
	for _, m := range marked {
		spans = append(spans, render.Span{Style: style, Text: string(body[at:m.Start])}, render.Span{Style: word, Text: string(body[m.Start:m.End])})
		at = m.End
	}
	return append(spans, render.Span{Style: style, Text: string(body[at:])})
}
