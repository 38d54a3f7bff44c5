package unitdiff

import (
	"bytes"

	"github.com/genesis-vcs/genesis/semantic"
)

// Compare says what happened to the units between two documents. Either may be nil,
// which is a file without units. Changes come in the order of the new document, and
// behind those of one parent the units that it lost.
func Compare(before, after *semantic.Document) []Change {
	c := comparison{old: sideOf(before), new: sideOf(after), left: mostSteps}
	c.parents(unitsOf(before), unitsOf(after), "", "")
	return c.out
}

func unitsOf(d *semantic.Document) []semantic.Unit {
	if d == nil {
		return nil
	}
	return d.Units()
}

// side is one of the two documents.
type side struct {
	content []byte
	lines   semantic.Lines
}

func sideOf(d *semantic.Document) side {
	if d == nil || len(d.Units()) == 0 {
		return side{}
	}
	return side{content: d.Content, lines: semantic.LinesOf(d.Content)}
}

func (s side) part(u *semantic.Unit, prefix string) *Part {
	p := &Part{Unit: u, Content: s.content}
	if u.Name != "" {
		p.Path = prefix + u.Name
	}
	p.First, p.Last = s.lines.Of(u.Body)
	return p
}

// comparison collects changes.
type comparison struct {
	old, new side
	left     int // steps for the search for new names
	out      []Change
}

// parents compares the units of two parents that are the same unit, or of the files.
// The prefixes are the names in front of those of the units.
func (c *comparison) parents(as, bs []semantic.Unit, prefixA, prefixB string) {
	partner := match(as, bs)
	renamed := c.renames(as, bs, partner)
	stays := inOrder(partner)
	gone := make([]bool, len(as))
	for i := range gone {
		gone[i] = true
	}
	for j := range bs {
		i := partner[j]
		if i < 0 {
			c.add(Change{What: Added, New: c.new.part(&bs[j], prefixB)})
			continue
		}
		gone[i] = false
		u, v := &as[i], &bs[j]
		moved := !stays[j] && !v.Set
		switch {
		case renamed[j]:
			c.add(Change{What: Renamed, Old: c.old.part(u, prefixA), New: c.new.part(v, prefixB), Moved: moved})
		case u.Hash != v.Hash:
			c.changed(u, v, prefixA, prefixB, moved)
		case moved:
			c.add(Change{What: Moved, Old: c.old.part(u, prefixA), New: c.new.part(v, prefixB)})
		}
	}
	for i := range as {
		if gone[i] {
			c.add(Change{What: Removed, Old: c.old.part(&as[i], prefixA)})
		}
	}
}

func (c *comparison) add(change Change) {
	change.From, change.To = -1, -1
	c.out = append(c.out, change)
}

// changed reports a unit that is no longer the same, or the parts of it that are not.
func (c *comparison) changed(u, v *semantic.Unit, prefixA, prefixB string, moved bool) {
	at := len(c.out)
	c.parents(u.Units, v.Units, below(prefixA, u), below(prefixB, v))
	if len(c.out) > at && !moved && bytes.Equal(own(u, c.old.content), own(v, c.new.content)) {
		return
	}
	c.add(Change{What: Changed, Old: c.old.part(u, prefixA), New: c.new.part(v, prefixB), Moved: moved})
	whole := c.out[len(c.out)-1]
	copy(c.out[at+1:], c.out[at:])
	c.out[at] = whole
}

func below(prefix string, u *semantic.Unit) string {
	if u.Name == "" {
		return prefix
	}
	return prefix + u.Name + "/"
}

// own is the words of a unit that are in none of its parts.
func own(u *semantic.Unit, content []byte) []byte {
	if len(u.Units) == 0 {
		return words(u.Body.In(content))
	}
	head := semantic.Span{Start: min(u.Body.Start, u.Units[0].Span.Start), End: u.Units[0].Span.Start}
	end := u.Units[len(u.Units)-1].Span.End
	tail := semantic.Span{Start: end, End: max(end, u.Body.End)}
	return append(words(head.In(content)), words(tail.In(content))...)
}

func words(text []byte) []byte { return bytes.Join(bytes.Fields(text), []byte{' '}) }
