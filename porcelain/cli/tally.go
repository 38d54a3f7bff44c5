package cli

// tally counts what became of records.
type tally struct {
	kept       int
	suppressed int // records that were not given out
	dropped    int // of these, by --limit
	cut        int // records that were shortened
	bytes      int // of the records that were kept
	over       bool
	held       [][]byte // records in a shape of their own
	heldCut    []bool   // which of these were shortened
}

// refuse counts a record for which --max-output-bytes has no room.
func (t *tally) refuse() {
	t.over = true
	t.suppressed++
}

// isCut reports that a flag cut the list off.
func (t *tally) isCut() bool { return t.over || t.dropped > 0 }

// holding is the tally when only the first n of the held records are kept.
func (t tally) holding(n int) tally {
	for i := n; i < len(t.held); i++ {
		t.kept--
		t.refuse()
		if t.heldCut[i] {
			t.cut--
		}
	}
	t.held, t.heldCut = t.held[:n], t.heldCut[:n]
	return t
}
