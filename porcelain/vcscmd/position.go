package vcscmd

import (
	"context"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/history"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
	"github.com/genesis-vcs/genesis/plumbing/workspace"
	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/fields"
	"github.com/genesis-vcs/genesis/porcelain/render"
	"github.com/genesis-vcs/genesis/refs"
)

// position is where a workspace stands.
type position struct {
	head   refs.Head
	commit objects.ID // zero on an unborn branch
	loaded history.Commit
	root   objects.ID // the commit's root tree; zero is the empty tree
}

// where reads the position of the workspace.
func where(ctx context.Context, db *refs.DB) (position, error) {
	head, id, err := db.Head(ctx)
	if err != nil || id.IsZero() {
		return position{head: head}, err
	}
	c, err := history.Load(ctx, db.Store(), id)
	if err != nil {
		return position{}, err
	}
	root, err := rootOf(ctx, db.Store(), c)
	return position{head: head, commit: id, loaded: c, root: root}, err
}

// files is the commit that the files of the workspace are of, and its root tree:
// HEAD's, or an older one when another workspace moved the branch since.
func (p position) files(ctx context.Context, env *cli.Env, db *refs.DB) (commit, root objects.ID, err error) {
	ws, err := env.Workspace(ctx)
	if err != nil {
		return commit, root, err
	}
	commit, err = workspace.FilesOf(ctx, db, ws.ID, p.head, p.commit)
	switch {
	case err != nil || commit.IsZero():
		return commit, root, err
	case commit == p.commit:
		return commit, p.root, nil
	}
	c, err := history.Load(ctx, db.Store(), commit)
	if err != nil {
		return commit, root, err
	}
	if root, err = rootOf(ctx, db.Store(), c); root == p.root {
		commit = p.commit // the others changed no file
	}
	return commit, root, err
}

// inDoubt reports, of a workspace whose HEAD has no commit, that the store has lost
// operations which may have put one there: an empty history is then not known to
// be the truth. Another store than the workspace's knows nothing of it anyway.
func inDoubt(ctx context.Context, env *cli.Env, db *refs.DB) (bool, error) {
	if env.StoreFlag() != "" {
		return false, nil
	}
	head, _, err := db.Head(ctx)
	if err != nil {
		return false, err
	}
	lost, err := db.HeadInDoubt(ctx, head)
	if lost {
		env.Warnf("the store has lost operations, and there may have been commits here: \"genesis op log\" and \"genesis refs list\" show what is left")
	}
	return lost, err
}

// rootOf is the root tree of a commit.
func rootOf(ctx context.Context, store objects.Store, c history.Commit) (objects.ID, error) {
	snap, err := snapshot.Load(ctx, store, c.Snapshot)
	if err != nil {
		return objects.ID{}, err
	}
	return snap.Root, nil
}

// writeHead tells a person where HEAD is; more follows the commit.
func writeHead(p *render.Printer, head string, commit *objects.ID, more string) {
	at := ", no commit yet"
	if commit != nil {
		at = " at " + fields.Short(*commit) + more
	}
	switch {
	case head == detached && commit == nil:
		p.Linef("HEAD is not set")
		return
	case head == detached:
		p.Linef("HEAD is detached%s", at)
		return
	}
	p.Linef("On branch %s%s", p.Styled(render.Strong, refs.Name(head).Short()), at)
}

// detached is what a result says instead of a branch's full name.
const detached = "detached"

// headName is how a result names a HEAD: the branch's full name, or "detached".
func headName(h refs.Head) string {
	if h.Branch == "" {
		return detached
	}
	return string(h.Branch)
}
