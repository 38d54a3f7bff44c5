package treemerge

import (
	"context"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/semantic/languages"
	"github.com/genesis-vcs/genesis/semantic/merge3"
)

// sides are what the three trees have of one file; nil is nothing.
type sides struct{ base, left, right *objects.Entry }

// merged is what became of three entries.
type merged struct {
	entry    *objects.Entry
	conflict *objects.Conflict // without its path and sides where they were renamed
	report   *File             // nil if no content was merged and there is no conflict
}

// at is the place of a merged file.
func (r *merged) at(path string) place {
	report := r.report
	if report == nil && r.conflict != nil {
		report = &File{}
	}
	if report != nil {
		report.Path, report.Conflict = path, r.conflict
		if r.conflict != nil {
			report.Path = string(r.conflict.Path)
		}
	}
	return place{entry: r.entry, report: report}
}

// entries merges what the trees have of one file that both sides have.
func (m *merger) entries(ctx context.Context, path string, s sides) (*merged, error) {
	switch {
	case same(s.left, s.right), same(s.right, s.base):
		return &merged{entry: s.left}, nil
	case same(s.left, s.base):
		return &merged{entry: s.right}, nil
	case !s.left.Mode.IsFile() || !s.right.Mode.IsFile():
		return m.stays(path, s, "structure", reasonOf(s)), nil
	}
	if s.base != nil && !s.base.Mode.IsFile() {
		s.base = nil
	}
	mode, agreed := modes(s)
	out, err := m.contents(ctx, path, s)
	if err != nil {
		return nil, err
	}
	named := *out.entry
	named.Mode = mode
	out.entry = &named
	if !agreed && out.conflict == nil {
		out.conflict = m.stays(path, s, "structure", "mode").conflict
		out.conflict.Regions = asWhole(UnitMode, "structure")
	}
	if out.conflict != nil {
		out.conflict.Result = sideOf(out.entry, path, path)
	}
	return out, nil
}

// reasonOf says what differs of two entries that are not both files.
func reasonOf(s sides) string {
	if s.left.Mode == s.right.Mode {
		return string(s.left.Mode)
	}
	return "type"
}

// stays is a conflict in which the left entry stays.
func (m *merger) stays(path string, s sides, class, reason string) *merged {
	return &merged{entry: s.left, conflict: &objects.Conflict{
		Path: objects.Bytes(path), Class: class, Reason: reason,
		Base: sideOf(s.base, path, path), Left: sideOf(s.left, path, path), Right: sideOf(s.right, path, path),
		Result: sideOf(s.left, path, path), Regions: asWhole(UnitFile, class),
	}}
}

// The units of what is decided for a file as a whole.
const (
	UnitFile = "file"
	UnitMode = "mode"
)

// asWhole is the region of a conflict that is not in the lines of a file: its
// ranges have no first line.
func asWhole(unit, class string) []objects.ConflictRegion {
	return []objects.ConflictRegion{{Unit: unit, Class: class}}
}

// modes merges the modes of files.
func modes(s sides) (mode objects.Mode, agreed bool) {
	switch {
	case s.left.Mode == s.right.Mode, s.base != nil && s.right.Mode == s.base.Mode:
		return s.left.Mode, true
	case s.base != nil && s.left.Mode == s.base.Mode:
		return s.right.Mode, true
	default:
		return s.left.Mode, false
	}
}

// contents merges the contents of files.
func (m *merger) contents(ctx context.Context, path string, s sides) (*merged, error) {
	switch {
	case s.left.ID == s.right.ID, s.base != nil && s.right.ID == s.base.ID:
		return &merged{entry: s.left}, nil
	case s.base != nil && s.left.ID == s.base.ID:
		return &merged{entry: s.right}, nil
	}
	for _, e := range []*objects.Entry{s.base, s.left, s.right} {
		if e != nil && e.Size > MaxText {
			return m.stays(path, s, "binary", ""), nil
		}
	}
	in, err := m.texts(ctx, path, s)
	if err != nil {
		return nil, err
	}
	done := merge3.Merge(in)
	out := &merged{report: &File{Language: done.Language, Settled: len(done.Decisions), Proof: done.Proof}}
	if out.entry, err = m.desk.File(ctx, done.Content); err != nil {
		return nil, err
	}
	if !done.Clean() {
		out.conflict = m.stays(path, s, string(worst(done.Conflicts)), "").conflict
		if out.conflict.Class != string(merge3.ClassBinary) {
			out.conflict.Regions = regionsOf(done.Conflicts)
		}
	}
	return out, nil
}

// MaxText is the size in bytes up to which contents are merged line by line.
const MaxText = 32 << 20

func (m *merger) texts(ctx context.Context, path string, s sides) (merge3.Input, error) {
	in := merge3.Input{Options: merge3.Options{Style: m.in.Options.Style, Labels: m.in.Options.Labels}}
	if s.base == nil {
		// Both sides added it: nothing says that one belongs behind the other.
		in.Options.Without = merge3.Steps()
	}
	var err error
	for _, part := range []struct {
		from *objects.Entry
		to   *[]byte
	}{{s.base, &in.Base}, {s.left, &in.Left}, {s.right, &in.Right}} {
		if part.from == nil {
			continue
		}
		if *part.to, err = m.desk.Content(ctx, part.from.ID); err != nil {
			return in, err
		}
	}
	in.Language = languages.For(path, in.Left)
	return in, nil
}

// worst is the class of a file with these conflicts.
func worst(list []merge3.Conflict) merge3.Class {
	class := merge3.ClassText
	for _, c := range list {
		if c.Class == merge3.ClassBinary {
			return c.Class
		}
		if c.Class == merge3.ClassStructure || class == merge3.ClassText {
			class = c.Class
		}
	}
	return class
}

// regionsOf are the places of a conflict.
func regionsOf(list []merge3.Conflict) []objects.ConflictRegion {
	out := make([]objects.ConflictRegion, len(list))
	for i, c := range list {
		out[i] = objects.ConflictRegion{
			Unit: c.Unit, Class: string(c.Class),
			Base: linesOf(c.Base), Left: linesOf(c.Left), Right: linesOf(c.Right), Result: linesOf(c.Result),
		}
	}
	return out
}

func linesOf(l merge3.Lines) objects.ConflictLines {
	return objects.ConflictLines{First: uint64(l.First), Count: uint64(l.Count)}
}
