package generic

import (
	"bytes"
	"sort"
	"strings"

	"github.com/genesis-vcs/genesis/semantic"
)

// document makes the parts of a file units.
func (p *parser) document(top *list) *semantic.Document {
	body := semantic.Span{Start: len(p.content), End: len(p.content)}
	if len(top.parts) > 0 {
		body = p.body(top.parts[0].first, top.parts[len(top.parts)-1].last)
		top.open = p.headEnd(body.Start)
		p.place(top, top.open)
		top.parts[len(top.parts)-1].endsLine = true
	}
	h := p.hasher()
	var all canonical
	h.list(&all, top)
	h.take(&all, len(p.content)+1)
	return &semantic.Document{
		Language: p.syntax.name, Content: p.content, HashKind: "file",
		Root: semantic.Unit{
			Kind: "file", Span: semantic.Span{End: len(p.content)}, Body: body,
			Hash: p.sum("file", all), Units: p.units(top),
		},
	}
}

func (p *parser) body(first, last int) semantic.Span {
	return semantic.Span{Start: p.code[first].start, End: p.code[last].end}
}

// place gives the parts of a list their bytes, the first of which are at start. A
// part takes the rest of its last line along, or what precedes the next one on it.
func (p *parser) place(l *list, start int) {
	for i := range l.parts {
		x := &l.parts[i]
		limit := len(p.content)
		if x.last+1 < len(p.code) {
			limit = p.code[x.last+1].start
		}
		end, ok := p.lineEnd(p.code[x.last].end, limit)
		if x.endsLine = ok; !ok {
			end = limit
		}
		x.start, x.end = start, end
		start = end
		if in := x.inner; in != nil && len(in.parts) > 0 {
			p.placeInner(x, in)
		}
	}
}

func (p *parser) placeInner(x *part, in *list) {
	if x.kind == "imports" {
		in.beginsLine = true
		p.place(in, x.start)
		return
	}
	first, ok := p.lineEnd(in.open, p.code[in.parts[0].first].start)
	if in.beginsLine = ok; !ok {
		first = in.open
	}
	p.place(in, first)
}

// lineEnd is where the line that goes on at from ends, if it does before limit.
// Nothing but white space and comments stands in between; a comment that begins on
// the line ends it only where it ends itself.
func (p *parser) lineEnd(from, limit int) (int, bool) {
	if from > 0 && p.content[from-1] == '\n' {
		return from, true
	}
	next := sort.Search(len(p.comments), func(i int) bool { return p.comments[i].start >= from })
	for i := from; i < limit; {
		switch {
		case next < len(p.comments) && p.comments[next].start == i:
			i = p.comments[next].end
			next++
		case p.content[i] == '\n':
			return i + 1, true
		default:
			i++
		}
	}
	return limit, limit == len(p.content)
}

// headEnd is where the last comment ends that a blank line parts from the code at
// first, and the line with it.
func (p *parser) headEnd(first int) int {
	head := 0
	for i, c := range p.comments {
		if c.start > first {
			break
		}
		next := first
		if i+1 < len(p.comments) {
			next = min(first, p.comments[i+1].start)
		}
		if gap := p.content[c.end:next]; bytes.Count(gap, []byte{'\n'}) > 1 {
			head = c.end + bytes.IndexByte(gap, '\n') + 1
		}
	}
	return head
}

// units are the parts of a list that have lines of their own: parts that share a
// line become one unit, and a list that shares its first or its last line with what
// is around it has none.
func (p *parser) units(l *list) []semantic.Unit {
	if l == nil || len(l.parts) == 0 || !l.beginsLine || !l.parts[len(l.parts)-1].endsLine {
		return nil
	}
	var out []semantic.Unit
	for i := 0; i < len(l.parts); i++ {
		x := l.parts[i]
		u := semantic.Unit{Kind: x.kind, Units: p.units(x.inner)}
		u.Set = len(u.Units) > 0 && x.inner.set && len(u.Units) == len(x.inner.parts)
		var names []string
		if x.name != "" {
			names = append(names, x.name)
		}
		for ; !x.endsLine; i++ {
			next := l.parts[i+1]
			if next.name != "" && len(names) < 8 {
				names = append(names, next.name)
			}
			x.last, x.end, x.endsLine = next.last, next.end, next.endsLine
			x.canonical.add(next.canonical)
			u.Units, u.Set = nil, false
		}
		u.Name = strings.Join(names, "; ")
		u.Span, u.Body = semantic.Span{Start: x.start, End: x.end}, p.body(x.first, x.last)
		u.Hash = p.sum(x.kind, x.canonical)
		out = append(out, u)
	}
	return out
}
