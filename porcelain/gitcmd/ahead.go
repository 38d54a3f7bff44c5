package gitcmd

import (
	"context"
	"os"
	"path/filepath"

	"github.com/genesis-vcs/genesis/plumbing/git"
	"github.com/genesis-vcs/genesis/plumbing/git/gitproc"
	"github.com/genesis-vcs/genesis/plumbing/worktree"
	"github.com/genesis-vcs/genesis/refs"
)

// before refuses, when nothing is stored yet, what follow would refuse: a long import
// is not to end in vain. What happens meanwhile follow sees.
func (p *place) before(ctx context.Context, repo *gitproc.Repo, a *git.Ahead) error {
	if err := p.refuseStanding(ctx, a.Deleted); err != nil || p.workspace == nil || p.beside(repo) {
		return err
	}
	oid := a.Head.Detached
	to := p.goalOf(a.Head.Branch, !oid.IsZero(), func(name refs.Name) bool { _, ok := a.Commit(name); return ok })
	switch {
	case to == goal{}:
		return nil
	case !to.detached:
		oid, _ = a.Commit(to.branch)
	}
	if id, err := a.Known(ctx, oid); err != nil || id == p.commit && !id.IsZero() {
		return err
	}
	if err := p.current(ctx); err != nil {
		return err
	}
	root, trees, ok, err := a.Tree(ctx, oid, p.commit, p.root, p.there)
	if err != nil || !ok {
		return err
	}
	_, err = p.tree.Move(ctx, p.db.Begin("git import"), worktree.MoveRequest{
		DB: p.db, Base: p.root, To: root, Unstored: trees, DryRun: true,
	})
	return err
}

// there reports whether something is at a path of the workspace.
func (p *place) there(path string) bool {
	_, err := os.Lstat(filepath.Join(p.workspace.Root, filepath.FromSlash(path)))
	return err == nil
}
