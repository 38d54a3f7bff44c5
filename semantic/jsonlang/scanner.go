package jsonlang

import (
	"bytes"

	"github.com/genesis-vcs/genesis/semantic"
)

// scanner walks over content and keeps the comments that it passes.
type scanner struct {
	content  []byte
	at       int
	comments []semantic.Span
	lenient  bool // there was something that JSON does not have
}

// fault is what a scanner panics with; Parse gives it as its error.
type fault struct{ err *semantic.ParseError }

func (s *scanner) fail(at int, reason string) {
	panic(fault{semantic.NewParseError(name, s.content, at, reason)})
}

func (s *scanner) recoverFault(err *error) {
	switch f := recover().(type) {
	case nil:
	case fault:
		*err = f.err
	default:
		panic(f)
	}
}

// peek is the byte at the scanner, 0 at the end.
func (s *scanner) peek() byte {
	if s.at < len(s.content) {
		return s.content[s.at]
	}
	return 0
}

// skipMark skips a byte order mark.
func (s *scanner) skipMark() {
	if bytes.HasPrefix(s.content, []byte("\ufeff")) {
		s.at = len("\ufeff")
	}
}

// skip moves over white space and comments.
func (s *scanner) skip() {
	for s.at < len(s.content) {
		switch c := s.content[s.at]; {
		case isSpace(c):
			s.at++
		case c == '/':
			s.comment()
		default:
			return
		}
	}
}

// skipLine moves behind the end of the line if there is nothing before it but
// white space and comments that end on it; otherwise it stays.
func (s *scanner) skipLine() {
	at, comments := s.at, len(s.comments)
	for s.at < len(s.content) {
		switch c := s.content[s.at]; {
		case c == '\n':
			s.at++
			return
		case isSpace(c):
			s.at++
			continue
		case c == '/':
			s.comment()
			continue
		}
		break
	}
	s.at, s.comments = at, s.comments[:comments]
}

// comment moves over a comment and keeps it.
func (s *scanner) comment() {
	n := commentLen(s.content[s.at:])
	if n == 0 {
		s.fail(s.at, "a comment begins with // or /* and ends")
	}
	s.lenient = true
	s.comments = append(s.comments, semantic.Span{Start: s.at, End: s.at + n})
	s.at += n
}

// commentLen is the length of the comment that text begins with, without the end
// of its line; 0 if it is none or does not end.
func commentLen(text []byte) int {
	switch {
	case bytes.HasPrefix(text, []byte("//")):
		if n := bytes.IndexByte(text, '\n'); n >= 0 {
			text = text[:n]
		}
		return len(bytes.TrimRight(text, "\r"))
	case bytes.HasPrefix(text, []byte("/*")):
		if n := bytes.Index(text[2:], []byte("*/")); n >= 0 {
			return n + 4
		}
	}
	return 0
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }
