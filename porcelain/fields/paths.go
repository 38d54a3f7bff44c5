package fields

import (
	"context"

	"github.com/genesis-vcs/genesis/porcelain/cli"
)

// Paths makes path arguments relative to the root of the workspace, and notes
// each as a target. The root itself among them means everything: no restriction.
func Paths(ctx context.Context, env *cli.Env, args []string) ([]string, error) {
	var paths []string
	everything := false
	for _, arg := range args {
		path, err := env.Path(ctx, arg)
		if err != nil {
			return nil, err
		}
		everything = everything || path == ""
		paths = append(paths, path)
	}
	if everything {
		return nil, nil
	}
	return paths, nil
}
