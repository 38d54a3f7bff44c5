package vcscmd

import (
	"context"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/merging"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
	"github.com/genesis-vcs/genesis/plumbing/worktree"
	"github.com/genesis-vcs/genesis/porcelain/fields"
	"github.com/genesis-vcs/genesis/porcelain/render"
)

// conflictedChange is the change of a path that a merge left in conflict.
const conflictedChange = "conflicted"

// mergeState is the merge that a workspace is in. Open are its conflicts that
// nobody decided.
type mergeState struct {
	Merged objects.ID     `json:"merged"`
	Label  string         `json:"label" min:"1"`
	Open   []openConflict `json:"open"`
}

// openConflict is what "genesis vcs resolve-conflict" takes.
type openConflict struct {
	fields.Path
	Conflict objects.ID `json:"conflict"`
	Class    string     `json:"class" enum:"text,syntax,structure,binary"`
	Reason   string     `json:"reason,omitempty"`
}

// scan compares the working tree with the commit of its files. In a merge the paths
// of the merged tree are tracked, too, and state says what is open.
func (l *look) scan(ctx context.Context) (scan *worktree.Scan, state *mergeState, err error) {
	merge, err := merging.Load(ctx, l.db)
	if err != nil {
		return nil, nil, err
	}
	req := worktree.ScanRequest{Store: l.db.Store(), Base: l.files, Paths: l.paths}
	if merge == nil {
		scan, err = l.tree.Scan(ctx, req)
		return scan, nil, err
	}
	req.Base = merge.Tree
	if scan, err = l.tree.Scan(ctx, req); err != nil {
		return nil, nil, err
	}
	if state, err = l.open(ctx, merge, scan); err != nil {
		return nil, nil, err
	}
	merged, err := snapshot.Diff(ctx, l.db.Store(), l.files, merge.Tree, l.paths)
	if err != nil {
		return nil, nil, err
	}
	scan.Changes = snapshot.Compose(merged, scan.Changes)
	return scan, state, nil
}

// open finds the conflicts that nobody decided, of the paths that are looked at.
func (l *look) open(ctx context.Context, merge *merging.State, scan *worktree.Scan) (*mergeState, error) {
	state := &mergeState{Merged: merge.Right, Label: merge.Label, Open: []openConflict{}}
	files, err := merging.Files(ctx, l.db.Store(), merge.Parts)
	if err != nil {
		return nil, err
	}
	working := &merging.Working{Store: l.db.Store(), Changes: scan.Changes, Content: l.tree.Content}
	if files, err = working.Open(ctx, files); err != nil {
		return nil, err
	}
	filter := snapshot.NewFilter(l.paths)
	for _, f := range files {
		if filter.Match(f.Path()) {
			state.Open = append(state.Open, openConflict{fields.PathOf(f.Path()), f.ID, f.Conflict.Class, f.Conflict.Reason})
		}
	}
	return state, nil
}

// mark makes the changes of open conflicts those of a conflict. A path at which the
// files are as HEAD has them is listed as well.
func (s *mergeState) mark(changes []change) []change {
	if s == nil {
		return changes
	}
	open := make(map[string]bool)
	for _, c := range s.Open {
		open[c.Path.Text] = true
	}
	for i := range changes {
		if open[changes[i].Path.Text] {
			changes[i].Change = conflictedChange
			delete(open, changes[i].Path.Text)
		}
	}
	for _, c := range s.Open {
		if open[c.Path.Text] {
			changes = append(changes, change{Path: c.Path, Change: conflictedChange, Kind: "file"})
		}
	}
	sortChanges(changes)
	return changes
}

// write tells a person what is left to do.
func (s *mergeState) write(p *render.Printer) {
	if s == nil {
		return
	}
	if len(s.Open) == 0 {
		p.Linef("%s: nothing is open, `genesis commit` ends it", p.Styled(render.Note, "merging "+s.Label))
		return
	}
	p.Linef("%s: %s open", p.Styled(render.Bad, "merging "+s.Label), render.Count(len(s.Open), "conflict"))
	var rows [][]string
	for _, c := range s.Open {
		rows = append(rows, []string{"  " + c.Path.Text, c.Class + " " + c.Reason, fields.Short(c.Conflict)})
	}
	p.Table(nil, rows)
}
