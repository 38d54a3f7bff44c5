package history

import (
	"context"
	"crypto/sha256"
	"errors"
	"io"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/commitindex"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
)

// pathState is a digest of what some paths hold in a tree.
type pathState [sha256.Size]byte

// pathFilter finds the commits that changed one of some paths.
type pathFilter struct {
	*source
	trees *treeCache
	paths []string
	keys  []commitindex.Path
	// states remembers recent root trees: most commits share theirs with a
	// neighbor or were looked up as a parent a moment before.
	states map[objects.ID]pathState
}

// maxStates bounds the states that a filter remembers.
const maxStates = 1024

func newPathFilter(s *source, paths []string) *pathFilter {
	f := &pathFilter{source: s, trees: newTreeCache(s.store), paths: paths, states: map[objects.ID]pathState{}}
	for _, path := range paths {
		f.keys = append(f.keys, commitindex.PathOf(path))
	}
	return f
}

// changed reports whether the paths differ from those of every parent: a merge
// that takes one side as it is changed nothing. A first commit changed the
// paths that it has.
func (f *pathFilter) changed(ctx context.Context, n *node) (bool, error) {
	if n.pos >= 0 && !f.index.MayDiffer(int(n.pos), f.keys) {
		return false, nil
	}
	own, err := f.of(ctx, n)
	if err != nil {
		return false, err
	}
	if len(n.parents) == 0 {
		empty, err := f.lookup(ctx, objects.ID{})
		return own != empty, err
	}
	for _, p := range n.parents {
		state, err := f.of(ctx, p)
		if err != nil || state == own {
			return false, err
		}
	}
	return true, nil
}

// of returns the state of a commit's tree.
func (f *pathFilter) of(ctx context.Context, n *node) (pathState, error) {
	if n.state != nil {
		return *n.state, nil
	}
	root, err := f.root(ctx, n)
	if err != nil {
		return pathState{}, err
	}
	state, ok := f.states[root]
	if !ok {
		if state, err = f.lookup(ctx, root); err != nil {
			return pathState{}, err
		}
		if len(f.states) >= maxStates {
			clear(f.states)
		}
		f.states[root] = state
	}
	n.state = &state
	return state, nil
}

func (f *pathFilter) lookup(ctx context.Context, root objects.ID) (pathState, error) {
	h := sha256.New()
	for _, path := range f.paths {
		entry, err := snapshot.Lookup(ctx, f.trees, root, path)
		var missing *snapshot.NotInTreeError
		switch {
		case errors.As(err, &missing):
			_, _ = io.WriteString(h, "absent\n")
		case err != nil:
			return pathState{}, err
		default:
			_, _ = io.WriteString(h, string(entry.Mode)+" "+entry.ID.String()+" "+string(entry.Gitlink)+"\n")
		}
	}
	return pathState(h.Sum(nil)), nil
}

// treeCache is a snapshot.Reader that keeps the trees it read last, up to
// maxTreeBytes: the trees on the way to a path are mostly the same from one
// commit to the next.
type treeCache struct {
	store objects.Store
	trees map[objects.ID]objects.Object
	bytes int
}

const maxTreeBytes = 8 << 20

func newTreeCache(store objects.Store) *treeCache {
	return &treeCache{store: store, trees: map[objects.ID]objects.Object{}}
}

// Get implements snapshot.Reader.
func (c *treeCache) Get(ctx context.Context, id objects.ID) (objects.Object, error) {
	if tree, ok := c.trees[id]; ok {
		return tree, nil
	}
	object, err := c.store.Get(ctx, id)
	if err != nil || object.Kind != objects.KindTree {
		return object, err
	}
	if c.bytes += len(object.Data); c.bytes > maxTreeBytes {
		clear(c.trees)
		c.bytes = len(object.Data)
	}
	c.trees[id] = object
	return object, nil
}
