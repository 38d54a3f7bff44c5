package vcscmd

import (
	"context"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/worktree"
	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/fields"
	"github.com/genesis-vcs/genesis/refs"
)

// look is what a command that reads the working tree works with.
type look struct {
	tree *worktree.Tree
	db   *refs.DB
	pos  position
	// files is the root tree that the files are of, and filesOf its commit.
	files, filesOf objects.ID
	paths          []string // of the arguments, from the root; none is everything
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
	if l.pos, err = where(ctx, l.db); err != nil {
		return l, err
	}
	l.filesOf, l.files, err = l.pos.files(ctx, env, l.db)
	return l, err
}
