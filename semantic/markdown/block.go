package markdown

import "github.com/genesis-vcs/genesis/semantic"

// blocks are the units of lines [from, to), which have no heading, from the first
// that begins one on.
func (c *cutter) blocks(from, to, depth int) []semantic.Unit {
	at := from
	for at < to && !c.lines[at].beginsUnit() {
		at++
	}
	if at == to {
		return nil
	}
	var out []semantic.Unit
	begin := c.afterText(from, at)
	for at < to {
		l := &c.lines[at]
		u := semantic.Unit{Kind: l.unitKind()}
		if l.kind == link {
			u.Name = l.title
		}
		end := c.afterText(at, c.unitEnd(at, to))
		c.finish(&u, begin, end)
		if l.kind == item && depth < maxDepth {
			u.Units = c.blocks(at+1, end, depth+1)
		}
		out = append(out, u)
		for begin, at = end, end; at < to && c.lines[at].kind == blank; {
			at++
		}
	}
	return out
}

// block is the kind of a unit that no line of a kind of its own begins.
const block = "block"

func (l *line) beginsUnit() bool { return l.unitKind() != block }

func (l *line) unitKind() string {
	switch l.kind {
	case item:
		return "item"
	case row:
		return "row"
	case link:
		return "link"
	case matter:
		return "frontmatter"
	default:
		return block
	}
}

// unitEnd is where the unit that begins on line at ends, to at the latest; blank
// lines may come before that.
func (c *cutter) unitEnd(at, to int) int {
	first := &c.lines[at]
	end := at + 1
	for ; end < to; end++ {
		l, above := &c.lines[end], &c.lines[end-1]
		switch first.kind {
		case item:
			if l.kind == blank || l.goesOn || l.indent >= first.inner || l.kind == text && (above.kind == text || above.kind == item) {
				continue
			}
		case link:
			if l.kind == text && l.indent > 0 && above.kind != blank {
				continue
			}
		case matter:
			if l.kind == matter {
				continue
			}
		case row:
		default:
			if !l.beginsUnit() {
				continue
			}
		}
		break
	}
	return end
}
