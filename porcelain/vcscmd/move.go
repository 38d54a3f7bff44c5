package vcscmd

import (
	"context"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/history"
	"github.com/genesis-vcs/genesis/plumbing/worktree"
	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/fields"
	"github.com/genesis-vcs/genesis/porcelain/render"
	"github.com/genesis-vcs/genesis/refs"
)

// moveResult is the data of `vcs checkout` and `vcs switch`. From and To are
// commits, null on a branch without one; Head is the branch's full name, or
// "detached".
type moveResult struct {
	From      *objects.ID `json:"from"`
	To        *objects.ID `json:"to"`
	Head      string      `json:"head" pattern:"^(detached|refs/heads/.+)$"`
	Written   int         `json:"written"`
	Removed   int         `json:"removed"`
	Unchanged int         `json:"unchanged"`
	// Changes lists what a dry run would do.
	Changes []moved    `json:"changes,omitempty"`
	Saved   objects.ID `json:"saved,omitzero"`
	// Preview is what the paths would hold, with --preview.
	Preview []fields.Preview `json:"preview,omitzero"`
	fields.Outcome

	left objects.ID // the commit of a detached HEAD that moved away and no ref holds
}

// moved is one path of a dry run: "written" or "removed".
type moved struct {
	fields.Path
	Change string `json:"change" enum:"written,removed"`
}

// Human implements cli.Result.
func (r *moveResult) Human(p *render.Printer) {
	if r.Preview == nil {
		for _, c := range r.Changes {
			p.Linef("would be %s  %s", c.Change, c.Path.Text)
		}
	}
	fields.WritePreviews(p, r.Preview)
	writeHead(p, r.Head, r.To, "")
	if done := fields.Moved(r.Written, r.Removed); done != "" {
		p.Linef("%s, %d unchanged", done, r.Unchanged)
	}
	if !r.Saved.IsZero() {
		p.Linef("%s in snapshot %s", p.Styled(render.Note, "overwritten changes are kept"), fields.Short(r.Saved))
	}
	if !r.left.IsZero() && !r.Dry() {
		fields.NoBranch(p, r.left)
	}
	r.Line(p)
}

// mover takes the working tree of a workspace from one tree to another. The
// workspace's lock is held from the beginning.
type mover struct {
	env  *cli.Env
	verb string
	tree *worktree.Tree
	db   *refs.DB
	pos  position
	// files is the root tree that the files are of, and filesOf its commit.
	files, filesOf objects.ID
}

func newMover(ctx context.Context, env *cli.Env, verb string) (*mover, error) {
	tree, err := env.WorktreeWith(ctx, new(fields.Limits).Scan(env, "reading files"))
	if err != nil {
		return nil, err
	}
	db, err := env.DB(ctx)
	if err != nil {
		return nil, err
	}
	m := &mover{env: env, verb: verb, tree: tree, db: db}
	if m.pos, err = where(ctx, db); err != nil {
		return nil, err
	}
	m.filesOf, m.files, err = m.pos.files(ctx, env, db)
	return m, err
}

// current refuses when another workspace moved or removed the branch of HEAD:
// part of the files would be of one commit then and part of another.
func (m *mover) current(ctx context.Context) error {
	if m.filesOf == m.pos.commit {
		return nil
	}
	stale := &fields.Stale{
		Tree: m.tree, DB: m.db, Branch: m.pos.head.Branch,
		Files: m.filesOf, Tip: m.pos.commit, FilesRoot: m.files, TipRoot: m.pos.root,
	}
	return stale.Behind(ctx)
}

// move takes the working tree to a root tree and commits tx with it.
func (m *mover) move(ctx context.Context, tx *refs.Tx, head refs.Head, commit, root objects.ID, paths []string, discard bool) (*moveResult, error) {
	left, err := m.leaves(ctx, commit)
	if err != nil {
		return nil, err
	}
	done, err := m.tree.Move(ctx, tx, worktree.MoveRequest{
		DB: m.db, Base: m.files, To: root, Paths: paths, Discard: discard, DryRun: m.env.DryRun,
	})
	if err != nil {
		return nil, err
	}
	r := &moveResult{
		From: fields.OrNull(m.pos.commit), To: fields.OrNull(commit), Head: headName(head),
		Written: len(done.Written), Removed: len(done.Removed), Unchanged: done.Unchanged, Saved: done.Saved,
		Outcome: fields.OutcomeOf(done.Result, m.env.DryRun), left: left,
	}
	if m.env.DryRun {
		m.env.Planned(r.Written + r.Removed)
		r.Changes = movedOf(done)
	}
	if m.env.Preview {
		if r.Preview, err = fields.MovePreviews(ctx, m.db.Store(), m.files, root, done); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// leaves is the commit of a detached HEAD when HEAD goes elsewhere and nothing
// is known to hold the commit: no ref is at it, nor is it an ancestor of where
// HEAD goes, as far as a short look shows.
func (m *mover) leaves(ctx context.Context, to objects.ID) (objects.ID, error) {
	at := m.pos.head.Detached
	if at.IsZero() || at == to {
		return objects.ID{}, nil
	}
	all, err := m.db.List(ctx, "")
	if err != nil {
		return objects.ID{}, err
	}
	for _, ref := range all {
		if ref.ID == at {
			return objects.ID{}, nil
		}
	}
	for id, n := to, 0; !id.IsZero() && n < maxAncestors; n++ {
		c, err := history.Load(ctx, m.db.Store(), id)
		if err != nil {
			return objects.ID{}, err
		}
		if id = (objects.ID{}); len(c.Parents) > 0 {
			id = c.Parents[0]
		}
		if id == at {
			return objects.ID{}, nil
		}
	}
	return at, nil
}

// maxAncestors is how many first parents are looked at for a hint.
const maxAncestors = 100

func movedOf(done worktree.MoveResult) []moved {
	out := make([]moved, 0, len(done.Written)+len(done.Removed))
	for _, path := range done.Written {
		out = append(out, moved{Path: fields.PathOf(path), Change: "written"})
	}
	for _, path := range done.Removed {
		out = append(out, moved{Path: fields.PathOf(path), Change: "removed"})
	}
	return out
}
