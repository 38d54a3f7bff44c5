package worktree

import (
	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
)

// count returns the totals of an entry of the base. Where the cache states the
// same tree it is asked instead of the store.
func (s *scanner) count(e objects.Entry, cached int) (files, bytes uint64, err error) {
	if e.Mode != objects.ModeDir {
		files, bytes = snapshot.Totals(e)
		return files, bytes, nil
	}
	if cached != noDir && s.cache.tree(cached) == e.ID {
		files, bytes = s.cache.totals(cached)
		return files, bytes, nil
	}
	entries, err := s.baseTree(e.ID)
	if err != nil {
		return 0, 0, err
	}
	for _, child := range entries {
		f, b, err := s.count(child, s.cache.childNamed(cached, string(child.Name)))
		if err != nil {
			return 0, 0, err
		}
		files, bytes = files+f, bytes+b
	}
	return files, bytes, nil
}
