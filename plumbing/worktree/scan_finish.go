package worktree

import (
	"slices"
	"strings"
	"sync"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
)

// emptyTree is the id of the tree of an empty directory.
var emptyTree = sync.OnceValue(func() objects.ID {
	data, err := objects.Encode(&objects.Tree{})
	if err != nil {
		panic(err) // the empty tree breaks no rule
	}
	return objects.Sum(objects.KindTree, data)
})

// finish works out what a directory came to, after its files were read and its
// subdirectories finished.
func (s *scanner) finish(n *node) error {
	if n.asBase {
		return s.finishAsBase(n)
	}
	r := &n.result
	for _, kid := range n.kids {
		r.files += kid.result.files
		r.bytes += kid.result.bytes
	}
	if n.asCached {
		if s.finishAsCached(n) {
			return nil
		}
		n.spread(s.cache)
	}
	n.settle()
	entries := n.entries()
	// A directory in which nothing is tracked is recorded only if it is empty,
	// or was empty in the base.
	r.present = len(entries) > 0 || n.parent == nil ||
		!n.ghost && (n.empty && n.whole || n.base == emptyTree())
	r.changes = s.changes(n, len(entries) == 0)
	r.exact = n.exact()
	if !r.present || s.refused() {
		s.note(n)
		return nil
	}
	if r.exact || s.req.Stage != nil {
		var err error
		if r.id, err = s.putTree(entries); err != nil {
			return err
		}
	}
	s.note(n)
	return nil
}

// finishAsBase finishes a directory that could not be read.
func (s *scanner) finishAsBase(n *node) (err error) {
	r := &n.result
	if n.base.IsZero() {
		return nil
	}
	r.present, r.id = true, n.base
	r.files, r.bytes, err = s.count(objects.Entry{Mode: objects.ModeDir, ID: n.base}, n.cached)
	return err
}

// finishAsCached finishes a directory that is as the cache and the base say,
// if that holds for everything below it too.
func (s *scanner) finishAsCached(n *node) bool {
	for _, kid := range n.kids {
		if r := &kid.result; !r.present || !r.exact || r.id != s.cache.tree(kid.cached) {
			return false
		}
	}
	files, bytes := s.cache.fileTotals(n.cached)
	r := &n.result
	r.files += files
	r.bytes += bytes
	r.present, r.exact, r.id, r.cacheID = true, true, n.base, n.base
	return true
}

// spread writes out what asCached stands for.
func (n *node) spread(c *statCache) {
	n.asCached = false
	n.baseEntries = c.entries(n.cached)
	from, to := c.filesOf(n.cached)
	n.files = make([]scanFile, 0, to-from)
	for i := from; i < to; i++ {
		f := c.file(i)
		n.files = append(n.files, scanFile{name: c.fileName(i), stat: f.stat(), mode: f.mode(), id: f.blob(), hit: true})
	}
}

// settle drops the files that vanished and the children that are not recorded,
// gives odd modes back, and counts.
func (n *node) settle() {
	n.kids = slices.DeleteFunc(n.kids, func(kid *node) bool {
		if !kid.result.present {
			n.lost = append(n.lost, kid)
		}
		return !kid.result.present
	})
	base := n.baseEntries
	files := n.files[:0]
	for _, f := range n.files {
		for len(base) > 0 && string(base[0].Name) < f.name {
			base = base[1:]
		}
		var b *objects.Entry
		if len(base) > 0 && string(base[0].Name) == f.name {
			b = &base[0]
		}
		switch {
		case f.gone:
		case f.unread:
			if b != nil && b.Mode != objects.ModeDir {
				n.kept = append(n.kept, *b)
				files, bytes := snapshot.Totals(*b)
				n.result.files += files
				n.result.bytes += bytes
			}
		default:
			if b != nil && oddMode(b, &f) {
				f.mode = b.Mode
			}
			n.result.files++
			n.result.bytes += f.entry().Size
			files = append(files, f)
		}
	}
	n.files = files
	slices.SortFunc(n.kept, byName)
}

func byName(a, b objects.Entry) int { return strings.Compare(string(a.Name), string(b.Name)) }

