package markdown

import (
	"unicode"
	"unicode/utf8"

	"github.com/genesis-vcs/genesis/semantic"
)

// Tokens cuts content into words, white space and single signs. None goes on after
// a line feed.
func (Language) Tokens(content []byte) []semantic.Span {
	var out []semantic.Span
	for at := 0; at < len(content); {
		end := at + tokenLen(content[at:])
		out = append(out, semantic.Span{Start: at, End: end})
		at = end
	}
	return out
}

// class is what the characters of one token have in common.
type class int

const (
	sign class = iota // alone
	word
	space
	lineFeed // the last of its token
)

func tokenLen(text []byte) int {
	first, n := classOf(text)
	for first != sign && first != lineFeed && n < len(text) {
		c, size := classOf(text[n:])
		if c == lineFeed && first == space {
			return n + size
		}
		if c != first {
			break
		}
		n += size
	}
	return n
}

func classOf(text []byte) (class, int) {
	r, size := utf8.DecodeRune(text)
	switch {
	case r == '\n':
		return lineFeed, size
	case unicode.IsSpace(r):
		return space, size
	case r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r):
		return word, size
	}
	return sign, size
}
