package worktree

import (
	"errors"
	"slices"
	"strings"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
)

// lazyFile is an untracked file that was not read, since nothing is to be
// stored and it can be told from the base without.
type lazyFile struct {
	node  *node
	index int
	entry *objects.Entry // of its change
}

func (s *scanner) postpone(n *node, index int, entry *objects.Entry) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lazy = append(s.lazy, lazyFile{node: n, index: index, entry: entry})
}

// joinChanges collects the changes of all directories, sorted, and joins
// renames.
func (s *scanner) joinChanges(root *node) ([]snapshot.Change, error) {
	changes := root.collect(nil)
	slices.SortStableFunc(changes, func(a, b snapshot.Change) int { return strings.Compare(a.Path, b.Path) })
	changes = mergeSides(changes)
	if err := s.readRenamed(changes); err != nil {
		return nil, err
	}
	return snapshot.Renames(changes), nil
}

func (n *node) collect(to []snapshot.Change) []snapshot.Change {
	to = append(to, n.result.changes...)
	for _, kid := range n.kids {
		to = kid.collect(to)
	}
	for _, kid := range n.lost {
		to = kid.collect(to)
	}
	return to
}

// mergeSides makes one change of two that have the same path: an empty
// directory that became a file, or the other way round.
func mergeSides(changes []snapshot.Change) []snapshot.Change {
	out := changes[:0]
	for _, c := range changes {
		if last := len(out) - 1; last >= 0 && out[last].Path == c.Path {
			if c.Old == nil {
				c.Old = out[last].Old
			} else {
				c.New = out[last].New
			}
			c.Status = snapshot.Compare(c.Old, c.New)
			out[last] = c
			continue
		}
		out = append(out, c)
	}
	return out
}

// readRenamed reads the untracked files that may be renamed ones: a file of
// the same size and mode is missing elsewhere.
func (s *scanner) readRenamed(changes []snapshot.Change) error {
	type likeness struct {
		mode objects.Mode
		size uint64
	}
	missing := map[likeness]bool{}
	for _, c := range changes {
		if c.Status == snapshot.Deleted && c.Old.Mode.IsFile() {
			missing[likeness{c.Old.Mode, c.Old.Size}] = true
		}
	}
	if len(missing) == 0 || len(s.lazy) == 0 {
		return nil
	}
	a, err := openAnchor(s.opts.Root)
	if err != nil {
		return &UnreadableError{Err: err}
	}
	defer a.close()
	w := &worker{}
	for _, l := range s.lazy {
		if missing[likeness{l.entry.Mode, l.entry.Size}] {
			if err := s.readLazy(w, a, l); err != nil {
				return err
			}
		}
	}
	return nil
}

// readLazy reads one file after all. One that went in the meantime stays as it
// was seen.
func (s *scanner) readLazy(w *worker, a *anchor, l lazyFile) error {
	if err := s.ctx.Err(); err != nil {
		return err
	}
	s.startClock()
	dir, err := a.open(l.node.path)
	if err != nil {
		return nil
	}
	defer closeFD(dir)
	f := l.node.files[l.index]
	err = s.read(w, dir, l.node.path, &f)
	if failed := (*UnreadableError)(nil); errors.As(err, &failed) {
		return s.unreadable(failed.Path, failed.Err)
	}
	if err != nil || f.gone {
		return err
	}
	l.node.files[l.index] = f
	*l.entry = f.entry()
	// The cache will hold the file, which the trees above it do not.
	for n := l.node; n != nil; n = n.parent {
		n.result.cacheID = objects.ID{}
	}
	s.draft.dirty.Store(true)
	return nil
}
