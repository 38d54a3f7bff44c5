package linediff

// patience pairs the unique lines and goes on between them. The largest part is
// done in the loop, so that the stack stays within the logarithm of the number of
// lines.
func (s *search) patience(r region) {
	for {
		r = s.trim(r)
		if r.a0 == r.a1 || r.b0 == r.b1 {
			s.replace(r)
			return
		}
		if !s.budget.spend(r.size()) {
			s.coarse(r)
			return
		}
		pairs, common := s.unique(r)
		if len(pairs) == 0 {
			if common {
				s.myers(r)
			} else {
				s.replace(r)
			}
			return
		}
		var largest region
		s.between(r, pairs, func(part region) {
			if part.size() > largest.size() {
				part, largest = largest, part
			}
			s.patience(part)
		})
		r = largest
	}
}
