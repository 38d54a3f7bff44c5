package vcscmd

import (
	"context"

	"github.com/genesis-vcs/genesis/plumbing/worktree"
	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/fields"
	"github.com/genesis-vcs/genesis/refs"
)

// look is what a command that reads the working tree works with.
type look struct {
	tree  *worktree.Tree
	db    *refs.DB
	pos   position
	paths []string // of the arguments, from the root; none is everything
}

func newLook(ctx context.Context, env *cli.Env, args []string, limits *fields.Limits) (l look, err error) {
	if l.tree, err = env.WorktreeWith(ctx, limits.Scan(env, "reading files")); err != nil {
		return l, err
	}
	if l.paths, err = fields.Paths(ctx, env, args); err != nil {
		return l, err
	}
	if l.db, err = env.DB(ctx); err != nil {
		return l, err
	}
	l.pos, err = where(ctx, l.db)
	return l, err
}
