package yamllang

import (
	"bytes"

	"github.com/genesis-vcs/genesis/semantic"
)

// maxDepth bounds the nesting of units, and with it how often a line is looked at.
const maxDepth = 16

// cutter cuts lines into units.
type cutter struct{ *reader }

// level is what is known of the entries of one mapping or sequence.
type level struct {
	column int
	item   bool
	depth  int
}

// file gives the units of a file, whether they are a set, and what the hash of all
// is of.
func (c *cutter) file() ([]semantic.Unit, bool, []byte) {
	var starts []int
	filled := false
	for i := range c.lines {
		switch l := &c.lines[i]; {
		case l.kind == document && c.lines[i].span.In(c.content)[0] != '.':
			if len(starts) == 0 && filled {
				starts = append(starts, 0)
			}
			starts = append(starts, i)
		case l.kind == entry || l.kind == goesOn:
			filled = true
		}
	}
	if len(starts) < 2 {
		from := 0
		if len(starts) == 1 {
			from = starts[0] + 1
		}
		own := c.own(0, from)
		units, set, all := c.inside(from, len(c.lines), from, 0)
		return units, set, append(own, all...)
	}
	var out []semantic.Unit
	all := c.own(0, starts[0])
	for i, start := range starts {
		end := len(c.lines)
		if i+1 < len(starts) {
			end = starts[i+1]
		}
		from := start
		if c.lines[start].kind == document {
			from++
		}
		u := semantic.Unit{Kind: "document", Span: c.span(start, end), Body: c.body(start, end)}
		var inner []byte
		u.Units, u.Set, inner = c.inside(from, end, from, 1)
		u.Name = c.documentName(from, end)
		u.Hash = semantic.Sum(name, u.Kind, inner)
		out = append(out, u)
		all = semantic.AppendText(all, u.Hash[:])
	}
	return out, false, all
}

// inside gives the units of what begins at line lo, all of whose entries from first
// on are of one mapping or sequence.
func (c *cutter) inside(lo, hi, first, depth int) ([]semantic.Unit, bool, []byte) {
	for first < hi && c.lines[first].kind != entry {
		first++
	}
	if first == hi {
		return nil, false, c.own(lo, hi)
	}
	return c.units(lo, hi, first, level{c.lines[first].indent, c.lines[first].item, depth})
}

// units makes a unit of each entry of a level from line first on; the lines from lo
// are those of its parent.
func (c *cutter) units(lo, hi, first int, v level) ([]semantic.Unit, bool, []byte) {
	heads := c.heads(first, hi, v)
	if len(heads) == 0 || v.depth >= maxDepth {
		return nil, false, c.own(lo, hi)
	}
	starts := make([]int, 0, len(heads)+1)
	for _, h := range heads {
		starts = append(starts, c.lead(h, lo, v))
	}
	if v.depth > 0 && first == heads[0] && c.blankFrom(lo, starts[0]) {
		starts[0] = lo
	}
	starts = append(starts, hi)
	all := c.own(lo, starts[0])
	var out []semantic.Unit
	var members [][]byte
	for i, h := range heads {
		u, inner := c.unit(h, starts[i], starts[i+1], v)
		out = append(out, u)
		members = append(members, inner)
	}
	if v.item {
		c.nameItems(heads, starts, out)
	}
	if set := !v.item && unique(out); set {
		return out, true, semantic.AppendSet(all, members)
	}
	for _, m := range members {
		all = semantic.AppendText(all, m)
	}
	return out, false, all
}

func (c *cutter) blankFrom(lo, hi int) bool {
	for ; lo < hi; lo++ {
		if c.lines[lo].kind != blank {
			return false
		}
	}
	return true
}

