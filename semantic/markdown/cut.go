package markdown

import (
	"bytes"

	"github.com/genesis-vcs/genesis/semantic"
)

// maxDepth bounds how deep items lie in items, and with it how often a line is
// hashed.
const maxDepth = 6

// cutter cuts ranges of lines into units.
type cutter struct {
	content []byte
	lines   []line
}

// sections are the units of lines [from, to): those of the text before the first
// heading, and a section for each heading that is in no other one of the range.
func (c *cutter) sections(from, to int) []semantic.Unit {
	first := c.nextHeading(from, to, 6)
	out := c.blocks(from, c.leadIn(from, first, to), 0)
	for at := first; at < to; {
		end := c.nextHeading(at+1, to, c.lines[at].level)
		u := semantic.Unit{Kind: "section", Name: c.lines[at].title}
		stop := c.leadIn(at+1, end, to)
		u.Body.Start = c.textStart(at)
		c.finish(&u, c.leadIn(from, at, to), stop)
		u.Units = c.sections(at+1, stop)
		out = append(out, u)
		at = end
	}
	return out
}

// nextHeading is the first heading of lines [from, to) of at most the level.
func (c *cutter) nextHeading(from, to, level int) int {
	for ; from < to; from++ {
		if c.lines[from].kind == heading && c.lines[from].level <= level {
			break
		}
	}
	return from
}

// leadIn is the first of the lines [from, to) that belong to the heading on line
// at: a comment right above it, and the blank lines before that. If there is no
// heading, as at is to, it is to.
func (c *cutter) leadIn(from, at, to int) int {
	if at == to {
		return to
	}
	for at > from && c.lines[at-1].kind == comment {
		at--
	}
	return c.afterText(from, at)
}

// afterText is the line behind the last one of [from, to) that is not blank.
func (c *cutter) afterText(from, to int) int {
	for to > from && c.lines[to-1].kind == blank {
		to--
	}
	return to
}

// finish sets the span, the body's end and the hash of a unit of lines [from, to).
func (c *cutter) finish(u *semantic.Unit, from, to int) {
	u.Span = c.span(from, to)
	for from < to && c.lines[from].kind == blank {
		from++
	}
	if from == to {
		u.Body = semantic.Span{Start: u.Span.End, End: u.Span.End}
	} else {
		if u.Body.Start == 0 {
			u.Body.Start = c.textStart(from)
		}
		u.Body.End = u.Span.Start + len(bytes.TrimRight(u.Span.In(c.content), " \t\r\n"))
	}
	u.Hash = semantic.Sum(name, u.Kind, c.canonical(from, to))
}

func (c *cutter) span(from, to int) semantic.Span {
	if from == to {
		return semantic.Span{}
	}
	return semantic.Span{Start: c.lines[from].span.Start, End: c.lines[to-1].span.End}
}

// textStart is where the text of a line begins.
func (c *cutter) textStart(at int) int {
	s := c.lines[at].span
	_, size := indentOf(s.In(c.content))
	return min(s.Start+size, s.End)
}
