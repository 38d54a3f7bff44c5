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
	Max     int // 0: all
	// Paths are relative to the root of the tree, '/'-separated. If not empty,
	// only commits count in which one of them differs from what it was in every
	// parent; a directory differs when anything below it does.
	Paths []string
}

// Log walks from the given commits, newest first (by committer time, never a
// parent before all its children that the walk reaches); truncated says that
// more would follow. Errors: *NotCommitError, and those of the store.
func Log(ctx context.Context, store objects.Store, q LogQuery) (commits []Commit, truncated bool, err error) {
	w, err := newWalk(ctx, store, q.From, q.Exclude)
	if err != nil {
		return nil, false, err
	}
	var filter *pathFilter
	if len(q.Paths) > 0 {
		filter = newPathFilter(store, q.Paths)
	}
	for {
		n, err := w.next(ctx)
		if err != nil || n == nil {
			return commits, false, err
		}
		if n.hidden {
			continue
		}
		if filter != nil {
			changed, err := filter.changed(ctx, n)
			if err != nil {
				return nil, false, err
			}
			if !changed {
				continue
			}
		}
		if q.Max > 0 && len(commits) == q.Max {
			return commits, true, nil
		}
		commit, err := w.commit(ctx, n)
		if err != nil {
			return nil, false, err
		}
		commits = append(commits, commit)
	}
}
