package commitcmd

import (
	"context"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/history"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
	"github.com/genesis-vcs/genesis/plumbing/workspace"
	"github.com/genesis-vcs/genesis/plumbing/worktree"
	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/fields"
	"github.com/genesis-vcs/genesis/refs"
)

// maker makes one commit.
type maker struct {
	env   *cli.Env
	opts  newOptions
	db    *refs.DB
	store objects.Store
	stage objects.Stage
	tree  *worktree.Tree // nil without a workspace

	head    refs.Head
	tip     objects.ID      // of HEAD; zero on an unborn branch
	amended *history.Commit // the commit that --amend replaces
	parents []objects.ID
	base    objects.ID // the root tree of the first parent
	merge   *union     // nil if the workspace is in no merge
	patched *patched   // nil without --patch
}

func run(ctx context.Context, env *cli.Env, o newOptions, args []string) (*newResult, error) {
	m := &maker{env: env, opts: o}
	if err := m.open(ctx, args); err != nil {
		return nil, err
	}
	commit := &objects.Commit{Why: o.why, Obligations: sortedSet(o.obligations)}
	if err := m.describe(ctx, commit); err != nil {
		return nil, err
	}
	commit.Parents = m.parents
	stage, err := fields.Stage(ctx, m.env, m.store)
	if err != nil {
		return nil, err
	}
	defer stage.Abort()
	m.stage = stage
	changes, err := m.content(ctx, commit, args)
	if err != nil {
		return nil, err
	}
	if err := m.refuseEmpty(ctx, commit, changes); err != nil {
		return nil, err
	}
	return m.publish(ctx, commit, changes)
}

// open looks at where HEAD is and what the commit stands on. With a workspace
// its lock is held from here on: HEAD is to move.
func (m *maker) open(ctx context.Context, args []string) (err error) {
	if m.db, err = m.env.DB(ctx); err != nil {
		return err
	}
	m.store = m.db.Store()
	ws, err := m.env.Workspace(ctx)
	if err != nil {
		return err
	}
	switch {
	case ws != nil && ws.ID != "":
		if m.tree, err = m.env.WorktreeWith(ctx, m.opts.limits.Scan(m.env, "reading files")); err != nil {
			return err
		}
		if m.head, m.tip, err = m.db.Head(ctx); err != nil {
			return err
		}
		if err := m.refuseStale(ctx, ws.ID); err != nil {
			return err
		}
		if err := m.findMerge(ctx, args); err != nil {
			return err
		}
	case !m.opts.stored() || !m.opts.noRef || m.opts.amend:
		// A bare store has no working tree and no HEAD.
		return contract.Fail("workspace/not-found", nil)
	}
	if m.opts.amend {
		if m.tip.IsZero() {
			return contract.Fail("commit/unborn", contract.Facts{"branch": m.head.Branch})
		}
		c, err := history.Load(ctx, m.store, m.tip)
		if err != nil {
			return err
		}
		m.amended = &c
	}
	return m.findParents(ctx)
}

// refuseStale refuses files that are of an older commit than the one that the
// branch holds, because another workspace moved or removed it: committed on top
// of it, they would take back what the other did.
func (m *maker) refuseStale(ctx context.Context, id string) error {
	if m.opts.stored() {
		return nil
	}
	files, err := workspace.FilesOf(ctx, m.db, id, m.head, m.tip)
	if err != nil || files == m.tip {
		return err
	}
	of, err := m.rootOf(ctx, files)
	if err != nil {
		return err
	}
	tip, err := m.rootOf(ctx, m.tip)
	if err != nil || of == tip {
		return err
	}
	stale := &fields.Stale{
		Tree: m.tree, DB: m.db, Branch: m.head.Branch,
		Files: files, Tip: m.tip, FilesRoot: of, TipRoot: tip,
	}
	return stale.Behind(ctx)
}

// findParents decides what the commit stands on: --parent, or what the amended
// commit stood on, or HEAD.
func (m *maker) findParents(ctx context.Context) error {
	if m.opts.patch != "" {
		if err := m.findPatch(ctx); err != nil {
			return err
		}
	}
	switch {
	case len(m.opts.parents) > 0:
		for _, arg := range m.opts.parents {
			_, c, err := history.ResolveCommit(ctx, m.db, arg)
			if err != nil {
				return err
			}
			m.parents = append(m.parents, c.ID)
		}
	case m.amended != nil:
		m.parents = m.amended.Parents
	case m.patched != nil:
		m.parents = []objects.ID{m.patched.base.ID}
	case !m.tip.IsZero():
		m.parents = []objects.ID{m.tip}
	}
	if m.merge != nil {
		m.parents = append(m.parents, m.merge.Right)
	}
	if len(m.parents) == 0 {
		return nil
	}
	var err error
	m.base, err = m.rootOf(ctx, m.parents[0])
	return err
}

