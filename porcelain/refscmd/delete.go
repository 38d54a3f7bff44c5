package refscmd

import (
	"context"

	"github.com/spf13/pflag"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/fields"
	"github.com/genesis-vcs/genesis/porcelain/render"
	"github.com/genesis-vcs/genesis/refs"
)

// deleteResult is the data of `refs delete`.
type deleteResult struct {
	Name refs.Name  `json:"name"`
	Old  objects.ID `json:"old"`
	fields.Outcome
}

// Human implements cli.Result.
func (r *deleteResult) Human(p *render.Printer) {
	writeMove(p, r.Name, &r.Old, nil)
	r.Line(p)
}

func deleteCommand() *cli.Command {
	var expected string
	return &cli.Command{
		Path:    []string{"refs", "delete"},
		Short:   "Remove a ref, if it is where you saw it",
		Long:    "Removes the ref NAME; the object that it names stays. `genesis undo` brings it back.",
		Example: "  genesis refs delete refs/tags/old --expected-old 8f3a61c09d22",
		Args:    []cli.Arg{{Name: "NAME", Complete: cli.Refs, Help: "a full ref name"}},
		Data:    []cli.Result{(*deleteResult)(nil)},
		Mutates: true, Destroys: true,
		Exits: []contract.Status{contract.Conflicted, contract.NotFound, contract.Busy},
		Flags: func(fs *pflag.FlagSet) {
			fs.StringVar(&expected, "expected-old", "", "remove only from this `HASH`")
		},
		Run: func(ctx context.Context, env *cli.Env, args []string) (cli.Result, error) {
			name, db, err := open(ctx, env, args[0])
			if err != nil {
				return nil, err
			}
			expect, err := parseDeleteExpect(ctx, db.Store(), expected)
			if err != nil {
				return nil, err
			}
			tx := db.Begin("refs delete")
			tx.Delete(name, expect)
			done, err := fields.Finish(ctx, env, tx, nil)
			if err != nil {
				return nil, err
			}
			old := fields.OldOf(done.Changes, objects.SpaceRef, string(name), objects.ID{})
			return &deleteResult{Name: name, Old: old, Outcome: fields.OutcomeOf(done, env.DryRun)}, nil
		},
	}
}

// parseDeleteExpect is parseExpect without "absent": what is not there cannot
// be removed.
func parseDeleteExpect(ctx context.Context, store objects.Store, text string) (refs.Expect, error) {
	if text == "absent" || text == "nil" {
		return refs.Expect{}, contract.Failf("usage/bad-argument",
			contract.Facts{"argument": "--expected-old", "value": text}, "A ref that is not set cannot be removed")
	}
	return parseExpect(ctx, store, text)
}
