package linediff

// slider moves runs of changed lines of one side: a run can move down by one line
// if its first line equals the one after it, and up if its last equals the one
// before it. While it moves, the place on the other side moves with it.
type slider struct {
	lines  []int32
	marks  []bool // with one more, which is never set
	other  []bool // marks of the other side
	indent func(line int) int
	budget *budget
}

// slide moves the runs of both sides to where a reader expects them.
func (s *search) slide(a, b [][]byte, opts Options) {
	steps := budget{left: opts.steps()}
	left := slider{lines: s.a, marks: s.gone, other: s.come, budget: &steps}
	right := slider{lines: s.b, marks: s.come, other: s.gone, budget: &steps}
	if !opts.NoIndent {
		left.indent = func(line int) int { return indentOf(a[line]) }
		right.indent = func(line int) int { return indentOf(b[line]) }
	}
	left.run()
	right.run()
}

// run is a range of marked lines; it is empty where two unmarked lines meet. Those
// of one side and those of the other correspond in order.
type run struct{ start, end int }

func first(marks []bool) run {
	r := run{}
	for marks[r.end] {
		r.end++
	}
	return r
}

func (r run) next(marks []bool) run {
	n := run{r.end + 1, r.end + 1}
	for marks[n.end] {
		n.end++
	}
	return n
}

func (r run) previous(marks []bool) run {
	p := run{r.start - 1, r.start - 1}
	for p.start > 0 && marks[p.start-1] {
		p.start--
	}
	return p
}

func (r run) empty() bool { return r.start == r.end }

// up moves the run by one line and takes in the run before it if they now touch.
func (s *slider) up(r *run) bool {
	if r.start == 0 || s.lines[r.start-1] != s.lines[r.end-1] || !s.budget.spend(1) {
		return false
	}
	r.start--
	r.end--
	s.marks[r.start], s.marks[r.end] = true, false
	for r.start > 0 && s.marks[r.start-1] {
		r.start--
	}
	return true
}

// down is up in the other direction.
func (s *slider) down(r *run) bool {
	if r.end == len(s.lines) || s.lines[r.start] != s.lines[r.end] || !s.budget.spend(1) {
		return false
	}
	s.marks[r.start], s.marks[r.end] = false, true
	r.start++
	r.end++
	for s.marks[r.end] {
		r.end++
	}
	return true
}

func (s *slider) run() {
	r, o := first(s.marks), first(s.other)
	for {
		if !r.empty() {
			s.place(&r, &o)
		}
		if r.end == len(s.lines) {
			return
		}
		r, o = r.next(s.marks), o.next(s.other)
	}
}

// place moves the run, and o on the other side with it. It grows by every run that
// it can reach. If somewhere on its way there is a change on the other side, it
// ends up beside the last such; else it goes where its boundaries look best.
func (s *slider) place(r, o *run) {
	var highest, beside int
	for size := -1; size != r.end-r.start; {
		size, beside = r.end-r.start, -1
		for s.up(r) {
			*o = o.previous(s.other)
		}
		highest = r.end
		if !o.empty() {
			beside = r.end
		}
		for s.down(r) {
			*o = o.next(s.other)
			if !o.empty() {
				beside = r.end
			}
		}
	}
	goal := r.end
	switch {
	case highest == r.end:
	case beside >= 0:
		goal = beside
	case s.indent != nil:
		goal = s.bestEnd(*r, highest)
	}
	for r.end > goal && s.up(r) {
		*o = o.previous(s.other)
	}
}
