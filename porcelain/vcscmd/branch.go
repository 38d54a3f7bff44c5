package vcscmd

import (
	"context"

	"github.com/spf13/pflag"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/history"
	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/fields"
	"github.com/genesis-vcs/genesis/porcelain/render"
	"github.com/genesis-vcs/genesis/refs"
)

// branchResult is the data of `vcs branch`.
type branchResult struct {
	Branches cli.List[branch] `json:"branches"`
	fields.Outcome
	named
}

// branch is one branch; Name is its short name.
type branch struct {
	Name         string     `json:"name" min:"1"`
	NameEncoding string     `json:"name_encoding,omitempty"`
	Hash         objects.ID `json:"hash"`
	Current      bool       `json:"current"`
}

// Human implements cli.Result.
func (r *branchResult) Human(p *render.Printer) {
	if r.write(p) {
		r.Line(p)
		return
	}
	for _, b := range r.Branches.Items() {
		mark, name := " ", b.Name
		if b.Current {
			mark, name = "*", p.Styled(render.Good, b.Name)
		}
		p.Linef("%s %s  %s", mark, p.Styled(render.Faint, fields.Short(b.Hash)), name)
	}
	fields.NotShown(p, r.Branches.Suppressed(), "branch")
}

func branchCommand() *cli.Command {
	var remove, rename bool
	return &cli.Command{
		Path:  []string{"vcs", "branch"},
		Alias: "branch",
		Short: "List, make, remove or rename branches",
		Long: `Without arguments lists the branches. NAME makes a branch at REV, or at HEAD.
-d removes the branch NAME, -m renames NAME to the second name. A branch that a
workspace stands on is not removed.`,
		Example: "  genesis branch\n  genesis branch fix/empty-list main~2\n  genesis branch -m old new",
		Args: []cli.Arg{
			{Name: "NAME", Optional: true, Complete: cli.Branches, Help: "the short name of a branch"},
			{Name: "REV", Optional: true, Help: "where the branch begins; with -m the new name"},
		},
		Data:    []cli.Result{(*branchResult)(nil)},
		Exits:   []contract.Status{contract.Conflicted, contract.Refused, contract.NotFound, contract.Verification, contract.Busy},
		Mutates: true, DestroysWith: []string{"delete", "move"},
		Exclusive: []cli.Pair{
			{Flag: "--delete", Other: "--move", Reason: "A branch is removed or renamed"},
			{Flag: "--delete", Other: "REV", Reason: "One branch is removed at a time"},
		},
		Needs: []cli.Pair{
			{Flag: "--delete", Other: "NAME", Reason: "Say which branch to remove"},
			{Flag: "--move", Other: "NAME", Reason: "A rename takes the old and the new name"},
			{Flag: "--move", Other: "REV", Reason: "A rename takes the old and the new name"},
		},
		Flags: func(fs *pflag.FlagSet) {
			fs.BoolVarP(&remove, "delete", "d", false, "remove the branch NAME")
			fs.BoolVarP(&rename, "move", "m", false, "rename the branch NAME")
		},
		Run: func(ctx context.Context, env *cli.Env, args []string) (cli.Result, error) {
			db, err := env.DB(ctx)
			if err != nil {
				return nil, err
			}
			r := &branchResult{Branches: cli.NewList[branch](env)}
			if len(args) == 0 {
				if err := r.list(ctx, db); err != nil {
					return nil, err
				}
				return r, nil
			}
			done, err := changeBranch(ctx, env, db, args, remove, rename)
			if err != nil {
				return nil, err
			}
			r.Outcome, r.named = fields.OutcomeOf(done, env.DryRun), namedBy(done)
			// The change is made: a signal that comes now is too late, and a list that
			// fails does not hide it.
			return r, r.list(context.WithoutCancel(ctx), db)
		},
	}
}

// list adds all branches.
func (r *branchResult) list(ctx context.Context, db *refs.DB) error {
	head, _, err := db.Head(ctx)
	if err != nil {
		return err
	}
	list, err := db.List(ctx, refs.Heads)
	if err != nil {
		return err
	}
	for _, ref := range list {
		b := branch{Hash: ref.ID, Current: ref.Name == head.Branch}
		b.Name, b.NameEncoding = fields.Encode(ref.Name.Short())
		if _, err := r.Branches.Add(ctx, b); err != nil {
			return err
		}
	}
	return nil
}

// changeBranch removes, renames or makes a branch.
func changeBranch(ctx context.Context, env *cli.Env, db *refs.DB, args []string, remove, rename bool) (refs.Result, error) {
	switch {
	case remove:
		return removeBranch(ctx, env, db, args[0])
	case rename:
		return renameBranch(ctx, env, db, args[0], args[1])
	}
	return makeBranch(ctx, env, db, args)
}

func makeBranch(ctx context.Context, env *cli.Env, db *refs.DB, args []string) (refs.Result, error) {
	name, err := fields.NewBranch(args[0])
	if err != nil {
		return refs.Result{}, err
	}
	_, c, err := history.ResolveCommit(ctx, db, revOrHead(args))
	if err != nil {
		return refs.Result{}, err
	}
	if err := refuseExisting(ctx, db, name); err != nil {
		return refs.Result{}, err
	}
	tx := db.Begin("vcs branch")
	tx.Set(name, c.ID, refs.Missing())
	return fields.Finish(ctx, env, tx, nil)
}

func removeBranch(ctx context.Context, env *cli.Env, db *refs.DB, short string) (refs.Result, error) {
	name, err := refs.Branch(short)
	if err != nil {
		return refs.Result{}, err
	}
	others, err := standingOn(ctx, db, name)
	if err != nil {
		return refs.Result{}, err
	}
	if len(others) > 0 {
		return refs.Result{}, checkedOut(name, others)
	}
	tx := db.Begin("vcs branch")
	tx.Delete(name, refs.Expect{})
	return fields.Finish(ctx, env, tx, nil)
}

// standingOn lists the ids of the workspaces whose HEAD is on the branch.
func standingOn(ctx context.Context, db *refs.DB, name refs.Name) ([]string, error) {
	page, err := db.Store().Rows(ctx, objects.RowQuery{Space: objects.SpaceHead})
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, row := range page.Rows {
		if string(row.Value) == string(name) {
			ids = append(ids, row.Name)
		}
	}
	return ids, nil
}

func checkedOut(name refs.Name, workspaces []string) error {
	return contract.Fail("refs/checked-out", contract.Facts{"name": name, "workspaces": workspaces})
}
