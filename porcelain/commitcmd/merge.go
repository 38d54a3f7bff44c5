package commitcmd

import (
	"context"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/merging"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
	"github.com/genesis-vcs/genesis/plumbing/worktree"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/fields"
	"github.com/genesis-vcs/genesis/refs"
)

// union is the merge that a commit ends.
type union struct {
	*merging.State
	// files are its conflicts, and now what the working tree has of all that it
	// changed since the merge; nil if nothing.
	files []merging.File
	now   map[string]*objects.Entry
}

// findMerge reads the merge that the workspace is in. Only a commit of everything,
// on top of HEAD, ends it.
func (m *maker) findMerge(ctx context.Context, args []string) error {
	state, err := merging.Load(ctx, m.db)
	if err != nil || state == nil {
		return err
	}
	if len(args) > 0 || m.opts.amend || m.opts.stored() || len(m.opts.parents) > 0 || m.opts.noRef {
		return contract.Fail("merge/in-progress", contract.Facts{"merged": state.Right, "label": state.Label})
	}
	if state.Left != m.tip {
		return contract.Fail("refs/conflict", contract.Facts{
			"name": m.head.Branch, "expected": state.Left, "actual": fields.OrNull(m.tip),
		})
	}
	m.merge = &union{State: state}
	return nil
}

// decided refuses conflicts that are still open.
func (m *maker) decided(ctx context.Context, scan *worktree.Scan) error {
	u := m.merge
	var err error
	if u.files, err = merging.Files(ctx, m.store, u.Parts); err != nil {
		return err
	}
	working := &merging.Working{Store: m.store, Changes: scan.Changes, Content: m.tree.Content}
	open, err := working.Open(ctx, u.files)
	if err != nil {
		return err
	}
	if len(open) > 0 {
		paths := make([]string, len(open))
		for i, f := range open {
			paths[i] = f.Path()
		}
		return contract.Fail("merge/unresolved", contract.Facts{"paths": paths})
	}
	u.now = make(map[string]*objects.Entry)
	for _, c := range snapshot.Split(scan.Changes) {
		u.now[c.Path] = c.New
	}
	return nil
}

// endMerge takes the workspace out of its merge and remembers how its conflicts
// were decided.
func (m *maker) endMerge(ctx context.Context, tx *refs.Tx) error {
	if m.merge == nil {
		return nil
	}
	merging.End(tx, m.db)
	for _, f := range m.merge.files {
		settled := m.merge.settled(f.Conflict)
		if settled == nil {
			continue
		}
		if err := merging.Record(ctx, m.stage, tx, settled); err != nil {
			return err
		}
	}
	return nil
}

// settled is a conflict with what the commit has in its place. One whose file is
// nowhere where a side has it is not remembered, unless a side deleted it: it may
// have been moved by hand.
func (u *union) settled(c *objects.Conflict) *objects.Conflict {
	out := *c
	out.State, out.Result = objects.ConflictSettled, nil
	for _, path := range merging.Places(c) {
		e, ok := u.now[path]
		if !ok {
			return nil // it stands at both of its names
		}
		if e == nil {
			continue
		}
		out.Result = &objects.ConflictSide{Mode: e.Mode, ID: e.ID, Gitlink: e.Gitlink, Size: e.Size}
		if path != string(c.Path) {
			out.Result.Path = objects.Bytes(path)
		}
	}
	if out.Result == nil && c.Left != nil && c.Right != nil {
		return nil
	}
	return &out
}
