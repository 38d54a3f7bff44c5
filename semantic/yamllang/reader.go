package yamllang

import (
	"bytes"

	"github.com/genesis-vcs/genesis/semantic"
)

// kind is what a line is.
type kind uint8

const (
	blank    kind = iota
	comment       // nothing else on the line
	entry         // begins a key or an item
	goesOn        // with what began above
	document      // --- or ...
	setting       // %YAML
)

// line is a line of a file.
type line struct {
	span   semantic.Span
	kind   kind
	indent int
	item   bool   // begins with a dash
	alone  bool   // and has nothing behind it
	inner  int    // column of what is behind the dashes
	key    string // of the mapping that the line has, behind dashes if there are
	keyed  bool
	value  int // where the value begins
}

// reader tells what the lines of a file are. What is wrong it notes once and goes
// on.
type reader struct {
	content []byte
	lines   []line
	failed  int
	reason  string

	block  int  // how deep the lines of a block scalar are at least, -1 outside of one
	parent int  // column of the entry that began last
	quote  byte // of the open string
	flow   []byte
}

func (r *reader) fail(at int, reason string) {
	if r.reason == "" {
		r.failed, r.reason = at, reason
	}
}

func (r *reader) read() {
	r.block, r.parent = -1, -1
	at := 0
	for text := range bytes.Lines(r.content) {
		r.lines = append(r.lines, line{span: semantic.Span{Start: at, End: at + len(text)}})
		r.line(&r.lines[len(r.lines)-1])
		at += len(text)
	}
	if r.quote != 0 || len(r.flow) > 0 {
		r.fail(len(r.content), "a string or a bracket is not closed")
	}
}

// line tells what l is.
func (r *reader) line(l *line) {
	text := bytes.TrimRight(l.span.In(r.content), " \t\r\n")
	if l.span.Start == 0 {
		text = bytes.TrimPrefix(text, []byte("\ufeff"))
	}
	for l.indent < len(text) && text[l.indent] == ' ' {
		l.indent++
	}
	at := l.span.Start + l.indent
	rest := text[l.indent:]
	open := r.quote != 0 || len(r.flow) > 0
	switch {
	case isMarker(text):
		r.fail(l.span.Start, "a conflict marker stands here")
	case len(rest) == 0:
		l.kind = blank
	case isDocument(text):
		if open {
			r.fail(at, "a string or a bracket is not closed")
		}
		l.kind, r.block, r.parent = document, -1, -1
		if len(text) > 4 {
			r.scan(bytes.TrimLeft(text[4:], " \t"), at, -1)
		}
	case open:
		l.kind = goesOn
		r.scan(rest, at, r.parent)
	case r.block >= 0 && l.indent >= r.block:
		l.kind = goesOn
	case rest[0] == '#':
		l.kind = comment
	case text[0] == '%' && r.parent < 0:
		l.kind = setting
	default:
		r.block = -1
		r.entry(l, rest, at)
	}
}

// entry reads a line that begins a key or an item, or goes on with a plain scalar.
func (r *reader) entry(l *line, rest []byte, at int) {
	column := l.indent
	for len(rest) > 0 && (rest[0] == '-' || rest[0] == '?') && (len(rest) == 1 || rest[1] == ' ' || rest[1] == '\t') {
		if rest[0] == '?' {
			r.fail(at, "a complex key is not known here")
			return
		}
		l.kind, l.item = entry, true
		r.parent = column
		n := 1
		for n < len(rest) && (rest[n] == ' ' || rest[n] == '\t') {
			n++
		}
		rest, at, column = rest[n:], at+n, column+n
	}
	l.inner = column
	if l.alone = len(rest) == 0 || rest[0] == '#'; l.item && l.alone {
		return
	}
	key, n := keyLen(rest)
	switch {
	case n > 0 && rest[0] == '\t':
		r.fail(at, "a tab indents the line")
	case n > 0:
		l.kind, l.key, l.keyed, l.value = entry, key, true, at+n
		r.parent = column
		r.scan(bytes.TrimLeft(rest[n:], " \t"), at+n, column)
	case l.item:
		r.scan(rest, at, r.parent)
	case l.indent <= r.parent && r.parent >= 0:
		r.fail(at, "the line is neither a key nor an item")
	default:
		l.kind = goesOn
		r.scan(rest, at, r.parent)
	}
}

