package treediff

import (
	"github.com/genesis-vcs/genesis/semantic"
	"github.com/genesis-vcs/genesis/semantic/linediff"
)

// Section names the unit of the side before that a line stands in, and where there
// are no units the line that leads to it. It is for one walk over the hunks.
func (f *File) Section() linediff.Section {
	if f.outline == nil || len(f.outline.Units()) == 0 {
		return linediff.Lead(f.A)
	}
	at := semantic.LinesOf(f.Before.Content)
	return func(line int) string {
		if line >= len(at) { // behind the last line
			return ""
		}
		return unitAt(f.outline, at[line])
	}
}

// unitAt names the innermost unit with a name around an offset.
func unitAt(doc *semantic.Document, offset int) (name string) {
	doc.Walk(func(f semantic.Found) {
		if f.Unit.Body.Start <= offset && offset < f.Unit.Body.End {
			name = f.Unit.Kind + " " + f.Path
		}
	})
	return name
}
