package merge3

import "github.com/genesis-vcs/genesis/semantic/linediff"

// chunk is a region that at least one side changed, with the edits of both,
// in the lines of the whole files.
type chunk struct {
	region
	leftEdits, rightEdits []linediff.Edit
}

// chunks groups the edits of both sides. Edits that touch are of one group if
// together is set, and of two otherwise; those that overlap, or that insert at
// one place, always are. What lies between two chunks is equal in all files.
func chunks(left, right []linediff.Edit, at region, together bool) []chunk {
	var out []chunk
	// The lines of a side are those of the base plus what its edits added so far.
	dl, dr := at.left.lo-at.base.lo, at.right.lo-at.base.lo
	for len(left) > 0 || len(right) > 0 {
		var c chunk
		left, right = c.gather(left, right, together)
		c.left.lo, c.right.lo = c.base.lo+dl, c.base.lo+dr
		dl, dr = dl+grown(c.leftEdits), dr+grown(c.rightEdits)
		c.left.hi, c.right.hi = c.base.hi+dl, c.base.hi+dr
		out = append(out, c)
	}
	return out
}

// gather takes the first edit of the two scripts and all that hang on it, and
// gives the rest.
func (c *chunk) gather(left, right []linediff.Edit, together bool) (_, _ []linediff.Edit) {
	if len(right) == 0 || len(left) > 0 && !before(right[0], left[0]) {
		c.base = span{left[0].A0, left[0].A1}
		c.leftEdits, left = left[:1:1], left[1:]
	} else {
		c.base = span{right[0].A0, right[0].A1}
		c.rightEdits, right = right[:1:1], right[1:]
	}
	for {
		switch {
		case len(left) > 0 && c.joins(left[0], c.rightEdits, together):
			c.leftEdits = append(c.leftEdits, left[0])
			c.base.hi = max(c.base.hi, left[0].A1)
			left = left[1:]
		case len(right) > 0 && c.joins(right[0], c.leftEdits, together):
			c.rightEdits = append(c.rightEdits, right[0])
			c.base.hi = max(c.base.hi, right[0].A1)
			right = right[1:]
		default:
			return left, right
		}
	}
}

// before orders the edits of two sides; an insertion comes before a change of the
// line that it stands above.
func before(a, b linediff.Edit) bool { return a.A0 < b.A0 || a.A0 == b.A0 && a.A1 < b.A1 }

// joins says whether e hangs on the chunk, which has those edits of the other
// side.
func (c *chunk) joins(e linediff.Edit, others []linediff.Edit, together bool) bool {
	if together {
		return e.A0 <= c.base.hi
	}
	for i := len(others) - 1; i >= 0 && others[i].A1 >= e.A0; i-- {
		if overlap(e, others[i]) {
			return true
		}
	}
	return false
}

// overlap says whether two edits change the same line, insert at the same place,
// or the one inserts within what the other changes.
func overlap(a, b linediff.Edit) bool {
	if a.A0 == a.A1 && b.A0 == b.A1 {
		return a.A0 == b.A0
	}
	return a.A0 < b.A1 && b.A0 < a.A1
}

// grown is how many lines more the edits leave than they found.
func grown(edits []linediff.Edit) int {
	n := 0
	for _, e := range edits {
		n += e.B1 - e.B0 - (e.A1 - e.A0)
	}
	return n
}
