package worktree

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/refs"
	"golang.org/x/sys/unix"
)

// Recovery says what Recover did with an interrupted move.
type Recovery struct {
	Done      bool // there was a journal
	Forward   bool // finished (the refs had moved); else rolled back
	Restored  []string
	Untouched []string // changed by someone since; left alone
}

// Recover finishes or rolls back an interrupted move. The caller holds the
// workspace's lock. Without a journal it does nothing. A journal that cannot be
// read is a *JournalError. Recover may be interrupted as well and called again.
func (t *Tree) Recover(ctx context.Context, db *refs.DB) (Recovery, error) {
	j, err := t.takeJournal()
	if err != nil || j == nil {
		return Recovery{}, err
	}
	forward, err := happened(ctx, db, j)
	if err != nil {
		return Recovery{}, err
	}
	root, err := openAnchor(t.opts.Root)
	if err != nil {
		return Recovery{}, err
	}
	defer root.close()
	r, err := t.reconcile(ctx, root, db.Store(), j, forward)
	if err != nil {
		return r, err
	}
	return r, t.removeJournal()
}

// Pending says what Recover would do, and does nothing: Done and Forward of the
// result are set. A move that another process is in the middle of is not
// pending. A journal that cannot be read is a *JournalError.
func (t *Tree) Pending(ctx context.Context, db *refs.DB) (Recovery, error) {
	interrupted, err := t.Interrupted()
	if err != nil || !interrupted {
		return Recovery{}, err
	}
	j, err := t.readJournal()
	if err != nil || j == nil {
		return Recovery{}, err
	}
	forward, err := happened(ctx, db, j)
	return Recovery{Done: err == nil, Forward: forward}, err
}

// happened reports whether the transaction of the move was published: an
// operation of this workspace, later than the journal, names the transition.
func happened(ctx context.Context, db *refs.DB, j *journal) (bool, error) {
	for limit := 16; ; limit *= 4 {
		ops, truncated, err := db.Log(ctx, refs.LogQuery{Max: limit})
		if err != nil {
			return false, err
		}
		for _, op := range ops {
			if op.Seq <= j.Seq {
				return false, nil
			}
			if op.WorktreeBefore == j.Before && op.WorktreeAfter == j.After {
				return true, nil
			}
		}
		if !truncated {
			return false, nil
		}
	}
}

// reconcile takes every path of the journal that holds one of its two known
// states to the new one (forward) or to the old one, and removes the move's
// temporary files.
func (t *Tree) reconcile(ctx context.Context, root *anchor, store objects.Store, j *journal, forward bool) (Recovery, error) {
	c := t.checkout(root, store, j.Prefix, time.Now())
	if err := c.sweep(j.Steps); err != nil {
		return Recovery{}, err
	}
	r := newReconciler(c, j, forward)
	if err := r.judge(ctx); err != nil {
		return Recovery{}, err
	}
	report := Recovery{Done: true, Forward: forward, Untouched: r.foreign}
	left := make(map[string]bool)
	c.workers = 1 // changed is not called by two at once
	c.changed = func(path string) { left[path] = true }
	err := c.run(ctx, r.todo)
	for _, s := range r.todo.steps {
		if left[string(s.Path)] {
			report.Untouched = append(report.Untouched, string(s.Path))
		} else {
			report.Restored = append(report.Restored, string(s.Path))
		}
	}
	slices.Sort(report.Untouched)
	return report, err
}

// reconciler decides what has to be done to each path of a journal.
type reconciler struct {
	*checkout
	forward bool
	steps   []step
	ours    map[string]bool     // the paths of the journal
	twins   map[string][]*state // known states by the folded path
	todo    work
	foreign []string // paths that somebody changed
}

func newReconciler(c *checkout, j *journal, forward bool) *reconciler {
	r := &reconciler{checkout: c, forward: forward, steps: j.Steps,
		ours: make(map[string]bool), twins: make(map[string][]*state), todo: workOf(nil)}
	for _, s := range r.steps {
		path := string(s.Path)
		r.ours[path] = true
		r.twins[foldKey(path)] = append(r.twins[foldKey(path)], s.Before, s.After)
		addAbove(r.todo.prune, path)
		if want := r.wanted(s); want != nil {
			r.todo.keeps(path, want)
		}
	}
	return r
}

// wanted is the state that a path has to get to.
func (r *reconciler) wanted(s step) *state {
	if r.forward {
		return s.After
	}
	return s.Before
}

// judge looks at every path and collects what is left to do.
func (r *reconciler) judge(ctx context.Context) error {
	removed := make(map[string]bool) // folded paths
	var good []step                  // already as they have to be
	for _, s := range r.steps {
		v, err := r.judgeOne(ctx, s)
		if err != nil {
			return err
		}
		next := step{Path: s.Path, Before: v.found, After: r.wanted(s)}
		switch {
		case v.foreign:
			r.foreign = append(r.foreign, string(s.Path))
		case v.good:
			good = append(good, next)
		default:
			r.todo.steps = append(r.todo.steps, next)
			if next.After == nil {
				removed[foldKey(string(s.Path))] = true
			}
		}
	}
	for _, s := range good {
		// On a file system that folds names, removing one of two twins removes
		// the other, so that one is written again.
		if s.After != nil && removed[foldKey(string(s.Path))] {
			r.todo.steps = append(r.todo.steps, s)
		}
	}
	slices.SortFunc(r.todo.steps, func(a, b step) int { return strings.Compare(string(a.Path), string(b.Path)) })
	return nil
}

// verdict is what was found at a path.
type verdict struct {
	good    bool   // it is as it has to be
	foreign bool   // it is none of the known states
	found   *state // the known state that it is
}

// judgeOne looks at one path.
func (r *reconciler) judgeOne(ctx context.Context, s step) (verdict, error) {
	path := string(s.Path)
	dir, name := splitPath(path)
	absent := verdict{good: r.wanted(s) == nil}
	fd, err := r.root.open(dir)
	var obstacle *obstacleError
	switch {
	case errors.Is(err, unix.ENOENT):
		return absent, nil
	case errors.As(err, &obstacle):
		// What stands in the way is one of our paths, and gone by the time that
		// this one is written, or it is somebody's.
		absent.foreign = !absent.good && !r.ours[obstacle.path]
		return absent, nil
	case err != nil:
		return verdict{}, err
	}
	defer unix.Close(fd)
	st, err := lstatAt(fd, name)
	if err == unix.ENOENT {
		return absent, nil
	}
	if err != nil {
		return verdict{}, pathError("stat", path, err)
	}
	v, err := r.compare(ctx, fd, name, st, s)
	return v, unreadableError(ctx, path, err)
}

// compare judges a path where something is.
func (r *reconciler) compare(ctx context.Context, dir int, name string, st fileStat, s step) (verdict, error) {
	path, want := string(s.Path), r.wanted(s)
	if good, err := holds(ctx, dir, name, st, want); err != nil || good {
		return verdict{good: good, found: want}, err
	}
	if st.kind() == unix.S_IFDIR && r.todo.prune[path] {
		// The other side has files below the path. What is left of them goes by
		// itself, and the directory with them.
		return verdict{good: want == nil, found: &state{Mode: objects.ModeDir}}, nil
	}
	for _, known := range r.twins[foldKey(path)] {
		if found, err := holds(ctx, dir, name, st, known); err != nil || found {
			return verdict{found: known}, err
		}
	}
	return verdict{foreign: true}, nil
}

// foldKey is equal for two paths that a file system which ignores case may
// take for one.
func foldKey(path string) string { return strings.ToLower(strings.ToUpper(path)) }
