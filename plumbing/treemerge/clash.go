package treemerge

import (
	"context"
	"errors"
	"maps"
	"path"
	"slices"
	"strconv"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
)

// makeWay finds the files that stand where the merged tree has a directory, and
// gives them other names. An empty directory gives way without a word.
func (m *merger) makeWay(ctx context.Context) error {
	deleted := make(map[string]bool)
	for _, p := range m.gone {
		deleted[p] = len(m.places[p]) == 0
	}
	aside := make(map[string]*side)
	for _, p := range sortedKeys(m.places) {
		e := m.places[p][0].entry
		above, err := m.fileAbove(ctx, p, deleted)
		if err != nil {
			return err
		}
		if above != "" && e.Mode != objects.ModeDir {
			aside[above] = m.owner(above)
		}
		filled, err := m.filled(ctx, p, deleted)
		switch {
		case err != nil:
			return err
		case above != "" && e.Mode == objects.ModeDir, filled && e.Mode == objects.ModeDir:
			delete(m.places, p)
		case filled:
			aside[p] = m.owner(p)
		}
	}
	for _, p := range slices.Sorted(maps.Keys(aside)) {
		if err := m.setAside(ctx, p, aside[p]); err != nil {
			return err
		}
	}
	return nil
}

// owner is the side that put a file at a path.
func (m *merger) owner(p string) *side {
	list := m.places[p]
	switch {
	case len(list) == 0 || list[0].from == m.left:
		return m.left
	case list[0].from == m.right:
		return m.right
	case m.left.files[p].entry != nil: // merged in place: left's edit or the right's
		return m.left
	default:
		return m.right
	}
}

// fileAbove is a path above p at which a file stands; "" if there is none.
func (m *merger) fileAbove(ctx context.Context, p string, deleted map[string]bool) (string, error) {
	for dir := path.Dir(p); dir != "."; dir = path.Dir(dir) {
		if list := m.places[dir]; len(list) > 0 {
			if list[0].entry.Mode != objects.ModeDir {
				return dir, nil
			}
			continue
		}
		if deleted[dir] {
			continue
		}
		e, err := m.lookup(ctx, m.in.Left, dir)
		if err != nil {
			return "", err
		}
		if e != nil && e.Mode != objects.ModeDir {
			return dir, nil
		}
	}
	return "", nil
}

// filled says that left has something below p that stays.
func (m *merger) filled(ctx context.Context, p string, deleted map[string]bool) (bool, error) {
	e, err := m.lookup(ctx, m.in.Left, p)
	if err != nil || e == nil || e.Mode != objects.ModeDir {
		return false, err
	}
	found := errors.New("found")
	err = snapshot.Walk(ctx, m.desk, e.ID, func(below string, e objects.Entry) error {
		if e.Mode != objects.ModeDir && !deleted[p+"/"+below] {
			return found
		}
		return nil
	})
	if errors.Is(err, found) {
		return true, nil
	}
	return false, err
}

func (m *merger) lookup(ctx context.Context, root objects.ID, p string) (*objects.Entry, error) {
	e, err := snapshot.Lookup(ctx, m.desk, root, p)
	if _, ok := errors.AsType[*snapshot.NotInTreeError](err); ok {
		return nil, nil
	}
	return &e, err
}

// setAside gives a file another name, because a directory has its own.
func (m *merger) setAside(ctx context.Context, p string, owner *side) error {
	var e *objects.Entry
	if list := m.places[p]; len(list) > 0 {
		e = list[0].entry
		delete(m.places, p)
	} else {
		var err error
		if e, err = m.lookup(ctx, m.in.Left, p); err != nil {
			return err
		}
		m.gone = append(m.gone, p)
	}
	name, err := m.freeName(ctx, p+"~"+m.sideName(owner))
	if err != nil {
		return err
	}
	c := &objects.Conflict{
		Path: objects.Bytes(name), Class: "structure", Reason: "file/directory",
		Base: sideOf(m.base[p], p, name), Result: sideOf(e, name, name), Regions: asWhole(UnitFile, "structure"),
	}
	if owner == m.left {
		c.Left = sideOf(e, p, name)
	} else {
		c.Right = sideOf(e, p, name)
	}
	m.places[name] = []place{{e, owner, &File{Path: name, Conflict: c}}}
	return nil
}

func (m *merger) sideName(s *side) string {
	if s == m.left {
		return "left"
	}
	return "right"
}

// freeName is a name that nothing has.
func (m *merger) freeName(ctx context.Context, name string) (string, error) {
	for n := 0; ; n++ {
		try := name
		if n > 0 {
			try += "_" + strconv.Itoa(n)
		}
		free, err := m.free(ctx, try)
		if err != nil {
			return "", err
		}
		if free && len(m.places[try]) == 0 {
			return try, nil
		}
	}
}
