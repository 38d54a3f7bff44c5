package refscmd

import (
	"context"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/render"
	"github.com/genesis-vcs/genesis/refs"
)

// getResult is the data of `refs get`. Hash is null when the ref is not set.
type getResult struct {
	Name refs.Name   `json:"name"`
	Hash *objects.ID `json:"hash"`
}

// Human implements cli.Result.
func (r *getResult) Human(p *render.Printer) {
	if r.Hash == nil {
		p.Linef("%s  %s", p.Styled(render.Faint, "not set"), r.Name)
		return
	}
	p.Linef("%s  %s", r.Hash, r.Name)
}

func getCommand() *cli.Command {
	return &cli.Command{
		Path:    []string{"refs", "get"},
		Short:   "Print what a ref names",
		Long:    "Prints the hash that the ref holds. A ref that is not set is an answer, not a failure.",
		Example: "  genesis refs get refs/heads/main",
		Args:    []cli.Arg{{Name: "NAME", Complete: cli.Refs, Help: "a full ref name"}},
		Data:    []cli.Result{(*getResult)(nil)},
		Exits:   []contract.Status{contract.Verification},
		Run: func(ctx context.Context, env *cli.Env, args []string) (cli.Result, error) {
			name, db, err := open(ctx, env, args[0])
			if err != nil {
				return nil, err
			}
			id, ok, err := db.Get(ctx, name)
			if err != nil {
				return nil, err
			}
			r := &getResult{Name: name}
			if ok {
				r.Hash = &id
			}
			return r, nil
		},
	}
}
