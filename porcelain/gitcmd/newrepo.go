package gitcmd

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/genesis-vcs/genesis/plumbing/git"
	"github.com/genesis-vcs/genesis/plumbing/git/gitproc"
	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/refs"
)

// make exports into a new repository beside the directory, or in it if it is there,
// which becomes that of the directory when it is complete.
func (r *exportResult) make(ctx context.Context, env *cli.Env, db *refs.DB, at target, o exportOptions) (err error) {
	undo, err := makeParents(at.near)
	if err != nil {
		return at.fault(err)
	}
	defer func() {
		if err != nil {
			undo()
		}
	}()
	beside, err := newAside(ctx, at.near)
	if err != nil {
		return at.fault(err)
	}
	defer beside.remove()
	head, _, err := db.Head(ctx)
	if err != nil {
		return err
	}
	repo, err := gitproc.Init(ctx, beside.made(), env.Environ(), o.bare, string(head.Branch))
	if err != nil {
		return at.fault(err)
	}
	return r.export(ctx, env, db, repo, o, func(done *git.Exported) error {
		branch := headOf(head, done)
		if branch != "" {
			if err := repo.SetBranch(ctx, branch); err != nil {
				return err
			}
		}
		if branch != "" && !o.bare && r.To.TextEncoding == "" {
			r.NextAction = []string{"git", "-C", r.To.Text, "checkout"}
		}
		if at.near == at.dir {
			return at.fault(beside.moveInto(at.dir))
		}
		return at.fault(os.Rename(beside.made(), at.dir))
	})
}

// headOf is the branch that HEAD of a new repository is on: that of the workspace, or
// when it did not go along one that did. It is empty when none did.
func headOf(head refs.Head, done *git.Exported) string {
	var branches []string
	for _, ref := range done.Refs {
		if strings.HasPrefix(ref.Git, refs.Heads) {
			branches = append(branches, ref.Git)
		}
	}
	for _, name := range [...]string{string(head.Branch), refs.Heads + "main", refs.Heads + "master"} {
		if slices.Contains(branches, name) {
			return name
		}
	}
	if len(branches) > 0 {
		return branches[0]
	}
	return ""
}

// makeParents makes a directory with those above it. undo removes those that were
// made, as long as nobody put something into them.
func makeParents(dir string) (undo func(), err error) {
	var made []string // the deepest first
	for at := dir; ; at = filepath.Dir(at) {
		if _, err := os.Stat(at); err == nil || at == filepath.Dir(at) {
			break
		}
		made = append(made, at)
	}
	undo = func() {
		for _, at := range made {
			_ = os.Remove(at)
		}
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		undo()
		return nil, err
	}
	return undo, nil
}
