package history

import (
	"context"
	"slices"
	"unicode"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
	"github.com/genesis-vcs/genesis/semantic/linediff"
)

const (
	// minMoved is how many letters and digits a run of lines needs to be believed
	// to have moved: fewer come about in many places.
	minMoved = 40
	// maxMovedFiles and maxMovedLines bound what is searched of one commit.
	maxMovedFiles = 200
	maxMovedLines = 50_000
)

// takenOut is a run of lines that a commit took out of a file.
type takenOut struct {
	from  fileAt // in the parent
	first int
	lines [][]byte
}

// passMoved passes runs on whose lines the commit took out elsewhere: it moved
// them. Only the first parent is looked at.
func (b *blamer) passMoved(ctx context.Context, s *suspect, rest []blamed) ([]blamed, error) {
	parents, err := b.parents(ctx, s.node)
	if err != nil || len(parents) != 1 {
		return rest, err
	}
	content, err := b.text(ctx, s.entry.ID)
	if err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(rest, func(r blamed) bool { return weighty(content.lines[r.line : r.line+r.count]) }) {
		return rest, nil
	}
	out, err := b.takenOut(ctx, parents[0], s)
	if err != nil {
		return nil, err
	}
	for _, t := range out {
		var kept []blamed
		for _, r := range rest {
			// The edits from what was taken out to the run, as one of whole files.
			script := linediff.Diff(t.lines, content.lines[r.line:r.line+r.count])
			script = onlyWeighty(script, t.lines, len(t.lines), r.count)
			for i, e := range script {
				script[i] = linediff.Edit{A0: e.A0 + t.first, A1: e.A1 + t.first, B0: e.B0 + r.line, B1: e.B1 + r.line}
			}
			passed, left := splitFrom(r, script, t.first)
			b.suspect(t.from, passed)
			kept = append(kept, left...)
		}
		if rest = kept; len(rest) == 0 {
			break
		}
	}
	return rest, nil
}

// splitFrom is split for one run whose first line is the one at first, unless the
// script says otherwise.
func splitFrom(r blamed, script []linediff.Edit, first int) (passed, kept []blamed) {
	if len(script) == 0 || script[0].B0 > r.line {
		script = slices.Insert(script, 0, linediff.Edit{A0: first, A1: first, B0: r.line, B1: r.line})
	}
	return split([]blamed{r}, script)
}

// onlyWeighty turns matches between edits that are too light into edits: what
// remains of a lines in one text and b in the other are matches to be believed.
func onlyWeighty(script []linediff.Edit, from [][]byte, a, b int) []linediff.Edit {
	var out []linediff.Edit
	add := func(e linediff.Edit) {
		if n := len(out); n > 0 && out[n-1].A1 == e.A0 && out[n-1].B1 == e.B0 {
			out[n-1].A1, out[n-1].B1 = e.A1, e.B1
		} else if e.A0 < e.A1 || e.B0 < e.B1 {
			out = append(out, e)
		}
	}
	atA, atB := 0, 0
	for _, e := range append(script, linediff.Edit{A0: a, A1: a, B0: b, B1: b}) {
		if !weighty(from[atA:e.A0]) {
			add(linediff.Edit{A0: atA, A1: e.A0, B0: atB, B1: e.B0})
		}
		add(e)
		atA, atB = e.A1, e.B1
	}
	return out
}

// weighty reports whether lines have enough letters and digits to be believed.
func weighty(lines [][]byte) bool {
	n := 0
	for _, line := range lines {
		for _, c := range string(line) {
			if unicode.IsLetter(c) || unicode.IsDigit(c) {
				if n++; n >= minMoved {
					return true
				}
			}
		}
	}
	return false
}

// takenOut lists what a commit took out: of the suspect's own file first, then in
// the order of the paths.
func (b *blamer) takenOut(ctx context.Context, parent *node, s *suspect) ([]takenOut, error) {
	changes, err := b.changes(ctx, parent, s.node)
	if err != nil || len(changes) > maxMovedFiles {
		return nil, err
	}
	var own, others []takenOut
	lines := 0
	for _, c := range changes {
		if c.Old == nil || !c.Old.Mode.IsFile() || c.Old.Size > maxTextBytes {
			continue
		}
		out, err := b.takenFrom(ctx, parent, c)
		if err != nil {
			return nil, err
		}
		for _, t := range out {
			if lines += len(t.lines); lines > maxMovedLines {
				return own, nil
			}
		}
		if c.Path == s.path {
			own = out
		} else {
			others = append(others, out...)
		}
	}
	return append(own, others...), nil
}

// takenFrom lists what a change took out of one file.
func (b *blamer) takenFrom(ctx context.Context, parent *node, c snapshot.Change) ([]takenOut, error) {
	path := c.Path
	if c.OldPath != "" {
		path = c.OldPath
	}
	from := fileAt{parent, path, *c.Old}
	old, err := b.text(ctx, c.Old.ID)
	if err != nil {
		return nil, err
	}
	if c.New == nil || !c.New.Mode.IsFile() {
		return onlyHeavy([]takenOut{{from, 0, old.lines}}), nil
	}
	if c.New.ID == c.Old.ID || c.New.ID == (objects.ID{}) {
		return nil, nil
	}
	script, err := b.script(ctx, c.Old.ID, c.New.ID)
	if err != nil {
		return nil, err
	}
	var out []takenOut
	for _, e := range script {
		out = append(out, takenOut{from, e.A0, old.lines[e.A0:e.A1]})
	}
	return onlyHeavy(out), nil
}

func onlyHeavy(list []takenOut) []takenOut {
	return slices.DeleteFunc(list, func(t takenOut) bool { return !weighty(t.lines) })
}
