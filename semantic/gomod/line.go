package gomod

import (
	"bytes"
	"strconv"
	"unicode"
	"unicode/utf8"

	"github.com/genesis-vcs/genesis/semantic"
)

// line is a line of go.mod, cut into words.
type line struct {
	span    semantic.Span // with its line feed
	words   []word
	comment semantic.Span // with its slashes; empty if there is none
}

// word is a word as it is meant, unquoted, and where it stands.
type word struct {
	text string
	semantic.Span
}

func (l line) blank() bool { return len(l.words) == 0 && l.comment.Len() == 0 }

func (l line) is(words ...string) bool {
	if len(l.words) != len(words) {
		return false
	}
	for i, w := range words {
		if l.words[i].text != w {
			return false
		}
	}
	return true
}

// readLine cuts the line that begins at start.
func readLine(content []byte, start int) line {
	l := line{span: semantic.Span{Start: start, End: len(content)}}
	if n := bytes.IndexByte(content[start:], '\n'); n >= 0 {
		l.span.End = start + n + 1
	}
	for at := start; at < l.span.End; {
		rest := content[at:l.span.End]
		if n := spaceLen(rest); n > 0 {
			at += n
			continue
		}
		if bytes.HasPrefix(rest, []byte("//")) {
			l.comment = semantic.Span{Start: at, End: at + len(bytes.TrimRightFunc(rest, unicode.IsSpace))}
			break
		}
		n := wordLen(rest)
		l.words = append(l.words, word{unquote(string(rest[:n])), semantic.Span{Start: at, End: at + n}})
		at += n
	}
	return l
}

// spaceLen is the length of the white space that text begins with; a byte order
// mark is some.
func spaceLen(text []byte) int {
	n := 0
	for n < len(text) {
		r, size := utf8.DecodeRune(text[n:])
		if !unicode.IsSpace(r) && r != '\ufeff' {
			break
		}
		n += size
	}
	return n
}

// wordLen is the length of the word that text begins with: a bracket, a comma, a
// string or what there is up to one of these, white space or a comment.
func wordLen(text []byte) int {
	switch c := text[0]; {
	case isPunctuation(c):
		return 1
	case c == '"' || c == '`':
		return stringLen(text)
	}
	for n := range text {
		if isPunctuation(text[n]) || bytes.HasPrefix(text[n:], []byte("//")) || spaceLen(text[n:]) > 0 {
			return n
		}
	}
	return len(text)
}

func isPunctuation(c byte) bool { return bytes.IndexByte([]byte("()[]{},"), c) >= 0 }

// stringLen is the length of a string with its quotes; one that does not end goes
// on to the end of the line.
func stringLen(text []byte) int {
	for n := 1; n < len(text); n++ {
		switch text[n] {
		case text[0]:
			return n + 1
		case '\\':
			if text[0] == '"' {
				n++
			}
		case '\n':
			return n
		}
	}
	return len(text)
}

func unquote(s string) string {
	if s[0] != '"' && s[0] != '`' {
		return s
	}
	if u, err := strconv.Unquote(s); err == nil {
		return u
	}
	return s
}

// tokens cuts content into words, comments and white space.
func tokens(content []byte) []semantic.Span {
	var out []semantic.Span
	put := func(start, end int) int {
		if start < end {
			out = append(out, semantic.Span{Start: start, End: end})
		}
		return max(start, end)
	}
	for at := 0; at < len(content); {
		l := readLine(content, at)
		for _, w := range l.words {
			at = put(put(at, w.Start), w.End)
		}
		if l.comment.Len() > 0 {
			at = put(put(at, l.comment.Start), l.comment.End)
		}
		at = put(at, l.span.End)
	}
	return out
}
