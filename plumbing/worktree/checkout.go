package worktree

import (
	"context"
	"errors"
	"maps"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/genesis-vcs/genesis/objects"
	"golang.org/x/sys/unix"
)

// checkout carries out steps: first what goes, then the directories that this
// leaves empty, then what comes. It can be stopped anywhere; reconcile finds
// out from the files alone how far it came.
type checkout struct {
	root   *anchor
	store  objects.Store
	prefix string // of the names of temporary files
	// since is when the content that the steps start from was last looked at.
	since   time.Time
	workers int
	count   atomic.Uint64 // of temporary files
	// changed, if not nil, is told the paths where somebody was faster; such a
	// path is left alone. Without it that is an error, which ends the checkout.
	changed func(path string)
	written writing
	landing *landing // may be nil
}

// batch is the greatest number of files that one worker takes at a time.
const batch = 128

func (t *Tree) checkout(root *anchor, store objects.Store, prefix string, since time.Time) *checkout {
	c := &checkout{root: root, store: store, prefix: prefix, since: since, workers: max(2, min(runtime.GOMAXPROCS(0), 8))}
	if onPoint != nil {
		c.workers = 1 // points are passed in one order
	}
	c.written.report = t.opts.Writing
	return c
}

// work is what a checkout has to do.
type work struct {
	steps []step // sorted by path
	// keep are directories that stay even if they are empty: something is, or
	// will be, in them, or they are leaves themselves.
	keep map[string]bool
	// prune are directories that go if they are empty and not in keep.
	prune map[string]bool
}

// workOf returns the steps with the directories that they need and empty.
func workOf(steps []step) work {
	w := work{steps: steps, keep: make(map[string]bool), prune: make(map[string]bool)}
	for _, s := range steps {
		if s.After != nil {
			w.keeps(string(s.Path), s.After)
		}
		if s.vacates() {
			addAbove(w.prune, string(s.Path))
		}
	}
	return w
}

// keeps notes that the path has to get to the state.
func (w *work) keeps(path string, s *state) {
	addAbove(w.keep, path)
	if s.dir() {
		w.keep[path] = true
	}
}

// addAbove adds the directories above a path.
func addAbove(set map[string]bool, path string) {
	for dir, _ := splitPath(path); dir != "" && !set[dir]; dir, _ = splitPath(dir) {
		set[dir] = true
	}
}

// vacates reports whether what is at the path has to go before anything else
// is there: a file cannot be renamed over a directory, nor the other way round.
func (s step) vacates() bool {
	return s.Before != nil && (s.After == nil || s.Before.dir() != s.After.dir())
}

// run carries out the work. On an error the rest is not begun, and what was
// done stays.
func (c *checkout) run(ctx context.Context, w work) error {
	gone := make(map[string]step)
	prune := make(map[string]bool)
	var jobs []job
	for _, s := range w.steps {
		if s.vacates() && !(s.Before.dir() && w.keep[string(s.Path)]) {
			gone[string(s.Path)] = s
		}
		if s.After != nil {
			jobs = addToJob(jobs, s)
		}
	}
	for dir := range w.prune {
		prune[dir] = !w.keep[dir]
	}
	if err := c.vacate(ctx, gone, prune); err != nil {
		return err
	}
	c.written.expect(jobs)
	return c.parallel(ctx, jobs)
}

// vacate removes files and directories, and the directories that this leaves
// empty: what is in a directory goes before the directory.
func (c *checkout) vacate(ctx context.Context, gone map[string]step, prune map[string]bool) error {
	paths := slices.AppendSeq(slices.Collect(maps.Keys(gone)), maps.Keys(prune))
	slices.Sort(paths)
	d := newDisk(c.root)
	defer d.close()
	for _, path := range slices.Backward(slices.Compact(paths)) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if s, ok := gone[path]; ok {
			if err := c.tolerate(path, c.remove(ctx, d, s)); err != nil {
				return err
			}
		} else if prune[path] {
			pruneDir(d, path)
		}
	}
	return nil
}

// job is some files of one directory.
type job struct {
	dir   string
	steps []step
}

// addToJob adds a step to the newest job of its directory. The steps come by
// path, so what lies in a directory is together but for subdirectories.
func addToJob(jobs []job, s step) []job {
	dir, _ := splitPath(string(s.Path))
	if n := len(jobs); n > 0 && jobs[n-1].dir == dir && len(jobs[n-1].steps) < batch {
		jobs[n-1].steps = append(jobs[n-1].steps, s)
		return jobs
	}
	return append(jobs, job{dir: dir, steps: []step{s}})
}

// parallel writes jobs with all workers and returns the first error.
func (c *checkout) parallel(ctx context.Context, jobs []job) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	queue := make(chan job)
	var workers sync.WaitGroup
	for range min(c.workers, len(jobs)) {
		workers.Go(func() {
			for j := range queue {
				if err := c.write(ctx, j); err != nil {
					cancel(err)
				}
			}
		})
	}
	for _, j := range jobs {
		select {
		case queue <- j:
		case <-ctx.Done():
		}
	}
	close(queue)
	workers.Wait()
	return context.Cause(ctx)
}

