package generic

import (
	"bytes"
	"strings"
)

// maxDepth bounds the nesting of units, and with it how often a byte is looked at.
const maxDepth = 6

// part is a piece of a list, whether or not it has lines of its own.
type part struct {
	kind, name  string
	first, last int // of its code
	inner       *list
	ordered     bool // an import whose place carries meaning

	start, end int  // its bytes with what leads them and the rest of the line
	endsLine   bool // nothing follows on its last line
	canonical  canonical
}

// list is what stands within a block.
type list struct {
	open       int // where its inside begins
	parts      []part
	set        bool
	beginsLine bool // nothing precedes the first part on its line
}

// context is what surrounds a statement.
type context struct {
	inner inner
	kind  string // of the definition that it is in
	level int    // of nesting
	depth int32  // of brackets
}

// parser finds the parts of scanned code.
type parser struct {
	*scanner
	rows []row // where indentation is the structure
}

func (p *parser) top() *list {
	c := context{inner: scope}
	l := &list{beginsLine: true}
	switch p.syntax.layout {
	case indentation, outline:
		p.readRows()
		l.parts = p.indented(0, len(p.rows), c)
	case semicolons, lines:
		l.parts = p.statements(0, len(p.code), c)
	}
	l.parts = p.group(l.parts)
	return l
}

// text is lexeme i.
func (p *parser) text(i int) []byte { return p.content[p.code[i].start:p.code[i].end] }

func (p *parser) is(i, end int, s string) bool { return i < end && string(p.text(i)) == s }

// after gives the lexeme behind i, which is behind its partner if i opens a bracket.
func (p *parser) after(i, end int) int {
	x := p.code[i]
	i++
	if x.kind != opening {
		return i
	}
	for i < end && (p.code[i].kind != closing || p.code[i].depth > x.depth) {
		i++
	}
	return min(i+1, end)
}

// breaks reports whether a line ends between lexeme i and the one behind it.
func (p *parser) breaks(i int) bool {
	return i+1 >= len(p.code) || bytes.IndexByte(p.content[p.code[i].end:p.code[i+1].start], '\n') >= 0 ||
		p.content[p.code[i].end-1] == '\n'
}

// written is the code from lexeme i to end with single spaces where there is some.
func (p *parser) written(i, end int) string {
	var out []byte
	for from := i; i < end && len(out) < 200; i++ {
		if i > from && p.code[i].start > p.code[i-1].end {
			out = append(out, ' ')
		}
		out = append(out, p.text(i)...)
	}
	if bytes.IndexByte(out, '\n') >= 0 {
		out = bytes.Join(bytes.Fields(out), []byte{' '})
	}
	return string(out)
}

// unquoted is the string i without its quotes.
func (p *parser) unquoted(i int) string {
	s := p.text(i)
	if len(s) > 200 || bytes.IndexByte(s, '\n') >= 0 {
		return ""
	}
	return string(bytes.Trim(s, "'\"`"))
}

// group makes one part of each run of imports.
func (p *parser) group(parts []part) []part {
	var out []part
	for i := 0; i < len(parts); i++ {
		if parts[i].kind != "import" {
			out = append(out, parts[i])
			continue
		}
		from := i
		for i+1 < len(parts) && parts[i+1].kind == "import" && parts[i+1].ordered == parts[from].ordered {
			i++
		}
		run := parts[from : i+1 : i+1]
		p.tellApart(run)
		l := &list{open: p.code[run[0].first].start, parts: run, set: isSet(run), beginsLine: true}
		out = append(out, part{kind: "imports", first: run[0].first, last: run[len(run)-1].last, inner: l})
	}
	return out
}

// tellApart gives imports of one name all that they are written as for a name.
func (p *parser) tellApart(parts []part) {
	seen := make(map[string]int, len(parts))
	for _, x := range parts {
		seen[x.name]++
	}
	for i := range parts {
		if x := &parts[i]; seen[x.name] > 1 {
			x.name = strings.TrimSuffix(p.written(x.first, x.last+1), ";")
		}
	}
}

// isSet reports whether the order of imports carries no meaning: none has an
// effect or stands for names that it does not list, and no two are of one name.
func isSet(parts []part) bool {
	seen := make(map[string]bool, len(parts))
	for _, x := range parts {
		if x.ordered || seen[x.name] {
			return false
		}
		seen[x.name] = true
	}
	return true
}
