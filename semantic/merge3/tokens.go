package merge3

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"github.com/genesis-vcs/genesis/semantic/linediff"
)

// tokens merges within lines: the edits of both sides may touch the same lines but
// not the same tokens.
func tokens(_ *merger, s sides) ([][]byte, bool) {
	base, left, right := cut(s.base), cut(s.left), cut(s.right)
	if len(base) == 0 {
		return nil, false
	}
	toLeft, toRight := linediff.Diff(base, left), linediff.Diff(base, right)
	r := region{span{0, len(base)}, span{0, len(left)}, span{0, len(right)}}
	var out []byte
	at := 0
	add := func(tokens [][]byte) {
		for _, t := range tokens {
			out = append(out, t...)
		}
	}
	for _, c := range chunks(toLeft, toRight, r, false) {
		add(base[at:c.base.lo])
		l, r := left[c.left.lo:c.left.hi], right[c.right.lo:c.right.hi]
		switch {
		case len(c.rightEdits) == 0, equal(l, r):
			add(l)
		case len(c.leftEdits) == 0:
			add(r)
		default:
			return nil, false
		}
		at = c.base.hi
	}
	add(base[at:])
	return linediff.Split(out), true
}

// cut gives the tokens of lines: words, runs of blanks, and single other
// characters.
func cut(lines [][]byte) [][]byte {
	var out [][]byte
	for _, line := range lines {
		for len(line) > 0 {
			n := tokenLen(line)
			out = append(out, line[:n])
			line = line[n:]
		}
	}
	return out
}

func tokenLen(b []byte) int {
	first, n := utf8.DecodeRune(b)
	class := classOf(first)
	if class == other {
		return n
	}
	end := bytes.IndexFunc(b, func(r rune) bool { return classOf(r) != class })
	if end < 0 {
		return len(b)
	}
	return end
}

type class int

const (
	other class = iota
	word
	blank
)

func classOf(r rune) class {
	switch {
	case r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
		return word
	case r == ' ' || r == '\t':
		return blank
	default:
		return other
	}
}
