package golang

import (
	"bytes"
	"go/ast"
	"go/token"
	"strings"

	"github.com/genesis-vcs/genesis/semantic"
)

// maxDepth bounds the nesting of units, and with it how often a byte is hashed.
// Types that nest deeper have no units there.
const maxDepth = 8

// part is a declaration or a piece of one, whether or not it has lines of its own.
type part struct {
	kind, name string
	start, end int // of its code
	inner      *list

	span      semantic.Span // with its comments; tiles those of its list
	endsLine  bool          // nothing follows it on its last line
	canonical canonical
}

// list is what stands between two brackets, whose insides begin and end at open
// and at closing.
type list struct {
	open, closing int
	set           bool
	parts         []part
	beginsLine    bool // nothing precedes the first part on its line
}

// cutter cuts the lines of a file into units.
type cutter struct {
	content []byte
	file    *token.File
}

func (c *cutter) offset(p token.Pos) int { return c.file.Offset(p) }

// top is the list of a whole file.
func (c *cutter) top(f *ast.File) *list {
	l := &list{closing: len(c.content), parts: c.declarations(f), beginsLine: true}
	l.open = c.headEnd(l.parts[0].start)
	c.place(l, l.open)
	l.parts[len(l.parts)-1].endsLine = true
	return l
}

// place gives each part of a list its span, the first of which begins at start. A
// part takes the rest of its last line along, or what is before the next part on
// that line.
func (c *cutter) place(l *list, start int) {
	for i := range l.parts {
		p := &l.parts[i]
		limit := l.closing
		if i+1 < len(l.parts) {
			limit = l.parts[i+1].start
		}
		var end int
		if end, p.endsLine = c.lineEnd(p.end, limit); !p.endsLine {
			end = limit
		}
		p.span = semantic.Span{Start: start, End: end}
		start = end
		if p.inner != nil && len(p.inner.parts) > 0 {
			in := p.inner
			first, ok := c.lineEnd(in.open, in.parts[0].start)
			if in.beginsLine = ok; !ok {
				first = in.open
			}
			c.place(in, first)
		}
	}
}

// units are the parts of a list that have lines of their own: parts that share a
// line become one unit, and a list that shares its first or its last line with
// what is around it has none.
func units(l *list) []semantic.Unit {
	if l == nil || len(l.parts) == 0 || !l.beginsLine || !l.parts[len(l.parts)-1].endsLine {
		return nil
	}
	var out []semantic.Unit
	for i := 0; i < len(l.parts); i++ {
		p := l.parts[i]
		u := semantic.Unit{Kind: p.kind, Units: units(p.inner)}
		u.Set = len(u.Units) > 0 && p.inner.set
		names := appendName(nil, p.name)
		for ; !p.endsLine; i++ {
			next := l.parts[i+1]
			names = appendName(names, next.name)
			p.end, p.span.End, p.endsLine = next.end, next.span.End, next.endsLine
			p.canonical.add(next.canonical)
			u.Units, u.Set = nil, false
		}
		u.Name = strings.Join(names, "; ")
		u.Span, u.Body = p.span, semantic.Span{Start: p.start, End: p.end}
		u.Hash = p.canonical.sum(p.kind)
		out = append(out, u)
	}
	return out
}

func appendName(names []string, name string) []string {
	if name == "" {
		return names
	}
	return append(names, name)
}

// lineEnd is where the line that goes on at from ends, if it does before limit.
// Nothing but white space, comments and punctuation stands in between. A comment
// that begins on the line ends it only where it ends itself.
func (c *cutter) lineEnd(from, limit int) (int, bool) {
	for i := from; i < limit; {
		switch {
		case c.content[i] == '\n':
			return i + 1, true
		case c.content[i] == '/':
			i += commentLen(c.content[i:])
		default:
			i++
		}
	}
	return 0, false
}

// headEnd is where the comments that a blank line parts from the package clause
// end.
func (c *cutter) headEnd(clause int) int {
	head := 0
	for i := 0; i < clause; {
		if c.content[i] != '/' {
			i++
			continue
		}
		i += commentLen(c.content[i:])
		gap := c.content[i:clause]
		if n := bytes.IndexByte(gap, '/'); n >= 0 {
			gap = gap[:n]
		}
		if bytes.Count(gap, []byte{'\n'}) > 1 {
			head = i + bytes.IndexByte(gap, '\n') + 1
		}
	}
	return head
}
