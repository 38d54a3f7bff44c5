package refscmd

import (
	"context"

	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/refs"
)

// open reads the name of a ref and opens the store that may hold it.
func open(ctx context.Context, env *cli.Env, arg string) (refs.Name, *refs.DB, error) {
	name, err := refs.ParseName(arg)
	if err != nil {
		return "", nil, err
	}
	db, err := env.DB(ctx)
	return name, db, err
}
