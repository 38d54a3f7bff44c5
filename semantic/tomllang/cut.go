package tomllang

import (
	"bytes"

	"github.com/genesis-vcs/genesis/semantic"
)

// cutter cuts a file into units.
type cutter struct{ content []byte }

// units makes a unit of each entry, those of a table within it.
func (c cutter) units(entries []entry) []semantic.Unit {
	starts := c.starts(entries)
	var out []semantic.Unit
	for i := 0; i < len(entries); {
		next := i + 1
		if entries[i].kind != "key" {
			for next < len(entries) && entries[next].kind == "key" {
				next++
			}
		}
		u := c.unit(entries[i], starts[i], starts[next])
		for j := i + 1; j < next; j++ {
			u.Units = append(u.Units, c.unit(entries[j], starts[j], starts[j+1]))
		}
		u.Set = len(u.Units) > 0
		out = append(out, u)
		i = next
	}
	return out
}

func (c cutter) unit(e entry, start, end int) semantic.Unit {
	return semantic.Unit{
		Kind: e.kind, Name: e.name, Span: semantic.Span{Start: start, End: end},
		Body: semantic.Span{Start: e.start, End: c.codeEnd(e.start, end)},
		Hash: semantic.Sum(name, e.kind, c.canonical(start, end)),
	}
}

// starts gives where the lines of each entry begin, and the end of content: behind
// the last line of what precedes it that is not blank.
func (c cutter) starts(entries []entry) []int {
	out := make([]int, len(entries)+1)
	for i, e := range entries {
		before := len(bytes.TrimRight(c.content[:e.lead], " \t\r\n"))
		if i > 0 {
			out[i] = c.nextLine(before, e.lead)
			continue
		}
		out[i] = c.headEnd(e)
	}
	out[len(entries)] = len(c.content)
	return out
}

func (c cutter) nextLine(at, limit int) int {
	n := bytes.IndexByte(c.content[at:limit], '\n')
	if n < 0 {
		return limit
	}
	return at + n + 1
}

// headEnd is where the comments at the top end that a blank line parts from the
// first entry.
func (c cutter) headEnd(first entry) int {
	head, at := 0, 0
	for line := range bytes.Lines(c.content[:first.start]) {
		if len(bytes.TrimSpace(line)) == 0 && head < at {
			head = at
		}
		at += len(line)
	}
	return head
}

// codeEnd is the end of the last token between start and end that is no comment.
func (c cutter) codeEnd(start, end int) int {
	last := start
	for at := start; at < end; {
		n := tokenLen(c.content[at:end])
		if first := c.content[at]; first > ' ' && first != '#' {
			last = at + n
		}
		at += n
	}
	return last
}

// canonical is what the hash of the bytes from start to end is of.
func (c cutter) canonical(start, end int) []byte {
	var code, comments []byte
	for at := start; at < end; {
		n := tokenLen(c.content[at:end])
		t := c.content[at : at+n]
		switch {
		case t[0] <= ' ':
		case t[0] == '#':
			if words := bytes.Join(bytes.Fields(bytes.TrimLeft(t, "#")), []byte{' '}); len(words) > 0 {
				comments = semantic.AppendText(comments, words)
			}
		default:
			code = semantic.AppendText(code, bytes.ReplaceAll(t, []byte{'\r'}, nil))
		}
		at += n
	}
	return append(semantic.AppendText(nil, code), comments...)
}
