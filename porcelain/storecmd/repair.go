package storecmd

import (
	"context"

	"github.com/spf13/pflag"

	"github.com/genesis-vcs/genesis/objects/packstore"
	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/fields"
	"github.com/genesis-vcs/genesis/porcelain/render"
	"github.com/genesis-vcs/genesis/refs"
)

// repairResult is the data of `store repair`.
type repairResult struct {
	Packs        int            `json:"packs"`
	Objects      int            `json:"objects"`
	RefsRestored int            `json:"refs_restored"`
	Operations   int            `json:"operations"`
	Losses       cli.List[loss] `json:"losses"`
	fields.Outcome
	replaced bool
}

type loss struct {
	What   string `json:"what" min:"1"`
	Reason string `json:"reason" min:"1"`
}

// Human implements cli.Result.
func (r *repairResult) Human(p *render.Printer) {
	verb := "would rebuild"
	if r.replaced {
		verb = "rebuilt"
	}
	p.Linef("%s the catalog from %s: %s, %s, %s", verb, render.Count(r.Packs, "pack"), render.Count(r.Objects, "object"),
		render.Count(r.RefsRestored, "ref"), render.Count(r.Operations, "operation"))
	for _, l := range r.Losses.Items() {
		p.Linef("%s  %s: %s", p.Styled(render.Bad, "lost"), l.What, l.Reason)
	}
	if !r.Noop { // the catalog is a new one all the same
		r.Line(p)
	}
}

func repairCommand() *cli.Command {
	var accept bool
	return &cli.Command{
		Path:  []string{"store", "repair"},
		Short: "Rebuild the catalog from the packs",
		Long: `Makes a new catalog from the packs: objects, refs, HEADs, pins and the log of
operations come back. What the old catalog still tells is kept, and replaces what
lost packs would have told. The old catalog is replaced only when the new one is
complete. Where something is lost, an operation records what came back; without
one nothing but the catalog has changed.

What cannot be brought back is listed, and then nothing is replaced: a pack that
was moved away, or is on a disk that is not mounted, may return. --accept-losses
replaces the catalog all the same; what returns later is not taken up again.`,
		Example: "  genesis store repair --rebuild-catalog --dry-run",
		Data:    []cli.Result{(*repairResult)(nil)},
		Mutates: true, DestroysWith: []string{"accept-losses"},
		Exits:    []contract.Status{contract.Refused, contract.Verification, contract.Busy},
		Required: []string{"rebuild-catalog"},
		Flags: func(fs *pflag.FlagSet) {
			fs.Bool("rebuild-catalog", false, "make a new catalog from the packs")
			fs.BoolVar(&accept, "accept-losses", false, "replace the catalog although something is lost with it")
		},
		Run: func(ctx context.Context, env *cli.Env, _ []string) (cli.Result, error) {
			return fields.Data(repair(ctx, env, accept))
		},
	}
}

// repair never opens the store, which is what may not work.
func repair(ctx context.Context, env *cli.Env, accept bool) (*repairResult, error) {
	dir, err := env.StoreDir(ctx)
	if err != nil {
		return nil, err
	}
	report, err := packstore.RebuildCatalog(ctx, dir, env.StoreOptions(), packstore.Rebuild{DryRun: env.DryRun, AcceptLosses: accept})
	if err != nil {
		return nil, err
	}
	r := &repairResult{
		Packs: report.Packs, Objects: report.Objects, RefsRestored: report.RefsRestored,
		Operations: report.Operations, Losses: cli.NewList[loss](env), replaced: report.Replaced,
	}
	if report.Replaced {
		r.Outcome = fields.OutcomeOf(refs.Result{Operation: report.Operation, Noop: report.Operation.IsZero()}, false)
		env.Published(r)
	}
	// The catalog may be a new one: a signal that comes now is too late, and a filter
	// that fails is told with the result.
	ctx = context.WithoutCancel(ctx)
	for _, l := range report.Losses {
		if _, err := r.Losses.Add(ctx, loss{What: l.What, Reason: l.Reason}); err != nil {
			return r, err
		}
	}
	if n := len(report.Losses); n > 0 && !accept {
		return r, contract.Fail("store/repair-losses", contract.Facts{"losses": n})
	}
	return r, nil
}
