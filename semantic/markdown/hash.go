package markdown

import (
	"bytes"
	"strconv"

	"github.com/genesis-vcs/genesis/semantic"
)

// canonical is what a unit of lines [from, to) hashes.
func (c *cutter) canonical(from, to int) []byte {
	var out []byte
	gap := false
	for i := from; i < to; i++ {
		l := &c.lines[i]
		if l.kind == blank {
			gap = len(out) > 0
			continue
		}
		if gap {
			out, gap = append(out, 0), false
		}
		out = c.appendLine(out, i)
	}
	return out
}

func (c *cutter) appendLine(out []byte, i int) []byte {
	l := &c.lines[i]
	s := bytes.TrimRight(l.span.In(c.content), "\r\n")
	if i == 0 {
		s = bytes.TrimPrefix(s, []byte("\ufeff"))
	}
	switch l.kind {
	case heading:
		return semantic.AppendText(out, []byte("# "+strconv.Itoa(l.level)+" "+l.title))
	case underline:
		return out
	case fenced, matter:
		return semantic.AppendText(out, s)
	default:
	}
	bare := bytes.TrimRight(s, " \t")
	if bytes.HasSuffix(s, []byte("  ")) && i+1 < len(c.lines) && c.lines[i+1].kind != blank {
		return semantic.AppendText(out, s[:len(bare)+2])
	}
	return semantic.AppendText(out, bare)
}
