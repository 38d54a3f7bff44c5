package linediff

// Bounds on the effort for one region, as git diff has them.
const (
	longSnake = 20  // equal lines in a row that say that a path is a good one
	minCost   = 256 // differences up to which no shortcut is taken
	goodPath  = 4   // lines that a path must have covered for each difference
)

// myers marks a region by Myers's algorithm in linear space: find the middle of a
// shortest path and go on on both sides of it. Lines that cannot have a partner, or
// that are so frequent that pairing them would only mislead, are taken out first.
func (s *search) myers(r region) {
	inner := s.trim(r)
	if inner.a0 == inner.a1 || inner.b0 == inner.b1 {
		s.replace(inner)
		return
	}
	p := s.prune(r, inner)
	p.solve(region{a1: len(p.a), b1: len(p.b)}, false)
}

// path is a region of the search as Myers's algorithm sees it: some lines of a and
// of b, by number, and where each is from.
type path struct {
	*search
	a, b           []int32
	fromA, fromB   []int32
	cost           int     // differences after which the best path so far is taken
	ahead, back    []int32 // the furthest line of a on each diagonal, from either end
	diagonalOfZero int     // index in these of the diagonal 0
}

// solve marks the lines of r that have no partner. Once a shortcut was taken, the
// part whose length is known is done exactly: it cannot be long.
func (p *path) solve(r region, exact bool) {
	for {
		r = p.trim(r)
		if r.a0 == r.a1 || r.b0 == r.b1 {
			p.replace(r)
			return
		}
		m, ok := p.middle(r, exact)
		if !ok {
			p.coarse(r)
			return
		}
		before, after := region{r.a0, m.a, r.b0, m.b}, region{m.a, r.a1, m.b, r.b1}
		if before.size() <= after.size() {
			p.solve(before, m.exactBefore)
			r, exact = after, m.exactAfter
		} else {
			p.solve(after, m.exactAfter)
			r, exact = before, m.exactBefore
		}
	}
}

func (p *path) trim(r region) region {
	for r.a0 < r.a1 && r.b0 < r.b1 && p.a[r.a0] == p.b[r.b0] {
		r.a0++
		r.b0++
	}
	for r.a0 < r.a1 && r.b0 < r.b1 && p.a[r.a1-1] == p.b[r.b1-1] {
		r.a1--
		r.b1--
	}
	return r
}

func (p *path) replace(r region) {
	for _, i := range p.fromA[r.a0:r.a1] {
		p.gone[i] = true
	}
	for _, j := range p.fromB[r.b0:r.b1] {
		p.come[j] = true
	}
}

// coarse marks everything but what unique lines pair.
func (p *path) coarse(r region) {
	part := search{a: p.a, b: p.b, distinct: p.distinct, once: p.once}
	pairs, _ := part.unique(r)
	p.once = part.once
	part.between(r, pairs, p.replace)
}
