package gitcmd

import (
	"context"
	"os"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/git"
	"github.com/genesis-vcs/genesis/plumbing/git/gitproc"
	"github.com/genesis-vcs/genesis/plumbing/history"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
	"github.com/genesis-vcs/genesis/plumbing/workspace"
	"github.com/genesis-vcs/genesis/plumbing/worktree"
	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/fields"
	"github.com/genesis-vcs/genesis/refs"
)

// place is the store that an import goes to and, unless it is bare, the
// workspace whose lock is held.
type place struct {
	env       *cli.Env
	db        *refs.DB
	workspace *workspace.Workspace // nil: a bare store
	tree      *worktree.Tree
	head      refs.Head
	commit    objects.ID // that HEAD is at; zero on an unborn branch
	root      objects.ID // its root tree; zero is the empty tree
}

func findPlace(ctx context.Context, env *cli.Env) (*place, error) {
	p := &place{env: env}
	var err error
	if p.workspace, err = env.Workspace(ctx); err != nil {
		return nil, err
	}
	if p.workspace != nil {
		if p.tree, err = env.WorktreeWith(ctx, new(fields.Limits).Scan(env, "reading files")); err != nil {
			return nil, err
		}
	}
	if p.db, err = env.DB(ctx); err != nil || p.workspace == nil {
		return p, err
	}
	if p.head, p.commit, err = p.db.Head(ctx); err != nil || p.commit.IsZero() {
		return p, err
	}
	p.root, err = rootOf(ctx, p.db.Store(), p.commit)
	return p, err
}

func rootOf(ctx context.Context, store objects.Store, commit objects.ID) (objects.ID, error) {
	c, err := history.Load(ctx, store, commit)
	if err != nil {
		return objects.ID{}, err
	}
	snap, err := snapshot.Load(ctx, store, c.Snapshot)
	if err != nil {
		return objects.ID{}, err
	}
	return snap.Root, nil
}

// followed says what became of HEAD and the files.
type followed struct {
	head             string // empty: HEAD stays on what it is on
	written, removed int
	result           refs.Result
}

// follow moves the refs, and HEAD and the files with them.
func (p *place) follow(ctx context.Context, repo *gitproc.Repo, done *git.Imported) (followed, error) {
	if err := p.refuseStanding(ctx, deleted(done)); err != nil || p.env.DryRun {
		return followed{}, err
	}
	tx := p.db.Begin("git import")
	done.Apply(tx)
	if p.workspace == nil {
		result, err := tx.Commit(ctx, nil)
		return followed{result: result}, err
	}
	var out followed
	head, commit := p.headAfter(done)
	if head != p.head {
		tx.SetHead(head)
		out.head = headName(head)
	}
	if p.beside(repo) && done.Head.Branch != "" && string(head.Branch) != done.Head.Branch {
		p.env.Warnf("the files are those of %s in Git, and HEAD is on another branch here; `genesis status` compares them with that", done.Head.Branch)
	}
	if commit == p.commit || p.beside(repo) {
		result, err := tx.Commit(ctx, nil)
		out.result = result
		return out, err
	}
	if err := p.current(ctx); err != nil {
		return out, err
	}
	root, err := rootOf(ctx, p.db.Store(), commit)
	if err != nil {
		return out, err
	}
	moved, err := p.tree.Move(ctx, tx, worktree.MoveRequest{DB: p.db, Base: p.root, To: root})
	out.written, out.removed, out.result = len(moved.Written), len(moved.Removed), moved.Result
	return out, err
}

// waits reports whether the workspace still has no commit, and no files of Git.
func (p *place) waits(repo *gitproc.Repo, out followed) bool {
	return p.workspace != nil && !p.beside(repo) && p.commit.IsZero() && out.head == "" && out.written == 0
}

// current refuses when another workspace moved the branch of HEAD: the files are
// of an older commit then.
func (p *place) current(ctx context.Context) error {
	files, err := workspace.FilesOf(ctx, p.db, p.workspace.ID, p.head, p.commit)
	if err != nil || files == p.commit {
		return err
	}
	stale := &fields.Stale{Tree: p.tree, DB: p.db, Branch: p.head.Branch, Files: files, Tip: p.commit, TipRoot: p.root}
	if !files.IsZero() {
		if stale.FilesRoot, err = rootOf(ctx, p.db.Store(), files); err != nil {
			return err
		}
	}
	return stale.Behind(ctx)
}

// goal is where HEAD will be: on a branch of which a commit comes, on the commit that
// HEAD of Git is on, or where it is.
type goal struct {
	branch   refs.Name
	detached bool
}

// goalOf decides that from Git's HEAD and the branches that come: where HEAD is, and
// without a commit where Git is, or on its own branch if that comes.
func (p *place) goalOf(branch string, detached bool, comes func(refs.Name) bool) goal {
	if p.head.Branch == "" && !p.head.IsZero() {
		return goal{}
	}
	if p.commit.IsZero() {
		if name := refs.Name(branch); name.IsBranch() && comes(name) {
			return goal{branch: name}
		}
		if detached {
			return goal{detached: true}
		}
	}
	if comes(p.head.Branch) {
		return goal{branch: p.head.Branch}
	}
	return goal{}
}

// headAfter is where HEAD will be.
func (p *place) headAfter(done *git.Imported) (refs.Head, objects.ID) {
	ids := map[refs.Name]objects.ID{}
	for _, r := range done.Refs {
		if r.Status != git.RefDeleted {
			ids[r.Name] = r.ID
		}
	}
	to := p.goalOf(done.Head.Branch, !done.HeadID.IsZero(), func(name refs.Name) bool { _, ok := ids[name]; return ok })
	switch {
	case to.detached:
		return refs.Head{Detached: done.HeadID}, done.HeadID
	case to.branch != "":
		return refs.Head{Branch: to.branch}, ids[to.branch]
	default:
		return p.head, p.commit
	}
}

func headName(h refs.Head) string {
	if h.Branch == "" {
		return "detached"
	}
	return string(h.Branch)
}

// beside reports whether the files of the workspace are those of the repository.
func (p *place) beside(repo *gitproc.Repo) bool {
	if repo == nil || repo.Worktree == "" {
		return false
	}
	a, err := os.Stat(repo.Worktree)
	if err != nil {
		return false
	}
	b, err := os.Stat(p.workspace.Root)
	return err == nil && os.SameFile(a, b)
}

// deleted are the refs that an import removes.
func deleted(done *git.Imported) (gone []refs.Name) {
	for _, r := range done.Refs {
		if r.Status == git.RefDeleted {
			gone = append(gone, r.Name)
		}
	}
	return gone
}

// refuseStanding refuses to remove a branch that a workspace stands on.
func (p *place) refuseStanding(ctx context.Context, names []refs.Name) error {
	var gone []refs.Name
	for _, name := range names {
		if name.IsBranch() {
			gone = append(gone, name)
		}
	}
	if len(gone) == 0 {
		return nil
	}
	page, err := p.db.Store().Rows(ctx, objects.RowQuery{Space: objects.SpaceHead})
	if err != nil {
		return err
	}
	for _, name := range gone {
		var ids []string
		for _, row := range page.Rows {
			if string(row.Value) == string(name) {
				ids = append(ids, row.Name)
			}
		}
		if len(ids) > 0 {
			return contract.Fail("refs/checked-out", contract.Facts{"name": name, "workspaces": ids})
		}
	}
	return nil
}
