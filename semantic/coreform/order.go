package coreform

import (
	"cmp"
	"strings"
)

// Compare is the total order of terms: by tag, then false before true, integers
// by value, texts by their bytes, and what has elements element by element, the
// shorter one first. Comments do not count.
func Compare(a, b Term) int {
	if a.tag != b.tag {
		return cmp.Compare(a.tag, b.tag)
	}
	switch a.tag {
	case Int:
		return compareInts(a.text, b.text)
	case Pair, Vector, Map:
		for i := range min(len(a.items), len(b.items)) {
			if c := Compare(a.items[i], b.items[i]); c != 0 {
				return c
			}
		}
		return cmp.Compare(len(a.items), len(b.items))
	default: // "false" is less than "true"
		return strings.Compare(a.text, b.text)
	}
}

// Equal says that the terms have the same value, whatever their comments.
func Equal(a, b Term) bool { return Compare(a, b) == 0 }

// compareInts compares normalized decimal integers.
func compareInts(a, b string) int {
	minusA, minusB := a[0] == '-', b[0] == '-'
	switch {
	case minusA && minusB:
		a, b = b[1:], a[1:]
	case minusA:
		return -1
	case minusB:
		return 1
	}
	return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b))
}
