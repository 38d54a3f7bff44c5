package worktree

import (
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"
)

// draftPrefix begins the names of caches that are being written.
const draftPrefix = cacheFile + ".tmp-"

// draftAge is the age from which on a draft is that of a killed process.
const draftAge = time.Hour

// cacheDraft is the new cache of a scan. Its temporary file is made before the
// first file is read, so that its own time says when that was by the clock of
// the file system.
type cacheDraft struct {
	once  sync.Once
	file  *os.File // nil when no cache can or shall be written
	clock clock
	// dirty says that the new cache will not be as the old one.
	dirty atomic.Bool
}

// loadCache reads the stat cache; one that cannot be used is empty.
func loadCache(opts *Options) *statCache {
	if opts.Meta == "" {
		return &statCache{}
	}
	raw, err := os.ReadFile(filepath.Join(opts.Meta, cacheFile))
	if err != nil {
		return &statCache{}
	}
	if c := parseCache(raw); c != nil {
		return c
	}
	return &statCache{}
}

// startClock makes the draft, unless it is there already.
func (s *scanner) startClock() {
	if s.opts.ReadOnly || s.opts.Meta == "" {
		return
	}
	s.draft.once.Do(func() {
		s.draft.file, s.draft.clock = newDraft(s.opts.Meta)
	})
}

// newDraft makes the temporary file of a cache, and says when that was. The file
// is nil when there can be none.
func newDraft(meta string) (*os.File, clock) {
	file, err := os.CreateTemp(meta, draftPrefix+"*")
	if err != nil {
		return nil, clock{}
	}
	st, err := fstat(int(file.Fd()))
	if err != nil {
		discard(file)
		return nil, clock{}
	}
	return file, clock{time: st.mtime, dev: st.dev}
}

func discard(file *os.File) {
	_ = file.Close()
	_ = os.Remove(file.Name())
}

// install makes a draft the cache, with this content, and reports whether that
// succeeded.
func install(file *os.File, parts [][]byte) bool {
	for _, part := range parts {
		if _, err := file.Write(part); err != nil {
			return false
		}
	}
	if len(parts) == 0 || os.Rename(file.Name(), filepath.Join(filepath.Dir(file.Name()), cacheFile)) != nil {
		return false
	}
	_ = file.Close()
	return true
}

// discardCache removes a draft that did not become the cache.
func (s *scanner) discardCache() {
	if s.draft.file != nil {
		discard(s.draft.file)
	}
}

// note compares what the new cache will hold of a finished directory with the
// old one, and decides which tree it states.
func (s *scanner) note(n *node) {
	r := &n.result
	same := s.sameAsCached(n)
	switch {
	case r.exact:
		r.cacheID = r.id
	case same && n.sel != nil:
		r.cacheID = s.cache.tree(n.cached)
	}
	if !same || r.cacheID != s.cache.tree(n.cached) {
		s.draft.dirty.Store(true)
	}
}

func (s *scanner) sameAsCached(n *node) bool {
	from, to := s.cache.filesOf(n.cached)
	known := len(n.keptFiles)
	for i := range n.files {
		switch f := &n.files[i]; {
		case f.hit:
			known++
		case !f.id.IsZero():
			return false
		}
	}
	if known != to-from {
		return false
	}
	from, to = s.cache.children(n.cached)
	for _, kid := range n.kids {
		if kid.cached == noDir || kid.result.cacheID != s.cache.tree(kid.cached) {
			return false
		}
	}
	return len(n.kids)+len(n.keptDirs) == to-from
}

// writeCache replaces the cache by the draft if that says anything new. A
// failure is no error: the next scan will have more to do.
func (s *scanner) writeCache(root *node) {
	if !s.draft.dirty.Load() {
		return
	}
	s.startClock()
	file := s.draft.file
	if file == nil {
		return
	}
	if !install(file, s.buildCache(root)) {
		return
	}
	s.draft.file = nil
	removeDrafts(s.opts.Meta, time.Unix(0, s.draft.clock.time).Add(-draftAge))
}

// removeDrafts removes what killed scans left behind.
func removeDrafts(meta string, before time.Time) {
	entries, _ := os.ReadDir(meta)
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), draftPrefix) {
			continue
		}
		if info, err := e.Info(); err == nil && info.ModTime().Before(before) && info.Mode().Type() == fs.FileMode(0) {
			_ = os.Remove(filepath.Join(meta, e.Name()))
		}
	}
}

// cacheSource is a directory of the new cache: one of this scan, or one of the
// old cache that was not looked at.
type cacheSource struct {
	node *node
	old  int
}

// buildCache writes the directories level by level, so that siblings are
// together.
func (s *scanner) buildCache(root *node) [][]byte {
	w := newCacheWriter(s.cache, int(s.found.Load()))
	for level := []cacheSource{{node: root, old: noDir}}; len(level) > 0; {
		var next []cacheSource
		for _, d := range level {
			if d.node == nil || d.node.asBase {
				next = append(next, s.addOldDir(w, d.old)...)
			} else {
				next = append(next, s.addDir(w, d.node)...)
			}
		}
		level = next
	}
	return w.parts(s.draft.clock)
}

// addDir adds a directory of this scan and returns its children.
func (s *scanner) addDir(w *cacheWriter, n *node) []cacheSource {
	kids := make([]cacheSource, 0, len(n.kids)+len(n.keptDirs))
	for _, kid := range n.kids {
		if !kid.asBase || kid.cached != noDir {
			kids = append(kids, cacheSource{node: kid, old: kid.cached})
		}
	}
	for _, old := range n.keptDirs {
		kids = append(kids, cacheSource{old: old})
	}
	name := func(d cacheSource) string {
		if d.node != nil {
			return d.node.name
		}
		return s.cache.dirName(d.old)
	}
	slices.SortFunc(kids, func(a, b cacheSource) int { return cmp.Compare(name(a), name(b)) })

	if n.asCached {
		w.copy(n.cached, n.result.cacheID, len(kids))
		return kids
	}
	files := make([]cacheEntry, 0, len(n.files)+len(n.keptFiles))
	for i := range n.files {
		if f := &n.files[i]; !f.id.IsZero() {
			files = append(files, cacheEntry{name: f.name, stat: f.stat, mode: f.mode, id: f.id})
		}
	}
	for _, i := range n.keptFiles {
		files = append(files, s.cache.kept(i))
	}
	slices.SortFunc(files, func(a, b cacheEntry) int { return cmp.Compare(a.name, b.name) })
	w.add(n.name, n.result.cacheID, len(kids), files)
	return kids
}

// addOldDir adds a directory of the old cache and returns its children.
func (s *scanner) addOldDir(w *cacheWriter, old int) []cacheSource {
	from, to := w.keep(old)
	kids := make([]cacheSource, 0, to-from)
	for ; from < to; from++ {
		kids = append(kids, cacheSource{old: from})
	}
	return kids
}

func closeFD(fd int) { _ = unix.Close(fd) }
