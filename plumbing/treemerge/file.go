package treemerge

import (
	"cmp"
	"context"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
)

// file decides one file of the base.
func (m *merger) file(ctx context.Context, path string) error {
	base := m.base[path]
	left, right := m.left.of(m, path), m.right.of(m, path)
	if left.entry != nil {
		m.gone = append(m.gone, left.path)
	}
	switch {
	case left.entry == nil && right.entry == nil:
		return nil
	case left.entry == nil || right.entry == nil:
		m.halfDeleted(path, base, left, right)
		return nil
	}
	to := cmp.Or(moved(path, left.path), right.path)
	if m.crowded[left.path] || m.crowded[right.path] { // what is merged here may be merged again
		defer m.desk.keep()()
	}
	merged, err := m.entries(ctx, to, sides{base, left.entry, right.entry})
	if err != nil {
		return err
	}
	if c := merged.conflict; c != nil {
		c.Base, c.Left, c.Right = sideOf(base, path, to), sideOf(left.entry, left.path, to), sideOf(right.entry, right.path, to)
	}
	switch {
	case left.path == right.path:
		m.put(left.path, merged.at(left.path))
	case left.path == path:
		p := merged.at(right.path)
		p.from = m.right
		m.put(right.path, p)
	case right.path == path:
		p := merged.at(left.path)
		p.from = m.left
		m.put(left.path, p)
	default:
		m.renamedApart(path, left, right, merged)
	}
	return nil
}

// moved is a path unless it is the old one.
func moved(old, path string) string {
	if path == old {
		return ""
	}
	return path
}

// halfDeleted is a file that one side deleted. What the other side did to it, even
// a new name, is in conflict with that.
func (m *merger) halfDeleted(path string, base *objects.Entry, left, right version) {
	kept, from := left, m.left
	if left.entry == nil {
		kept, from = right, m.right
	}
	if kept.path == path && same(kept.entry, base) {
		return
	}
	what := "modify"
	if kept.path != path {
		what = "rename"
	}
	c := &objects.Conflict{
		Path: objects.Bytes(kept.path), Class: "structure",
		Base:   sideOf(base, path, kept.path),
		Result: sideOf(kept.entry, kept.path, kept.path), Regions: asWhole(UnitFile, "structure"),
	}
	if from == m.left {
		c.Left, c.Reason = sideOf(left.entry, left.path, kept.path), what+"/delete"
	} else {
		c.Right, c.Reason = sideOf(right.entry, right.path, kept.path), "delete/"+what
	}
	m.put(kept.path, place{kept.entry, from, &File{Path: kept.path, Conflict: c}})
}

// RenamedApart is the reason of a conflict about the name of a file. Until it is
// decided, the file is at the names of both sides.
const RenamedApart = "rename/rename"

// renamedApart is a file that both sides renamed, each to a name of its own.
func (m *merger) renamedApart(path string, left, right version, merged *merged) {
	c := merged.conflict
	if c == nil {
		c = &objects.Conflict{
			Path: objects.Bytes(left.path), Result: sideOf(merged.entry, left.path, left.path),
			Base: sideOf(m.base[path], path, left.path),
			Left: sideOf(left.entry, left.path, left.path), Right: sideOf(right.entry, right.path, left.path),
		}
	}
	c.Class, c.Reason = "structure", RenamedApart
	if len(c.Regions) == 0 || c.Regions[0].Unit != UnitFile {
		c.Regions = append(c.Regions, asWhole(UnitFile, "structure")...)
	}
	merged.conflict = c
	p := merged.at(left.path)
	p.from = m.left
	m.put(left.path, p)
	p.from = m.right
	m.put(right.path, p)
}

// sideOf is an entry as a side of the conflict at a path.
func sideOf(e *objects.Entry, path, at string) *objects.ConflictSide {
	if e == nil {
		return nil
	}
	s := &objects.ConflictSide{Mode: e.Mode, ID: e.ID, Gitlink: e.Gitlink, Size: e.Size}
	if path != at {
		s.Path = objects.Bytes(path)
	}
	return s
}

func same(a, b *objects.Entry) bool { return snapshot.Compare(a, b) == "" }
