package commitcmd

import (
	"context"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/history"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
	"github.com/genesis-vcs/genesis/plumbing/treediff"
	"github.com/genesis-vcs/genesis/porcelain/diffview"
	"github.com/genesis-vcs/genesis/porcelain/render"
)

// shownDiff is what a commit changed of its first parent.
type shownDiff struct {
	diffview.Sum
	Files []diffview.File `json:"files"`
}

// around is how many lines stand around a change.
const around = 3

func diffOf(ctx context.Context, store objects.Store, c history.Commit) (*shownDiff, error) {
	after, err := snapshot.Load(ctx, store, c.Snapshot)
	if err != nil {
		return nil, err
	}
	before := new(objects.Snapshot)
	if len(c.Parents) > 0 {
		parent, err := history.Load(ctx, store, c.Parents[0])
		if err != nil {
			return nil, err
		}
		if before, err = snapshot.Load(ctx, store, parent.Snapshot); err != nil {
			return nil, err
		}
	}
	changes, err := snapshot.Diff(ctx, store, before.Root, after.Root, nil)
	if err != nil {
		return nil, err
	}
	source := treediff.Source{Store: store}
	if changes, err = snapshot.Similar(ctx, source, changes, snapshot.SimilarOptions{}); err != nil {
		return nil, err
	}
	files, err := treediff.Files(ctx, source, changes, treediff.Options{Lines: true, Units: true})
	if err != nil {
		return nil, err
	}
	return &shownDiff{diffview.SumOf(files), diffview.Records(files, around, true)}, nil
}

func (d *shownDiff) write(p *render.Printer) {
	p.Linef("")
	diffview.Write(p, d.Files, diffview.Unified)
	if d.Changed > 0 {
		p.Linef("")
	}
	d.Line(p)
}
