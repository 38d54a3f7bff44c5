package linediff

// anchors finds the lines that occur once on each side of a region and the longest
// sequence of them that is in the same order on both.
type anchors struct {
	timesA, timesB []int32 // by line number; all zero between uses
	at             []int32 // by line number: where in b a line was seen last
}

// pair is a line of a and the line of b that is its partner.
type pair struct{ a, b int }

func (s *search) prepareAnchors() {
	if s.once == nil {
		s.once = &anchors{
			timesA: make([]int32, s.distinct), timesB: make([]int32, s.distinct),
			at: make([]int32, s.distinct),
		}
	}
}

// unique gives the pairs in order, and whether the region has any common line.
func (s *search) unique(r region) (pairs []pair, common bool) {
	s.prepareAnchors()
	t := s.once
	for _, n := range s.a[r.a0:r.a1] {
		t.timesA[n]++
	}
	for j := r.b0; j < r.b1; j++ {
		t.timesB[s.b[j]]++
		t.at[s.b[j]] = int32(j)
	}
	for i := r.a0; i < r.a1; i++ {
		n := s.a[i]
		common = common || t.timesB[n] > 0
		if t.timesA[n] == 1 && t.timesB[n] == 1 {
			pairs = append(pairs, pair{i, int(t.at[n])})
		}
	}
	for _, n := range s.a[r.a0:r.a1] {
		t.timesA[n] = 0
	}
	for _, n := range s.b[r.b0:r.b1] {
		t.timesB[n] = 0
	}
	return rising(pairs), common
}

// rising gives the longest subsequence of pairs, which are sorted by a, whose b
// rises too: patience sorting with links back.
func rising(pairs []pair) []pair {
	piles := make([]int, 0, 16) // the pair on top of each pile
	before := make([]int, len(pairs))
	for i, p := range pairs {
		lo, hi := 0, len(piles)
		for lo < hi {
			if mid := (lo + hi) / 2; pairs[piles[mid]].b < p.b {
				lo = mid + 1
			} else {
				hi = mid
			}
		}
		before[i] = -1
		if lo > 0 {
			before[i] = piles[lo-1]
		}
		if lo == len(piles) {
			piles = append(piles, i)
		} else {
			piles[lo] = i
		}
	}
	if len(piles) == 0 {
		return nil
	}
	out := make([]pair, len(piles))
	for k, i := len(piles)-1, piles[len(piles)-1]; i >= 0; k, i = k-1, before[i] {
		out[k] = pairs[i]
	}
	return out
}

// between calls do with what lies around and between the pairs, each part without
// the equal lines next to the pairs.
func (s *search) between(r region, pairs []pair, do func(region)) {
	for _, p := range pairs {
		if p.a < r.a0 || p.b < r.b0 {
			continue // within equal lines that were passed already
		}
		part := s.trim(region{r.a0, p.a, r.b0, p.b})
		do(part)
		r.a0, r.b0 = p.a+1, p.b+1
	}
	do(s.trim(r))
}

// coarse is the answer when the effort is spent: what lies between unique lines is
// replaced. It takes time n log n.
func (s *search) coarse(r region) {
	pairs, _ := s.unique(r)
	s.between(r, pairs, s.replace)
}
