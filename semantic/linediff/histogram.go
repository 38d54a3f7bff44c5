package linediff

// rarity counts the lines of a region of a and links those that are equal.
type rarity struct {
	times []int32 // by line number; zero between uses
	first []int32 // by line number, plus one: where in a it occurs first
	next  []int32 // by line of a, plus one: where it occurs next
}

// tooOften is how often a line may occur in a region of a to start a common run.
const tooOften = 64

// scansFor is the effort after which the histogram gives up on texts of so many
// lines. It goes through the rest of a region for every common run that it finds.
// Texts that people write take up to some thirty steps a line; a large text with
// very many small changes would take as many as there are changes.
func scansFor(lines int) int { return 64*lines + 1<<22 }

// histogram splits the region at the common run that is rarest and goes on on both
// sides of it. When that has become too much effort, unique lines have to do.
func (s *search) histogram(r region) {
	if s.rare == nil {
		s.rare = &rarity{
			times: make([]int32, s.distinct), first: make([]int32, s.distinct),
			next: make([]int32, len(s.a)),
		}
	}
	for r.a0 < r.a1 && r.b0 < r.b1 {
		s.budget.spend(r.size())
		run, common := s.rarestRun(r)
		switch {
		case s.budget.left < s.reserve:
			s.patience(r)
			return
		case run.a0 == run.a1 && common:
			s.myers(r)
			return
		case run.a0 == run.a1:
			s.replace(r)
			return
		}
		r = halves(region{r.a0, run.a0, r.b0, run.b0}, region{run.a1, r.a1, run.b1, r.b1}, s.histogram)
	}
	s.replace(r)
}

// rarestRun gives the common run of lines to split the region at: one with a rarer
// line before one with a more frequent, then the longer, then the first. It is
// empty if no common line is rare; common says whether there are common lines.
func (s *search) rarestRun(r region) (best region, common bool) {
	s.count(r)
	rarest := int32(tooOften + 1)
	for j := r.b0; j < r.b1 && s.budget.left >= s.reserve; {
		n := s.b[j]
		next := j + 1
		if s.rare.times[n] > 0 {
			common = true
		}
		if s.rare.times[n] > 0 && s.rare.times[n] <= rarest {
			for i := int(s.rare.first[n]) - 1; i >= 0; {
				run, times := s.grow(r, i, j)
				next = max(next, run.b1)
				if run.a1-run.a0 > best.a1-best.a0 || times < rarest {
					best, rarest = run, times
				}
				for i >= 0 && i < run.a1 {
					i = int(s.rare.next[i]) - 1
				}
			}
		}
		j = next
	}
	s.uncount(r)
	return best, common
}

// grow extends the pair of line i of a and j of b as far as lines are equal, and
// says how often the rarest of them occurs.
func (s *search) grow(r region, i, j int) (run region, times int32) {
	run = region{i, i + 1, j, j + 1}
	times = s.rare.times[s.a[i]]
	for run.a0 > r.a0 && run.b0 > r.b0 && s.a[run.a0-1] == s.b[run.b0-1] {
		run.a0--
		run.b0--
		times = min(times, s.rare.times[s.a[run.a0]])
	}
	for run.a1 < r.a1 && run.b1 < r.b1 && s.a[run.a1] == s.b[run.b1] {
		times = min(times, s.rare.times[s.a[run.a1]])
		run.a1++
		run.b1++
	}
	s.budget.spend(run.a1 - run.a0)
	return run, times
}

func (s *search) count(r region) {
	for i := r.a1 - 1; i >= r.a0; i-- {
		n := s.a[i]
		s.rare.next[i] = s.rare.first[n]
		s.rare.first[n] = int32(i + 1)
		s.rare.times[n]++
	}
}

func (s *search) uncount(r region) {
	for _, n := range s.a[r.a0:r.a1] {
		s.rare.first[n] = 0
		s.rare.times[n] = 0
	}
}
