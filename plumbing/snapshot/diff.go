package snapshot

import (
	"context"
	"slices"
	"strings"

	"github.com/genesis-vcs/genesis/objects"
)

// Diff compares two trees, equal subtrees unread, sorted by path bytes. A zero
// ID is the empty tree. Paths, if not empty, restrict it to these paths and
// what is below them; "" is the root.
//
// The leaves of the two trees are compared: a directory that was empty and now
// holds a file is gone as a leaf, and the file is added.
func Diff(ctx context.Context, r Reader, a, b objects.ID, paths []string) ([]Change, error) {
	if a == b {
		return nil, nil
	}
	d := differ{ctx: ctx, r: r}
	if err := d.dirs("", 0, a, b, NewFilter(paths)); err != nil {
		return nil, err
	}
	slices.SortFunc(d.out, func(x, y Change) int { return strings.Compare(x.Path, y.Path) })
	return d.out, nil
}

type differ struct {
	ctx context.Context
	r   Reader
	out []Change
}

// dirs compares the content of two directories that are not equal.
func (d *differ) dirs(dir string, depth int, a, b objects.ID, filter Filter) error {
	if depth >= MaxDepth {
		return &PathError{Path: dir, Rule: ruleDeep}
	}
	if err := d.ctx.Err(); err != nil {
		return err
	}
	ta, err := Tree(d.ctx, d.r, a)
	if err != nil {
		return err
	}
	tb, err := Tree(d.ctx, d.r, b)
	if err != nil {
		return err
	}
	return d.merge(dir, depth, ta.Entries, tb.Entries, filter)
}

// merge steps through two sorted lists of entries together.
func (d *differ) merge(dir string, depth int, as, bs []objects.Entry, filter Filter) error {
	for len(as) > 0 || len(bs) > 0 {
		var a, b *objects.Entry
		var order int
		switch {
		case len(as) == 0:
			order = 1
		case len(bs) == 0:
			order = -1
		default:
			order = strings.Compare(string(as[0].Name), string(bs[0].Name))
		}
		if order <= 0 {
			a, as = &as[0], as[1:]
		}
		if order >= 0 {
			b, bs = &bs[0], bs[1:]
		}
		if err := d.entry(dir, depth, a, b, filter); err != nil {
			return err
		}
	}
	return nil
}

// entry compares the two sides of one name; one of them may be nil.
func (d *differ) entry(dir string, depth int, a, b *objects.Entry, filter Filter) error {
	if a != nil && b != nil && Compare(a, b) == "" {
		return nil
	}
	name := string(either(a, b).Name)
	below, whole := filter.Below(name)
	if !whole && below.None() {
		return nil
	}
	path := join(dir, name)
	leafA, treeA, err := d.split(a)
	if err != nil {
		return err
	}
	leafB, treeB, err := d.split(b)
	if err != nil {
		return err
	}
	if status := Compare(leafA, leafB); whole && status != "" {
		d.out = append(d.out, Change{Path: path, Status: status, Old: leafA, New: leafB})
	}
	if depth+1 >= MaxDepth && len(treeA)+len(treeB) > 0 {
		return &PathError{Path: path, Rule: ruleDeep}
	}
	return d.merge(path, depth+1, treeA, treeB, below)
}

// split says what an entry is in the model of leaves: a leaf, or the entries
// of a directory that is not empty.
func (d *differ) split(e *objects.Entry) (leaf *objects.Entry, entries []objects.Entry, err error) {
	if e == nil || e.Mode != objects.ModeDir {
		return e, nil, nil
	}
	if err := d.ctx.Err(); err != nil {
		return nil, nil, err
	}
	tree, err := Tree(d.ctx, d.r, e.ID)
	if err != nil {
		return nil, nil, err
	}
	if len(tree.Entries) == 0 {
		return e, nil, nil
	}
	return nil, tree.Entries, nil
}

func either(a, b *objects.Entry) *objects.Entry {
	if a != nil {
		return a
	}
	return b
}
