package history

import (
	"context"
	"errors"
	"slices"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/commitindex"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
)

// follower finds the commits that changed what one path holds. A walk shows it each
// commit before its parents, so that it can tell these under which paths to look:
// the same, and where a file came to be in a commit, the one it was renamed from.
// A path is followed along each line of history by itself.
type follower struct {
	*files
	entries map[entryKey]objects.Entry
}

// entryKey is a path in a root tree.
type entryKey struct {
	root objects.ID
	path string
}

func newFollower(s *source, w *walk, path string) *follower {
	for _, n := range w.nodes {
		n.follow = []string{path}
	}
	return &follower{files: newFiles(s), entries: map[entryKey]objects.Entry{}}
}

// changed reports whether a path differs from what it was in every parent, and
// passes the paths on to the parents.
func (f *follower) changed(ctx context.Context, n *node) (bool, error) {
	changed := false
	for _, path := range n.follow {
		differs, err := f.differs(ctx, n, path)
		if err != nil {
			return false, err
		}
		changed = changed || differs
	}
	return changed, nil
}

func (f *follower) differs(ctx context.Context, n *node, path string) (bool, error) {
	if n.pos >= 0 && !f.index.MayDiffer(int(n.pos), []commitindex.Path{commitindex.PathOf(path)}) {
		passOn(n.parents, path)
		return false, nil
	}
	own, err := f.at(ctx, n, path)
	if err != nil {
		return false, err
	}
	before := make([]objects.Entry, len(n.parents))
	for i, p := range n.parents {
		if before[i], err = f.at(ctx, p, path); err != nil {
			return false, err
		}
		if sameEntry(before[i], own) {
			passOn(n.parents, path)
			return false, nil
		}
	}
	for i, p := range n.parents {
		old := path
		if absent(before[i]) && own.Mode.IsFile() {
			if old, err = f.oldPath(ctx, n, p, path); err != nil {
				return false, err
			}
		}
		passOn(n.parents[i:i+1], old)
	}
	return len(n.parents) > 0 || !absent(own), nil
}

// oldPath is the path from which a commit renamed a file; path when it did not.
func (f *follower) oldPath(ctx context.Context, n, parent *node, path string) (string, error) {
	changes, err := f.changes(ctx, parent, n)
	if err != nil {
		return "", err
	}
	for _, c := range changes {
		if c.Path == path && c.Status == snapshot.Renamed {
			return c.OldPath, nil
		}
	}
	return path, nil
}

// at is what a commit has under a path; the zero entry when there is nothing.
func (f *follower) at(ctx context.Context, n *node, path string) (objects.Entry, error) {
	root, err := f.root(ctx, n)
	if err != nil {
		return objects.Entry{}, err
	}
	key := entryKey{root, path}
	if e, ok := f.entries[key]; ok {
		return e, nil
	}
	e, err := snapshot.Lookup(ctx, f.trees, root, path)
	var missing *snapshot.NotInTreeError
	if errors.As(err, &missing) {
		e, err = objects.Entry{}, nil
	}
	if err == nil {
		if len(f.entries) >= maxStates {
			clear(f.entries)
		}
		f.entries[key] = e
	}
	return e, err
}

func absent(e objects.Entry) bool { return e.Mode == "" }

func sameEntry(a, b objects.Entry) bool {
	return a.Mode == b.Mode && a.ID == b.ID && a.Gitlink == b.Gitlink
}

// passOn adds a path to those that are followed in commits.
func passOn(nodes []*node, path string) {
	for _, n := range nodes {
		if !slices.Contains(n.follow, path) {
			n.follow = append(n.follow, path)
		}
	}
}
