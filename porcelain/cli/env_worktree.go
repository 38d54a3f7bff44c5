package cli

import (
	"cmp"
	"context"
	"path/filepath"

	"github.com/genesis-vcs/genesis/plumbing/workspace"
	"github.com/genesis-vcs/genesis/plumbing/worktree"
	"github.com/genesis-vcs/genesis/porcelain/render"
)

// Worktree is the working tree of the workspace. In a command that mutates it
// takes the workspace's lock and recovers an interrupted move first; in a dry
// run such a move is only reported as a warning.
func (e *Env) Worktree(ctx context.Context) (*worktree.Tree, error) {
	return e.WorktreeWith(ctx, nil)
}

// WorktreeWith is Worktree with options changed by adjust (limits, progress).
func (e *Env) WorktreeWith(ctx context.Context, adjust func(*worktree.Options)) (*worktree.Tree, error) {
	ws, err := e.Workspace(ctx)
	if err != nil {
		return nil, err
	}
	if ws == nil {
		return nil, &workspace.NotFoundError{Dir: e.Cwd}
	}
	config, err := e.Config(ctx)
	if err != nil {
		return nil, err
	}
	opts := worktree.Options{Root: ws.Root, Meta: ws.Meta(), ReadOnly: e.DryRun}
	if err := e.addExcludes(&opts, config); err != nil {
		return nil, err
	}
	if adjust != nil {
		adjust(&opts)
	}
	tree := worktree.New(opts)
	switch {
	case !e.run.command.Mutates:
		return tree, nil
	case e.DryRun:
		_, err := e.Interrupted(ctx)
		return tree, err
	}
	return tree, e.lockAndRecover(ctx, tree)
}

// addExcludes adds the user's ignore files: beside Git that of Git, then ours.
func (e *Env) addExcludes(opts *worktree.Options, config workspace.Config) error {
	theirs, err := worktree.GitExcludes(opts.Root, e.gitUser())
	if err != nil {
		return err
	}
	for _, file := range [...]string{theirs, config.Excludes} {
		if file != "" {
			opts.Excludes = append(opts.Excludes, file)
		}
	}
	return nil
}

// gitUser says where git looks for what its user configured.
func (e *Env) gitUser() worktree.GitUser {
	user := worktree.GitUser{Home: e.Getenv("HOME")}
	var dir string
	switch config := e.Getenv("XDG_CONFIG_HOME"); {
	case config != "":
		dir = filepath.Join(config, "git")
	case user.Home != "":
		dir = filepath.Join(user.Home, ".config", "git")
	}
	if dir != "" {
		user.Ignore = filepath.Join(dir, "ignore")
		user.Configs = append(user.Configs, filepath.Join(dir, "config"))
	}
	if user.Home != "" {
		user.Configs = append(user.Configs, filepath.Join(user.Home, ".gitconfig"))
	}
	if only := e.Getenv("GIT_CONFIG_GLOBAL"); only != "" {
		user.Configs = []string{only}
	}
	if e.Getenv("GIT_CONFIG_NOSYSTEM") == "" {
		user.Configs = append([]string{cmp.Or(e.Getenv("GIT_CONFIG_SYSTEM"), "/etc/gitconfig")}, user.Configs...)
	}
	return user
}

// Interrupted reports whether the workspace has a move that was interrupted, for
// the results of commands that only look, and warns a person of it.
func (e *Env) Interrupted(ctx context.Context) (bool, error) {
	ws, err := e.Workspace(ctx)
	if err != nil || ws == nil || ws.ID == "" {
		return false, err
	}
	interrupted, err := worktree.New(worktree.Options{Root: ws.Root, Meta: ws.Meta()}).Interrupted()
	if err == nil && interrupted {
		e.Warnf("worktree/interrupted: an earlier command was interrupted while it wrote the working tree; the next command that stores or writes the working tree finishes it or takes it back")
	}
	return interrupted, err
}

// Recovered says what became of an interrupted move when Worktree was called: in
// a dry run, what would become of it.
func (e *Env) Recovered(ctx context.Context, tree *worktree.Tree) (worktree.Recovery, error) {
	if !e.DryRun {
		return e.recovered, nil
	}
	db, err := e.DB(ctx)
	if err != nil {
		return worktree.Recovery{}, err
	}
	return tree.Pending(ctx, db)
}

// lockAndRecover takes the workspace's lock to the end of the command and
// finishes or rolls back an interrupted move.
func (e *Env) lockAndRecover(ctx context.Context, tree *worktree.Tree) error {
	unlock, err := tree.Lock(ctx, e.verb(), e.lockTimeout())
	if err != nil {
		return err
	}
	e.onClose("lock of the workspace", func() error {
		unlock()
		return nil
	})
	e.noted.moves(tree)
	interrupted, err := tree.Interrupted()
	if err != nil || !interrupted {
		return err
	}
	db, err := e.DB(ctx)
	if err != nil {
		return err
	}
	recovery, err := tree.Recover(ctx, db)
	if err != nil || !recovery.Done {
		return err
	}
	e.recovered = recovery
	how := "taken back"
	if recovery.Forward {
		how = "finished"
	}
	e.Warnf("an interrupted command was %s: %s restored", how, render.Count(len(recovery.Restored), "path"))
	for _, path := range recovery.Untouched {
		e.Warnf("left alone, because it was changed since: %s", path)
	}
	return nil
}
