package generic

import (
	"bytes"
	"slices"
)

// row is a logical line: it goes on within brackets and behind a backslash.
type row struct {
	lo, hi int // of its code
	column int // of its first lexeme, a tab going to the next multiple of 8
	narrow int // the same with tabs as wide as spaces
}

// readRows cuts the code into logical lines, and fails where their indentation makes
// no sense.
func (p *parser) readRows() {
	for lo := 0; lo < len(p.code); {
		hi := lo + 1
		for hi < len(p.code) && !p.endsRow(hi-1) {
			hi++
		}
		column, narrow := p.column(p.code[lo].start)
		p.rows = append(p.rows, row{lo, hi, column, narrow})
		lo = hi
	}
	if p.syntax.layout == indentation {
		p.checkRows()
	}
}

func (p *parser) endsRow(i int) bool {
	return p.breaks(i) && p.code[i+1].depth == 0 && p.code[i+1].kind != closing && p.code[i].kind != opening && !p.is(i, len(p.code), "\\")
}

func (p *parser) column(at int) (column, narrow int) {
	from := bytes.LastIndexByte(p.content[:at], '\n') + 1
	for _, c := range p.content[from:at] {
		switch c {
		case '\t':
			column, narrow = column/8*8+8, narrow+1
		case '\f':
			column, narrow = 0, 0
		default:
			column, narrow = column+1, narrow+1
		}
	}
	return column, narrow
}

// checkRows holds the rows against the rules of Python.
func (p *parser) checkRows() {
	var levels []row
	opens := false
	for i, r := range p.rows {
		at := p.code[r.lo].start
		for len(levels) > 0 && levels[len(levels)-1].column > r.column {
			levels = levels[:len(levels)-1]
		}
		deeper := len(levels) == 0 || levels[len(levels)-1].column < r.column
		switch {
		case i == 0 && r.column > 0, i > 0 && deeper && !opens:
			p.fail(at, "the line is indented as no line around it is")
		case i > 0 && opens && (!deeper || r.column <= p.rows[i-1].column):
			p.fail(at, "a block is expected behind the colon")
		case !deeper && levels[len(levels)-1].narrow != r.narrow, deeper && len(levels) > 0 && levels[len(levels)-1].narrow >= r.narrow:
			p.fail(at, "tabs and spaces contradict each other")
		}
		if deeper {
			levels = append(levels, r)
		}
		opens = p.is(r.hi-1, r.hi, ":")
	}
	if opens {
		p.fail(p.code[len(p.code)-1].start, "a block is expected behind the colon")
	}
}

// indented makes a part of each row from lo to hi that is as deep as the first, with
// the deeper ones behind it.
func (p *parser) indented(lo, hi int, c context) []part {
	var out []part
	for lo < hi {
		end, head := lo+1, lo
		for end < hi && (p.rows[end].column > p.rows[lo].column || p.joins(end, head)) {
			if p.rows[end].column <= p.rows[lo].column {
				head = end
			}
			end++
		}
		first, last := p.rows[lo].lo, p.rows[end-1].hi
		d := p.describe(first, last, c)
		x := part{kind: d.kind, name: d.name, first: first, last: last - 1, ordered: d.ordered}
		switch {
		case d.kind == "import" && d.inner != nothing:
			x.inner = p.block(d, last, c)
		case d.inner != nothing && c.level+1 < maxDepth && head+1 < end:
			inside := context{inner: d.inner, kind: d.kind, level: c.level + 1}
			x.inner = &list{open: p.code[p.rows[head].hi-1].end, parts: p.indented(head+1, end, inside)}
		}
		out = append(out, x)
		lo = end
	}
	return out
}

// joins reports whether a row belongs to the statement whose last row of its own
// depth is head: it goes on with it, or is what a decorator is for.
func (p *parser) joins(i, head int) bool {
	first := p.rows[head].lo
	return p.is(first, p.rows[head].hi, "@") && p.syntax.layout == indentation ||
		slices.Contains(p.syntax.follow, string(p.text(p.rows[i].lo)))
}