func (m *maker) rootOf(ctx context.Context, commit objects.ID) (objects.ID, error) {
	if commit.IsZero() {
		return objects.ID{}, nil
	}
	c, err := history.Load(ctx, m.store, commit)
	if err != nil {
		return objects.ID{}, err
	}
	snap, err := snapshot.Load(ctx, m.store, c.Snapshot)
	if err != nil {
		return objects.ID{}, err
	}
	return snap.Root, nil
}

// refuseEmpty refuses a commit that would say nothing.
func (m *maker) refuseEmpty(ctx context.Context, commit *objects.Commit, changes []snapshot.Change) error {
	if m.opts.allowEmpty || m.amended != nil || len(m.parents) > 1 {
		return nil
	}
	if len(m.parents) == 0 {
		if len(changes) == 0 {
			return contract.Fail("commit/nothing-to-commit", nil)
		}
		return nil
	}
	parent, err := history.Load(ctx, m.store, m.parents[0])
	if err != nil {
		return err
	}
	if parent.Snapshot == commit.Snapshot {
		return contract.Fail("commit/nothing-to-commit", contract.Facts{"head": parent.ID})
	}
	return nil
}

// publish stages the commit and moves HEAD or its branch in one transaction.
func (m *maker) publish(ctx context.Context, commit *objects.Commit, changes []snapshot.Change) (*newResult, error) {
	data, err := objects.Encode(commit)
	if err != nil {
		return nil, err
	}
	id, _, err := m.stage.Put(ctx, objects.KindCommit, data)
	if err != nil {
		return nil, err
	}
	tx := m.db.Begin("commit new")
	branch := ""
	if !m.opts.noRef {
		branch, err = m.move(tx, id)
		if err != nil {
			return nil, err
		}
	}
	if err := m.endMerge(ctx, tx); err != nil {
		return nil, err
	}
	if m.env.DryRun {
		m.env.Planned(len(changes))
	}
	done, err := fields.Finish(ctx, m.env, tx, m.stage)
	if err != nil {
		return nil, err
	}
	r := &newResult{
		Commit: id, Snapshot: commit.Snapshot, Parents: orEmpty(commit.Parents), Branch: branch,
		Changes: fields.CountsOf(changes), NewObjects: done.Objects, NewBytes: done.Bytes,
		Outcome: fields.OutcomeOf(done, m.env.DryRun), subject: fields.Subject(string(commit.Message)),
		detached: branch == "" && !m.opts.noRef, Patch: commit.Patch,
	}
	if m.patched != nil {
		r.PatchH = m.patched.hash.String()
	}
	if m.env.Preview {
		if r.Preview, err = m.preview(ctx, changes); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// preview shows what the commit changes. What a dry run stored nowhere is read
// from the working tree.
func (m *maker) preview(ctx context.Context, changes []snapshot.Change) ([]fields.Preview, error) {
	if m.patched != nil {
		return fields.Previews(ctx, m.store, changes, func(_ string, e objects.Entry) ([]byte, error) {
			return m.patched.desk.Content(ctx, e.ID)
		})
	}
	if m.opts.snapshot != "" {
		return fields.Previews(ctx, m.store, changes, nil)
	}
	return fields.Previews(ctx, m.store, changes, func(path string, e objects.Entry) ([]byte, error) {
		return m.tree.Content(ctx, path, e)
	})
}

// move puts the new place of HEAD into the transaction and returns the short
// name of the branch, "" when HEAD is detached. Another workspace of the same
// store may have moved the branch since: then the expectation is lost.
func (m *maker) move(tx *refs.Tx, id objects.ID) (string, error) {
	head := m.head
	if head == (refs.Head{}) {
		main, err := refs.Branch("main")
		if err != nil {
			return "", err
		}
		head = refs.Head{Branch: main}
		tx.SetHead(head)
	}
	if head.Branch == "" {
		tx.SetHead(refs.Head{Detached: id})
		return "", nil
	}
	expect := refs.Missing()
	if !m.tip.IsZero() {
		expect = refs.At(m.tip)
	}
	tx.Set(head.Branch, id, expect)
	return head.Branch.Short(), nil
}
