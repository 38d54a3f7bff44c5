package merge3

import (
	"bytes"
	"slices"

	"github.com/genesis-vcs/genesis/semantic"
	"github.com/genesis-vcs/genesis/semantic/linediff"
)

// mostParses bounds the search for the region that breaks a file.
const mostParses = 64

// documents are the three contents as the language reads them.
type documents struct{ base, left, right *semantic.Document }

// read parses the three contents. It gives nil if the language does not accept one
// of them or there is none.
func (m *merger) read() *documents {
	if m.in.Language == nil {
		return nil
	}
	var d documents
	for _, side := range []struct {
		lines [][]byte
		doc   **semantic.Document
	}{{m.base, &d.base}, {m.left, &d.left}, {m.right, &d.right}} {
		doc, err := m.in.Language.Parse(bytes.Join(side.lines, nil))
		if err != nil {
			return nil
		}
		*side.doc = doc
	}
	return &d
}

func (m *merger) language() string {
	if m.docs == nil {
		return "text"
	}
	return m.in.Language.Name()
}

// prove checks what is clean. A piece that breaks the file becomes a conflict.
// That both sides are accounted for has been checked piece by piece, and what
// stands between is equal on all sides or changed by one.
func (m *merger) prove(pieces []piece) []piece {
	if m.docs == nil || conflicts(pieces) > 0 {
		return pieces
	}
	result, err := m.parse(pieces)
	if err != nil {
		return m.unparsed(pieces)
	}
	return m.doubled(pieces, result)
}

// parse reads a result, which has to be in the dialect of one of the three contents:
// what is JSON on all sides must not become JSON with comments or a last comma.
func (m *merger) parse(pieces []piece) (*semantic.Document, error) {
	doc, err := m.in.Language.Parse(bytes.Join(textOf(pieces), nil))
	if err != nil {
		return nil, err
	}
	if l := doc.Language; l != m.docs.base.Language && l != m.docs.left.Language && l != m.docs.right.Language {
		return nil, semantic.NewParseError(m.in.Language.Name(), nil, 0, "no content is "+l)
	}
	return doc, nil
}

func textOf(pieces []piece) [][]byte {
	var out [][]byte
	for _, p := range pieces {
		out = append(out, p.text...)
	}
	return out
}

// unparsed looks for the piece without which the file parses: first among those
// that a step settled, then among those that one side changed. If there is none,
// all of the file is in conflict.
func (m *merger) unparsed(pieces []piece) []piece {
	tries := 0
	for _, settled := range []bool{true, false} {
		for i, p := range pieces {
			if !p.changed() || (p.step != "" && p.step != StepSame) != settled {
				continue
			}
			if tries++; tries > mostParses {
				return m.hopeless(ClassSyntax)
			}
			without := slices.Clone(pieces)
			without[i].text = m.base[p.base.lo:p.base.hi]
			if _, err := m.parse(without); err == nil {
				without[i] = piece{region: p.region, conflict: true, class: ClassSyntax}
				return without
			}
		}
	}
	return m.hopeless(ClassSyntax)
}

func (m *merger) hopeless(class Class) []piece {
	return []piece{{region: m.all(), conflict: true, class: class}}
}

// changed says whether the piece is a region that a side changed.
func (p piece) changed() bool { return p.region != region{} }

// doubled makes conflicts of the pieces that hold a unit which is in the result
// more often than once, and in each content at most once.
func (m *merger) doubled(pieces []piece, result *semantic.Document) []piece {
	twice := map[string]bool{}
	before := [3]map[string]int{census(m.docs.base), census(m.docs.left), census(m.docs.right)}
	for name, n := range census(result) {
		if n > 1 && before[0][name] <= 1 && before[1][name] <= 1 && before[2][name] <= 1 {
			twice[name] = true
		}
	}
	if len(twice) == 0 {
		return pieces
	}
	var bad []span
	lines := lineStarts(result.Content)
	result.Walk(func(f semantic.Found) {
		if twice[identity(f)] {
			bad = append(bad, span{lineAt(lines, f.Unit.Span.Start), lineAt(lines, f.Unit.Span.End-1) + 1})
		}
	})
	out := slices.Clone(pieces)
	at := 0
	for i, p := range pieces {
		here := span{at, at + len(p.text)}
		at = here.hi
		if p.changed() && slices.ContainsFunc(bad, func(b span) bool { return b.lo < here.hi && here.lo < b.hi }) {
			out[i] = piece{region: p.region, conflict: true, class: ClassStructure}
		}
	}
	if conflicts(out) == 0 {
		return m.hopeless(ClassStructure)
	}
	return out
}

func identity(f semantic.Found) string { return f.Unit.Kind + " " + f.Path }

// census counts the units that have a name.
func census(d *semantic.Document) map[string]int {
	out := map[string]int{}
	d.Walk(func(f semantic.Found) { out[identity(f)]++ })
	return out
}

// lineStarts gives the offset of each line.
func lineStarts(content []byte) []int {
	var out []int
	at := 0
	for _, line := range linediff.Split(content) {
		out = append(out, at)
		at += len(line)
	}
	return out
}

// lineAt is the line that an offset stands in.
func lineAt(starts []int, offset int) int {
	i, found := slices.BinarySearch(starts, offset)
	if found {
		return i
	}
	return i - 1
}
