package tomllang

import (
	"bytes"
	"unicode/utf8"

	"github.com/genesis-vcs/genesis/semantic"
)

// Tokens cuts content into strings, words, signs, comments and white space. None
// goes on after a line feed.
func (Language) Tokens(content []byte) []semantic.Span {
	var out []semantic.Span
	for at := 0; at < len(content); {
		end := at + tokenLen(content[at:])
		out = semantic.AppendLines(out, content, semantic.Span{Start: at, End: end})
		at = end
	}
	return out
}

// tokenLen is the length of the token that text begins with.
func tokenLen(text []byte) int {
	switch c := text[0]; {
	case c == '#':
		return lineLen(text)
	case c == '"' || c == '\'':
		return stringLen(text, c)
	case isBare(c):
		return run(text, func(c byte) bool { return isBare(c) || c == '+' || c == ':' })
	case c <= ' ':
		return run(text, func(c byte) bool { return c <= ' ' })
	}
	_, size := utf8.DecodeRune(text)
	return size
}

func run(text []byte, of func(byte) bool) int {
	n := 1
	for n < len(text) && of(text[n]) {
		n++
	}
	return n
}

// lineLen is the length of what is left of a line, without its end.
func lineLen(text []byte) int {
	n := bytes.IndexByte(text, '\n')
	if n < 0 {
		return len(text)
	}
	return max(1, len(bytes.TrimRight(text[:n], "\r")))
}

// stringLen is the length of a string, that of the quote if it is not closed.
func stringLen(text []byte, quote byte) int {
	end := bytes.Repeat([]byte{quote}, 3)
	if !bytes.HasPrefix(text, end) {
		end = end[:1]
	}
	for n := len(end); n < len(text); n++ {
		switch c := text[n]; {
		case c == '\\' && quote == '"':
			n++
		case c == quote && bytes.HasPrefix(text[n:], end):
			n += len(end)
			for len(end) == 3 && n < len(text) && text[n] == quote {
				n++ // quotes before those that end it
			}
			return n
		case c == '\n' && len(end) == 1:
			return n
		}
	}
	return len(text)
}
