package commitindex

import (
	"context"
	"strings"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
)

// differ finds the paths that differ between trees.
type differ struct {
	ctx   context.Context
	store objects.Store
	// young and old are the trees that were read last, in two generations: one
	// side of a comparison is mostly a side of the one before.
	young, old map[objects.ID]*objects.Tree
	entries    int // of the young ones

	paths []uint64
}

// cachedEntries is how many entries one generation of trees holds; each takes
// about a hundred bytes.
const cachedEntries = 50_000

// filter makes the filter of what differs; known is false when that is too much.
func (d *differ) filter(a, b objects.ID) (f filter, known bool, err error) {
	d.paths = d.paths[:0]
	few, err := d.dirs(rootHash, 0, a, b)
	if err != nil || !few {
		return nil, false, err
	}
	return makeFilter(d.paths), true, nil
}

// dirs compares two directories; a zero ID is an empty one. few is false when
// there are too many differences, and then not all are looked at.
func (d *differ) dirs(dir uint64, depth int, a, b objects.ID) (few bool, err error) {
	if a == b {
		return true, nil
	}
	if depth >= snapshot.MaxDepth {
		return false, nil
	}
	ta, err := d.tree(a)
	if err != nil {
		return false, err
	}
	tb, err := d.tree(b)
	if err != nil {
		return false, err
	}
	as, bs := ta.Entries, tb.Entries
	for len(as) > 0 || len(bs) > 0 {
		var order int
		switch {
		case len(as) == 0:
			order = 1
		case len(bs) == 0:
			order = -1
		default:
			order = strings.Compare(string(as[0].Name), string(bs[0].Name))
		}
		var none objects.Entry
		x, y := &none, &none
		if order <= 0 {
			x, as = &as[0], as[1:]
		}
		if order >= 0 {
			y, bs = &bs[0], bs[1:]
		}
		if few, err := d.entry(dir, depth, x, y); err != nil || !few {
			return false, err
		}
	}
	return true, nil
}

// entry compares the two sides of one name; one of them may be zero.
func (d *differ) entry(dir uint64, depth int, x, y *objects.Entry) (few bool, err error) {
	if *x == *y {
		return true, nil
	}
	name := x.Name
	if name == "" {
		name = y.Name
	}
	h := hashName(dir, string(name))
	if d.paths = append(d.paths, mix(h)); len(d.paths) > maxPaths {
		return false, nil
	}
	var a, b objects.ID
	if x.Mode == objects.ModeDir {
		a = x.ID
	}
	if y.Mode == objects.ModeDir {
		b = y.ID
	}
	return d.dirs(h, depth+1, a, b)
}

func (d *differ) tree(id objects.ID) (*objects.Tree, error) {
	if t := d.young[id]; t != nil {
		return t, nil
	}
	t := d.old[id]
	if t == nil {
		var err error
		if t, err = snapshot.Tree(d.ctx, d.store, id); err != nil {
			return nil, err
		}
	}
	if d.young == nil || d.entries > cachedEntries {
		d.young, d.old, d.entries = map[objects.ID]*objects.Tree{}, d.young, 0
	}
	d.young[id] = t
	d.entries += len(t.Entries) + 1
	return t, nil
}
