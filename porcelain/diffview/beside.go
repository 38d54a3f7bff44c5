package diffview

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/genesis-vcs/genesis/porcelain/render"
	"github.com/genesis-vcs/genesis/semantic/linediff"
	"github.com/genesis-vcs/genesis/semantic/worddiff"
)

// tab is how far apart tab stops are, and numbers how wide the numbers of lines.
const (
	tab     = 8
	numbers = 5
)

// beside writes a hunk in two columns: what was on the left, what is on the right,
// and between them "<", ">" or "|" where a line went, came or changed.
func (f *File) beside(p *render.Printer, h linediff.Hunk) {
	c := columns{p: p, width: (p.Width() - 2*(numbers+1) - 3) / 2}
	a, b := f.file.A, f.file.B
	i, j := h.A0, h.B0
	equal := func(to int) {
		for ; i < to; i, j = i+1, j+1 {
			c.row(" ", cell{i + 1, a[i], render.Plain, render.Plain, nil}, cell{j + 1, b[j], render.Plain, render.Plain, nil})
		}
	}
	for _, e := range h.Edits {
		equal(e.A0)
		c.edit(a[e.A0:e.A1], b[e.B0:e.B1], e.A0, e.B0)
		i, j = e.A1, e.B1
	}
	equal(h.A1)
}

// columns writes rows of two cells.
type columns struct {
	p     *render.Printer
	width int // of the text of a cell
}

// cell is a line on one side; without a number there is none.
type cell struct {
	number      int
	line        []byte
	style, word render.Style
	marked      []worddiff.Span
}

func (c columns) edit(a, b [][]byte, a0, b0 int) {
	marksA, marksB := marks(c.p, a, b)
	left := func(i int) cell { return cell{a0 + i + 1, a[i], render.Bad, render.BadWord, marksA[i]} }
	right := func(j int) cell { return cell{b0 + j + 1, b[j], render.Good, render.GoodWord, marksB[j]} }
	i, j := 0, 0
	alone := func(toA, toB int) {
		for ; i < toA; i++ {
			c.row("<", left(i), cell{})
		}
		for ; j < toB; j++ {
			c.row(">", cell{}, right(j))
		}
	}
	for _, pair := range worddiff.Lines(a, b) {
		alone(pair.A, pair.B)
		c.row("|", left(i), right(j))
		i, j = i+1, j+1
	}
	alone(len(a), len(b))
}

// row writes two cells; lines that are longer than a cell go on below.
func (c columns) row(sign string, left, right cell) {
	a, b := left.wrap(c.width), right.wrap(c.width)
	for n := range max(len(a), len(b)) {
		spans := left.numbered(n)
		spans = append(spans, padded(at(a, n), c.width)...)
		spans = append(spans, render.Span{Text: " " + sign + " "})
		spans = append(spans, right.numbered(n)...)
		c.p.Code(trimmed(append(spans, at(b, n)...))...)
	}
}

func at(rows [][]render.Span, n int) []render.Span {
	if n < len(rows) {
		return rows[n]
	}
	return nil
}

// numbered is the number of the line in front of its first row.
func (c cell) numbered(n int) []render.Span {
	text := strings.Repeat(" ", numbers+1)
	if n == 0 && c.number > 0 {
		text = fmt.Sprintf("%*d ", numbers, c.number)
	}
	return []render.Span{{Style: render.Faint, Text: text}}
}

// wrap cuts the line into rows of a width, tabs and what a terminal must not see
// written out.
func (c cell) wrap(width int) (rows [][]render.Span) {
	if c.number == 0 {
		return nil
	}
	rows = [][]render.Span{nil}
	used := 0
	body, ended := strings.CutSuffix(string(c.line), "\n")
	parts := styled([]byte(body), c.style, c.word, c.marked)
	if !ended {
		parts = append(parts, render.Span{Style: render.Faint, Text: noEnd})
	}
	column := 0
	for _, s := range parts {
		text := expand(s.Text, &column)
		for text != "" {
			if used == width {
				rows, used = append(rows, nil), 0
			}
			piece := firstRunes(text, width-used)
			text = text[len(piece):]
			used += utf8.RuneCountInString(piece)
			rows[len(rows)-1] = append(rows[len(rows)-1], render.Span{Style: s.Style, Text: piece})
		}
	}
	return rows
}

// expand writes tabs as spaces; column is where the text begins and then ends.
func expand(text string, column *int) string {
	var b strings.Builder
	for i, part := range strings.Split(text, "\t") {
		if i > 0 {
			n := tab - *column%tab
			b.WriteString(strings.Repeat(" ", n))
			*column += n
		}
		part = render.Escape(part)
		b.WriteString(part)
		*column += utf8.RuneCountInString(part)
	}
	return b.String()
}

// firstRunes is the first n characters of a text.
func firstRunes(text string, n int) string {
	for i := range text {
		if n == 0 {
			return text[:i]
		}
		n--
	}
	return text
}

// padded adds spaces up to the width.
func padded(spans []render.Span, width int) []render.Span {
	for _, s := range spans {
		width -= utf8.RuneCountInString(s.Text)
	}
	return append(spans, render.Span{Text: strings.Repeat(" ", width)})
}

// trimmed leaves out the white space at the end of a row.
func trimmed(spans []render.Span) []render.Span {
	for len(spans) > 0 {
		last := &spans[len(spans)-1]
		if last.Text = strings.TrimRight(last.Text, " "); last.Text != "" {
			break
		}
		spans = spans[:len(spans)-1]
	}
	return spans
}
