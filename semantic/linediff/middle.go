package linediff

import "math"

// middle is a point that the path through a region goes through: it splits before
// line a of the one side and line b of the other.
type middle struct {
	a, b                    int
	exactBefore, exactAfter bool
}

// frontier is how far the paths with a number of differences reach that start at
// one end of a region. A diagonal is a line of a minus the line of b next to it.
type frontier struct {
	furthest  []int32 // by diagonal, shifted
	shift     int
	low, high int // diagonals that are reached; every other one between them
}

func (f *frontier) at(diagonal int) int { return int(f.furthest[diagonal+f.shift]) }

func (f *frontier) set(diagonal, line int) { f.furthest[diagonal+f.shift] = int32(line) }

// widen adds the diagonals one further out, as far as the region has them, beside
// which nothing is reached yet.
func (f *frontier) widen(least, most, unreached int) {
	if f.low > least {
		f.low--
		f.set(f.low-1, unreached)
	} else {
		f.low++
	}
	if f.high < most {
		f.high++
		f.set(f.high+1, unreached)
	} else {
		f.high--
	}
}

// middle goes from both ends, one difference more on either side at a time, until
// the paths meet. Unless it has to be exact it stops early: at a path that covers
// many lines for its differences and has a long run of equal ones, or when the
// cost is reached. It fails when the effort is spent.
func (p *path) middle(r region, exact bool) (m middle, ok bool) {
	limit := p.affordable(r)
	least, most := r.a0-r.b1, r.a1-r.b0
	start, end := r.a0-r.b0, r.a1-r.b1
	ahead := frontier{p.ahead, p.diagonalOfZero, start, start}
	back := frontier{p.back, p.diagonalOfZero, end, end}
	ahead.set(start, r.a0)
	back.set(end, r.a1)
	odd := (start-end)%2 != 0
	for cost := 1; ; cost++ {
		if !p.budget.spend(ahead.high - ahead.low + back.high - back.low + 2) {
			return middle{}, false
		}
		ahead.widen(least, most, -1)
		m, met, snake := p.forward(r, &ahead, &back, odd)
		if met {
			return m, true
		}
		back.widen(least, most, math.MaxInt32)
		m, met, long := p.backward(r, &ahead, &back, !odd)
		if met {
			return m, true
		}
		if exact {
			continue
		}
		if (snake || long) && cost > minCost {
			if m, found := p.promising(r, cost, &ahead, &back); found {
				return m, true
			}
		}
		if cost >= limit {
			return p.furthest(r, &ahead, &back), true
		}
	}
}

// affordable is how many differences to follow before the best path so far is
// taken: with c of them, a region takes about its size times c steps.
func (p *path) affordable(r region) int {
	return max(1, min(p.cost, p.budget.left/(4*r.size())))
}

// forward takes the paths from the start one difference further. It says whether
// one meets a path from the end, if that is to be looked at, and whether one has a
// long run of equal lines.
func (p *path) forward(r region, ahead, back *frontier, look bool) (m middle, met, long bool) {
	for d := ahead.high; d >= ahead.low; d -= 2 {
		i := ahead.at(d + 1)
		if before := ahead.at(d - 1); before >= i {
			i = before + 1
		}
		from := i
		for i < r.a1 && i-d < r.b1 && p.a[i] == p.b[i-d] {
			i++
		}
		if i-from > longSnake {
			long = true
		}
		p.budget.spend(i - from)
		ahead.set(d, i)
		if look && back.low <= d && d <= back.high && back.at(d) <= i {
			return middle{i, i - d, true, true}, true, long
		}
	}
	return middle{}, false, long
}

// backward is forward from the end.
func (p *path) backward(r region, ahead, back *frontier, look bool) (m middle, met, long bool) {
	for d := back.high; d >= back.low; d -= 2 {
		i := back.at(d - 1)
		if after := back.at(d + 1); i >= after {
			i = after - 1
		}
		from := i
		for i > r.a0 && i-d > r.b0 && p.a[i-1] == p.b[i-1-d] {
			i--
		}
		if from-i > longSnake {
			long = true
		}
		p.budget.spend(from - i)
		back.set(d, i)
		if look && ahead.low <= d && d <= ahead.high && i <= ahead.at(d) {
			return middle{i, i - d, true, true}, true, long
		}
	}
	return middle{}, false, long
}

// promising looks for the path that covers most lines, by far more than it has
// differences, and that ends in a long run of equal lines.
func (p *path) promising(r region, cost int, ahead, back *frontier) (m middle, found bool) {
	most := goodPath * cost
	for d := ahead.high; d >= ahead.low; d -= 2 {
		i := ahead.at(d)
		j := i - d
		covered := i - r.a0 + j - r.b0 - distance(d, r.a0-r.b0)
		if covered > most && r.a0+longSnake <= i && i < r.a1 && r.b0+longSnake <= j && j < r.b1 &&
			p.equal(i-longSnake, j-longSnake) {
			m, most, found = middle{i, j, true, false}, covered, true
		}
	}
	if found {
		return m, true
	}
	for d := back.high; d >= back.low; d -= 2 {
		i := back.at(d)
		j := i - d
		covered := r.a1 - i + r.b1 - j - distance(d, r.a1-r.b1)
		if covered > most && r.a0 < i && i <= r.a1-longSnake && r.b0 < j && j <= r.b1-longSnake && p.equal(i, j) {
			m, most, found = middle{i, j, false, true}, covered, true
		}
	}
	return m, found
}

func distance(x, y int) int { return max(x-y, y-x) }

// equal says whether a long run of equal lines starts at i and j.
func (p *path) equal(i, j int) bool {
	for k := range longSnake {
		if p.a[i+k] != p.b[j+k] {
			return false
		}
	}
	return true
}

// furthest gives the point furthest from its end that any path reaches.
func (p *path) furthest(r region, ahead, back *frontier) middle {
	far, fa := -1, 0
	for d := ahead.high; d >= ahead.low; d -= 2 {
		i := min(ahead.at(d), r.a1, r.b1+d)
		if 2*i-d > far {
			far, fa = 2*i-d, i
		}
	}
	near, na := math.MaxInt, 0
	for d := back.high; d >= back.low; d -= 2 {
		i := max(back.at(d), r.a0, r.b0+d)
		if 2*i-d < near {
			near, na = 2*i-d, i
		}
	}
	if r.a1+r.b1-near < far-(r.a0+r.b0) {
		return middle{fa, far - fa, true, false}
	}
	return middle{na, near - na, false, true}
}
