package semantic

import (
	"bytes"
	"fmt"
)

// Language turns the content of a file into a Document. A Language has no state
// and may be used by several goroutines at once.
type Language interface {
	// Name is the language in lower case, as it stands in answers: "go", "json".
	Name() string
	// Parse finds the units of content, which it neither changes nor copies.
	// Content that the language does not accept is a *ParseError; the caller
	// falls back to package text, which accepts everything.
	Parse(content []byte) (*Document, error)
}

// Tokenizer is a Language that can cut content into tokens, which is as fine as a
// merge or a highlight goes. The spans tile content: white space and comments are
// tokens, too. Content that does not parse is cut as well as possible.
type Tokenizer interface {
	Tokens(content []byte) []Span
}

// AppendLines appends span, cut after each line feed: so a
// token of several lines becomes one a line.
func AppendLines(to []Span, content []byte, span Span) []Span {
	for span.Len() > 0 {
		end := span.End
		if n := bytes.IndexByte(span.In(content), '\n'); n >= 0 {
			end = span.Start + n + 1
		}
		to = append(to, Span{Start: span.Start, End: end})
		span.Start = end
	}
	return to
}

// ParseError says where a language gives up on a file.
type ParseError struct {
	Language string
	Offset   int // bytes from the start, 0-based
	Line     int // 1-based
	Column   int // 1-based, in bytes
	Reason   string
}

// NewParseError counts the line and the column of an offset into content.
func NewParseError(language string, content []byte, offset int, reason string) *ParseError {
	offset = min(max(offset, 0), len(content))
	line, column := 1, 1
	for _, c := range content[:offset] {
		column++
		if c == '\n' {
			line, column = line+1, 1
		}
	}
	return &ParseError{Language: language, Offset: offset, Line: line, Column: column, Reason: reason}
}

func (e *ParseError) Error() string {
	return fmt.Sprintf("%s does not parse at line %d, column %d: %s", e.Language, e.Line, e.Column, e.Reason)
}
