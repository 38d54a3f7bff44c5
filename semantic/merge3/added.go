package merge3

import "slices"

// added keeps what both sides added at one place, left first.
func added(_ *merger, s sides) ([][]byte, bool) {
	if len(s.base) > 0 {
		return nil, false
	}
	return slices.Concat(s.left, s.right), true
}
