package refscmd

import (
	"context"
	"strings"

	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/refs"
)

// open reads the name of a ref and opens the store that may hold it.
func open(ctx context.Context, env *cli.Env, arg string) (refs.Name, *refs.DB, error) {
	name, err := refs.ParseName(arg)
	if err != nil {
		return "", nil, notFull(ctx, env, arg, err)
	}
	db, err := env.DB(ctx)
	return name, db, err
}

// notFull says of a name that lacks its beginning that it does, and opens the
// store, in which the frame looks for the ref that has it as its short name.
func notFull(ctx context.Context, env *cli.Env, arg string, err error) error {
	if _, whole := refs.ParseName(refs.Heads + arg); whole != nil || strings.HasPrefix(arg, "refs/") {
		return err
	}
	_, _ = env.DB(ctx) // without it there is no suggestion
	fault := *contract.From(err)
	fault.Message, fault.Err = "The name is not a full one, which begins with refs/heads/, refs/tags/ or refs/remotes/", err
	return &fault
}
