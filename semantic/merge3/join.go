package merge3

import "github.com/genesis-vcs/genesis/semantic"

// join appends the pieces of a unit. Where units stand apart, a blank line keeps
// those apart that were not neighbors before.
func join(out, pieces []piece, apart bool) []piece {
	before, after := lastLine(out), firstLine(pieces)
	if apart && before != nil && after != nil && !blankLine(before) && !blankLine(after) {
		out = append(out, piece{text: [][]byte{{'\n'}}})
	}
	return append(out, pieces...)
}

// apart says whether a blank line belongs between two units. Neighbors on a side
// are as they are there; others are like most of the list.
func (o *outline) apart(u lists, before, id semantic.Identity) bool {
	neighbors, blank := false, true
	for _, side := range []struct {
		list  list
		lines [][]byte
	}{{u.left, o.m.left}, {u.right, o.m.right}} {
		if side.list.follows(before, id) {
			neighbors = true
			blank = blank && side.list.spaced(id, side.lines)
		}
	}
	if neighbors {
		return blank
	}
	return u.apart
}

// follows says whether the one unit stands right below the other.
func (l list) follows(before, id semantic.Identity) bool {
	b, ok1 := l.parts[before]
	p, ok2 := l.parts[id]
	return ok1 && ok2 && b.lines.hi == p.lines.lo
}

// spaced says whether a blank line stands above a unit.
func (l list) spaced(id semantic.Identity, lines [][]byte) bool {
	lo := l.parts[id].lines.lo
	return blankLine(lines[lo]) || lo > 0 && blankLine(lines[lo-1])
}

// mostApart says whether blank lines stand above most units but the first.
func (l list) mostApart(lines [][]byte) bool {
	n := 0
	for _, id := range l.order[1:] {
		if l.spaced(id, lines) {
			n++
		}
	}
	return n > 0 && 2*n >= len(l.order)-1
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
