package merge3

// join appends the pieces of a unit, whose lines are here. Units that were not
// neighbors before are kept apart by a blank line if the second one was on a side.
func (m *merger) join(out, pieces []piece, here region) []piece {
	before, after := lastLine(out), firstLine(pieces)
	if before != nil && after != nil && !blankLine(before) && !blankLine(after) &&
		(spaced(m.left, here.left) || spaced(m.right, here.right)) {
		out = append(out, piece{text: [][]byte{{'\n'}}})
	}
	return append(out, pieces...)
}

// spaced says whether a blank line stands above a unit.
func spaced(lines [][]byte, unit span) bool {
	return unit.len() > 0 && unit.lo > 0 && blankLine(lines[unit.lo-1])
}

// lastLine gives the last line of the pieces, nil if they end with a conflict.
func lastLine(pieces []piece) []byte {
	for i := len(pieces) - 1; i >= 0 && !pieces[i].conflict; i-- {
		if n := len(pieces[i].text); n > 0 {
			return pieces[i].text[n-1]
		}
	}
	return nil
}

// firstLine gives the first line of the pieces, nil if they begin with a conflict.
func firstLine(pieces []piece) []byte {
	for _, p := range pieces {
		switch {
		case p.conflict:
			return nil
		case len(p.text) > 0:
			return p.text[0]
		}
	}
	return nil
}
