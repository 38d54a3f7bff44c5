package vcscmd

import (
	"context"

	"github.com/spf13/pflag"

	"github.com/genesis-vcs/genesis/plumbing/history"
	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/fields"
	"github.com/genesis-vcs/genesis/refs"
)

func checkoutCommand() *cli.Command {
	var discard bool
	return &cli.Command{
		Path:  []string{"vcs", "checkout"},
		Alias: "checkout",
		Short: "Take the working tree to a commit",
		Long: `Writes the files of REV into the working tree and moves HEAD there: onto the
branch when REV is a branch's name, else onto the commit itself. With PATH only
these paths are written and HEAD stays.

Changes of yours that are not in the way stay. One that is in the way and stored
nowhere is not overwritten: the command refuses and lists every path.

With --discard every tracked file, or with PATH every one of these paths, is
made what REV has. Untracked files that are not in the way stay. What is
overwritten is stored first, in the snapshot that the answer names, and
"genesis undo" brings it back.`,
		Example: "  genesis checkout main\n  genesis checkout main~3\n  genesis checkout HEAD --discard -- src/parser.go",
		Args: []cli.Arg{
			{Name: "REV", Help: "a branch, tag, commit or short id"},
			{Name: "PATH", Optional: true, Repeat: true, AfterDash: true, Help: "write only these paths"},
		},
		Data:    []cli.Result{(*moveResult)(nil)},
		Exits:   []contract.Status{contract.Conflicted, contract.Parse, contract.Refused, contract.NotFound, contract.Verification, contract.Busy},
		Mutates: true, DestroysWith: []string{"discard"}, Previews: true,
		Flags: func(fs *pflag.FlagSet) {
			registerDiscard(fs, &discard)
		},
		Run: func(ctx context.Context, env *cli.Env, args []string) (cli.Result, error) {
			return fields.Data(checkout(ctx, env, args[0], args[1:], discard))
		},
	}
}

func registerDiscard(fs *pflag.FlagSet, discard *bool) {
	fs.BoolVar(discard, "discard", false, "store local changes of tracked files and of what is in the way, then overwrite them")
}

func checkout(ctx context.Context, env *cli.Env, rev string, args []string, discard bool) (*moveResult, error) {
	m, err := newMover(ctx, env, "vcs checkout")
	if err != nil {
		return nil, err
	}
	if len(args) > 0 {
		return m.paths(ctx, rev, args, discard)
	}
	found, c, err := history.ResolveCommit(ctx, m.db, rev)
	if err != nil {
		return nil, err
	}
	head := refs.Head{Detached: c.ID}
	if found.Ref.IsBranch() {
		head = refs.Head{Branch: found.Ref}
	}
	return m.to(ctx, head, c, discard)
}

// paths writes some paths of a tree; HEAD stays where it is.
func (m *mover) paths(ctx context.Context, rev string, args []string, discard bool) (*moveResult, error) {
	if err := m.current(ctx); err != nil {
		return nil, err
	}
	root, err := history.ResolveTree(ctx, m.db, rev)
	if err != nil {
		return nil, err
	}
	// The root itself among the paths is not "no paths": what is named is written
	// even where only the working tree differs.
	paths := make([]string, len(args))
	for i, arg := range args {
		if paths[i], err = m.env.Path(ctx, arg); err != nil {
			return nil, err
		}
	}
	return m.move(ctx, m.db.Begin(m.verb), m.pos.head, m.pos.commit, root, paths, discard)
}

// to moves HEAD and the working tree to a commit.
func (m *mover) to(ctx context.Context, head refs.Head, c history.Commit, discard bool) (*moveResult, error) {
	if err := refuseMerging(ctx, m); err != nil {
		return nil, err
	}
	root, err := rootOf(ctx, m.db.Store(), c)
	if err != nil {
		return nil, err
	}
	tx := m.db.Begin(m.verb)
	tx.SetHead(head)
	var paths []string
	if discard {
		paths = []string{""} // also where only the working tree differs
	}
	return m.move(ctx, tx, head, c.ID, root, paths, discard)
}

// branchCommit loads what a branch holds; *refs.NotFoundError if it is not set.
func branchCommit(ctx context.Context, db *refs.DB, name refs.Name) (history.Commit, error) {
	id, ok, err := db.Get(ctx, name)
	if err != nil {
		return history.Commit{}, err
	}
	if !ok {
		return history.Commit{}, &refs.NotFoundError{Name: string(name)}
	}
	return history.Load(ctx, db.Store(), id)
}
