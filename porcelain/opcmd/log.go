package opcmd

import (
	"context"

	"github.com/spf13/pflag"

	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/fields"
	"github.com/genesis-vcs/genesis/porcelain/render"
	"github.com/genesis-vcs/genesis/refs"
)

// logResult is the data of `op log` and `op show`. Truncated: there are older
// operations, which --limit left out.
type logResult struct {
	Operations cli.List[operation] `json:"operations"`
	Truncated  bool                `json:"truncated"`
	detailed   bool
}

// Human implements cli.Result.
func (r *logResult) Human(p *render.Printer) {
	operations := r.Operations.Items()
	rows := make([][]string, len(operations))
	for i, o := range operations {
		rows[i] = o.row(p)
	}
	p.Table(nil, rows)
	if r.detailed {
		for _, o := range operations {
			o.details(p)
		}
	}
	switch {
	case r.Truncated:
		p.Linef("%s", p.Styled(render.Faint, "older operations follow; --limit shows more"))
	case len(operations) == 0 && r.Operations.Suppressed() > 0:
		p.Linef("%s", p.Styled(render.Faint, "no operation passes the filter"))
	}
}

func logCommand() *cli.Command {
	var ref string
	var all bool
	return &cli.Command{
		Path:  []string{"op", "log"},
		Short: "List the operations of this workspace",
		Long: `Lists what changed the store, newest first: of this workspace, or with --all of
every workspace that shares the store. Each can be named to op undo and restore.`,
		Example: "  genesis op log --max 5\n  genesis op log --ref refs/heads/main",
		Flags: func(fs *pflag.FlagSet) {
			fs.StringVar(&ref, "ref", "", "only operations that changed the ref `REF`")
			fs.BoolVar(&all, "all", false, "of every workspace")
		},
		Data:       []cli.Result{(*logResult)(nil)},
		Exits:      []contract.Status{contract.Verification},
		LimitAlias: "max",
		Run: func(ctx context.Context, env *cli.Env, _ []string) (cli.Result, error) {
			q := refs.LogQuery{All: all}
			if ref != "" {
				name, err := refs.ParseName(ref)
				if err != nil {
					return nil, err
				}
				q.Ref = name
			}
			return fields.Data(log(ctx, env, q))
		},
	}
}

func log(ctx context.Context, env *cli.Env, q refs.LogQuery) (*logResult, error) {
	db, err := env.DB(ctx)
	if err != nil {
		return nil, err
	}
	ws, err := env.Workspace(ctx)
	if err != nil {
		return nil, err
	}
	if ws == nil || ws.ID == "" {
		q.All = true // seen from the store itself, no workspace is meant
	}
	r := &logResult{Operations: cli.NewList[operation](env)}
	found := false
	err = db.EachOp(ctx, q, func(op refs.Op) (bool, error) {
		more, err := r.Operations.Add(ctx, operationOf(op))
		found = err == nil
		return more, err
	})
	if err != nil && !found {
		return nil, err
	}
	r.Truncated = r.Operations.Limited()
	return r, err // a hole in the chain hides what is older, not what is newer
}

func showCommand() *cli.Command {
	return &cli.Command{
		Path:    []string{"op", "show"},
		Short:   "Show what an operation changed",
		Example: "  genesis op show 8f3a61c09d22",
		Args:    []cli.Arg{{Name: "ID", Complete: cli.Operations, Help: "the id of an operation, or an unambiguous part of it"}},
		Data:    []cli.Result{(*logResult)(nil)},
		Exits:   []contract.Status{contract.NotFound, contract.Verification},
		Run: func(ctx context.Context, env *cli.Env, args []string) (cli.Result, error) {
			db, err := env.DB(ctx)
			if err != nil {
				return nil, err
			}
			op, err := db.ResolveOp(ctx, args[0])
			if err != nil {
				return nil, err
			}
			r := &logResult{Operations: cli.NewList[operation](env), detailed: true}
			if _, err := r.Operations.Add(ctx, operationOf(op).withDetails(op)); err != nil {
				return nil, err
			}
			return r, nil
		},
	}
}
