package vcscmd

import (
	"context"
	"slices"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/fields"
	"github.com/genesis-vcs/genesis/refs"
)

// renameBranch gives a branch another name. The HEAD of this workspace goes
// along; a branch that another workspace stands on keeps its name.
func renameBranch(ctx context.Context, env *cli.Env, db *refs.DB, oldShort, newShort string) (refs.Result, error) {
	from, err := refs.Branch(oldShort)
	if err != nil {
		return refs.Result{}, err
	}
	to, err := fields.NewBranch(newShort)
	if err != nil {
		return refs.Result{}, err
	}
	head, tip, err := lockedHead(ctx, env, db, from)
	if err != nil {
		return refs.Result{}, err
	}
	if err := refuseExisting(ctx, db, to); err != nil {
		return refs.Result{}, err
	}
	others, err := standingOn(ctx, db, from)
	if err != nil {
		return refs.Result{}, err
	}
	tx := db.Begin("vcs branch")
	if head.Branch == from {
		ws, err := env.Workspace(ctx)
		if err != nil {
			return refs.Result{}, err
		}
		others = slices.DeleteFunc(others, func(id string) bool { return id == ws.ID })
		tx.SetHead(refs.Head{Branch: to})
	}
	if len(others) > 0 {
		return refs.Result{}, checkedOut(from, others)
	}
	id, ok, err := db.Get(ctx, from)
	switch {
	case err != nil:
		return refs.Result{}, err
	case ok:
		tx.Delete(from, refs.At(id))
		tx.Set(to, id, refs.Missing())
	case head.Branch != from || !tip.IsZero():
		return refs.Result{}, &refs.NotFoundError{Name: string(from)}
	}
	return fields.Finish(ctx, env, tx, nil)
}

// lockedHead reads HEAD, under the workspace's lock when it is on the branch:
// then it is to move.
func lockedHead(ctx context.Context, env *cli.Env, db *refs.DB, name refs.Name) (refs.Head, objects.ID, error) {
	head, tip, err := db.Head(ctx)
	if err != nil || head.Branch != name {
		return head, tip, err
	}
	if _, err := env.Worktree(ctx); err != nil {
		return head, tip, err
	}
	return db.Head(ctx)
}
