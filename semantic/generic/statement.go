package generic

import "slices"

// statements cuts the code from lo to hi where statements end.
func (p *parser) statements(lo, hi int, c context) []part {
	var out []part
	for lo < hi {
		end := p.statementEnd(lo, hi, c)
		out = append(out, p.define(lo, end, c))
		if c.inner == listed && p.is(end-1, hi, ";") {
			c.inner = fields // Java and Kotlin have them behind an enum's members
		}
		lo = end
	}
	return out
}

// statementEnd gives the end of the statement that begins at lo.
func (p *parser) statementEnd(lo, hi int, c context) int {
	decorated := lo
	for i := lo; i < hi; i++ {
		x := p.code[i]
		if x.depth > c.depth {
			continue
		}
		if x.kind == directive && (i == lo || !p.conditional(i)) {
			if i > lo {
				return i
			}
			return i + 1
		}
		if p.endsWith(i, lo, hi, c) {
			return i + 1
		}
		if p.syntax.layout != lines || c.inner == listed || i+1 >= hi || !p.breaks(i) {
			continue
		}
		for decorated <= i {
			next := p.decoration(decorated, hi)
			if next == decorated {
				break
			}
			decorated = next
		}
		if decorated <= i && p.stops(i) && p.starts(i+1, c) {
			return i + 1
		}
	}
	return hi
}

// conditional reports whether directive i is about what is compiled, as it may be
// within a statement.
func (p *parser) conditional(i int) bool {
	if !p.syntax.preprocessor {
		return true
	}
	switch p.directiveWord(i) {
	case "if", "ifdef", "ifndef", "elif", "else", "endif", "pragma":
		return true
	}
	return false
}

// endsWith reports whether a statement that begins at lo ends with lexeme i, be
// there a line end or not.
func (p *parser) endsWith(i, lo, hi int, c context) bool {
	x := p.code[i]
	switch t := p.text(i); x.kind {
	case sign:
		switch string(t) {
		case ";":
			return true
		case ",":
			return c.inner == listed
		case ":":
			return i == lo+1 && c.inner == fields && p.syntax.preprocessor && isAccess(string(p.text(lo)))
		}
	case closing:
		switch {
		case c.inner == listed:
		case t[0] == '}':
			return p.breaks(i) && (i+1 == hi || !p.goesOn(i+1))
		case t[0] == ']':
			return p.is(lo, hi, "#") && p.is(lo+1, hi, "!") && p.after(lo+2, hi) == i+1
		}
	case word, number, str, opening, directive, comment:
	}
	return false
}

func isAccess(s string) bool { return s == "public" || s == "private" || s == "protected" }

// goesOn reports whether lexeme i goes on with a statement behind a block.
func (p *parser) goesOn(i int) bool {
	switch x := p.code[i]; x.kind {
	case closing:
		return true
	case word:
		return slices.Contains(p.syntax.follow, string(p.text(i)))
	case sign:
		switch string(p.text(i)) {
		case ";", ",", ".", "?.", "=", "==", "?", ":", "||", "&&", "->", "=>", "??", "?:":
			return true
		}
	case number, str, opening, directive, comment:
	}
	return false
}

// stops reports whether a statement can end at the end of a line behind lexeme i.
func (p *parser) stops(i int) bool {
	if p.code[i].kind != sign {
		return p.code[i].kind != opening
	}
	switch string(p.text(i)) {
	case "++", "--", "!", "?", "!!", ">", "*":
		return true
	}
	return false
}

// starts reports whether lexeme i, the first of a line, can begin a statement.
func (p *parser) starts(i int, c context) bool {
	if p.goesOn(i) {
		return false
	}
	switch x := p.code[i]; x.kind {
	case sign:
		switch string(p.text(i)) {
		case "@", "#", "!", "~", "++", "--":
			return true
		case "*", "<", "-":
			return c.inner == fields
		}
		return false
	case opening:
		return p.content[x.start] == '[' && c.inner == fields
	case str:
		return p.content[x.start] != '`'
	case word, number, closing, directive, comment:
	}
	return true
}

// decoration gives the lexeme behind an attribute or annotation that begins at i, i
// itself if none does.
func (p *parser) decoration(i, end int) int {
	switch {
	case p.is(i, end, "#") && p.is(i+1, end, "["):
		return p.after(i+1, end)
	case p.is(i, end, "[") && p.syntax.name == "csharp":
		return p.after(i, end)
	case p.is(i, end, "@") && i+1 < end && p.code[i+1].kind == word && !p.is(i+1, end, "interface"):
		for i += 2; i+1 < end && (p.is(i, end, ".") || p.is(i, end, ":")) && p.code[i+1].kind == word; i += 2 {
		}
		if p.is(i, end, "(") && p.code[i].start == p.code[i-1].end {
			return p.after(i, end)
		}
	}
	return i
}

// define makes a part of the statement between lo and end.
func (p *parser) define(lo, end int, c context) part {
	d := p.describe(lo, end, c)
	out := part{kind: d.kind, name: d.name, first: lo, last: end - 1, ordered: d.ordered}
	if d.inner != nothing && c.level+1 < maxDepth {
		out.inner = p.block(d, end, c)
	}
	return out
}

// block finds the parts of the first block of a definition.
func (p *parser) block(d description, end int, c context) *list {
	bracket := d.bracket
	if bracket == "" {
		bracket = "{"
	}
	for i := d.at; i < end; {
		x := p.code[i]
		next := p.after(i, end)
		if x.kind == opening && string(p.text(i)) == bracket && next-1 > i {
			inside := context{inner: d.inner, kind: d.kind, level: c.level + 1, depth: x.depth + 1}
			l := &list{open: x.end}
			l.parts = p.statements(i+1, next-1, inside)
			if d.inner == scope {
				l.parts = p.group(l.parts)
			}
			l.set = d.kind == "import" && isSet(l.parts)
			return l
		}
		i = next
	}
	return nil
}