// heads gives the lines that begin the entries of a level, and fails where a line
// fits to none.
func (c *cutter) heads(first, hi int, v level) []int {
	var out []int
	for i := first; i < hi; i++ {
		l := &c.lines[i]
		if l.kind != entry || l.indent > v.column {
			continue
		}
		switch {
		case l.indent < v.column:
			c.fail(l.span.Start+l.indent, "the line is indented as no line around it is")
		case l.item == v.item:
			out = append(out, i)
		case v.item || len(out) == 0:
			c.fail(l.span.Start+l.indent, "keys and items stand side by side")
		}
	}
	return out
}

// lead gives the first of the blank lines and comments right above line i.
func (c *cutter) lead(i, lo int, v level) int {
	top := v.depth == 0 && c.onlyComments(lo, i)
	from := i
	for from > lo {
		l := &c.lines[from-1]
		if l.kind != blank && (l.kind != comment || l.indent > v.column) {
			break
		}
		if top && l.kind == blank && from-1 > lo {
			return from - 1 // what is above is of the file
		}
		from--
	}
	return from
}

// onlyComments reports whether nothing precedes line i.
func (c *cutter) onlyComments(lo, i int) bool {
	for ; lo < i; lo++ {
		if k := c.lines[lo].kind; k != blank && k != comment {
			return false
		}
	}
	return true
}

func (c *cutter) unit(head, start, end int, v level) (semantic.Unit, []byte) {
	l := &c.lines[head]
	u := semantic.Unit{Kind: "key", Name: l.key, Span: c.span(start, end), Body: c.body(head, end)}
	if v.item {
		u.Kind, u.Name = "item", ""
	}
	var inner []byte
	own := c.own(start, head+1)
	next := head + 1
	for next < end && c.lines[next].kind != entry {
		next++
	}
	switch {
	case next == end, l.item && !l.alone && !l.keyed:
		inner = c.own(head+1, end)
	case l.item && l.keyed:
		for next < end && (c.lines[next].kind != entry || c.lines[next].indent > l.inner) {
			next++
		}
		u.Units, u.Set, inner = c.units(head+1, end, min(next, end-1), level{l.inner, false, v.depth + 1})
	default:
		if !l.item && !c.opens(l) {
			c.fail(c.lines[next].span.Start, "a key or an item stands within a value")
		}
		u.Units, u.Set, inner = c.inside(head+1, end, next, v.depth+1)
	}
	u.Set = u.Set && len(u.Units) > 0
	canonical := semantic.AppendText(own, inner)
	u.Hash = semantic.Sum(name, u.Kind, canonical)
	return u, u.Hash[:]
}

// opens reports whether the value of a key can stand on the lines below it.
func (c *cutter) opens(l *line) bool {
	v := trimmed(c.content[l.value:l.span.End])
	return len(v) == 0 || v[0] == '#' || v[0] == '&' || v[0] == '!'
}

func unique(units []semantic.Unit) bool {
	seen := make(map[string]bool, len(units))
	for _, u := range units {
		if seen[u.Name] {
			return false
		}
		seen[u.Name] = true
	}
	return true
}

func (c *cutter) span(lo, hi int) semantic.Span {
	s := semantic.Span{Start: len(c.content), End: len(c.content)}
	if lo < len(c.lines) {
		s.Start = c.lines[lo].span.Start
	}
	if hi < len(c.lines) {
		s.End = c.lines[hi].span.Start
	}
	return s
}

// body is what the lines from lo to hi have without what leads them and the blank
// lines and comments behind.
func (c *cutter) body(lo, hi int) semantic.Span {
	for hi > lo && (c.lines[hi-1].kind == blank || c.lines[hi-1].kind == comment) {
		hi--
	}
	for lo < hi && (c.lines[lo].kind == blank || c.lines[lo].kind == comment) {
		lo++
	}
	if lo == hi {
		at := c.span(hi, hi).Start
		return semantic.Span{Start: at, End: at}
	}
	last := c.lines[hi-1].span
	return semantic.Span{
		Start: c.lines[lo].span.Start + c.lines[lo].indent,
		End:   last.Start + len(bytes.TrimRight(last.In(c.content), " \t\r\n")),
	}
}
