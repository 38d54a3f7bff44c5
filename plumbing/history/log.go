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
	// Max is how many commits visit will take, so that no more are looked for
	// while it is called; 0 is any number.
	Max int
}

// Log walks from the given commits, newest first (by committer time, never a
// parent before all its children that the walk reaches), and calls visit for
// each as soon as its place is known, until more is false. visit is called by one
// goroutine. When it meets many commits that are not indexed, it adds them to the
// index first, if it can. Errors: *NotCommitError, those of the
// store, and those of visit.
func Log(ctx context.Context, store objects.Store, q LogQuery, visit func(Commit) (more bool, err error)) error {
	visited := 0
	return withSource(ctx, store, q.From, func(s *source) error {
		again := visited // a walk that begins anew goes the same way
		return logFrom(ctx, s, q, func(c Commit) (bool, error) {
			if again > 0 {
				again--
				return true, nil
			}
			visited++
			return visit(c)
		})
	})
}

func logFrom(ctx context.Context, s *source, q LogQuery, visit func(Commit) (bool, error)) error {
	w, err := newWalk(ctx, s, q.From, q.Exclude)
	if err != nil {
		return err
	}
	selected := w.next
	if len(q.Paths) > 0 {
		filter := newPathFilter(s, q.Paths)
		selected = func(ctx context.Context) (*node, error) {
			for {
				n, err := w.next(ctx)
				if err != nil || n == nil || n.hidden {
					return n, err
				}
				if changed, err := filter.changed(ctx, n); err != nil || changed {
					return n, err
				}
			}
		}
	}
	return ahead(ctx, s.store, q.Max, selected, visit)
}
