package merge3

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"github.com/genesis-vcs/genesis/semantic/linediff"
)

// tokens merges within lines: the edits of both sides may touch the same lines but
// not the same tokens. Where both changed one version, the higher one wins.
func tokens(m *merger, s sides) ([][]byte, bool) {
	if len(s.base) == 0 || len(s.left) != len(s.base) && len(s.right) != len(s.base) {
		return nil, false
	}
	base, left, right := cut(s.base), cut(s.left), cut(s.right)
	if sharedWords(base, left, right) > 0 {
		return nil, false // both bring the same word: it would be there twice
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
	for _, c := range chunks(toLeft, toRight, r, true) {
		add(base[at:c.base.lo])
		b, l, r := base[c.base.lo:c.base.hi], left[c.left.lo:c.left.hi], right[c.right.lo:c.right.hi]
		switch {
		case len(c.rightEdits) == 0, equal(l, r):
			add(l)
		case len(c.leftEdits) == 0:
			add(r)
		case m.tries(StepVersions) && len(b) == 1 && len(l) == 1 && len(r) == 1 && higher(b[0], l[0], r[0]) != nil:
			out = append(out, higher(b[0], l[0], r[0])...)
		default:
			return nil, false
		}
		at = c.base.hi
	}
	add(base[at:])
	return linediff.Split(out), true
}

// higher gives the higher of two versions that both are higher than the base, and
// nil if they are not.
func higher(base, left, right []byte) []byte {
	for _, v := range [][]byte{base, left, right} {
		if versionLen(v) != len(v) {
			return nil
		}
	}
	if compareVersions(left, base) < 0 || compareVersions(right, base) < 0 {
		return nil
	}
	if compareVersions(left, right) >= 0 {
		return left
	}
	return right
}

// cut gives the tokens of lines: versions, words, runs of blanks, and
// single other characters.
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
	if n := versionLen(b); n > 0 {
		return n
	}
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
