package history

import (
	"context"

	"github.com/genesis-vcs/genesis/objects"
)

// LogQuery selects commits.
type LogQuery struct {
	From []objects.ID // commits, or tags of commits
	// Exclude leaves out these commits, or tags of commits, and all that they
	// reach.
	Exclude []objects.ID
	// Paths are relative to the root of the tree, '/'-separated. If not empty,
	// only commits count in which one of them differs from what it was in every
	// parent; a directory differs when anything below it does.
	Paths []string
}

// Log walks from the given commits, newest first (by committer time, never a
// parent before all its children that the walk reaches), and calls visit for
// each as soon as its place is known, until more is false. Errors:
// *NotCommitError, those of the store, and those of visit.
func Log(ctx context.Context, store objects.Store, q LogQuery, visit func(Commit) (more bool, err error)) error {
	w, err := newWalk(ctx, store, q.From, q.Exclude)
	if err != nil {
		return err
	}
	var filter *pathFilter
	if len(q.Paths) > 0 {
		filter = newPathFilter(store, q.Paths)
	}
	for {
		n, err := w.next(ctx)
		if err != nil || n == nil {
			return err
		}
		if n.hidden {
			continue
		}
		if filter != nil {
			changed, err := filter.changed(ctx, n)
			if err != nil {
				return err
			}
			if !changed {
				continue
			}
		}
		commit, err := w.commit(ctx, n)
		if err != nil {
			return err
		}
		if more, err := visit(commit); err != nil || !more {
			return err
		}
	}
}
