package generic

import (
	"bytes"
	"encoding/binary"

	"github.com/genesis-vcs/genesis/semantic"
)

// canonical is what a hash is of: code, and the text of comments in their order.
type canonical struct{ code, comments []byte }

func (c canonical) bytes() []byte {
	return append(semantic.AppendText(nil, trimSeparators(c.code)), c.comments...)
}

func (c *canonical) add(next canonical) {
	c.code = append(c.code, next.code...)
	c.comments = append(c.comments, next.comments...)
}

// trimSeparators takes what parts a unit from the next one away, so that the last
// of its parent is as the others are.
func trimSeparators(code []byte) []byte {
	for bytes.HasSuffix(code, []byte("\x01;")) || bytes.HasSuffix(code, []byte("\x01,")) || bytes.HasSuffix(code, []byte("\x01\n")) {
		code = code[:len(code)-2]
	}
	return code
}

func (p *parser) sum(what string, c canonical) semantic.Hash {
	return semantic.Sum(p.syntax.name, what, c.bytes())
}

// hasher takes the lexemes of a file in their order.
type hasher struct {
	*parser
	next, comment int // what is taken next
	row           int
	levels        []int // of indentation, where it is the structure
	base          int   // how many there are where the part begins
}

func (p *parser) hasher() *hasher { return &hasher{parser: p} }

// list makes the parts of l canonical and appends them to out, those of a set in an
// order of their own.
func (h *hasher) list(out *canonical, l *list) {
	if l == nil {
		return
	}
	var members [][]byte
	base := h.base
	out.code = append(out.code, 2, '(')
	for i := range l.parts {
		x := &l.parts[i]
		h.take(out, x.start)
		h.base = -1
		h.list(&x.canonical, x.inner)
		h.take(&x.canonical, x.end)
		if l.set {
			members = append(members, x.canonical.bytes())
			continue
		}
		out.add(x.canonical)
	}
	if l.set {
		out.code = semantic.AppendSet(out.code, members)
	}
	h.base = base
	out.code = append(out.code, 2, ')')
}

// take moves what begins before end to out.
func (h *hasher) take(out *canonical, end int) {
	for h.next < len(h.code) && h.code[h.next].start < end {
		h.put(out, h.next)
		h.next++
	}
	for h.comment < len(h.comments) && h.comments[h.comment].start < end {
		c := h.comments[h.comment]
		for line := range bytes.Lines(h.content[c.start:c.end]) {
			if words := bytes.Join(bytes.Fields(bytes.Trim(line, " \t\r\n/*#-")), []byte{' '}); len(words) > 0 {
				out.comments = semantic.AppendText(out.comments, words)
			}
		}
		h.comment++
	}
}

func (h *hasher) put(out *canonical, i int) {
	if h.row < len(h.rows) && h.rows[h.row].lo == i {
		h.indent(out)
		h.row++
	}
	text := h.text(i)
	switch h.code[i].kind {
	case str, directive:
		out.code = semantic.AppendText(out.code, bytes.ReplaceAll(text, []byte{'\r'}, nil))
	case sign:
		switch {
		case string(text) == "\\" && len(h.rows) > 0:
		case string(text) == "," && h.is(i+1, len(h.code), "}") && (i == 0 || !h.is(i-1, i, ",")):
		case string(text) == ";" && h.endsLine(i):
			out.code = semantic.AppendText(out.code, []byte{'\n'})
		default:
			out.code = semantic.AppendText(out.code, text)
		}
	case word, number, opening, closing, comment:
		out.code = semantic.AppendText(out.code, text)
	}
	if h.endsLine(i) && !h.is(i, i+1, ";") && h.stops(i) && (i+1 == len(h.code) || !h.goesOn(i+1)) {
		out.code = semantic.AppendText(out.code, []byte{'\n'})
	}
}

// endsLine reports whether a line ends behind lexeme i where that may end a
// statement.
func (h *hasher) endsLine(i int) bool {
	return h.syntax.layout == lines && !h.code[i].round && h.breaks(i)
}

// indent says how much deeper than the first row of its part the next row is.
func (h *hasher) indent(out *canonical) {
	column := h.rows[h.row].column
	for len(h.levels) > 0 && h.levels[len(h.levels)-1] >= column {
		h.levels = h.levels[:len(h.levels)-1]
	}
	if h.base < 0 {
		h.base = len(h.levels)
	}
	out.code = binary.AppendUvarint(append(out.code, 2), uint64(max(0, len(h.levels)-h.base)))
	h.levels = append(h.levels, column)
}
