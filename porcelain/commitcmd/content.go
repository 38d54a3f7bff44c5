package commitcmd

import (
	"context"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/history"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
	"github.com/genesis-vcs/genesis/plumbing/worktree"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/fields"
	"github.com/genesis-vcs/genesis/porcelain/render"
)

// content stages what the commit holds and returns how it differs from the
// first parent.
func (m *maker) content(ctx context.Context, commit *objects.Commit, args []string) ([]snapshot.Change, error) {
	if m.opts.snapshot != "" {
		return m.fromSnapshot(ctx, commit)
	}
	if m.patched != nil {
		return m.fromPatch(ctx, commit)
	}
	tracked, err := m.rootOf(ctx, m.tip)
	if err != nil {
		return nil, err
	}
	if m.merge != nil {
		tracked = m.merge.Tree // also where the ignore rules name what came with it
	}
	scan, err := m.scan(ctx, tracked, args)
	if err != nil {
		return nil, err
	}
	if m.merge != nil {
		if err := m.decided(ctx, scan); err != nil {
			return nil, err
		}
	}
	if commit.Snapshot, err = snapshot.Put(ctx, m.stage, scan.Root, scan.Files, scan.Bytes); err != nil {
		return nil, err
	}
	if tracked == m.base {
		return scan.Changes, nil
	}
	// The commit does not stand on HEAD.
	before, err := snapshot.Diff(ctx, m.store, m.base, tracked, nil)
	if err != nil {
		return nil, err
	}
	return snapshot.Compose(before, scan.Changes), nil
}

// scan stages the working tree, or the paths in it.
func (m *maker) scan(ctx context.Context, tracked objects.ID, args []string) (*worktree.Scan, error) {
	paths, err := fields.Paths(ctx, m.env, args)
	if err != nil {
		return nil, err
	}
	scan, err := m.tree.Scan(ctx, worktree.ScanRequest{Store: m.store, Base: tracked, Paths: paths, Stage: m.stage})
	if err != nil {
		return nil, err
	}
	if n := len(scan.Skipped); n > 0 {
		m.env.Warnf("%s not taken; `genesis status` lists them", render.Count(n, "path"))
	}
	return scan, nil
}

func (m *maker) fromSnapshot(ctx context.Context, commit *objects.Commit) ([]snapshot.Change, error) {
	id, err := history.ResolveID(ctx, m.store, m.opts.snapshot)
	if err != nil {
		return nil, err
	}
	info, err := m.store.Stat(ctx, id)
	if err != nil {
		return nil, err
	}
	if info.Kind != objects.KindSnapshot {
		return nil, contract.Fail("commit/not-snapshot", contract.Facts{"hash": id, "kind": info.Kind})
	}
	snap, err := snapshot.Load(ctx, m.store, id)
	if err != nil {
		return nil, err
	}
	commit.Snapshot = id
	changes, err := snapshot.Diff(ctx, m.store, m.base, snap.Root, nil)
	if err != nil {
		return nil, err
	}
	return snapshot.Renames(changes), nil
}
