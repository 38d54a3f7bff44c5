package jsonlang

import (
	"bytes"
	"unicode/utf8"

	"github.com/genesis-vcs/genesis/semantic"
)

// Tokens cuts content into strings, words, punctuation, comments and white space.
// None goes on after a line feed.
func (Language) Tokens(content []byte) []semantic.Span {
	var out []semantic.Span
	for at := 0; at < len(content); {
		end := at + tokenLen(content[at:])
		out = semantic.AppendLines(out, content, semantic.Span{Start: at, End: end})
		at = end
	}
	return out
}

func tokenLen(text []byte) int {
	switch c := text[0]; {
	case c == '"':
		return stringToken(text)
	case bytes.HasPrefix(text, []byte("/*")):
		if n := commentLen(text); n > 0 {
			return n
		}
		return len(text)
	case c == '/':
		return max(commentLen(text), 1)
	case isSpace(c):
		n := 1
		for n < len(text) && isSpace(text[n]) {
			n++
		}
		return n
	case wordLen(text) > 0:
		return wordLen(text)
	}
	_, size := utf8.DecodeRune(text)
	return size
}

// stringToken is the length of a string, or of what there is of one up to the end
// of its line.
func stringToken(text []byte) int {
	if n := stringLen(text); n > 0 {
		return n
	}
	for n, c := range text {
		if c < ' ' {
			return n
		}
	}
	return len(text)
}
