package generic

import (
	"bytes"
	"slices"
	"strings"
)

// description is what a statement is.
type description struct {
	kind, name string
	inner      inner
	bracket    string // what opens its parts, a brace if empty
	at         int    // where in code they are looked for
	ordered    bool
}

// describe tells what the statement between i and end is by its first words.
func (p *parser) describe(i, end int, c context) description {
	first := i
	if p.code[i].kind == directive {
		return p.describeDirective(i)
	}
	for next := p.decoration(i, end); next > i && next < end; next = p.decoration(i, end) {
		i = next
	}
	if p.is(i, end, "@") && p.is(i+1, end, "interface") {
		i++
	}
	switch {
	case p.syntax.sheet:
		return p.describeRule(i, end)
	case c.inner == listed:
		return p.describeMember(i, end, c)
	}
	for i < end && p.code[i].kind == word {
		w := string(p.text(i))
		if slices.Contains(p.syntax.imports, w) && c.inner == scope && p.imports(i, end) {
			return p.describeImport(i, end)
		}
		if d, ok := p.keyword(w, i, end, c); ok {
			return d
		}
		if !slices.Contains(p.syntax.modifiers, w) || i+1 == end {
			break
		}
		i = p.pastModifier(i, end)
		for next := p.decoration(i, end); next > i && next < end; next = p.decoration(i, end) {
			i = next
		}
	}
	if i >= end {
		i = first
	}
	return p.shape(i, end, c)
}

// pastModifier takes what belongs to a modifier along: pub(crate), extern "C",
// template <class T>.
func (p *parser) pastModifier(i, end int) int {
	switch next := i + 1; {
	case p.is(i, end, "pub") && p.is(next, end, "("):
		return p.after(next, end)
	case p.is(i, end, "extern") && next < end && p.code[next].kind == str && next+1 < end && !p.is(next+1, end, "{"):
		return next + 1
	case p.is(next, end, "<"):
		return p.pastAngles(next, end)
	default:
		return next
	}
}

// pastAngles gives the lexeme behind type parameters, the one behind i if they have
// no end.
func (p *parser) pastAngles(i, end int) int {
	open := 0
	for j := i; j < end && j < i+1000; j++ {
		switch string(p.text(j)) {
		case "<":
			open++
		case ">":
			if open--; open == 0 {
				return j + 1
			}
		case ";", "{":
			return i + 1
		}
	}
	return i + 1
}

// keyword describes a definition that begins with word w at i.
func (p *parser) keyword(w string, i, end int, c context) (description, bool) {
	for _, b := range p.syntax.blocks {
		if b.word != w || !p.definesMore(i+1, end) {
			continue
		}
		d := description{kind: b.kind, inner: b.inner, at: i}
		switch {
		case b.kind == "impl":
			d.name = p.implName(i+1, end)
		case w == "typedef":
			d.name, d.inner = p.typedefName(i+1, end), p.typedefInner(i+1)
		case p.syntax.preprocessor && b.kind != "module":
			if d.name = p.tagName(i+1, end); d.name == "" {
				return d, false
			}
		default:
			d.name = p.nameBehind(i, end)
		}
		if p.syntax.regexps && b.kind == "var" && p.requires(i, end) {
			return p.describeImport(i, end), true
		}
		if d.name == "" && (b.kind == "var" || b.kind == "type") {
			return d, false
		}
		if c.inner == fields && b.kind == "func" {
			d.kind = "method"
		}
		if c.inner == fields && b.kind == "var" {
			d.kind = "field"
		}
		return d, true
	}
	return description{}, false
}

// definesMore reports whether a definition can go on at i, behind its word. If not
// the word is a name here.
func (p *parser) definesMore(i, end int) bool {
	if i == end {
		return false
	}
	switch string(p.text(i)) {
	case ".", "=", ":", ",", ";", "?", "?.", "(", ")", "=>":
		return p.is(i, end, "(") && (p.is(i-1, end, "function") || p.is(i-1, end, "fun"))
	}
	return true
}

