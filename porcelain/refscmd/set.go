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

// setResult is the data of `refs set`. Old is null when the ref was not set.
type setResult struct {
	Name refs.Name   `json:"name"`
	Hash objects.ID  `json:"hash"`
	Old  *objects.ID `json:"old"`
	fields.Outcome
}

// Human implements cli.Result.
func (r *setResult) Human(p *render.Printer) {
	writeMove(p, r.Name, r.Old, &r.Hash)
	r.Line(p)
}

// writeMove writes how one ref moved.
func writeMove(p *render.Printer, name refs.Name, from, to *objects.ID) {
	p.Linef("%s  %s -> %s", p.Styled(render.Strong, string(name)), shortOr(from, "unset"), shortOr(to, "unset"))
}

func shortOr(id *objects.ID, none string) string {
	if id == nil {
		return none
	}
	return fields.Short(*id)
}

func setCommand() *cli.Command {
	var expected string
	return &cli.Command{
		Path:  []string{"refs", "set"},
		Short: "Move a ref, if it is where you saw it",
		Long: `Makes the ref NAME hold HASH. With --expected-old the ref moves only when it
holds that hash, or with "absent" ("nil" is another spelling) only when it is
not set; otherwise nothing changes and the answer says what it holds.`,
		Example: "  genesis refs set refs/heads/fix 8f3a61c09d22 --expected-old absent",
		Args: []cli.Arg{
			{Name: "NAME", Complete: cli.Refs, Help: "a full ref name"},
			{Name: "HASH", Help: "the hash of an object"},
		},
		Data:    []cli.Result{(*setResult)(nil)},
		Mutates: true, Destroys: true,
		Exits: []contract.Status{contract.Conflicted, contract.Refused, contract.NotFound, contract.Busy},
		Flags: func(fs *pflag.FlagSet) {
			fs.StringVar(&expected, "expected-old", "", "move only from this `HASH|absent`")
		},
		Run: func(ctx context.Context, env *cli.Env, args []string) (cli.Result, error) {
			name, db, err := open(ctx, env, args[0])
			if err != nil {
				return nil, err
			}
			id, err := fields.ResolveHash(ctx, db.Store(), args[1])
			if err != nil {
				return nil, err
			}
			expect, err := parseExpect(ctx, db.Store(), expected)
			if err != nil {
				return nil, err
			}
			tx := db.Begin("refs set")
			tx.Set(name, id, expect)
			done, err := fields.Finish(ctx, env, tx, nil)
			if err != nil {
				return nil, err
			}
			warnOfFiles(ctx, env, db, done.Changes)
			old := fields.OldOf(done.Changes, objects.SpaceRef, string(name), id)
			return &setResult{Name: name, Hash: id, Old: fields.OrNull(old), Outcome: fields.OutcomeOf(done, env.DryRun)}, nil
		},
	}
}

// parseExpect reads what the caller saw; "" states nothing.
func parseExpect(ctx context.Context, store objects.Store, text string) (refs.Expect, error) {
	switch {
	case text == "":
		return refs.Expect{}, nil
	case isAbsent(text):
		return refs.Missing(), nil
	}
	id, err := fields.ResolveHash(ctx, store, text)
	return refs.At(id), err
}

// isAbsent reports whether a text stands for a ref that is not set.
func isAbsent(text string) bool { return text == "absent" || text == "nil" }
