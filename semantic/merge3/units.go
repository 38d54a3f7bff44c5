package merge3

import (
	"slices"

	"github.com/genesis-vcs/genesis/semantic"
)

// part is a unit of one side with its lines.
type part struct {
	unit  *semantic.Unit
	lines span
}

// list is the units of a parent by their identity, in order.
type list struct {
	order []semantic.Identity
	parts map[semantic.Identity]part
	head  int // the first line of the first unit
	tail  int // the line behind the last
}

// listOf gives the units of a parent. It is false if there are none, or if some do
// not begin and end with a line.
func listOf(units []semantic.Unit, starts []int, end int) (list, bool) {
	if len(units) == 0 {
		return list{}, false
	}
	l := list{order: semantic.Identities(units), parts: make(map[semantic.Identity]part, len(units))}
	at := func(offset int) (int, bool) {
		if offset == end {
			return len(starts), true
		}
		return slices.BinarySearch(starts, offset)
	}
	for i := range units {
		lo, ok1 := at(units[i].Span.Start)
		hi, ok2 := at(units[i].Span.End)
		if !ok1 || !ok2 {
			return list{}, false
		}
		l.parts[l.order[i]] = part{&units[i], span{lo, hi}}
	}
	l.head, l.tail = l.parts[l.order[0]].lines.lo, l.parts[l.order[len(l.order)-1]].lines.hi
	return l, true
}

// lists are the units of one parent on the three sides.
type lists struct {
	base, left, right list
	set               bool
	apart             bool // most are, by a blank line
}

// outline is the three documents as lines.
type outline struct {
	m                                   *merger
	baseStarts, leftStarts, rightStarts []int
	alignment                           alignment
}

// mergeUnits merges the whole file unit by unit: each is merged for itself, what a
// side added is kept, left first, what it removed is gone unless the other side
// changed it, and what it moved keeps the other side's edit. It is false if there
// are no units or if both sides moved them, differently.
func (m *merger) mergeUnits(a alignment) ([]piece, bool) {
	if m.docs == nil {
		return nil, false
	}
	o := &outline{m, lineStarts(m.docs.base.Content), lineStarts(m.docs.left.Content), lineStarts(m.docs.right.Content), a}
	return o.merge(m.all(), &m.docs.base.Root, &m.docs.left.Root, &m.docs.right.Root)
}

func (o *outline) merge(r region, base, left, right *semantic.Unit) ([]piece, bool) {
	var u lists
	var ok [3]bool
	u.base, ok[0] = listOf(base.Units, o.baseStarts, len(o.m.docs.base.Content))
	u.left, ok[1] = listOf(left.Units, o.leftStarts, len(o.m.docs.left.Content))
	u.right, ok[2] = listOf(right.Units, o.rightStarts, len(o.m.docs.right.Content))
	u.set = base.Set && left.Set && right.Set
	if ok != [3]bool{true, true, true} {
		return nil, false
	}
	if !u.set {
		u.left.renamed(u.base, o.m.base, o.m.left)
		u.right.renamed(u.base, o.m.base, o.m.right)
	}
	u.apart = u.left.mostApart(o.m.left) || u.right.mostApart(o.m.right)
	order, ok2 := u.order()
	if !ok2 {
		return nil, false
	}
	out := o.m.mergeLines(region{span{r.base.lo, u.base.head}, span{r.left.lo, u.left.head}, span{r.right.lo, u.right.head}}, o.alignment)
	at := region{span{u.base.head, u.base.head}, span{u.left.head, u.left.head}, span{u.right.head, u.right.head}}
	var before semantic.Identity
	for _, id := range order {
		here := u.place(id, at)
		pieces := o.unit(u, id, here)
		if firstLine(pieces) != nil {
			out = join(out, pieces, before != semantic.Identity{} && o.apart(u, before, id))
			before = id
		} else {
			out = append(out, pieces...)
		}
		at = region{span{here.base.hi, here.base.hi}, span{here.left.hi, here.left.hi}, span{here.right.hi, here.right.hi}}
	}
	rest := region{span{u.base.tail, r.base.hi}, span{u.left.tail, r.left.hi}, span{u.right.tail, r.right.hi}}
	return append(out, o.m.mergeLines(rest, o.alignment)...), true
}

