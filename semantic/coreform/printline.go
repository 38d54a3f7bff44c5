package coreform

// line says whether a term has a text on one line, and how long that is. Beyond
// limit the length is some number greater than limit, and a list has none, so that
// the effort does not grow with the term.
func (p *printer) line(t Term, limit int) (n int, ok bool) {
	switch {
	case t.IsAtom():
		return p.atomLen(t, limit), true
	case p.comments && t.noted:
		return 0, false
	case t.tag == Pair:
		limit = min(limit, lineWidth)
		n = p.lineLen(t.items, limit)
		return n, n <= limit
	}
	if (t.tag == Vector && len(t.items) > 3) || (t.tag == Map && len(t.items) > 4) {
		return 0, false
	}
	for _, item := range t.items {
		if !item.IsAtom() {
			return 0, false
		}
	}
	return p.lineLen(t.items, limit), true
}

// lineLen is the length of items in brackets with blanks between them; one beyond
// limit stands for every greater one, and for items that have no text on one line.
func (p *printer) lineLen(items []Term, limit int) int {
	n := 1 + max(len(items), 1)
	for _, item := range items {
		if n > limit {
			break
		}
		m, ok := p.line(item, limit-n)
		if !ok {
			return limit + 1
		}
		n += m
	}
	return n
}

// atomLen is the length of an atom's text, which is never shorter than its value.
func (p *printer) atomLen(t Term, limit int) int {
	switch {
	case len(t.text) > limit:
		return len(t.text)
	case t.tag == Nil:
		return len("nil")
	case t.tag != Str && t.tag != Bytes:
		return len(t.text)
	}
	p.scratch = appendLiteral(p.scratch[:0], t)
	return len(p.scratch)
}

// led says that comments are to be printed before the term.
func (p *printer) led(t Term) bool { return p.comments && len(t.Comments()) > 0 }

// flat prints a term on one line.
func (p *printer) flat(t Term) {
	switch t.tag {
	case Pair:
		p.bracket("(", t.items, ")")
	case Vector:
		p.bracket("[", t.items, "]")
	case Map:
		p.bracket("{", t.items, "}")
	case Str, Bytes:
		p.scratch = appendLiteral(p.scratch[:0], t)
		p.write(string(p.scratch))
	case Nil:
		p.write("nil")
	default:
		p.write(t.text)
	}
}

func (p *printer) bracket(opener string, items []Term, closer string) {
	p.write(opener)
	for i, item := range items {
		if p.ended() {
			return
		}
		if i > 0 {
			p.write(" ")
		}
		p.flat(item)
	}
	p.write(closer)
}
