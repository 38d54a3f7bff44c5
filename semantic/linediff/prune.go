package linediff

// What makes a frequent line more than it is worth, as git diff has it.
const (
	mostFrequent = 1024 // a line that occurs this often is frequent in any file
	window       = 100  // lines that are looked at around a frequent one
	crowd        = 4    // frequent ones count that much against those without a partner
)

// worth says how a line stands to the other side.
type worth byte

const (
	alone    worth = iota // the other side does not have it
	useful                // it may have a partner
	frequent              // the other side has it so often that it says little
)

// prune gives the inner part of the region without the lines that have no partner
// and the frequent lines among them; these are marked. How often lines occur is
// counted in the whole region.
func (s *search) prune(r, inner region) *path {
	timesA, timesB := s.times(r)
	p := &path{search: s}
	p.a, p.fromA = keep(s.a, inner.a0, inner.a1, timesB, limit(r.a1-r.a0), s.gone)
	p.b, p.fromB = keep(s.b, inner.b0, inner.b1, timesA, limit(r.b1-r.b0), s.come)
	for _, n := range s.a[r.a0:r.a1] {
		timesA[n] = 0
	}
	for _, n := range s.b[r.b0:r.b1] {
		timesB[n] = 0
	}
	diagonals := len(p.a) + len(p.b) + 3
	p.cost = max(rootOf(diagonals), minCost)
	p.diagonalOfZero = len(p.b) + 1
	if len(s.diagonals) < 2*diagonals {
		s.diagonals = make([]int32, 2*diagonals)
	}
	p.ahead, p.back = s.diagonals[:diagonals], s.diagonals[diagonals:2*diagonals]
	return p
}

// limit is how often a line has to occur to be frequent.
func limit(lines int) int32 { return int32(min(rootOf(lines), mostFrequent)) }

// rootOf is a power of two near the square root.
func rootOf(n int) int {
	root := 1
	for ; n > 0; n >>= 2 {
		root <<= 1
	}
	return root
}

func (s *search) times(r region) (timesA, timesB []int32) {
	s.prepareAnchors()
	timesA, timesB = s.once.timesA, s.once.timesB
	for _, n := range s.a[r.a0:r.a1] {
		timesA[n]++
	}
	for _, n := range s.b[r.b0:r.b1] {
		timesB[n]++
	}
	return timesA, timesB
}

// keep gives the lines from start to end that are to be compared, and where they
// are from; the others are marked.
func keep(lines []int32, start, end int, others []int32, limit int32, marks []bool) (kept, from []int32) {
	value := make([]worth, end-start)
	for i := range value {
		switch times := others[lines[start+i]]; {
		case times >= limit:
			value[i] = frequent
		case times > 0:
			value[i] = useful
		}
	}
	for i, v := range value {
		if v == alone || v == frequent && misleading(value, i) {
			marks[start+i] = true
			continue
		}
		kept = append(kept, lines[start+i])
		from = append(from, int32(start+i))
	}
	return kept, from
}

// misleading says whether a frequent line stands among lines that have no partner:
// the run of such and of frequent lines around it has some of them on both sides
// of it, and the frequent ones are few.
func misleading(value []worth, at int) bool {
	lone, often := 0, 2 // the line itself, once for each side
	for i := at - 1; i >= max(0, at-window) && value[i] != useful; i-- {
		if value[i] == alone {
			lone++
		} else {
			often++
		}
	}
	if lone == 0 {
		return false
	}
	before := lone
	for i := at + 1; i <= min(len(value)-1, at+window) && value[i] != useful; i++ {
		if value[i] == alone {
			lone++
		} else {
			often++
		}
	}
	return lone > before && often*crowd < often+lone
}
