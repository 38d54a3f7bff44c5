package merge3

// accounted says whether a result has everything that either side added and
// nothing that either removed, no more than once: for each token the change from
// the base to the result is that of both sides together, and what both added or
// removed may count once. Blanks do not count, and all versions count as one
// token, since the higher of two replaces the lower.
func accounted(s sides, result [][]byte) bool {
	count := map[string]*[4]int{}
	for i, lines := range [4][][]byte{s.base, s.left, s.right, result} {
		for _, t := range dense(cut(lines)) {
			key := string(t)
			if versionLen(t) > 0 {
				key = "0.0"
			}
			n := count[key]
			if n == nil {
				n = new([4]int)
				count[key] = n
			}
			n[i]++
		}
	}
	for _, n := range count {
		if !adds(n[1]-n[0], n[2]-n[0], n[3]-n[0]) {
			return false
		}
	}
	return true
}

// adds says whether the change of the result stands for those of both sides.
func adds(left, right, result int) bool {
	lo, hi := left+right, left+right
	switch {
	case left > 0 && right > 0:
		lo = max(left, right)
	case left < 0 && right < 0:
		hi = min(left, right)
	}
	return lo <= result && result <= hi
}
