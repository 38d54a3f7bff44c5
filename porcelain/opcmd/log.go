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

// logResult is the data of `op log` and `op show`.
type logResult struct {
	Operations []operation `json:"operations"`
	Truncated  bool        `json:"truncated"`
	detailed   bool
}

// Human implements cli.Result.
func (r *logResult) Human(p *render.Printer) {
	rows := make([][]string, len(r.Operations))
	for i, o := range r.Operations {
		rows[i] = o.row(p)
	}
	p.Table(nil, rows)
	if r.detailed {
		for _, o := range r.Operations {
			o.details(p)
		}
	}
	if r.Truncated {
		p.Linef("%s", p.Styled(render.Faint, "older operations follow; --max shows more"))
	}
}

func logCommand() *cli.Command {
	var limit int
	var ref string
	var all bool
	return &cli.Command{
		Path:  []string{"op", "log"},
		Short: "List the operations of this workspace",
		Long: `Lists what changed the store, newest first: of this workspace, or with --all of
every workspace that shares the store. Each can be named to op undo and restore.`,
		Example: "  genesis op log --max 5\n  genesis op log --ref refs/heads/main",
		Flags: func(fs *pflag.FlagSet) {
			fs.IntVar(&limit, "max", 0, "list at most `N` operations")
			fs.StringVar(&ref, "ref", "", "only operations that changed the ref `NAME`")
			fs.BoolVar(&all, "all", false, "of every workspace")
		},
		Run: func(ctx context.Context, env *cli.Env, _ []string) (cli.Result, error) {
			if limit < 0 {
				return nil, contract.Failf("usage/bad-argument", contract.Facts{"argument": "--max", "value": limit},
					"A number of operations is not negative")
			}
			q := refs.LogQuery{Max: limit, All: all}
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
	ops, truncated, err := db.Log(ctx, q)
	if err != nil && len(ops) == 0 {
		return nil, err
	}
	r := &logResult{Operations: make([]operation, len(ops)), Truncated: truncated}
	for i, op := range ops {
		r.Operations[i] = operationOf(op)
	}
	return r, err // a hole in the chain hides what is older, not what is newer
}

func showCommand() *cli.Command {
	return &cli.Command{
		Path:    []string{"op", "show"},
		Short:   "Show what an operation changed",
		Example: "  genesis op show 8f3a61c09d22",
		Args:    []cli.Arg{{Name: "ID", Help: "the id of an operation, or an unambiguous part of it"}},
		Run: func(ctx context.Context, env *cli.Env, args []string) (cli.Result, error) {
			db, err := env.DB(ctx)
			if err != nil {
				return nil, err
			}
			op, err := db.ResolveOp(ctx, args[0])
			if err != nil {
				return nil, err
			}
			return &logResult{Operations: []operation{operationOf(op).withDetails(op)}, detailed: true}, nil
		},
	}
}
