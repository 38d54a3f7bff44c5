package generic

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// scanner cuts content into lexemes, each byte a bounded number of times. What
// is wrong it notes once, where it is first seen, and goes on.
type scanner struct {
	syntax  *syntax
	content []byte
	at      int

	code, comments []lexeme

	failed int
	reason string

	holes   []hole   // the strings around the code that is scanned
	braces  int      // open since the innermost of them
	pending [][]byte // the words that end the here documents of this line
	groups  []bool   // of the open parentheses, whether a word such as if precedes
	tested  bool     // the parenthesis closed last is one of those
	fresh   bool     // nothing but white space precedes on the line
	plain   int      // up to where a string that its line does not close is looked for in vain
}

// hole is a string within which code stands.
type hole struct {
	quote  quote
	braces int // open outside of it
}

func scan(syntax *syntax, content []byte) *scanner {
	s := &scanner{syntax: syntax, content: content, fresh: true}
	s.at = len(content) - len(bytes.TrimPrefix(content, []byte("\ufeff")))
	s.code = make([]lexeme, 0, len(content)/5)
	if bytes.HasPrefix(content[s.at:], []byte("#!")) && !bytes.HasPrefix(content[s.at:], []byte("#![")) {
		s.add(comment, s.lineLen())
	}
	if syntax.embedded {
		s.text()
	}
	for s.at < len(content) {
		s.next()
	}
	if len(s.holes) > 0 {
		s.fail(len(content), "a string is not closed")
	}
	return s
}

func (s *scanner) fail(at int, reason string) {
	if s.reason == "" {
		s.failed, s.reason = at, reason
	}
}

func (s *scanner) add(k kind, n int) {
	x := lexeme{start: s.at, end: s.at + n, kind: k}
	if k == comment {
		s.comments = append(s.comments, x)
	} else {
		s.code = append(s.code, x)
	}
	s.at += n
	s.fresh = false
}

func (s *scanner) rest() []byte { return s.content[s.at:] }

// lineLen is the length of what is left of the line, without its end.
func (s *scanner) lineLen() int {
	n := bytes.IndexByte(s.rest(), '\n')
	if n < 0 {
		return len(s.rest())
	}
	if n > 0 && s.rest()[n-1] == '\r' {
		n--
	}
	return n
}

func (s *scanner) has(prefix string) bool {
	return len(s.content)-s.at >= len(prefix) && string(s.content[s.at:s.at+len(prefix)]) == prefix
}

// next takes white space or one lexeme.
func (s *scanner) next() {
	c := s.content[s.at]
	switch {
	case c == '\n':
		s.at++
		s.fresh = true
		s.hereDocuments()
	case c <= ' ':
		s.at++
	case s.fresh && s.marker():
		s.fail(s.at, "a conflict marker stands in the code")
		s.add(sign, s.lineLen())
	case s.comment() || s.string() || s.special():
	case isDigit(c):
		s.add(number, numberLen(s.rest()))
	case s.isWord(c):
		s.add(word, s.wordLen())
	default:
		s.sign(c)
	}
}

// marker reports whether the line is one that a merge leaves behind.
func (s *scanner) marker() bool {
	if s.at > 0 && s.content[s.at-1] != '\n' {
		return false
	}
	switch s.content[s.at] {
	case '<', '>', '|':
		return s.has("<<<<<<< ") || s.has(">>>>>>> ") || s.has("||||||| ")
	case '=':
		return s.has("=======") && s.lineLen() == len("=======")
	}
	return false
}

func (s *scanner) comment() bool {
	x := s.syntax
	if x.blockOpen != "" && s.has(x.blockOpen) {
		n, ok := blockLen(s.rest(), x)
		if !ok {
			s.fail(s.at, "a comment is not closed")
		}
		fresh := s.fresh
		s.add(comment, n)
		s.fresh = fresh
		return true
	}
	for _, begin := range x.lineComments {
		if !s.has(begin) || x.wordComments && !s.startsWord() {
			continue
		}
		if x.embedded && s.has("#[") {
			return false // an attribute
		}
		n := s.lineLen()
		if end := bytes.Index(s.rest()[:n], []byte("?>")); x.embedded && end >= 0 {
			n = end
		}
		s.add(comment, n)
		return true
	}
	return false
}

func (s *scanner) startsWord() bool {
	if s.at == 0 {
		return true
	}
	switch s.content[s.at-1] {
	case ' ', '\t', '\n', '\r', ';', '(', ')', '|', '&':
		return true
	}
	return false
}

// blockLen is the length of the comment that text begins with, all of text if it
// is not closed.
func blockLen(text []byte, x *syntax) (int, bool) {
	depth, at := 1, len(x.blockOpen)
	for {
		n := bytes.Index(text[at:], []byte(x.blockClose))
		if n < 0 {
			return len(text), false
		}
		if x.nested {
			depth += bytes.Count(text[at:at+n], []byte(x.blockOpen))
		}
		at += n + len(x.blockClose)
		if depth--; depth == 0 {
			return at, true
		}
	}
}

func (s *scanner) isWord(c byte) bool {
	return isLetter(c) || isDigit(c) || strings.IndexByte(s.syntax.letters, c) >= 0
}

func (s *scanner) wordLen() int {
	text := s.rest()
	n := 1
	for n < len(text) && s.isWord(text[n]) {
		n++
	}
	return n
}

// numberLen takes letters, separators and signs of exponents along.
func numberLen(text []byte) int {
	n := 1
	for ; n < len(text); n++ {
		c := text[n]
		switch {
		case isLetter(c) || isDigit(c):
		case (c == '.' || c == '\'') && n+1 < len(text) && isDigit(text[n+1]):
		case (c == '+' || c == '-') && text[n-1]|0x20 == 'e' && text[0] != '0' && n+1 < len(text) && isDigit(text[n+1]):
		default:
			return n
		}
	}
	return n
}

func (s *scanner) sign(c byte) {
	if strings.IndexByte(s.syntax.brackets, c) >= 0 {
		s.bracket(c)
		return
	}
	n := signLen(s.rest())
	if c >= utf8.RuneSelf {
		_, n = utf8.DecodeRune(s.rest())
	}
	s.add(sign, n)
}

func (s *scanner) bracket(c byte) {
	switch c {
	case '{':
		s.braces++
	case '}':
		if len(s.holes) > 0 && s.braces == 0 {
			s.resume()
			return
		}
		s.braces--
	case '(':
		s.groups = append(s.groups, s.tests())
	case ')':
		if n := len(s.groups); n > 0 {
			s.tested, s.groups = s.groups[n-1], s.groups[:n-1]
		}
	}
	if c == '(' || c == '[' || c == '{' {
		s.add(opening, 1)
		return
	}
	s.add(closing, 1)
}

// tests reports whether the last word begins a test, so that a value can follow the
// parenthesis behind it.
func (s *scanner) tests() bool {
	if len(s.code) == 0 {
		return false
	}
	last := s.code[len(s.code)-1]
	switch string(s.content[last.start:last.end]) {
	case "if", "while", "for", "with":
		return true
	}
	return false
}