// write writes the files of one job.
func (c *checkout) write(ctx context.Context, j job) error {
	if err := ctx.Err(); err != nil {
		return context.Cause(ctx)
	}
	fd, fresh, err := c.root.make(j.dir)
	if err != nil {
		return c.tolerateAll(j.steps, c.moved(err))
	}
	defer unix.Close(fd)
	for _, s := range j.steps {
		if err := ctx.Err(); err != nil {
			return context.Cause(ctx)
		}
		w := writer{checkout: c, dir: fd, path: string(s.Path), fresh: fresh, step: s}
		if err := c.tolerate(w.path, w.write(ctx)); err != nil {
			return err
		}
		c.written.add(s)
	}
	return nil
}

// moved says what it means that a component on the way is no directory.
func (c *checkout) moved(err error) error {
	var obstacle *obstacleError
	switch {
	case !errors.As(err, &obstacle):
		return err
	case obstacle.link:
		return &SwappedError{Path: obstacle.path}
	default:
		return &ChangedError{Path: obstacle.path}
	}
}

// tolerate hands an error that means that somebody was faster to changed.
func (c *checkout) tolerate(path string, err error) error {
	var changed *ChangedError
	var swapped *SwappedError
	if c.changed != nil && (errors.As(err, &changed) || errors.As(err, &swapped)) {
		c.changed(path)
		return nil
	}
	return err
}

// tolerateAll is tolerate for an error that concerns all of the steps.
func (c *checkout) tolerateAll(steps []step, err error) error {
	for _, s := range steps {
		if err := c.tolerate(string(s.Path), err); err != nil {
			return err
		}
	}
	return nil
}

// pruneDir removes a directory if it is empty. That it cannot is no failure:
// an empty directory more is not worth an error.
func pruneDir(d *disk, dir string) {
	above, name := splitPath(dir)
	if d.dir(above) != nil {
		return
	}
	failpoint(beforeRemove)
	_ = unix.Unlinkat(d.fd, name, unix.AT_REMOVEDIR)
	failpoint(afterRemove)
}

// remove removes what a step finds at its path.
func (c *checkout) remove(ctx context.Context, d *disk, s step) error {
	dir, name := splitPath(string(s.Path))
	err := d.dir(dir)
	if errors.Is(err, unix.ENOENT) {
		return nil
	}
	if err != nil {
		return c.moved(err)
	}
	if err := c.unchanged(ctx, d.fd, name, s); err != nil {
		return err
	}
	failpoint(beforeRemove)
	flags := 0
	if s.Before.dir() {
		flags = unix.AT_REMOVEDIR
	}
	err = unix.Unlinkat(d.fd, name, flags)
	failpoint(afterRemove)
	switch {
	case err == nil || err == unix.ENOENT:
		return nil
	case flags != 0 && s.After == nil && (err == unix.ENOTEMPTY || err == unix.EEXIST):
		return nil // it holds files that are not ours
	case flags != 0 && (err == unix.ENOTEMPTY || err == unix.EEXIST || err == unix.ENOTDIR):
		return &ChangedError{Path: string(s.Path)}
	default:
		return pathError("remove", string(s.Path), err)
	}
}

// unchanged returns a *ChangedError if the name holds something that is not
// the state that the step starts from, as far as that can be told: a file that
// nobody wrote to since it was looked at is not read again.
func (c *checkout) unchanged(ctx context.Context, dir int, name string, s step) error {
	st, err := lstatAt(dir, name)
	switch {
	case err == unix.ENOENT:
		return nil // nothing is there that could be lost
	case err != nil:
		return pathError("stat", string(s.Path), err)
	case s.Before == nil:
		return &ChangedError{Path: string(s.Path)}
	case s.Before.dir():
		if st.kind() != unix.S_IFDIR {
			return &ChangedError{Path: string(s.Path)}
		}
		return nil
	}
	// The clock of files may lag behind ours by its granularity.
	recent := st.ctime >= c.since.Add(-time.Second).UnixNano()
	if st.kind() == kindOf(s.Before.Mode) && st.entrySize() == s.Before.sizeOnDisk() && !recent {
		return nil
	}
	same, err := holds(ctx, dir, name, st, s.Before)
	if err == nil && !same {
		return &ChangedError{Path: string(s.Path)}
	}
	return unreadableError(ctx, string(s.Path), err)
}

// temp returns a new name for a temporary file.
func (c *checkout) temp() string {
	return c.prefix + strconv.FormatUint(c.count.Add(1), 10)
}

// sweep removes the temporary files of an interrupted checkout from the
// directories of its steps.
func (c *checkout) sweep(steps []step) error {
	seen := make(map[string]bool)
	for _, s := range steps {
		dir, _ := splitPath(string(s.Path))
		if seen[dir] {
			continue
		}
		seen[dir] = true
		if err := c.sweepDir(dir); err != nil {
			return err
		}
	}
	return nil
}

func (c *checkout) sweepDir(dir string) error {
	fd, err := c.root.open(dir)
	var obstacle *obstacleError
	if errors.Is(err, unix.ENOENT) || errors.As(err, &obstacle) {
		return nil
	}
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	entries, err := readDir(fd, make([]byte, direntBuffer), nil)
	if err != nil {
		return pathError("read", dir, err)
	}
	for _, e := range entries {
		if !strings.HasPrefix(e.name, c.prefix) {
			continue
		}
		if err := unix.Unlinkat(fd, e.name, 0); err != nil && err != unix.ENOENT {
			return pathError("remove", joinPath(dir, e.name), err)
		}
	}
	return nil
}
