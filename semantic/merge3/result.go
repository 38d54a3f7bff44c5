package merge3

import (
	"bytes"
)

// Result is a merged file.
type Result struct {
	// Content is the file, with markers around what is in conflict.
	Content []byte
	// Conflicts are the regions that nothing settled, in order.
	Conflicts []Conflict
	// Decisions are the regions that both sides changed and that a step settled.
	Decisions []Decision
	Proof     Proof
}

// Clean says that nothing is in conflict.
func (r *Result) Clean() bool { return len(r.Conflicts) == 0 }

// Lines is a range of lines, 1-based: the first line and how many.
type Lines struct{ First, Count int }

// Conflict is a region that nothing settled.
type Conflict struct {
	Unit              string
	Class             Class
	Base, Left, Right Lines
}

// Class says what stands in the way of a merge.
type Class string

const (
	// ClassText is two changes of the same lines.
	ClassText Class = "text"
	// ClassSyntax is a merge whose text the language does not accept.
	ClassSyntax Class = "syntax"
	// ClassStructure is a unit that one side deleted and the other changed, or a
	// unit that would be there twice.
	ClassStructure Class = "structure"
)

// Decision is a region that a step settled.
type Decision struct {
	Step              Step
	Base, Left, Right Lines
	Result            Lines // in the content
}

// Proof says what was checked of a clean result.
type Proof struct {
	// Parsed: the language accepts the result, as it does the three contents.
	Parsed bool
	// Unique: no unit is there twice that each content has once.
	Unique bool
	// Accounted: no line or token of either side's edit is missing or doubled.
	Accounted bool
}

func whole(content []byte) *Result {
	return &Result{Content: content, Proof: Proof{true, true, true}}
}

func (m *merger) result(pieces []piece) *Result {
	out := &Result{}
	var buf bytes.Buffer
	line := 1 // of the result
	for _, p := range pieces {
		switch {
		case p.conflict:
			out.Conflicts = append(out.Conflicts, Conflict{Class: ClassText, Base: lineRange(p.base), Left: lineRange(p.left), Right: lineRange(p.right)})
			m.mark(&buf, p.region)
			line = 1 + bytes.Count(buf.Bytes(), []byte{'\n'})
		default:
			if p.step != "" {
				out.Decisions = append(out.Decisions, Decision{
					p.step, lineRange(p.base), lineRange(p.left), lineRange(p.right), Lines{line, len(p.text)},
				})
			}
			for _, l := range p.text {
				buf.Write(l)
			}
			line += len(p.text)
		}
	}
	out.Content = buf.Bytes()
	return out
}

func lineRange(s span) Lines { return Lines{First: s.lo + 1, Count: s.len()} }

func (m *merger) mark(buf *bytes.Buffer, r region) {
	base, left, right := m.lines(r)
	write := func(marker string, lines [][]byte) {
		buf.WriteString(marker)
		for _, l := range lines {
			buf.Write(l)
		}
	}
	write("<<<<<<< left\n", left)
	write("||||||| base\n", base)
	write("=======\n", right)
	write(">>>>>>> right\n", nil)
}
