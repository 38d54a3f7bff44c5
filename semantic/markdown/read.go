package markdown

import (
	"bytes"

	"github.com/genesis-vcs/genesis/semantic"
)

// reader tells what each line of a file is.
type reader struct {
	content []byte
	lines   []line

	paragraph int  // where the paragraph began that a line may go on with, -1 if none
	lazy      bool // a paragraph of an item, a quote or a link definition may go on
	list      bool // a list may go on
	table     bool
	html      bool
	comment   bool
	sign      byte // of the open fence, 0 if none is
	signs     int
}

// read cuts content into lines.
func read(content []byte) []line {
	r := &reader{content: content, paragraph: -1}
	at := 0
	for l := range bytes.Lines(content) {
		r.lines = append(r.lines, line{span: semantic.Span{Start: at, End: at + len(l)}})
		at += len(l)
	}
	for i := r.frontMatter(); i < len(r.lines); i++ {
		r.line(i)
	}
	return r.lines
}

// bare is a line without what indents it and the white space at its end; the first
// line has no byte order mark.
func (r *reader) bare(i int) (s []byte, indent int) {
	s = bytes.TrimRight(r.lines[i].span.In(r.content), " \t\r\n")
	if i == 0 {
		s = bytes.TrimPrefix(s, []byte("\ufeff"))
	}
	columns, size := indentOf(s)
	return s[size:], columns
}

// frontMatter marks what stands between rules at the top, and gives the first line
// after it.
func (r *reader) frontMatter() int {
	if len(r.lines) == 0 {
		return 0
	}
	opening, _ := r.bare(0)
	if string(opening) != "---" && string(opening) != "+++" {
		return 0
	}
	for i := 1; i < len(r.lines); i++ {
		s, indent := r.bare(i)
		if indent == 0 && (bytes.Equal(s, opening) || string(s) == "..." && opening[0] == '-') {
			for j := range i + 1 {
				r.lines[j].kind = matter
			}
			return i + 1
		}
	}
	return 0
}

// line tells what line i is from the lines before it.
func (r *reader) line(i int) {
	s, indent := r.bare(i)
	l := &r.lines[i]
	l.indent = indent
	if l.kind = r.goesOn(s, indent); l.kind != blank {
		l.goesOn = true
		return
	}
	if len(s) == 0 {
		r.paragraph, r.lazy, r.table, r.html = -1, false, false, false
		return
	}
	if r.html {
		l.kind, l.goesOn = html, true
		return
	}
	if l.kind = r.begins(i, s); l.kind != text {
		r.paragraph, r.lazy = -1, l.kind == item || l.kind == link
		return
	}
	r.goOn(i, s)
}

// goesOn gives the kind of a line in an open fence or comment, blank in neither.
func (r *reader) goesOn(s []byte, indent int) kind {
	switch {
	case r.sign != 0:
		if sign, n := fence(s); sign == r.sign && n >= r.signs && len(s) == n && (indent < 4 || r.list) {
			r.sign = 0
		}
		return fenced
	case r.comment:
		r.comment = !bytes.Contains(s, []byte("-->"))
		return comment
	}
	return blank
}

// begins gives the kind of the block that a line begins, and text if it begins
// none.
func (r *reader) begins(i int, s []byte) kind {
	l := &r.lines[i]
	outer := l.indent < 4
	if sign, n := fence(s); sign != 0 && (outer || r.list) {
		r.sign, r.signs, r.table = sign, n, false
		return fenced
	}
	if level, title := atx(s); outer && level > 0 {
		l.level, l.title = level, title
		r.list, r.table = false, false
		return heading
	}
	if level := setext(s); outer && level > 0 && r.paragraph >= 0 && !r.list && !r.table {
		return r.underline(i, level)
	}
	if outer && isRule(s) {
		r.list, r.table = false, false
		return rule
	}
	if n := marker(s); n > 0 && (outer || r.list) && r.mayInterrupt(s, n) {
		l.inner = l.indent + n
		r.list, r.table = true, false
		return item
	}
	if outer && bytes.HasPrefix(s, []byte("<!--")) {
		r.comment = !bytes.Contains(s, []byte("-->"))
		return comment
	}
	if r.paragraph >= 0 {
		return text
	}
	if l.title, _ = label(s); outer && l.title != "" {
		return link
	}
	if outer && opensHTML(s) {
		r.html = true
		return html
	}
	return text
}

// underline makes a heading of the paragraph above line i.
func (r *reader) underline(i, level int) kind {
	first := &r.lines[r.paragraph]
	title := bytes.TrimSpace(r.content[first.span.Start:r.lines[i].span.Start])
	first.kind, first.level = heading, level
	first.title = string(bytes.Join(bytes.Fields(bytes.TrimPrefix(title, []byte("\ufeff"))), []byte{' '}))
	for j := r.paragraph + 1; j < i; j++ {
		r.lines[j].kind = underline
	}
	r.list = false
	return underline
}

// mayInterrupt reports whether an item whose marker takes n bytes may begin here:
// within a paragraph only one with text whose number, if it has one, is 1.
func (r *reader) mayInterrupt(s []byte, n int) bool {
	if r.paragraph < 0 || r.list {
		return true
	}
	return n < len(s) && (s[0] < '0' || s[0] > '9' || s[0] == '1' && (s[1] < '0' || s[1] > '9'))
}

// goOn takes a line of text, which may be one of a table, of a quote or of indented
// code.
func (r *reader) goOn(i int, s []byte) {
	l := &r.lines[i]
	switch {
	case r.table:
		l.kind = row
	case r.paragraph >= 0:
		r.table = r.paragraph == i-1 && isDelimiter(s)
	case s[0] == '>':
		r.lazy = true
	case r.lazy, l.indent >= 4 && !r.list:
	default:
		r.paragraph = i
		r.list = r.list && l.indent > 0
	}
}
