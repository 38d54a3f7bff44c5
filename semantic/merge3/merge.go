package merge3

import (
	"bytes"
	"slices"

	"github.com/genesis-vcs/genesis/semantic/linediff"
)

// Merge merges what left and right made of base. It never fails: what it cannot
// settle is a conflict in the result.
func Merge(in Input) *Result {
	switch {
	case bytes.Equal(in.Left, in.Right), bytes.Equal(in.Right, in.Base):
		return whole(in.Left, in.Language)
	case bytes.Equal(in.Left, in.Base):
		return whole(in.Right, in.Language)
	case binary(in.Base), binary(in.Left), binary(in.Right):
		return binaryResult(in)
	}
	m := newMerger(in)
	return m.result(m.prove(m.merge()))
}

// binary says whether a content is something else than text.
func binary(content []byte) bool { return bytes.IndexByte(content[:min(len(content), 8000)], 0) >= 0 }

// merger is one merge at work, on lines that all have an end.
type merger struct {
	in                Input
	framing           framing
	base, left, right [][]byte
	docs              *documents // nil if they are lines and nothing else
}

func newMerger(in Input) *merger {
	f := framingOf(in.Base, in.Left, in.Right)
	m := &merger{
		in: in, framing: f,
		base: linediff.Split(f.out(in.Base)), left: linediff.Split(f.out(in.Left)), right: linediff.Split(f.out(in.Right)),
	}
	m.docs = m.read()
	return m
}

func (m *merger) tries(s Step) bool { return !slices.Contains(m.in.Options.Without, s) }

func (m *merger) all() region {
	return region{span{0, len(m.base)}, span{0, len(m.left)}, span{0, len(m.right)}}
}

// lines gives the lines of the region on each side.
func (m *merger) lines(r region) (base, left, right [][]byte) {
	return m.base[r.base.lo:r.base.hi], m.left[r.left.lo:r.left.hi], m.right[r.right.lo:r.right.hi]
}

// alignment is one way to align lines.
type alignment = linediff.Options

// alignments are the ways to align lines, in the order in which they are tried.
// The first is what git merge-file does: where that is clean, so is this.
func alignments() []alignment {
	return []alignment{
		{Algorithm: linediff.Myers, NoIndent: true},
		{Algorithm: linediff.Histogram},
		{Algorithm: linediff.Myers},
	}
}

// merge tries the alignments until one needs no step at all, and takes the one
// that leaves the fewest conflicts.
func (m *merger) merge() []piece {
	var tried [][]piece
	for _, a := range alignments() {
		pieces := m.mergeLines(m.all(), a)
		if plain(pieces) {
			return pieces
		}
		tried = append(tried, pieces)
	}
	// Git's own comes last: the others follow the shape of the text.
	best := tried[1]
	for _, pieces := range [][]piece{tried[2], tried[0]} {
		if conflicts(pieces) < conflicts(best) {
			best = pieces
		}
	}
	if conflicts(best) == 0 || !m.tries(StepUnits) {
		return best
	}
	for _, a := range alignments()[1:] {
		if pieces, ok := m.mergeUnits(a); ok && conflicts(pieces) < conflicts(best) {
			best = pieces
		}
	}
	return best
}

// plain says whether the sides changed the same in every region that both changed.
func plain(pieces []piece) bool {
	return !slices.ContainsFunc(pieces, func(p piece) bool { return p.conflict || p.step != "" && p.step != StepSame })
}

func conflicts(pieces []piece) int {
	n := 0
	for _, p := range pieces {
		if p.conflict {
			n++
		}
	}
	return n
}

// mergeLines merges a region by its lines.
func (m *merger) mergeLines(r region, a alignment) []piece {
	base, left, right := m.lines(r)
	toLeft := shift(linediff.DiffWith(base, left, a), r.base.lo, r.left.lo)
	toRight := shift(linediff.DiffWith(base, right, a), r.base.lo, r.right.lo)
	var out []piece
	at := r.base.lo
	for _, c := range chunks(toLeft, toRight, r, true) {
		out = m.unchanged(out, at, c.base.lo)
		out = append(out, m.settle(c)...)
		at = c.base.hi
	}
	return m.unchanged(out, at, r.base.hi)
}

func (m *merger) unchanged(out []piece, lo, hi int) []piece {
	if lo == hi {
		return out
	}
	return append(out, piece{text: m.base[lo:hi]})
}

func shift(edits []linediff.Edit, a, b int) []linediff.Edit {
	for i, e := range edits {
		edits[i] = linediff.Edit{A0: e.A0 + a, A1: e.A1 + a, B0: e.B0 + b, B1: e.B1 + b}
	}
	return edits
}

// settle decides a chunk: what one side left alone is the other's; what both
// changed goes through the steps.
func (m *merger) settle(c chunk) []piece {
	base, left, right := m.lines(c.region)
	switch {
	case len(c.rightEdits) == 0:
		return []piece{{region: c.region, text: left}}
	case len(c.leftEdits) == 0:
		return []piece{{region: c.region, text: right}}
	case m.tries(StepSame) && equal(left, right):
		return []piece{{region: c.region, step: StepSame, text: left}}
	}
	s := sides{base, left, right}
	if m.tries(StepContained) {
		if text, ok := contained(m, s); ok && accounted(s, text) {
			return []piece{{region: c.region, step: StepContained, text: text}}
		}
	}
	if m.tries(StepSet) {
		if text, ok := set(m, s); ok && accounted(s, text) {
			return []piece{{region: c.region, step: StepSet, text: text}}
		}
	}
	if !independent(s) {
		return []piece{{region: c.region, conflict: true}}
	}
	if m.tries(StepAdjacent) {
		if parts := chunks(c.leftEdits, c.rightEdits, c.region, false); len(parts) > 1 {
			return m.apart(c.region, parts)
		}
	}
	for _, w := range ways() {
		if !m.tries(w.step) {
			continue
		}
		if text, ok := w.settle(m, s); ok && accounted(s, text) {
			return []piece{{region: c.region, step: w.step, text: text}}
		}
	}
	return []piece{{region: c.region, conflict: true}}
}

// apart settles chunks that touch, each for itself. If no other step had to help,
// the whole is one piece.
func (m *merger) apart(r region, parts []chunk) []piece {
	var out []piece
	at, helped := r.base.lo, false
	for _, c := range parts {
		out = m.unchanged(out, at, c.base.lo)
		pieces := m.settle(c)
		for i := range pieces {
			if pieces[i].step == "" && !pieces[i].conflict {
				pieces[i].step = StepAdjacent
			}
			helped = helped || pieces[i].step != StepAdjacent
		}
		out = append(out, pieces...)
		at = c.base.hi
	}
	out = m.unchanged(out, at, r.base.hi)
	if helped {
		return out
	}
	one := piece{region: r, step: StepAdjacent}
	for _, p := range out {
		one.text = append(one.text, p.text...)
	}
	return []piece{one}
}

func equal(a, b [][]byte) bool { return slices.EqualFunc(a, b, bytes.Equal) }