// nameBehind is the first word behind the keyword at i and behind type parameters,
// with those that dots join to it.
func (p *parser) nameBehind(i, end int) string {
	for i++; i < end; i++ {
		x := p.code[i]
		if p.is(i, end, "<") {
			i = p.pastAngles(i, end) - 1
			continue
		}
		if x.kind == word {
			from := i
			for i+2 < end && isJoint(p.text(i+1)) && p.code[i+2].kind == word {
				i += 2
			}
			return string(bytes.Clone(p.content[p.code[from].start:p.code[i].end]))
		}
		if x.kind == str {
			return p.unquoted(i)
		}
		if x.kind != sign || p.is(i, end, "=") || p.is(i, end, ":") || p.is(i, end, ";") {
			return ""
		}
	}
	return ""
}

func isJoint(s []byte) bool { return string(s) == "." || string(s) == "::" || string(s) == "\\" }

// tagName is the name of a struct, class or enum of C or C++ that has a block or is
// only declared, "" if a variable or a function of that type is declared.
func (p *parser) tagName(i, end int) string {
	if p.is(i, end, "class") || p.is(i, end, "struct") {
		i++
	}
	name := ""
	for i < end {
		switch t := string(p.text(i)); {
		case p.code[i].kind == word && t != "final":
			name = t
		case t == "::", t == "final":
		case t == "{", t == ";", t == ":":
			return name
		case t == "<":
			i = p.pastAngles(i, end)
			continue
		case t == "[" || t == "(":
			if name != "" && !strings.HasPrefix(name, "__") {
				return ""
			}
			i = p.after(i, end)
			continue
		default:
			return ""
		}
		i++
	}
	return name
}

// typedefName is the last word of a typedef, or the one in its first parenthesis.
func (p *parser) typedefName(i, end int) string {
	name := ""
	for ; i < end; i = p.after(i, end) {
		switch {
		case p.code[i].kind == word:
			name = string(p.text(i))
		case p.is(i, end, "(") && p.is(i+1, end, "*") && i+2 < end && p.code[i+2].kind == word:
			return string(p.text(i + 2))
		}
	}
	return name
}

func (p *parser) typedefInner(i int) inner {
	switch {
	case p.is(i, len(p.code), "enum"):
		return listed
	case p.is(i, len(p.code), "struct"), p.is(i, len(p.code), "union"):
		return fields
	}
	return nothing
}

// implName is what an impl of Rust is for.
func (p *parser) implName(i, end int) string {
	if p.is(i, end, "<") {
		i = p.pastAngles(i, end)
	}
	to := i
	for to < end && !p.is(to, end, "{") && !p.is(to, end, "where") {
		to++
	}
	return p.written(i, to)
}

// shape describes a statement that no word tells: a function by its parentheses, a
// variable by what precedes the sign behind its name.
func (p *parser) shape(i, end int, c context) description {
	statement := description{kind: "statement"}
	if i >= end || isControl(p.text(i)) {
		return statement
	}
	from, words := i, 0
	for ; i < end; i = p.after(i, end) {
		x := p.code[i]
		switch t := string(p.text(i)); {
		case x.kind == word:
			words++
		case t == "<" && c.inner != nothing && words > 0 && p.syntax.layout != indentation:
			i = p.pastAngles(i, end) - 1
		case t == "[" && p.is(i+1, end, "]") && i+2 < end && p.code[i+2].kind == word:
		case t == "?" && p.is(i+1, end, "("):
		case t == "(" && i > from:
			return p.call(from, i, end, words, c)
		case t == "=" || t == ":" && p.syntax.layout != outline || t == ";" || t == "," || t == "{" || t == "[" && i > from || t == "?" || t == "?:" || t == "=>":
			return p.variable(from, i, end, words, c)
		}
	}
	return p.variable(from, end, end, words, c)
}

func isControl(w []byte) bool {
	switch string(w) {
	case "if", "for", "while", "switch", "do", "try", "return", "else", "catch", "with", "match", "throw", "raise",
		"assert", "del", "print", "echo", "case", "goto", "delete", "await", "yield", "new", "loop", "guard", "defer", "when", "until":
		return true
	}
	return false
}

// call describes what has a parenthesis at open behind its name.
func (p *parser) call(from, open, end, words int, c context) description {
	name := p.lastName(from, open)
	if p.syntax.layout == outline {
		return description{kind: "func", name: name}
	}
	after := p.after(open, end)
	block := false
	for i := after; i < end && !p.is(i, end, "=") && !p.is(i, end, ";"); i = p.after(i, end) {
		if p.is(i, end, "{") {
			block = true
			break
		}
	}
	switch {
	case name == "":
	case c.inner == fields && p.syntax.layout != indentation:
		return description{kind: "method", name: name}
	case p.syntax.typed && block:
		return description{kind: "func", name: name}
	case p.syntax.typed && words > 1:
		return description{kind: "declaration", name: name}
	case open+1 < end && p.code[open+1].kind == str && !block:
		if s := p.unquoted(open + 1); s != "" {
			return description{kind: "call", name: p.written(from, open) + " " + s}
		}
	}
	return description{kind: "statement"}
}

