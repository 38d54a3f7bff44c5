package fields

import (
	"context"

	"github.com/genesis-vcs/genesis/porcelain/cli"
)

// Paths makes path arguments relative to the root of the workspace. The root
// itself among them means everything: no restriction.
func Paths(ctx context.Context, env *cli.Env, args []string) ([]string, error) {
	var paths []string
	for _, arg := range args {
		path, err := env.Path(ctx, arg)
		if err != nil {
			return nil, err
		}
		if path == "" {
			return nil, nil
		}
		paths = append(paths, path)
	}
	return paths, nil
}
