package merge3

import "bytes"

// contained takes the side that both added to if it has all that the other side
// has, in the same order.
func contained(_ *merger, s sides) ([][]byte, bool) {
	if len(s.base) > 0 {
		return nil, false
	}
	if within(s.left, s.right) {
		return s.right, true
	}
	if within(s.right, s.left) {
		return s.left, true
	}
	return nil, false
}

// within says whether part is a subsequence of whole.
func within(part, whole [][]byte) bool {
	for _, line := range whole {
		if len(part) > 0 && bytes.Equal(line, part[0]) {
			part = part[1:]
		}
	}
	return len(part) == 0
}
