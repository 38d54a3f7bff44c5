package linediff

// Limits of what is looked at to find a good boundary.
const (
	farthestSlide = 100 // positions that are compared
	mostIndent    = 200 // columns
	mostBlanks    = 20  // blank lines in a row
)

// What speaks for and against a boundary between two lines. The less, the better.
// The figures are those of git diff, fitted to what people chose in many files.
const (
	atStart             = 1
	atEnd               = 21
	eachBlank           = -30
	eachBlankAfter      = 6
	deeper              = -4
	deeperAfterBlank    = 10
	shallower           = 24
	shallowerAfterBlank = 17
	closing             = 23
	closingAfterBlank   = 17
	oneIndentWorth      = 60 // in penalty
)

// none is the indentation of a blank line.
const none = -1

// indentOf is the column of the first byte that is not white space.
func indentOf(line []byte) int {
	column := 0
	for _, c := range line {
		switch c {
		case ' ':
			column++
		case '\t':
			column += 8 - column%8
		case '\n', '\r':
		default:
			return column
		}
		if column >= mostIndent {
			return mostIndent
		}
	}
	return none
}

// merit is what speaks against the two boundaries of a run.
type merit struct{ indent, penalty int }

// worse says whether m is worse than o.
func (m merit) worse(o merit) bool {
	difference := m.penalty - o.penalty
	switch {
	case m.indent > o.indent:
		difference += oneIndentWorth
	case m.indent < o.indent:
		difference -= oneIndentWorth
	}
	return difference > 0
}

// bestEnd gives the end of the run, between highest and where it is, with the best
// boundaries, and of equally good ones the last.
func (s *slider) bestEnd(r run, highest int) int {
	size := r.end - r.start
	from := max(highest, r.end-size-1, r.end-farthestSlide)
	best, goal := merit{}, none
	for end := from; end <= r.end; end++ {
		m := s.judge(end).plus(s.judge(end - size))
		if goal == none || !m.worse(best) {
			best, goal = m, end
		}
	}
	return goal
}

func (m merit) plus(o merit) merit { return merit{m.indent + o.indent, m.penalty + o.penalty} }

// judge says what speaks against a boundary before line at.
func (s *slider) judge(at int) (m merit) {
	own, after, blanksAfter := none, none, 0
	before, blanks := s.toward(at, -1)
	if at < len(s.lines) {
		own = s.indent(at)
		after, blanksAfter = s.toward(at, +1)
	} else {
		m.penalty += atEnd
	}
	if before == none && blanks == 0 {
		m.penalty += atStart
	}
	if own == none {
		blanksAfter++
		own = after
	} else {
		blanksAfter = 0
	}
	m.penalty += eachBlank*(blanks+blanksAfter) + eachBlankAfter*blanksAfter
	m.indent = own
	if own == none || before == none || own == before {
		return m
	}
	anyBlank := blanks+blanksAfter > 0
	switch {
	case own > before:
		m.penalty += either(anyBlank, deeperAfterBlank, deeper)
	case after != none && after > own:
		m.penalty += either(anyBlank, shallowerAfterBlank, shallower)
	default:
		m.penalty += either(anyBlank, closingAfterBlank, closing)
	}
	return m
}

func either(choice bool, yes, no int) int {
	if choice {
		return yes
	}
	return no
}

// toward gives the indentation of the first line that is not blank beyond line at
// in the direction, and how many blank lines there are before it.
func (s *slider) toward(at, direction int) (indent, blanks int) {
	for i := at + direction; i >= 0 && i < len(s.lines); i += direction {
		if indent = s.indent(i); indent != none {
			return indent, blanks
		}
		if blanks++; blanks == mostBlanks {
			return 0, blanks
		}
	}
	return none, blanks
}
