package merge3

import (
	"bytes"
	"slices"
)

// added keeps what both sides added at one place, left first.
func added(_ *merger, s sides) ([][]byte, bool) {
	if len(s.base) > 0 || common(s.left, s.right) {
		return nil, false
	}
	return slices.Concat(s.left, s.right), true
}

// common says whether the two have a line in common that is more than brackets.
func common(a, b [][]byte) bool {
	seen := make(map[string]bool, len(a))
	for _, line := range a {
		if telling(line) {
			seen[string(line)] = true
		}
	}
	for _, line := range b {
		if seen[string(line)] {
			return true
		}
	}
	return false
}

// telling says whether a line has a word in it.
func telling(line []byte) bool {
	return bytes.IndexFunc(line, func(r rune) bool { return classOf(r) == word }) >= 0
}