// keyLen gives the key that text begins with, and how long it is with the colon;
// 0 if there is none.
func keyLen(text []byte) (string, int) {
	n := 0
	if q := text[0]; q == '"' || q == '\'' {
		for n = 1; n < len(text) && text[n] != q; n++ {
			if text[n] == '\\' && q == '"' {
				n++
			}
		}
		if n++; n >= len(text) || text[n] != ':' || n+1 < len(text) && text[n+1] != ' ' && text[n+1] != '\t' {
			return "", 0
		}
		return string(text[1 : n-1]), n + 1
	}
	if bytes.IndexByte([]byte("[]{},#|>%@`"), text[0]) >= 0 {
		return "", 0
	}
	for ; n < len(text); n++ {
		switch text[n] {
		case ':':
			if n > 0 && (n+1 == len(text) || text[n+1] == ' ' || text[n+1] == '\t') {
				return string(bytes.TrimSpace(text[:n])), n + 1
			}
		case '#':
			if n > 0 && (text[n-1] == ' ' || text[n-1] == '\t') {
				return "", 0
			}
		}
	}
	return "", 0
}

// scan follows a value, or what goes on with one, through a line. parent is the
// column of the entry that it belongs to.
func (r *reader) scan(text []byte, at, parent int) {
	fresh := r.quote == 0 // a string can begin
	for n := 0; n < len(text); n++ {
		c := text[n]
		if r.quote != 0 {
			switch {
			case c == '\\' && r.quote == '"':
				n++
			case c == r.quote && c == '\'' && n+1 < len(text) && text[n+1] == c:
				n++
			case c == r.quote:
				r.quote, fresh = 0, false
			}
			continue
		}
		switch {
		case c == '#' && (n == 0 || text[n-1] == ' ' || text[n-1] == '\t'):
			return
		case (c == '"' || c == '\'') && fresh:
			r.quote = c
			continue
		case (c == '[' || c == '{') && (fresh || len(r.flow) > 0):
			r.flow = append(r.flow, c+2)
			fresh = true
			continue
		case (c == ']' || c == '}') && len(r.flow) > 0:
			if r.flow[len(r.flow)-1] != c {
				r.fail(at, "a bracket closes that another one opened")
			}
			r.flow = r.flow[:len(r.flow)-1]
		case c == ' ' || c == '\t':
			continue
		case (c == ',' || c == ':') && len(r.flow) > 0:
			fresh = true
			continue
		case (c == '|' || c == '>') && fresh && len(r.flow) == 0 && isHeader(text[n:]):
			r.block = parent + 1
			return
		case (c == '&' || c == '!') && fresh: // an anchor or a tag
			for n+1 < len(text) && text[n+1] != ' ' {
				n++
			}
			continue
		}
		fresh = false
	}
}

// isHeader reports whether text is the head of a block scalar.
func isHeader(text []byte) bool {
	head, _, _ := bytes.Cut(text[1:], []byte(" "))
	return len(head) <= 2 && len(bytes.Trim(head, "+-123456789")) == 0
}

func isDocument(text []byte) bool {
	return len(text) >= 3 && (string(text[:3]) == "---" || string(text) == "...") && (len(text) == 3 || text[3] == ' ' || text[3] == '\t')
}

func isMarker(text []byte) bool {
	for _, m := range []string{"<<<<<<< ", ">>>>>>> ", "||||||| "} {
		if bytes.HasPrefix(text, []byte(m)) {
			return true
		}
	}
	return string(text) == "======="
}
