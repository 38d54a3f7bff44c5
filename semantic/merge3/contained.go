package merge3

import (
	"github.com/genesis-vcs/genesis/semantic/linediff"
)

// contained takes the side whose edit contains the other's: the way from the base
// to it leads over the other side. What that side removed, this one removed too,
// and what it added is there.
func contained(_ *merger, s sides) ([][]byte, bool) {
	base, left, right := dense(cut(s.base)), dense(cut(s.left)), dense(cut(s.right))
	if len(base)+len(left)+len(right) > mostTokens {
		return nil, false
	}
	toLeft, toRight, across := distance(base, left), distance(base, right), distance(left, right)
	switch {
	case toLeft == 0 || toRight == 0 || across == 0:
		return nil, false // sides that differ in blanks alone contain each other
	case toLeft+across == toRight:
		return s.right, true
	case toRight+across == toLeft:
		return s.left, true
	}
	return nil, false
}

// distance counts the tokens that differ.
func distance(a, b [][]byte) int {
	removed, added := linediff.Changed(linediff.DiffWith(a, b, linediff.Options{Algorithm: linediff.Myers, NoIndent: true}))
	return removed + added
}