// place gives the lines of a unit. at is where the unit before it ends, for the
// sides that do not have this one.
func (u lists) place(id semantic.Identity, at region) region {
	for _, side := range []struct {
		list list
		at   *span
	}{{u.base, &at.base}, {u.left, &at.left}, {u.right, &at.right}} {
		if p, ok := side.list.parts[id]; ok {
			*side.at = p.lines
		}
	}
	return at
}

// unit merges what the sides made of one unit, whose lines are here.
func (o *outline) unit(u lists, id semantic.Identity, here region) []piece {
	b, inBase := u.base.parts[id]
	l, inLeft := u.left.parts[id]
	r, inRight := u.right.parts[id]
	base, left, right := o.m.lines(here)
	p := piece{region: here, step: StepUnits}
	switch {
	case inLeft && inRight && same(left, right), inBase && inLeft && inRight && same(base, right):
		p.text = left
	case inBase && inLeft && inRight && same(base, left):
		p.text = right
	case inBase && !inLeft && (!inRight || same(base, right)), inBase && !inRight && same(base, left):
		// removed, and not changed by the other side
	case !inBase && !inRight:
		p.text = left
	case !inBase && !inLeft:
		p.text = right
	case inBase && (!inLeft || !inRight):
		p.conflict, p.class = true, ClassStructure
	default:
		return o.both(here, b.unit, l.unit, r.unit)
	}
	return []piece{p}
}

// both merges a unit that both sides changed, or that both added.
func (o *outline) both(here region, base, left, right *semantic.Unit) []piece {
	if base != nil {
		if pieces, ok := o.merge(here, base, left, right); ok {
			return pieces
		}
	}
	return o.m.mergeLines(here, o.alignment)
}

// same compares two units without the blank lines above them, which belong to
// where a unit stands.
func same(a, b [][]byte) bool { return equal(withoutBlanks(a), withoutBlanks(b)) }

func withoutBlanks(lines [][]byte) [][]byte {
	for len(lines) > 0 && blankLine(lines[0]) {
		lines = lines[1:]
	}
	return lines
}

// order merges the orders of the three lists. Units of all three are in the order
// of the side that moved some; each other one stands behind the one of those that
// it stands behind on its side, left's before right's. It is false if both sides
// moved units, differently, and their order has a meaning.
func (u lists) order() ([]semantic.Identity, bool) {
	kept := func(ids []semantic.Identity) []semantic.Identity {
		return slices.DeleteFunc(slices.Clone(ids), func(id semantic.Identity) bool {
			return !u.base.has(id) || !u.left.has(id) || !u.right.has(id)
		})
	}
	base, left, right := kept(u.base.order), kept(u.left.order), kept(u.right.order)
	order := left
	switch {
	case slices.Equal(left, right), slices.Equal(base, right):
	case slices.Equal(base, left):
		order = right
	case !u.set:
		return nil, false
	}
	fixed := map[semantic.Identity]bool{}
	for _, id := range order {
		fixed[id] = true
	}
	behind := map[semantic.Identity][]semantic.Identity{}
	placed := map[semantic.Identity]bool{}
	for _, side := range []list{u.left, u.right} {
		var last semantic.Identity // none: what comes before the first
		for _, id := range side.order {
			switch {
			case fixed[id]:
				last = id
			case !placed[id]:
				behind[last] = append(behind[last], id)
				placed[id] = true
			}
		}
	}
	out := behind[semantic.Identity{}]
	for _, id := range order {
		out = append(append(out, id), behind[id]...)
	}
	return out, !u.contested(behind)
}

// contested says whether one side removed units at a place and the other put some
// there: that may be a replacement of what is gone.
func (u lists) contested(behind map[semantic.Identity][]semantic.Identity) bool {
	for _, ids := range behind {
		var leftRemoved, leftAdded, rightRemoved, rightAdded bool
		for _, id := range ids {
			b, l, r := u.base.has(id), u.left.has(id), u.right.has(id)
			leftRemoved = leftRemoved || b && !l
			rightRemoved = rightRemoved || b && !r
			leftAdded = leftAdded || !b && l && !r
			rightAdded = rightAdded || !b && r && !l
		}
		if leftRemoved && !leftAdded && rightAdded || rightRemoved && !rightAdded && leftAdded {
			return true
		}
	}
	return false
}

func (l list) has(id semantic.Identity) bool {
	_, ok := l.parts[id]
	return ok
}
