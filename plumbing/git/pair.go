package git

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/git/gitobj"
	"github.com/genesis-vcs/genesis/plumbing/history"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
)

// pairEdge pairs the trees of the known parents of new commits.
func (imp *importer) pairEdge(ctx context.Context) error {
	for _, oid := range slices.SortedFunc(maps.Keys(imp.edge), gitobj.OID.Compare) {
		batch, err := imp.objects(ctx)
		if err != nil {
			return err
		}
		_, body, err := batch.Get(oid)
		if err == nil {
			err = (&item{oid: oid}).check(gitobj.Sum(gitobj.Commit, body))
		}
		if err != nil {
			return err
		}
		theirs, err := gitobj.ParseCommit(body)
		if err != nil {
			return &ObjectError{OID: oid, Type: gitobj.Commit, Reason: err.Error()}
		}
		ours, err := history.Load(ctx, imp.db.Store(), imp.edge[oid])
		if err != nil {
			return err
		}
		snap, err := snapshot.Load(ctx, imp.db.Store(), ours.Snapshot)
		if err != nil {
			return err
		}
		if _, err := imp.pair(ctx, theirs.Tree, snap.Root); err != nil {
			return err
		}
	}
	return nil
}

// pair notes for a tree of Git and ours, which came from it or went to it, what
// each is here, and so for all below: the walk leaves out what a known commit
// has. It reads what was not paired yet.
func (imp *importer) pair(ctx context.Context, oid gitobj.OID, id objects.ID) (*item, error) {
	if it := imp.table.find(oid); it != nil {
		return it, nil
	}
	batch, err := imp.objects(ctx)
	if err != nil {
		return nil, err
	}
	h, body, err := batch.Get(oid)
	if err != nil {
		return nil, err
	}
	theirs, _, err := gitobj.ParseTree(body)
	if err != nil || h.Type != gitobj.Tree {
		return nil, &ObjectError{OID: oid, Type: h.Type, Reason: "it is no tree that a known commit can have"}
	}
	ours, err := snapshot.Tree(ctx, imp.db.Store(), id)
	if err != nil {
		return nil, err
	}
	if err := imp.keepBody(h, body); err != nil {
		return nil, err
	}
	it := imp.table.find(oid)
	same := true
	for i := range theirs {
		alike, err := imp.pairEntry(ctx, it, &theirs[i], ours)
		if err != nil {
			return nil, err
		}
		same = same && alike
	}
	if same {
		it.id, it.state = id, itemStored
	}
	return it, nil
}

// pairEntry pairs what an entry names; alike is false if our tree has another
// entry there, so that the tree of Git has to be stored on its own.
func (imp *importer) pairEntry(ctx context.Context, tree *item, in *gitobj.Entry, ours *objects.Tree) (alike bool, err error) {
	i, found := slices.BinarySearchFunc(ours.Entries, in.Name, func(e objects.Entry, name string) int {
		return strings.Compare(string(e.Name), name)
	})
	if !found || ours.Entries[i].Mode != in.Mode {
		return false, nil
	}
	out := &ours.Entries[i]
	switch in.Mode {
	case objects.ModeGitlink:
		return string(out.Gitlink) == string(in.OID[:]), nil
	case objects.ModeSymlink:
		// The entry does not say how long the link is. It is read if it is needed.
	case objects.ModeDir:
		below, err := imp.pair(ctx, in.OID, out.ID)
		if err != nil {
			return false, err
		}
		tree.files += below.files
		tree.size += below.size
		return below.id == out.ID, nil
	default:
		it := imp.table.add(in.OID, gitobj.Blob)
		it.id, it.size, it.state = out.ID, out.Size, itemStored
	}
	files, bytes := snapshot.Totals(*out)
	tree.files += files
	tree.size += bytes
	return true, nil
}
