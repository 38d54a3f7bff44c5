package merge3

import "bytes"

// frame is what a text has around its lines: how they end, and whether the last
// one does. It merges for itself, so that a change of it does not touch every
// line.
type frame struct {
	crlf    bool // all lines end with CR LF
	mixed   bool // some do and some do not: ends belong to the lines
	endless bool // the last line has no end
	empty   bool
}

func frameOf(content []byte) frame {
	lf, crlf := bytes.Count(content, []byte{'\n'}), bytes.Count(content, []byte("\r\n"))
	return frame{
		crlf:    crlf > 0 && crlf == lf,
		mixed:   crlf > 0 && crlf < lf,
		endless: len(content) > 0 && content[len(content)-1] != '\n',
		empty:   len(content) == 0,
	}
}

// framing says how to take three contents out of their frames and the result into
// the one that they merge to.
type framing struct {
	convert bool // all lines end with LF while the merge is at work
	crlf    bool // and with CR LF in the result
	endless bool
}

func framingOf(base, left, right []byte) framing {
	b, l, r := frameOf(base), frameOf(left), frameOf(right)
	f := framing{convert: !b.mixed && !l.mixed && !r.mixed}
	f.crlf = pick(b.crlf, l.crlf, r.crlf, b.empty)
	f.endless = pick(b.endless, l.endless, r.endless, b.empty) && !(b.empty && !(l.endless && r.endless))
	return f
}

// pick is the three-way merge of a yes or no. If both sides began from nothing,
// yes is what either says.
func pick(base, left, right, nothing bool) bool {
	switch {
	case nothing:
		return left || right
	case left == base:
		return right
	default:
		return left
	}
}

// out takes a content out of its frame: every line has an end.
func (f framing) out(content []byte) []byte {
	if f.convert {
		content = bytes.ReplaceAll(content, []byte("\r\n"), []byte{'\n'})
	}
	if n := len(content); n > 0 && content[n-1] != '\n' {
		content = append(content[:n:n], '\n')
	}
	return content
}

// in puts a result into the merged frame. The last line of markers always ends.
func (f framing) in(content []byte, marked bool) []byte {
	if n := len(content); f.endless && !marked && n > 0 && content[n-1] == '\n' {
		content = content[:n-1]
	}
	if f.convert && f.crlf {
		content = bytes.ReplaceAll(content, []byte{'\n'}, []byte("\r\n"))
	}
	return content
}
