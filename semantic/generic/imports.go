package generic

import "strings"

// imports reports whether the word at i begins an import, and not a call or a block
// that begins with the same word.
func (p *parser) imports(i, end int) bool {
	return i+1 < end && !p.is(i+1, end, "(") && !p.is(i+1, end, ".") && !p.is(i+1, end, "=") && !p.is(i+1, end, ":")
}

// requires reports whether the declaration at i only binds what require gives.
func (p *parser) requires(i, end int) bool {
	for end > i && p.is(end-1, end, ";") {
		end--
	}
	return end-i > 5 && p.is(end-1, end, ")") && p.code[end-2].kind == str && p.is(end-3, end, "(") &&
		p.is(end-4, end, "require") && p.is(end-5, end, "=")
}

// describeImport describes an import that begins at i.
func (p *parser) describeImport(i, end int) description {
	d := description{kind: "import", at: i}
	from, to, source := i+1, end, -1
	python := p.syntax.layout == indentation
	for j := i + 1; j < end; j = p.after(j, end) {
		switch t := string(p.text(j)); {
		case t == "{" || t == "(" && python:
			if d.bracket == "" {
				d.bracket, d.inner = t, listed
				to = min(to, j)
			}
		case t == ";":
			to = min(to, j)
		case t == "*" && (python || p.syntax.name == "rust"):
			d.ordered = true
		case t == "import" && python:
			to = min(to, j)
			d.ordered = d.ordered || p.is(i+1, end, "__future__")
		case p.code[j].kind == str && p.syntax.regexps:
			source = j
			d.ordered = d.ordered || j == i+1
		case t == "require" && p.syntax.regexps && j+1 < end && p.code[j+1].kind == opening:
			source = j + 2
		}
	}
	if source > 0 && source < end {
		d.name = p.unquoted(source)
		if p.is(i+1, end, "type") {
			d.name = "type " + d.name
		}
		return d
	}
	d.name = strings.TrimRight(p.written(from, to), ":\\ ")
	return d
}
