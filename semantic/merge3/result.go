package merge3

import (
	"bytes"
	"cmp"

	"github.com/genesis-vcs/genesis/semantic"
	"github.com/genesis-vcs/genesis/semantic/linediff"
)

// Result is a merged file.
type Result struct {
	// Content is the file, with markers around what is in conflict. Of a binary
	// file it is the left content.
	Content []byte
	// Conflicts are the regions that nothing settled, in the order of the content.
	Conflicts []Conflict
	// Decisions are the regions that both sides changed and that a step settled.
	Decisions []Decision
	// Proof is what was checked; all of it is false while there are conflicts.
	Proof Proof
	// Language is the one that the result was checked in: "text" if one of the
	// three contents does not parse.
	Language string
}

// Clean says that nothing is in conflict.
func (r *Result) Clean() bool { return len(r.Conflicts) == 0 }

// Lines is a range of lines, 1-based: the first line and how many. An empty range
// stands before its first line.
type Lines struct{ First, Count int }

// Conflict is a region that nothing settled.
type Conflict struct {
	// Unit is the innermost unit around it that has a name, by its kind and its
	// path, such as "func Open"; "" if there is none.
	Unit  string
	Class Class
	// Base, Left and Right are the lines of each side, Result those of the content
	// with the markers.
	Base, Left, Right, Result Lines
}

// Class says what stands in the way of a merge.
type Class string

const (
	// ClassText is two changes of the same lines.
	ClassText Class = "text"
	// ClassSyntax is a merge whose text the language does not accept.
	ClassSyntax Class = "syntax"
	// ClassStructure is a unit that one side deleted and the other changed, or one
	// that would be there twice.
	ClassStructure Class = "structure"
	// ClassBinary is two changes of a file that is not text.
	ClassBinary Class = "binary"
)

// Decision is a region that a step settled.
type Decision struct {
	Step                      Step
	Base, Left, Right, Result Lines
}

// Proof says what was checked of a clean result.
type Proof struct {
	// Parsed: the language accepts the result if it accepts the three contents.
	Parsed bool
	// Unique: no unit is there twice that each content has at most once.
	Unique bool
	// Accounted: no line or token of either side's edit is missing or doubled.
	Accounted bool
}

func whole(content []byte, language semantic.Language) *Result {
	return &Result{Content: content, Proof: Proof{true, true, true}, Language: nameOf(language)}
}

func nameOf(language semantic.Language) string {
	if language == nil {
		return "text"
	}
	return language.Name()
}

// result puts the pieces together.
func (m *merger) result(pieces []piece) *Result {
	out := &Result{Language: m.language()}
	k := marker{m.in.Options.Style, m.in.Options.Labels, max(m.in.Options.MarkerSize, markerSize(m.in.Base, m.in.Left, m.in.Right))}
	var units *where
	if conflicts(pieces) > 0 {
		units = newWhere(m)
	}
	var buf bytes.Buffer
	line := 1
	for _, p := range pieces {
		first := line
		if p.conflict {
			base, left, right := m.lines(p.region)
			from := buf.Len()
			k.write(&buf, sides{base, left, right})
			line += bytes.Count(buf.Bytes()[from:], []byte{'\n'})
			unit, deleted := units.unit(p.region)
			if deleted && p.class == "" {
				p.class = ClassStructure
			}
			out.Conflicts = append(out.Conflicts, Conflict{
				unit, cmp.Or(p.class, ClassText),
				linesOf(p.base), linesOf(p.left), linesOf(p.right), Lines{first, line - first},
			})
			continue
		}
		put(&buf, p.text)
		line += len(p.text)
		if p.step != "" {
			out.Decisions = append(out.Decisions, Decision{p.step, linesOf(p.base), linesOf(p.left), linesOf(p.right), Lines{first, line - first}})
		}
	}
	marked := len(pieces) > 0 && pieces[len(pieces)-1].conflict
	out.Content = m.framing.in(buf.Bytes(), marked)
	if out.Clean() {
		out.Proof = Proof{true, true, true}
	}
	return out
}

func linesOf(s span) Lines { return Lines{First: s.lo + 1, Count: s.len()} }

// binaryResult is the conflict of two changes of what is not text.
func binaryResult(in Input) *Result {
	all := func(content []byte) Lines { return Lines{1, len(linediff.Split(content))} }
	return &Result{
		Content: in.Left, Language: "binary",
		Conflicts: []Conflict{{Class: ClassBinary, Base: all(in.Base), Left: all(in.Left), Right: all(in.Right), Result: all(in.Left)}},
	}
}
