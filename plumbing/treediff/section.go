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
	offsets := make([]int, len(f.A)+1)
	for i, line := range f.A {
		offsets[i+1] = offsets[i] + len(line)
	}
	return func(line int) string { return unitAt(f.outline.Units(), "", offsets[line]) }
}

// unitAt names the innermost unit with a name around an offset.
func unitAt(units []semantic.Unit, prefix string, offset int) string {
	for i := range units {
		u := &units[i]
		if offset < u.Body.Start || offset >= u.Body.End {
			continue
		}
		if u.Name == "" {
			return unitAt(u.Units, prefix, offset)
		}
		if inner := unitAt(u.Units, prefix+u.Name+"/", offset); inner != "" {
			return inner
		}
		return u.Kind + " " + prefix + u.Name
	}
	return ""
}
