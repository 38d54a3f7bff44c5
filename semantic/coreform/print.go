package coreform

import "errors"

const (
	lineWidth = 100 // bytes of a line
	indent    = 2
	// flushAt is how many bytes are collected before they are handed on.
	flushAt = 32 << 10
)

// MaxText is how long a printed text may be, in bytes: deep nesting is indented, so
// that a small term may have a very long text.
const MaxText = 256 << 20

// ErrTooLong says that a text would be longer than MaxText.
var ErrTooLong = errors.New("the canonical text is too long")

// printer prints terms in canonical layout, with or without their comments. It
// stops when the text gets too long.
type printer struct {
	out      []byte
	flush    func([]byte) // takes what there is from time to time; nil: all is kept
	left     int          // bytes that may still come
	comments bool
	scratch  []byte
}

// done is the text, if it has not become too long.
func (p *printer) done() ([]byte, error) {
	if p.left < 0 {
		return nil, ErrTooLong
	}
	return p.out, nil
}

// ended says that the text is too long already.
func (p *printer) ended() bool { return p.left < 0 }

func (p *printer) write(s string) {
	if p.left -= len(s); p.left < 0 {
		return
	}
	p.out = append(p.out, s...)
	if p.flush != nil && len(p.out) > flushAt {
		p.flush(p.out)
		p.out = p.out[:0]
	}
}

const blanks = "                                                                "

// newline begins a line at an indentation.
func (p *printer) newline(ind int) {
	p.write("\n")
	for ; ind > len(blanks); ind -= len(blanks) {
		p.write(blanks)
	}
	p.write(blanks[:ind])
}

// form prints a term where the line is at the indentation ind: its comments, a
// line each, then the term.
func (p *printer) form(t Term, ind int) {
	if p.led(t) {
		for _, c := range t.Comments() {
			p.write(c)
			p.newline(ind)
		}
	}
	p.body(t, ind)
}

// body prints a term without the comments before it.
func (p *printer) body(t Term, ind int) {
	if n, ok := p.line(t, lineWidth-ind); t.IsAtom() || (ok && n <= lineWidth-ind) {
		p.flat(t)
		return
	}
	switch t.tag {
	case Vector:
		p.write("[")
		p.rest(t.items, ind)
		p.end(t, ind, "]")
	case Map:
		p.write("{")
		for i := 0; i < len(t.items) && !p.ended(); i += 2 {
			p.newline(ind + indent)
			p.entry(t.items[i], t.items[i+1], ind+indent)
		}
		p.end(t, ind, "}")
	default:
		p.list(t, ind)
	}
}

// rest prints each item on lines of its own.
func (p *printer) rest(items []Term, ind int) {
	for _, item := range items {
		if p.ended() {
			return
		}
		p.newline(ind + indent)
		p.form(item, ind+indent)
	}
}

// end closes a term: behind its last element, or below its last comments.
func (p *printer) end(t Term, ind int, closer string) {
	if tail := t.endComments(); p.comments && len(tail) > 0 {
		for _, c := range tail {
			p.newline(ind + indent)
			p.write(c)
		}
		p.newline(ind)
	}
	p.write(closer)
}

// entry prints an entry of a map: on one line, or the value below the key.
func (p *printer) entry(key, value Term, ind int) {
	p.form(key, ind)
	if n, ok := p.pair(key, value, lineWidth-ind); ok && n <= lineWidth-ind {
		p.write(" ")
		p.flat(value)
		return
	}
	p.newline(ind + indent)
	p.form(value, ind+indent)
}

// pair is the length of two terms on one line, with a blank between them.
func (p *printer) pair(a, b Term, limit int) (n int, ok bool) {
	n, ok = p.line(a, limit)
	if !ok || p.led(b) {
		return 0, false
	}
	m, ok := p.line(b, limit-n-1)
	return n + 1 + m, ok
}

// list prints a list that does not fit on a line.
func (p *printer) list(t Term, ind int) {
	head, rest := t.items[0], t.items
	p.write("(")
	if _, ok := p.line(head, lineWidth); ok && !p.led(head) {
		p.flat(head)
		rest = rest[1:]
		room := lineWidth - ind - 1
		if len(rest) > 0 {
			if n, ok := p.pair(head, rest[0], room); ok && n <= room {
				p.write(" ")
				p.flat(rest[0])
				rest = rest[1:]
			}
		}
	}
	p.rest(rest, ind)
	p.end(t, ind, ")")
}
