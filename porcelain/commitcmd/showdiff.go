package commitcmd

import (
	"context"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/history"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
	"github.com/genesis-vcs/genesis/plumbing/treediff"
	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/diffview"
	"github.com/genesis-vcs/genesis/porcelain/fields"
	"github.com/genesis-vcs/genesis/porcelain/render"
)

// changeResult is the data of `commit show --diff`.
type changeResult struct {
	showResult
	diffview.Sum
	Files cli.List[diffview.File] `json:"files"`
}

// Human implements cli.Result.
func (r *changeResult) Human(p *render.Printer) {
	r.showResult.Human(p)
	p.Linef("")
	diffview.Write(p, r.Files.Items(), diffview.Unified)
	fields.NotShown(p, r.Files.Suppressed(), "file")
	if r.Changed > 0 {
		p.Linef("")
	}
	r.Line(p)
}

// around is how many lines stand around a change.
const around = 3

// changeOf adds to a commit what it changed of its first parent.
func changeOf(ctx context.Context, env *cli.Env, store objects.Store, c *showResult) (*changeResult, error) {
	after, err := history.TreeOf(ctx, store, c.Commit)
	if err != nil {
		return nil, err
	}
	var before objects.ID
	if len(c.Parents) > 0 {
		if before, err = history.TreeOf(ctx, store, c.Parents[0]); err != nil {
			return nil, err
		}
	}
	changes, err := snapshot.Diff(ctx, store, before, after, nil)
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
	r := &changeResult{*c, diffview.SumOf(files), cli.NewList[diffview.File](env)}
	return r, r.Files.AddAll(ctx, diffview.Records(files, around, true))
}
