package refscmd

import (
	"context"

	"github.com/spf13/pflag"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/render"
	"github.com/genesis-vcs/genesis/refs"
)

// listResult is the data of `refs list`.
type listResult struct {
	Refs cli.List[ref] `json:"refs"`
}

type ref struct {
	Name refs.Name  `json:"name"`
	Hash objects.ID `json:"hash"`
}

// Human implements cli.Result.
func (r *listResult) Human(p *render.Printer) {
	for _, ref := range r.Refs.Items() {
		p.Linef("%s  %s", ref.Hash, ref.Name)
	}
}

func listCommand() *cli.Command {
	var prefix string
	return &cli.Command{
		Path:    []string{"refs", "list"},
		Short:   "List refs",
		Example: "  genesis refs list --prefix refs/tags/",
		Data:    []cli.Result{(*listResult)(nil)},
		Exits:   []contract.Status{contract.Verification},
		Flags: func(fs *pflag.FlagSet) {
			fs.StringVar(&prefix, "prefix", "", "only names that begin with `PREFIX`")
		},
		Run: func(ctx context.Context, env *cli.Env, _ []string) (cli.Result, error) {
			db, err := env.DB(ctx)
			if err != nil {
				return nil, err
			}
			list, err := db.List(ctx, prefix)
			if err != nil {
				return nil, err
			}
			r := &listResult{Refs: cli.NewList[ref](env)}
			for _, l := range list {
				if _, err := r.Refs.Add(ctx, ref{Name: l.Name, Hash: l.ID}); err != nil {
					return nil, err
				}
			}
			return r, nil
		},
	}
}
