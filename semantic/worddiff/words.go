package worddiff

import (
	"unicode"
	"unicode/utf8"
)

// class is what makes neighboring characters one word.
type class int

const (
	single class = iota // a word of its own
	letter
	space
)

func classOf(r rune, size int) class {
	switch {
	case r == utf8.RuneError && size <= 1:
		return single
	case r == '_', unicode.IsLetter(r), unicode.IsDigit(r), unicode.IsMark(r):
		return letter
	case unicode.IsSpace(r):
		return space
	}
	return single
}

// Split cuts a line into its words, which share its memory and add up to it. A
// byte that is not UTF-8 is a word.
func Split(line []byte) [][]byte {
	var words [][]byte
	start, current := 0, single
	for at := 0; at < len(line); {
		r, size := utf8.DecodeRune(line[at:])
		c := classOf(r, size)
		if at > start && (c != current || c == single) {
			words = append(words, line[start:at:at])
			start = at
		}
		current = c
		at += size
	}
	if len(line) > start {
		words = append(words, line[start:])
	}
	return words
}

func isSpace(word []byte) bool {
	r, size := utf8.DecodeRune(word)
	return classOf(r, size) == space
}
