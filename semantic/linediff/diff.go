package linediff

// Diff gives the script from a to b with the default options.
func Diff(a, b [][]byte) []Edit { return DiffWith(a, b, Options{}) }

// DiffWith gives the script from a to b.
func DiffWith(a, b [][]byte, opts Options) []Edit {
	s := newSearch(a, b, opts.steps())
	s.mark(opts.Algorithm)
	s.slide(a, b, opts)
	return s.script()
}

// search is one comparison of two texts. The lines without a partner are marked,
// in any order; at the end as many lines are left unmarked on either side, and
// they pair in order.
type search struct {
	a, b       []int32
	distinct   int // numbers are below it
	gone, come []bool
	budget     budget
	reserve    int // what of the budget the histogram leaves to others

	rare      *rarity  // made when the histogram first needs it
	once      *anchors // made when lines are first counted on both sides
	diagonals []int32  // made when Myers first needs them, and grown
}

func newSearch(a, b [][]byte, steps int) *search {
	na, nb, distinct := intern(a, b)
	return &search{
		a: na, b: nb, distinct: distinct,
		gone: make([]bool, len(a)+1), come: make([]bool, len(b)+1),
		budget:  budget{left: steps},
		reserve: max(steps/2, steps-scansFor(len(a)+len(b))),
	}
}

// mark marks the lines without a partner.
func (s *search) mark(algorithm Algorithm) {
	whole := region{a1: len(s.a), b1: len(s.b)}
	switch algorithm {
	case Myers:
		s.myers(whole)
	case Patience:
		s.patience(whole)
	case Histogram:
		s.histogram(whole)
	}
}

// region is the lines a0 to a1 of the one text against b0 to b1 of the other.
type region struct{ a0, a1, b0, b1 int }

func (r region) size() int { return r.a1 - r.a0 + r.b1 - r.b0 }

// trim gives the region without the lines that are equal at its start and end.
func (s *search) trim(r region) region {
	for r.a0 < r.a1 && r.b0 < r.b1 && s.a[r.a0] == s.b[r.b0] {
		r.a0++
		r.b0++
	}
	for r.a0 < r.a1 && r.b0 < r.b1 && s.a[r.a1-1] == s.b[r.b1-1] {
		r.a1--
		r.b1--
	}
	return r
}

// replace marks every line of the region.
func (s *search) replace(r region) {
	set(s.gone[r.a0:r.a1])
	set(s.come[r.b0:r.b1])
}

func set(marks []bool) {
	for i := range marks {
		marks[i] = true
	}
}

// script reads the edits off the marks.
func (s *search) script() []Edit {
	var out []Edit
	for i, j := 0, 0; i < len(s.a) || j < len(s.b); i, j = i+1, j+1 {
		e := Edit{A0: i, B0: j}
		for s.gone[i] {
			i++
		}
		for s.come[j] {
			j++
		}
		if e.A1, e.B1 = i, j; e.A1 > e.A0 || e.B1 > e.B0 {
			out = append(out, e)
		}
	}
	return out
}

// halves goes on with the parts of a region, in any order: the larger is given
// back to be done in the caller's loop, so that the stack stays within the
// logarithm of the number of lines.
func halves(x, y region, do func(region)) region {
	if x.size() > y.size() {
		x, y = y, x
	}
	do(x)
	return y
}
