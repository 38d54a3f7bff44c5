package commitcmd

import (
	"context"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/history"
	"github.com/genesis-vcs/genesis/plumbing/patching"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
	"github.com/genesis-vcs/genesis/plumbing/treemerge"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/fields"
	"github.com/genesis-vcs/genesis/semantic"
	"github.com/genesis-vcs/genesis/semantic/patch"
)

// patched is the patch that a commit is made of.
type patched struct {
	base  history.Commit
	patch *patch.Patch
	hash  semantic.Hash
	desk  *treemerge.Desk // with the contents that the patch made
}

// findPatch reads the patch and finds its base. A branch moves only from there, or
// it would lose what stands on the base already.
func (m *maker) findPatch(ctx context.Context) error {
	rev := m.opts.base
	if rev == "" {
		rev = "HEAD"
	}
	_, base, err := history.ResolveCommit(ctx, m.db, rev)
	if err != nil {
		return err
	}
	if !m.opts.noRef && len(m.opts.parents) == 0 && base.ID != m.tip {
		return contract.Fail("patch/base-elsewhere", contract.Facts{"base": base.ID, "head": fields.OrNull(m.tip)})
	}
	p, err := fields.ReadPatch(ctx, m.env, m.store, m.opts.patch)
	if err != nil {
		return err
	}
	m.patched = &patched{base: base, patch: p}
	m.patched.hash, err = p.Hash()
	return err
}

// fromPatch stages what the patch makes of its base, and the patch.
func (m *maker) fromPatch(ctx context.Context, commit *objects.Commit) ([]snapshot.Change, error) {
	root, err := m.rootOf(ctx, m.patched.base.ID)
	if err != nil {
		return nil, err
	}
	desk := treemerge.NewDesk(m.store, m.stage)
	m.patched.desk = desk
	done, err := patching.Apply(ctx, desk, root, m.patched.patch)
	if err != nil {
		return nil, err
	}
	files, bytes, err := snapshot.Count(ctx, desk, done.Root)
	if err != nil {
		return nil, err
	}
	if commit.Snapshot, err = snapshot.Put(ctx, m.stage, done.Root, files, bytes); err != nil {
		return nil, err
	}
	if commit.Patch, err = patching.Put(ctx, m.stage, m.patched.patch); err != nil {
		return nil, err
	}
	commit.Base = m.patched.base.ID
	changes, err := snapshot.Diff(ctx, desk, m.base, done.Root, nil)
	if err != nil {
		return nil, err
	}
	return snapshot.Renames(changes), nil
}