// variable describes what has a sign other than a parenthesis behind its name.
func (p *parser) variable(from, at, end, words int, c context) description {
	name := p.lastName(from, at)
	switch {
	case name == "" || words == 0:
	case c.inner == fields && (p.syntax.layout != indentation || p.is(at, end, "=") || p.is(at, end, ":")):
		return description{kind: "field", name: name}
	case p.syntax.typed && words > 1:
		return description{kind: "var", name: name}
	case p.is(at, end, "=") || words == 1 && p.is(at, end, ":") && p.syntax.layout == indentation:
		if s := p.written(from, at); strings.IndexByte(s, ' ') < 0 {
			return description{kind: "var", name: s}
		}
	}
	return description{kind: "statement"}
}

// lastName is the name that ends before lexeme to.
func (p *parser) lastName(from, to int) string {
	i := to - 1
	for i > from && p.is(i, to, "?") {
		i--
	}
	if i < from {
		return ""
	}
	if p.is(i, to, ">") { // type arguments
		for i > from && p.code[i].kind != word {
			i--
		}
	}
	if p.code[i].kind != word && p.code[i].kind != str {
		return ""
	}
	first := i
	for first-1 >= from {
		switch t := p.text(first - 1); {
		case string(t) == "~" || string(t) == "#" && p.syntax.regexps:
			first--
			continue
		case string(t) == "::" && first-2 >= from && p.code[first-2].kind == word:
			first -= 2
			continue
		}
		break
	}
	return string(bytes.Trim(p.content[p.code[first].start:p.code[i].end], "'\""))
}

// describeMember describes what stands between commas.
func (p *parser) describeMember(i, end int, c context) description {
	kind := "field"
	switch c.kind {
	case "enum", "type":
		kind = "member"
	case "import":
		kind = "name"
	}
	for i+1 < end && slices.Contains(p.syntax.modifiers, string(p.text(i))) && !p.is(i+1, end, ":") {
		i = p.pastModifier(i, end)
	}
	if kind == "name" {
		to := end
		for to > i && p.is(to-1, end, ",") {
			to--
		}
		return description{kind: kind, name: p.written(i, to)}
	}
	if i < end && (p.code[i].kind == word || p.code[i].kind == str) {
		return description{kind: kind, name: strings.Trim(string(p.text(i)), "'\"")}
	}
	return description{kind: kind}
}

// describeRule describes a rule of a style sheet, or a property.
func (p *parser) describeRule(i, end int) description {
	from := i
	for ; i < end; i = p.after(i, end) {
		if p.is(i, end, "{") {
			return description{kind: "rule", name: p.written(from, i), inner: scope, at: i}
		}
	}
	for i = from; i < end; i++ {
		if p.is(i, end, ":") && i > from {
			return description{kind: "property", name: p.written(from, i)}
		}
	}
	return description{kind: "statement"}
}

// directiveWord is the word behind the # of directive i.
func (p *parser) directiveWord(i int) string {
	t := bytes.TrimLeft(p.text(i)[1:], " \t")
	n := 0
	for n < len(t) && isLetter(t[n]) {
		n++
	}
	return string(t[:n])
}

func (p *parser) describeDirective(i int) description {
	d := description{kind: "directive"}
	if !p.syntax.preprocessor {
		return d
	}
	w := p.directiveWord(i)
	if w != "include" && w != "define" {
		return d
	}
	rest := bytes.TrimLeft(p.text(i)[1:], " \t")[len(w):]
	if fields := bytes.FieldsFunc(rest[:min(len(rest), 200)], func(r rune) bool { return r == ' ' || r == '\t' || r == '(' || r == '\n' || r == '\r' || r == '\\' }); len(fields) > 0 {
		d.name = string(bytes.Clone(fields[0]))
	}
	if d.kind = "include"; w == "define" {
		d.kind = "macro"
	}
	return d
}