// oddMode reports whether the file keeps the odd mode that it has in the base:
// its content is the same, and it has not become executable. (Being checked
// out may have cost it execute bits, but never gave it any.)
func oddMode(b *objects.Entry, f *scanFile) bool {
	if !b.Mode.IsFile() || b.Mode == objects.ModeFile || b.Mode == objects.ModeExec || b.ID != f.id || !f.mode.IsFile() {
		return false
	}
	return f.mode == objects.ModeFile || (b.Mode[3]-'0')&1 != 0
}

// entries returns the tree of the directory as it was found.
func (n *node) entries() []objects.Entry {
	entries := make([]objects.Entry, 0, len(n.files)+len(n.kids)+len(n.kept))
	for i := range n.files {
		entries = append(entries, n.files[i].entry())
	}
	for _, kid := range n.kids {
		entries = append(entries, kid.entry())
	}
	entries = append(entries, n.kept...)
	slices.SortFunc(entries, byName)
	return entries
}

func (n *node) entry() objects.Entry {
	return objects.Entry{Name: objects.Bytes(n.name), Mode: objects.ModeDir, ID: n.result.id}
}

// exact reports whether the new cache will hold just what the tree is made of.
func (n *node) exact() bool {
	if len(n.kept) > 0 || n.sel != nil {
		return false
	}
	for _, kid := range n.kids {
		if !kid.result.exact {
			return false
		}
	}
	return !slices.ContainsFunc(n.files, func(f scanFile) bool { return f.id.IsZero() })
}

// putTree stages a tree, or only computes its id.
func (s *scanner) putTree(entries []objects.Entry) (objects.ID, error) {
	data, err := objects.Encode(&objects.Tree{Entries: entries})
	if err != nil {
		return objects.ID{}, err
	}
	if s.req.Stage == nil {
		return objects.Sum(objects.KindTree, data), nil
	}
	id, _, err := s.req.Stage.Put(s.ctx, objects.KindTree, data)
	return id, err
}

// changes compares the directory with the base: its files, and itself if it
// became empty or was. What is in its subdirectories they have seen to.
func (s *scanner) changes(n *node, empty bool) []snapshot.Change {
	var changes []snapshot.Change
	base, kept := n.baseEntries, n.kept
	next := func() *objects.Entry {
		for len(base) > 0 {
			b := &base[0]
			for len(kept) > 0 && kept[0].Name < b.Name {
				kept = kept[1:]
			}
			if b.Mode != objects.ModeDir && (len(kept) == 0 || kept[0].Name != b.Name) {
				return b
			}
			base = base[1:]
		}
		return nil
	}
	gone := func(b *objects.Entry) {
		changes = append(changes, snapshot.Change{Path: joinPath(n.path, string(b.Name)), Status: snapshot.Deleted, Old: b})
		base = base[1:]
	}
	for i := range n.files {
		f := &n.files[i]
		b := next()
		for ; b != nil && string(b.Name) < f.name; b = next() {
			gone(b)
		}
		e := f.entry()
		if b == nil || string(b.Name) != f.name {
			changes = append(changes, snapshot.Change{Path: joinPath(n.path, f.name), Status: snapshot.Untracked, New: &e})
			if e.ID.IsZero() {
				s.postpone(n, i, &e)
			}
			continue
		}
		base = base[1:]
		if status := snapshot.Compare(b, &e); status != "" {
			changes = append(changes, snapshot.Change{Path: joinPath(n.path, f.name), Status: status, Old: b, New: &e})
		}
	}
	for b := next(); b != nil; b = next() {
		gone(b)
	}
	return append(changes, n.ownChange(empty && n.result.present)...)
}

// ownChange is the change of a directory that is empty on one side only.
func (n *node) ownChange(isEmpty bool) []snapshot.Change {
	wasEmpty := n.base == emptyTree()
	if n.parent == nil || !n.whole || wasEmpty == isEmpty {
		return nil
	}
	e := objects.Entry{Name: objects.Bytes(n.name), Mode: objects.ModeDir, ID: emptyTree()}
	if wasEmpty {
		return []snapshot.Change{{Path: n.path, Status: snapshot.Deleted, Old: &e}}
	}
	return []snapshot.Change{{Path: n.path, Status: snapshot.Untracked, New: &e}}
}
