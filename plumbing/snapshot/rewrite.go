package snapshot

import (
	"context"
	"slices"
	"strings"

	"github.com/genesis-vcs/genesis/objects"
)

// Edit is a change that Rewrite makes: the entry at Path becomes Entry, or goes
// when Entry is nil. The entry's name is taken from Path.
type Edit struct {
	Path  string
	Entry *objects.Entry
}

// Rewrite stages the trees of root with the edits applied and returns the new
// root. Only directories on changed paths are read and written. Directories
// that an edit empties disappear.
//
// An edit of a directory goes before the edits below it, whatever their order
// in the list; of two edits of one path the later one counts. Removing what is
// not there changes nothing. An edit below a file replaces it by a directory.
// The zero root is the empty tree; a result that is empty is staged as well,
// so the ID that is returned always names a tree.
func Rewrite(ctx context.Context, r Reader, stage objects.Stage, root objects.ID, edits []Edit) (objects.ID, error) {
	w := rewriter{ctx: ctx, r: r, stage: stage}
	old, err := Tree(ctx, r, root)
	if err != nil {
		return objects.ID{}, err
	}
	entries, changed, err := w.dir(old.Entries, edits, 0)
	if err != nil {
		return objects.ID{}, err
	}
	if !changed && !root.IsZero() {
		return root, nil
	}
	return put(ctx, stage, &objects.Tree{Entries: entries})
}

type rewriter struct {
	ctx   context.Context
	r     Reader
	stage objects.Stage
}

// child collects the edits of one name in a directory.
type child struct {
	name   string
	itself bool           // entry replaces what is there
	entry  *objects.Entry // nil: removed
	below  []Edit         // paths relative to the child
	grows  bool           // some edit below puts something there
}

// dir applies edits, whose paths are relative to it, to one directory.
func (w *rewriter) dir(old []objects.Entry, edits []Edit, depth int) (entries []objects.Entry, changed bool, err error) {
	if depth >= MaxDepth {
		return nil, false, &PathError{Path: edits[0].Path, Rule: ruleDeep}
	}
	if err := w.ctx.Err(); err != nil {
		return nil, false, err
	}
	entries = make([]objects.Entry, 0, len(old)+len(edits))
	for _, c := range children(edits) {
		n, found := search(old, c.name)
		entries = append(entries, old[:n]...)
		old = old[n:]
		var before *objects.Entry
		if found {
			before, old = &old[0], old[1:]
		}
		after, err := w.child(before, c, depth)
		if err != nil {
			return nil, false, err
		}
		changed = changed || !same(before, after)
		if after != nil {
			entries = append(entries, *after)
		}
	}
	return append(entries, old...), changed, nil
}

// child applies the edits of one name to its entry.
func (w *rewriter) child(at *objects.Entry, c *child, depth int) (*objects.Entry, error) {
	if c.itself {
		at = c.entry
		if at != nil {
			named := *at
			named.Name = objects.Bytes(c.name)
			at = &named
		}
	}
	isDir := at != nil && at.Mode == objects.ModeDir
	if len(c.below) == 0 || !isDir && !c.grows {
		return at, nil
	}
	var old objects.Tree
	if isDir {
		tree, err := Tree(w.ctx, w.r, at.ID)
		if err != nil {
			return nil, err
		}
		old = *tree
	}
	entries, changed, err := w.dir(old.Entries, c.below, depth+1)
	if err != nil || !changed {
		return at, err
	}
	if len(entries) == 0 {
		return nil, nil
	}
	id, err := put(w.ctx, w.stage, &objects.Tree{Entries: entries})
	if err != nil {
		return nil, err
	}
	return &objects.Entry{Name: objects.Bytes(c.name), Mode: objects.ModeDir, ID: id}, nil
}

// children groups edits by the first component of their paths, sorted.
func children(edits []Edit) []*child {
	byName := make(map[string]*child)
	var list []*child
	for _, e := range edits {
		name, rest, deeper := strings.Cut(e.Path, "/")
		c := byName[name]
		if c == nil {
			c = &child{name: name}
			byName[name] = c
			list = append(list, c)
		}
		if deeper {
			c.below = append(c.below, Edit{Path: rest, Entry: e.Entry})
			c.grows = c.grows || e.Entry != nil
		} else {
			c.itself, c.entry = true, e.Entry
		}
	}
	slices.SortFunc(list, func(x, y *child) int { return strings.Compare(x.name, y.name) })
	return list
}

func same(a, b *objects.Entry) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}

// search finds where a name is, or would be, in a sorted list of entries.
func search(entries []objects.Entry, name string) (int, bool) {
	return slices.BinarySearchFunc(entries, name, func(e objects.Entry, name string) int {
		return strings.Compare(string(e.Name), name)
	})
}

// find returns the entry of a tree with the name, or nil.
func find(t *objects.Tree, name string) *objects.Entry {
	if i, ok := search(t.Entries, name); ok {
		return &t.Entries[i]
	}
	return nil
}
