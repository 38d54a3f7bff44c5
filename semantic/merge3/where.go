package merge3

import "github.com/genesis-vcs/genesis/semantic"

// where finds the units around conflicts.
type where struct {
	m                 *merger
	base, left, right index
}

func newWhere(m *merger) *where {
	if m.docs == nil {
		return nil
	}
	return &where{m, newIndex(m.docs.base), newIndex(m.docs.left), newIndex(m.docs.right)}
}

// unit names the innermost unit around a region that has a name, on the first side
// that has text there, and says whether a side deleted it. A nil where knows no
// units.
func (w *where) unit(r region) (name string, deleted bool) {
	if w == nil {
		return "", false
	}
	for _, side := range []struct {
		index index
		lines [][]byte
		at    span
	}{{w.left, w.m.left, r.left}, {w.right, w.m.right, r.right}, {w.base, w.m.base, r.base}} {
		at := trimBlanks(side.lines, side.at)
		if at.len() == 0 {
			continue
		}
		if name := side.index.around(at); name != "" {
			return name, w.base.names[name] && !(w.left.names[name] && w.right.names[name])
		}
	}
	return "", false
}

func trimBlanks(lines [][]byte, at span) span {
	for at.len() > 0 && blankLine(lines[at.lo]) {
		at.lo++
	}
	for at.len() > 0 && blankLine(lines[at.hi-1]) {
		at.hi--
	}
	return at
}

// index is the units of a document by their lines.
type index struct {
	units []named
	at    []int // the innermost unit of each line, -1 for none
	names map[string]bool
}

type named struct {
	name   string
	lines  span
	parent int // -1 for none
}

func newIndex(d *semantic.Document) index {
	starts := lineStarts(d.Content)
	x := index{at: make([]int, len(starts)), names: map[string]bool{}}
	for i := range x.at {
		x.at[i] = -1
	}
	d.Walk(func(f semantic.Found) {
		lines := span{lineAt(starts, f.Unit.Span.Start), lineAt(starts, f.Unit.Span.End-1) + 1}
		u := named{identity(f), lines, x.at[lines.lo]}
		x.names[u.name] = true
		for i := lines.lo; i < lines.hi; i++ {
			x.at[i] = len(x.units)
		}
		x.units = append(x.units, u)
	})
	return x
}

func (x index) around(at span) string {
	for i := x.at[at.lo]; i >= 0; i = x.units[i].parent {
		if at.hi <= x.units[i].lines.hi {
			return x.units[i].name
		}
	}
	return ""
}
