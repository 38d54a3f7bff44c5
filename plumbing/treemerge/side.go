package treemerge

import (
	"context"
	"errors"
	"maps"
	"path"
	"slices"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
)

// side is what one side made of the base.
type side struct {
	root objects.ID
	// files are the files of the base that it changed, by their path there.
	files map[string]version
	added map[string]*objects.Entry
	// dirs are the directories that it renamed as a whole.
	dirs map[string]string
}

// version is a file on one side; entry is nil if it was deleted.
type version struct {
	path  string
	entry *objects.Entry
}

func (m *merger) side(ctx context.Context, root objects.ID) (*side, error) {
	s := &side{root: root, files: make(map[string]version), added: make(map[string]*objects.Entry)}
	changes, err := snapshot.Diff(ctx, m.desk, m.in.Base, root, nil)
	if err != nil {
		return nil, err
	}
	if changes, err = snapshot.Similar(ctx, m.desk, changes, snapshot.SimilarOptions{}); err != nil {
		return nil, err
	}
	for _, c := range changes {
		switch c.Status {
		case snapshot.Added:
			s.added[c.Path] = c.New
			continue
		case snapshot.Renamed:
			m.base[c.OldPath] = c.Old
			s.files[c.OldPath] = version{c.Path, c.New}
		default:
			m.base[c.Path] = c.Old
			s.files[c.Path] = version{c.Path, c.New}
		}
	}
	s.dirs, err = m.renamedDirs(ctx, s)
	return s, err
}

// of returns a file of the base on this side.
func (s *side) of(m *merger, path string) version {
	if v, ok := s.files[path]; ok {
		return v
	}
	return version{path, m.base[path]}
}

// renamedDirs finds the directories that are gone from a side and whose files went
// to one other directory, or more of them than to any other.
func (m *merger) renamedDirs(ctx context.Context, s *side) (map[string]string, error) {
	targets := make(map[string]map[string]int)
	for old, v := range s.files {
		from, to := path.Dir(old), path.Dir(v.path)
		if v.entry == nil || from == to || from == "." {
			continue
		}
		if targets[from] == nil {
			targets[from] = make(map[string]int)
		}
		targets[from][to]++
	}
	dirs := make(map[string]string)
	for _, from := range sortedKeys(targets) {
		to, ok := mostCommon(targets[from])
		if !ok {
			continue
		}
		there, err := m.has(ctx, s.root, from)
		if err != nil {
			return nil, err
		}
		if !there {
			dirs[from] = to
		}
	}
	return dirs, nil
}

// mostCommon is the name with the highest count, if there is only one.
func mostCommon(counts map[string]int) (string, bool) {
	best, tie := "", false
	for _, name := range sortedKeys(counts) {
		switch n := counts[name]; {
		case n > counts[best]:
			best, tie = name, false
		case n == counts[best]:
			tie = true
		}
	}
	return best, !tie
}

// follow moves what one side added in a directory that the other renamed.
func (m *merger) follow(ctx context.Context) error {
	for _, pair := range [][2]*side{{m.left, m.right}, {m.right, m.left}} {
		s, other := pair[0], pair[1]
		for _, old := range sortedKeys(s.added) {
			to := other.moved(old)
			if to == "" || s.dirs[path.Dir(old)] != "" {
				continue
			}
			free, err := m.free(ctx, to)
			if err != nil {
				return err
			}
			if free {
				s.added[to] = s.added[old]
				delete(s.added, old)
				if s == m.left {
					m.gone = append(m.gone, old)
				}
			}
		}
	}
	return nil
}

// moved is where a path goes with the directories that the side renamed; "" if
// nowhere.
func (s *side) moved(p string) string {
	for dir := path.Dir(p); dir != "."; dir = path.Dir(dir) {
		if to, ok := s.dirs[dir]; ok {
			return path.Join(to, p[len(dir)+1:])
		}
	}
	return ""
}

// crowd finds the paths at which more than one file may come to stand.
func (m *merger) crowd() {
	seen := make(map[string]bool)
	m.crowded = make(map[string]bool)
	note := func(p string) {
		m.crowded[p] = m.crowded[p] || seen[p]
		seen[p] = true
	}
	for _, s := range []*side{m.left, m.right} {
		for p := range s.added {
			note(p)
		}
		for old, v := range s.files {
			if v.path != old {
				note(v.path)
			}
		}
	}
}

// free says that neither side has anything at a path.
func (m *merger) free(ctx context.Context, p string) (bool, error) {
	for _, s := range []*side{m.left, m.right} {
		if s.added[p] != nil {
			return false, nil
		}
		if there, err := m.has(ctx, s.root, p); there || err != nil {
			return false, err
		}
	}
	return true, nil
}

func (m *merger) has(ctx context.Context, root objects.ID, p string) (bool, error) {
	_, err := snapshot.Lookup(ctx, m.desk, root, p)
	if _, ok := errors.AsType[*snapshot.NotInTreeError](err); ok {
		return false, nil
	}
	return err == nil, err
}

func sortedKeys[V any](all map[string]V) []string { return slices.Sorted(maps.Keys(all)) }
