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
	// Follow looks for a file under the path that it was renamed from, in what is
	// older than the rename. It is for one path.
	Follow bool
	// Since and Until bound the committer's time, in seconds since 1970; both ends
	// are included, and nil is no bound.
	Since, Until *int64
	// Match is what a commit must pass; nil is any.
	Match func(Commit) bool
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
	most := q.Max
	if q.Match != nil {
		most = 0
		pass := visit
		visit = func(c Commit) (bool, error) {
			if !q.Match(c) {
				return true, nil
			}
			return pass(c)
		}
	}
	return ahead(ctx, s.store, most, selection(s, w, q), visit)
}

// selection goes through the nodes of a walk that the query selects, and the hidden
// ones.
func selection(s *source, w *walk, q LogQuery) func(context.Context) (*node, error) {
	changed := func(context.Context, *node) (bool, error) { return true, nil }
	switch {
	case len(q.Paths) == 1 && q.Follow:
		changed = newFollower(s, w, q.Paths[0]).changed
	case len(q.Paths) > 0:
		changed = newPathFilter(s, q.Paths).changed
	}
	return func(ctx context.Context) (*node, error) {
		for {
			n, err := w.next(ctx)
			if err != nil || n == nil || n.hidden {
				return n, err
			}
			if is, err := changed(ctx, n); err != nil || is && q.inTime(n.time) {
				return n, err
			}
		}
	}
}

// Selects reports whether a commit passes the query, its paths aside.
func (q *LogQuery) Selects(c Commit) bool {
	return q.inTime(c.Committer.Seconds) && (q.Match == nil || q.Match(c))
}

func (q *LogQuery) inTime(seconds int64) bool {
	return (q.Since == nil || seconds >= *q.Since) && (q.Until == nil || seconds <= *q.Until)
}
