package markdown

import (
	"bytes"

	"github.com/genesis-vcs/genesis/semantic"
)

// kind is what a line is, or what it begins.
type kind int

const (
	blank kind = iota
	text
	heading   // with its level and its title
	underline // or a further line of a heading's text
	fenced    // fences and what is between them
	comment
	html
	item // with the column of what it holds
	row
	link // with its label
	matter
	rule
)

// line is a line of a file.
type line struct {
	span   semantic.Span // with its line feed
	kind   kind
	indent int    // columns before its text
	level  int    // of a heading
	inner  int    // column at which an item's content begins
	title  string // of a heading; the label of a link
	goesOn bool   // in a fence, a comment or an HTML block that began above
}

// indentOf counts the columns of white space that s begins with, and its bytes.
func indentOf(s []byte) (columns, size int) {
	for size < len(s) {
		switch s[size] {
		case ' ':
			columns++
		case '\t':
			columns += 4 - columns%4
		default:
			return columns, size
		}
		size++
	}
	return columns, size
}

// atx gives the level and the title of a heading that begins with number signs; a
// level of 0 says that s is none.
func atx(s []byte) (int, string) {
	level := 0
	for level < len(s) && s[level] == '#' {
		level++
	}
	rest := s[level:]
	if level == 0 || level > 6 || len(rest) > 0 && rest[0] != ' ' && rest[0] != '\t' {
		return 0, ""
	}
	title := bytes.TrimSpace(rest)
	if bare := bytes.TrimRight(title, "#"); len(bare) == 0 || bare[len(bare)-1] == ' ' || bare[len(bare)-1] == '\t' {
		title = bytes.TrimSpace(bare)
	}
	return level, string(title)
}

// setext gives the level of a heading that s underlines, 0 if it does not.
func setext(s []byte) int {
	switch {
	case len(s) == 0:
		return 0
	case len(bytes.Trim(s, "=")) == 0:
		return 1
	case len(bytes.Trim(s, "-")) == 0:
		return 2
	}
	return 0
}

// isRule reports whether s is a thematic break: three or more of one sign.
func isRule(s []byte) bool {
	if len(s) == 0 || bytes.IndexByte([]byte("-*_"), s[0]) < 0 {
		return false
	}
	n := 0
	for _, c := range s {
		switch c {
		case s[0]:
			n++
		case ' ', '\t':
		default:
			return false
		}
	}
	return n >= 3
}

// marker is the length of the mark of a list item with the white space behind it,
// 0 if s begins no item.
func marker(s []byte) int {
	n := 0
	for n < len(s) && n < 9 && '0' <= s[n] && s[n] <= '9' {
		n++
	}
	signs := "-*+"
	if n > 0 {
		signs = ".)"
	}
	if n == len(s) || bytes.IndexByte([]byte(signs), s[n]) < 0 {
		return 0
	}
	n++
	columns, _ := indentOf(s[n:])
	switch {
	case n == len(s):
		return n + 1
	case columns == 0:
		return 0
	case columns > 4:
		return n + 1
	}
	return n + columns
}

// fence is the sign and the number of signs of the fence that s begins with.
func fence(s []byte) (sign byte, n int) {
	if len(s) == 0 || s[0] != '`' && s[0] != '~' {
		return 0, 0
	}
	for n < len(s) && s[n] == s[0] {
		n++
	}
	if n < 3 || s[0] == '`' && bytes.IndexByte(s[n:], '`') >= 0 {
		return 0, 0
	}
	return s[0], n
}

// label is the label of the link definition or footnote that s begins with.
func label(s []byte) (string, bool) {
	if len(s) == 0 || s[0] != '[' {
		return "", false
	}
	n := bytes.Index(s, []byte("]:"))
	if n < 2 || bytes.IndexByte(s[1:n], ']') >= 0 || bytes.IndexByte(s[1:n], '[') >= 0 {
		return "", false
	}
	return string(s[1:n]), true
}

// isDelimiter reports whether s is the line below a table's header.
func isDelimiter(s []byte) bool {
	return bytes.IndexByte(s, '-') >= 0 && bytes.IndexByte(s, '|') >= 0 && len(bytes.Trim(s, "|:- \t")) == 0
}

// opensHTML reports whether s is a tag, as a line that begins an HTML block is.
func opensHTML(s []byte) bool {
	if len(s) < 3 || s[0] != '<' || s[len(s)-1] != '>' {
		return false
	}
	c := s[1] | 0x20
	return 'a' <= c && c <= 'z' || s[1] == '/' || s[1] == '!' || s[1] == '?'
}
