package merge3

// span is the lines lo to hi of a side, without hi.
type span struct{ lo, hi int }

func (s span) len() int { return s.hi - s.lo }

// region is one place in the three files.
type region struct{ base, left, right span }

// piece is a part of the result.
type piece struct {
	region
	// step is what settled it, "" where at most one side changed something.
	step Step
	// conflict says that nothing settled it; text is empty then.
	conflict bool
	class    Class // of the conflict; "" is text
	text     [][]byte
}
