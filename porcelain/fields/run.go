package fields

import (
	"context"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/workspace"
	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/refs"
)

// Data makes the result of a command from that of the function that did the
// work: a nil pointer becomes a nil interface.
func Data[T any, P interface {
	*T
	cli.Result
}](r P, err error) (cli.Result, error) {
	if r == nil {
		return nil, err
	}
	return r, err
}

// Stage opens a stage for new objects. That of a dry run only counts them.
func Stage(ctx context.Context, env *cli.Env, store objects.Store) (objects.Stage, error) {
	if env.DryRun {
		return objects.NewDryStage(store), nil
	}
	return store.Begin(ctx)
}

// Finish commits a transaction with the stage (which may be nil), or checks it
// in a dry run. The stage of a dry run stays open.
func Finish(ctx context.Context, env *cli.Env, tx *refs.Tx, stage objects.Stage) (refs.Result, error) {
	if env.DryRun {
		return tx.Check(ctx, stage)
	}
	return tx.Commit(ctx, stage)
}

// Who is the person who runs the command, from the environment, the
// configuration or Git's. *workspace.NoIdentityError when nothing says it.
func Who(ctx context.Context, env *cli.Env) (workspace.Identity, error) {
	cfg, err := env.Config(ctx)
	if err != nil {
		return workspace.Identity{}, err
	}
	return workspace.IdentitySources{
		EnvName: env.Getenv("GENESIS_AUTHOR_NAME"), EnvEmail: env.Getenv("GENESIS_AUTHOR_EMAIL"),
		Config: cfg, Dir: env.Cwd, Environ: env.Environ(),
	}.Resolve(ctx)
}

// OrNull is the JSON null for the zero id.
func OrNull(id objects.ID) *objects.ID {
	if id.IsZero() {
		return nil
	}
	return &id
}
