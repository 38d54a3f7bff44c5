package worktree

import (
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
)

// worthCaching is how many files of a tree there may be for each one that a move
// writes, if the move is to bring the stat cache up to date. That takes time for
// every file; reading one again, which it saves the next scan, some sixty times as
// much.
const worthCaching = 64

// landing collects the stat records of what a checkout writes.
type landing struct {
	mu   sync.Mutex
	dirs map[string][]cacheEntry // by the path of the directory
}

// add notes what was at the temporary name, and is at the path now, if the one
// vouches for the other.
func (l *landing) add(path string, s *state, temp, placed fileStat) {
	if !settled(temp, placed) {
		return
	}
	dir, name := splitPath(path)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.dirs[dir] = append(l.dirs[dir], cacheEntry{name: name, stat: placed, mode: s.Mode, id: s.ID})
}

// settled reports whether a file that was written under a temporary name, which
// nobody else writes to, and then renamed has that content, and any later write
// would show: nothing but the time of the rename is different, and that came in a
// later tick of the clock than the content. (A write in the tick of the rename, or
// later, changes the time of the content.)
func settled(temp, placed fileStat) bool {
	temp.ctime = placed.ctime
	return placed == temp && placed.mtime < tick(placed.mtime, placed.ctime)
}

// writeCache replaces the stat cache by one that knows what the move wrote. A
// failure is no error: the next scan will have more to do.
func (m *mover) writeCache(ctx context.Context, after objects.ID) {
	if m.landing == nil {
		return
	}
	file, at := newDraft(m.tree.opts.Meta) // after all that was written: its time is later
	if file == nil {
		return
	}
	if !install(file, m.buildCache(ctx, after, at)) {
		discard(file)
	}
}

func (m *mover) buildCache(ctx context.Context, after objects.ID, at clock) [][]byte {
	snap, err := snapshot.Load(ctx, m.db.Store(), after)
	if err != nil {
		return nil
	}
	c := movedCache{ctx: ctx, trees: m.plan.trees, old: loadCache(&m.tree.opts), landed: m.landing.dirs}
	top := noDir
	if c.old.nDirs > 0 {
		top = 0
	}
	root, err := c.dir("", "", snap.Root, top)
	if err != nil {
		return nil
	}
	w := newCacheWriter(c.old, int(m.plan.after.files))
	for level := []*movedDir{root}; len(level) > 0; {
		var next []*movedDir
		for _, d := range level {
			next = d.add(w, next)
		}
		level = next
	}
	return w.parts(at)
}

// movedCache works out what is known of the files after a move.
type movedCache struct {
	ctx    context.Context
	trees  *treeCache
	old    *statCache
	landed map[string][]cacheEntry
}

// movedDir is a directory of the new cache.
type movedDir struct {
	name string
	old  int // in the old cache, or noDir
	// kept says that the directory goes on as it was, with all that is below it.
	kept  bool
	tree  objects.ID // zero when not all of it is known
	files []cacheEntry
	kids  []*movedDir
}

// dir finds the records of a tree: those of what was written, and those of the old
// cache with the same content.
func (c *movedCache) dir(name, path string, tree objects.ID, old int) (*movedDir, error) {
	d := &movedDir{name: name, old: old}
	if c.old.tree(old) == tree {
		d.kept, d.tree = true, tree
		return d, nil
	}
	t, err := snapshot.Tree(c.ctx, c.trees, tree)
	if err != nil {
		return nil, err
	}
	known := c.files(path, old)
	d.tree = tree
	for i := range t.Entries {
		e := &t.Entries[i]
		if e.Mode == objects.ModeDir {
			name := string(e.Name)
			kid, err := c.dir(name, joinPath(path, name), e.ID, c.old.childNamed(old, name))
			if err != nil {
				return nil, err
			}
			d.kids = append(d.kids, kid)
			if kid.tree.IsZero() {
				d.tree = objects.ID{}
			}
			continue
		}
		for len(known) > 0 && known[0].name < string(e.Name) {
			known = known[1:]
		}
		if len(known) == 0 || known[0].name != string(e.Name) || known[0].id != e.ID || known[0].mode != e.Mode {
			d.tree = objects.ID{}
			continue
		}
		d.files = append(d.files, known[0])
	}
	return d, nil
}

// files returns the records that there are for the files of a directory, sorted:
// the one of what was written is in the place of the old one.
func (c *movedCache) files(path string, old int) []cacheEntry {
	landed := c.landed[path]
	written := make(map[string]bool, len(landed))
	for i := range landed {
		written[landed[i].name] = true
	}
	from, to := c.old.filesOf(old)
	known := make([]cacheEntry, 0, len(landed)+to-from)
	known = append(known, landed...)
	for ; from < to; from++ {
		if !written[c.old.fileName(from)] {
			known = append(known, c.old.kept(from))
		}
	}
	slices.SortFunc(known, func(a, b cacheEntry) int { return strings.Compare(a.name, b.name) })
	return known
}

// add adds the directory to a cache, and its children to those that come next.
func (d *movedDir) add(w *cacheWriter, next []*movedDir) []*movedDir {
	if !d.kept {
		w.add(d.name, d.tree, len(d.kids), d.files)
		return append(next, d.kids...)
	}
	for from, to := w.keep(d.old); from < to; from++ {
		next = append(next, &movedDir{old: from, kept: true})
	}
	return next
}
