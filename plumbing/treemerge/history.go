package treemerge

import (
	"context"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/history"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
	"github.com/genesis-vcs/genesis/semantic/merge3"
)

// Base is what two commits are merged over.
type Base struct {
	// Commits are the best common ancestors, newest first; none if the histories are
	// unrelated.
	Commits []objects.ID
	// Root is their root tree; of several, the merge of their trees, and zero, the
	// empty tree, of none.
	Root objects.ID
}

// maxCriss is how deep merges of bases need bases that are merged themselves. What
// lies deeper is taken from the newest base alone.
const maxCriss = 8

// maxBases is how many bases are merged; the newest ones.
const maxBases = 16

// FindBase finds the base of two commits. Several common ancestors, of histories
// that were merged crosswise, are merged one after the other, oldest first, each
// over the base of the two: what conflicts there stands in the base with markers,
// and in the result only if a side did not decide it either.
func FindBase(ctx context.Context, desk *Desk, left, right objects.ID) (Base, error) {
	return findBase(ctx, desk, left, right, 0)
}

func findBase(ctx context.Context, desk *Desk, left, right objects.ID, depth int) (Base, error) {
	commits, err := history.MergeBases(ctx, desk.store, left, right)
	if err != nil || len(commits) == 0 {
		return Base{}, err
	}
	out := Base{Commits: commits}
	if depth == maxCriss {
		commits = commits[:1]
	}
	commits = commits[:min(len(commits), maxBases)]
	oldest := len(commits) - 1
	if out.Root, err = RootOf(ctx, desk, commits[oldest]); err != nil {
		return Base{}, err
	}
	for i := oldest - 1; i >= 0; i-- {
		over, err := findBase(ctx, desk, commits[i+1], commits[i], depth+1)
		if err != nil {
			return Base{}, err
		}
		root, err := RootOf(ctx, desk, commits[i])
		if err != nil {
			return Base{}, err
		}
		if out.Root, err = desk.mergeBases(ctx, over.Root, out.Root, root); err != nil {
			return Base{}, err
		}
	}
	return out, nil
}

// mergeBases merges the trees of two bases; the contents stay at hand.
func (d *Desk) mergeBases(ctx context.Context, base, left, right objects.ID) (objects.ID, error) {
	defer d.keep()()
	done, err := Merge(ctx, d, Input{Base: base, Left: left, Right: right, Options: Options{Style: merge3.StyleDiff3}})
	if err != nil {
		return objects.ID{}, err
	}
	return done.Root, nil
}

// RootOf is the root tree of a commit.
func RootOf(ctx context.Context, r snapshot.Reader, commit objects.ID) (objects.ID, error) {
	o, err := r.Get(ctx, commit)
	if err != nil {
		return objects.ID{}, err
	}
	c, err := objects.DecodeAs[*objects.Commit](o.Data)
	if err != nil {
		return objects.ID{}, err
	}
	snap, err := snapshot.Load(ctx, r, c.Snapshot)
	if err != nil {
		return objects.ID{}, err
	}
	return snap.Root, nil
}
