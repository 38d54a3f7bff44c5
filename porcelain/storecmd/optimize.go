package storecmd

import (
	"context"

	"github.com/genesis-vcs/genesis/objects/packstore"
	"github.com/genesis-vcs/genesis/plumbing/optimize"
	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/fields"
	"github.com/genesis-vcs/genesis/porcelain/render"
	"github.com/genesis-vcs/genesis/refs"
)

// optimizeResult is the data of `store optimize`. In a dry run Objects counts what
// would be stored anew, and nothing has changed after.
type optimizeResult struct {
	Objects     int    `json:"objects"`
	Deltas      int    `json:"deltas"`
	Kept        int    `json:"kept"`
	PacksBefore int    `json:"packs_before"`
	PacksAfter  int    `json:"packs_after"`
	BytesBefore uint64 `json:"bytes_before"`
	BytesAfter  uint64 `json:"bytes_after"`
	fields.Outcome
}

// Human implements cli.Result.
func (r *optimizeResult) Human(p *render.Printer) {
	switch {
	case r.Dry():
		p.Linef("would store %s anew and leave %d where they are", render.Count(r.Objects, "object"), r.Kept)
	case r.Objects > 0:
		p.Linef("stored %s anew, %d of them as deltas; %d were stored so already", render.Count(r.Objects, "object"), r.Deltas, r.Kept)
		p.Linef("%s in %s became %s in %s", render.Bytes(r.BytesBefore), render.Count(r.PacksBefore, "pack"),
			render.Bytes(r.BytesAfter), render.Count(r.PacksAfter, "pack"))
	}
	r.Line(p)
}

func optimizeCommand() *cli.Command {
	return &cli.Command{
		Path:  []string{"store", "optimize"},
		Short: "Make the store of a long history small",
		Long: `Stores the versions of each path one after the other, as deltas against newer ones,
where that is shorter. What a commit holds stays what it is: only the form changes in
which it lies on the disk, and every object is read back and checked before the old
form goes.

Others can read and write meanwhile. A run that is stopped, in whatever way, loses
nothing, and the next one goes on from there. It needs room for the new form beside
the old one.`,
		Example: "  genesis store optimize\n  genesis store optimize --dry-run",
		Data:    []cli.Result{(*optimizeResult)(nil)},
		Mutates: true,
		Exits:   []contract.Status{contract.Verification, contract.Busy},
		Run: func(ctx context.Context, env *cli.Env, _ []string) (cli.Result, error) {
			return fields.Data(runOptimize(ctx, env))
		},
	}
}

func runOptimize(ctx context.Context, env *cli.Env) (*optimizeResult, error) {
	store, err := env.Packs(ctx)
	if err != nil {
		return nil, err
	}
	db, err := env.DB(ctx)
	if err != nil {
		return nil, err
	}
	finding := env.Progress("finding objects")
	plan, err := optimize.Plan(ctx, store, func(objects int) { finding.Add(objects, 0) })
	finding.End()
	if err != nil {
		return nil, err
	}
	p := env.Progress("storing objects anew")
	p.Total(len(plan), 0)
	report, err := store.Optimize(ctx, plan, packstore.OptimizeOptions{DryRun: env.DryRun, Progress: p.Add})
	p.End()
	if err != nil {
		return nil, err
	}
	r := &optimizeResult{
		Objects: report.Objects, Deltas: report.Deltas, Kept: report.Kept,
		PacksBefore: report.PacksBefore, PacksAfter: report.PacksAfter,
		BytesBefore: uint64(report.BytesBefore), BytesAfter: uint64(report.BytesAfter),
	}
	if report.Noop || env.DryRun {
		r.Outcome = fields.OutcomeOf(refs.Result{Noop: true}, env.DryRun)
		return r, nil
	}
	// The store is another one: a signal that comes now is too late.
	tx := db.Begin("store optimize")
	tx.Record()
	done, err := tx.Commit(context.WithoutCancel(ctx), nil)
	r.Outcome = fields.OutcomeOf(done, false)
	return r, err
}
