package generic

import (
	"bytes"
	"unicode/utf8"
)

// string takes a string, if one begins.
func (s *scanner) string() bool {
	for _, q := range s.syntax.quotes {
		if !s.has(q.open) {
			continue
		}
		if q.open == "'" && (s.syntax.lifetimes && !isCharacter(s.rest()) || s.syntax.looseQuotes && s.apostrophe()) {
			s.add(sign, 1)
			return true
		}
		return s.quoted(q, len(q.open))
	}
	return false
}

// apostrophe reports whether the quote stands within a word of text, as in don't.
func (s *scanner) apostrophe() bool {
	if s.at == 0 || !isLetter(s.content[s.at-1]) || s.expects() || len(s.code) == 0 {
		return false
	}
	last := s.code[len(s.code)-1]
	switch string(s.content[last.start:last.end]) {
	case "import", "from", "export", "as":
		return false
	}
	return last.kind == word
}

// quoted takes what follows from on up to the end of a string of kind q, or to
// the code within it.
func (s *scanner) quoted(q quote, from int) bool {
	text := s.rest()
	if !q.lines && s.at < s.plain {
		s.add(sign, 1)
		return true
	}
	for n := from; n < len(text); n++ {
		switch c := text[n]; {
		case q.escape != 0 && c == q.escape:
			if n++; n+1 < len(text) && text[n] == '\r' && text[n+1] == '\n' {
				n++
			}
		case c == q.close[0] && bytes.HasPrefix(text[n:], []byte(q.close)):
			s.add(str, n+len(q.close))
			return true
		case c == '\n' && !q.lines:
			return s.open(q, n)
		case c == '$' && q.holes && n+1 < len(text) && text[n+1] == '{':
			s.add(str, n+2)
			s.holes = append(s.holes, hole{q, s.braces})
			s.braces = 0
			return true
		}
	}
	return s.open(q, len(text))
}

// open takes the n bytes of a string that has no end.
func (s *scanner) open(q quote, n int) bool {
	if s.syntax.looseQuotes && !q.lines {
		s.plain = s.at + n
		s.add(sign, 1)
		return true
	}
	s.fail(s.at, "a string is not closed")
	if n > 1 && s.rest()[n-1] == '\r' {
		n--
	}
	s.add(str, n)
	return true
}

// resume goes on with a string behind the code within it.
func (s *scanner) resume() {
	last := len(s.holes) - 1
	h := s.holes[last]
	s.holes, s.braces = s.holes[:last], h.braces
	s.quoted(h.quote, 1)
}

// isCharacter reports whether text begins with a character in quotes, and not
// with a lifetime.
func isCharacter(text []byte) bool {
	if len(text) < 2 || text[1] == '\\' {
		return len(text) > 1
	}
	_, size := utf8.DecodeRune(text[1:])
	return len(text) > 1+size && text[1+size] == '\''
}

// rawString takes a string whose end its beginning tells.
func (s *scanner) rawString() bool {
	text := s.rest()
	var from int
	var end []byte
	switch s.syntax.raw {
	case rustRaw:
		from, end = fenced(text, prefixLen(text, "br", "cr", "r"))
	case swiftRaw:
		if from, end = fenced(text, 0); from == 1 {
			return false // an ordinary string
		}
	case cppRaw:
		from, end = delimited(text, prefixLen(text, "u8R", "uR", "UR", "LR", "R"))
	case phpRaw:
		return s.labeled()
	case noRaw:
	}
	if from == 0 {
		return false
	}
	n := bytes.Index(text[from:], end)
	if n < 0 {
		s.fail(s.at, "a string is not closed")
		s.add(str, len(text))
		return true
	}
	s.add(str, from+n+len(end))
	return true
}

// prefixLen is the length of the prefix that text has, -1 if it has none.
func prefixLen(text []byte, prefixes ...string) int {
	for _, p := range prefixes {
		if bytes.HasPrefix(text, []byte(p)) {
			return len(p)
		}
	}
	return -1
}

// fenced reads signs and a quote behind the prefix: a string that ends with a quote
// and as many signs. It gives 0 if there is none.
func fenced(text []byte, prefix int) (int, []byte) {
	if prefix < 0 {
		return 0, nil
	}
	n := prefix
	for n < min(len(text), prefix+255) && text[n] == '#' {
		n++
	}
	if n == len(text) || text[n] != '"' {
		return 0, nil
	}
	return n + 1, append([]byte{'"'}, text[prefix:n]...)
}

// delimited reads a quote, at most 16 bytes and a parenthesis behind the prefix.
func delimited(text []byte, prefix int) (int, []byte) {
	if prefix < 0 || prefix >= len(text) || text[prefix] != '"' {
		return 0, nil
	}
	n := bytes.IndexByte(text[prefix:min(len(text), prefix+18)], '(')
	if n < 0 {
		return 0, nil
	}
	label := text[prefix+1 : prefix+n]
	return prefix + n + 1, append(append([]byte{')'}, label...), '"')
}

// maxLabel bounds a line that announces a string or ends one.
const maxLabel = 200

// labeled takes a string between <<<LABEL and a line that begins with LABEL.
func (s *scanner) labeled() bool {
	if !s.has("<<<") {
		return false
	}
	text := s.rest()
	line := bytes.IndexByte(text[:min(len(text), maxLabel)], '\n')
	if line < 0 {
		return false
	}
	label := bytes.Trim(text[len("<<<"):line], " \t\r'\"")
	if len(label) == 0 || !isLetter(label[0]) {
		return false
	}
	for at := line; ; {
		n := bytes.IndexByte(text[at:], '\n')
		if n < 0 {
			s.fail(s.at, "a string is not closed")
			s.add(str, len(text))
			return true
		}
		at += n + 1
		rest := bytes.TrimLeft(text[at:min(len(text), at+maxLabel)], " \t")
		after, ok := bytes.CutPrefix(rest, label)
		if ok && (len(after) == 0 || !isLetter(after[0]) && !isDigit(after[0])) {
			indent := len(text[at:min(len(text), at+maxLabel)]) - len(rest)
			s.add(str, at+indent+len(label))
			return true
		}
	}
}

// hereDocuments takes the strings that were announced on the line before.
func (s *scanner) hereDocuments() {
	for _, end := range s.pending {
		n := hereLen(s.rest(), end)
		if n < 0 {
			s.fail(s.at, "a here document is not closed")
			n = len(s.rest())
		}
		if n > 0 {
			s.add(str, n)
			s.fresh = true
		}
	}
	s.pending = s.pending[:0]
}

// hereLen is the length of text up to the line that is end, which it includes, -1
// if there is none.
func hereLen(text, end []byte) int {
	for at := 0; at < len(text); {
		next := len(text)
		if n := bytes.IndexByte(text[at:], '\n'); n >= 0 {
			next = at + n + 1
		}
		if bytes.Equal(bytes.TrimSpace(text[at:next]), end) {
			return next
		}
		at = next
	}
	return -1
}
