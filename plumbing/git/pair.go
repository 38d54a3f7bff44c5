package git

import (
	"context"
	"slices"
	"strings"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/git/gitobj"
	"github.com/genesis-vcs/genesis/plumbing/history"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
)

// The walk leaves out what a known commit has. So the tree of a known parent is put
// into the table with our id, and is opened only where a new tree differs from it:
// the cost follows what is new, but for counting what is below.

// total is what is below a tree of ours.
type total struct {
	files, bytes uint64
	empty        bool // it has no entry
	hollow       bool // an empty directory is below, which Git cannot have
}

// total counts what is below a tree of ours.
func (imp *importer) total(ctx context.Context, id objects.ID) (total, error) {
	if t, ok := imp.totals[id]; ok {
		return t, nil
	}
	tree, err := snapshot.Tree(ctx, imp.db.Store(), id)
	if err != nil {
		return total{}, err
	}
	t := total{empty: len(tree.Entries) == 0}
	for i := range tree.Entries {
		e := &tree.Entries[i]
		files, bytes := snapshot.Totals(*e)
		if e.Mode == objects.ModeDir {
			below, err := imp.total(ctx, e.ID)
			if err != nil {
				return total{}, err
			}
			files, bytes = below.files, below.bytes
			t.hollow = t.hollow || below.empty || below.hollow
		}
		t.files += files
		t.bytes += bytes
	}
	imp.totals[id] = t
	return t, nil
}

// pairCommit puts the tree of a known commit into the table.
func (imp *importer) pairCommit(ctx context.Context, oid gitobj.OID, id objects.ID) error {
	batch, err := imp.objects(ctx)
	if err != nil {
		return err
	}
	_, body, err := batch.Get(oid)
	if err == nil {
		err = (&item{oid: oid}).check(gitobj.Sum(gitobj.Commit, body))
	}
	if err != nil {
		return err
	}
	theirs, err := gitobj.ParseCommit(body)
	if err != nil {
		return &ObjectError{OID: oid, Type: gitobj.Commit, Reason: err.Error()}
	}
	ours, err := history.Load(ctx, imp.db.Store(), id)
	if err != nil {
		return err
	}
	snap, err := snapshot.Load(ctx, imp.db.Store(), ours.Snapshot)
	if err != nil {
		return err
	}
	imp.roots[oid] = theirs.Tree
	return imp.pairTree(ctx, theirs.Tree, snap.Root)
}

// pairTree notes that a tree of Git, which came from ours or went to it, is ours. One
// that Git has without its empty directories is not: it is stored on its own.
func (imp *importer) pairTree(ctx context.Context, oid gitobj.OID, id objects.ID) error {
	if imp.table.find(oid) != nil {
		return nil
	}
	t, err := imp.total(ctx, id)
	if err != nil || t.hollow {
		return err
	}
	it := imp.table.add(oid, gitobj.Tree)
	it.id, it.files, it.size, it.state, it.closed = id, t.files, t.bytes, itemStored, true
	imp.closed++
	return nil
}

// open pairs what is in a tree that was paired.
func (imp *importer) open(ctx context.Context, it *item) error {
	it.closed = false
	imp.closed--
	batch, err := imp.objects(ctx)
	if err != nil {
		return err
	}
	h, body, err := batch.Get(it.oid)
	if err != nil {
		return err
	}
	theirs, _, err := gitobj.ParseTree(body)
	if err != nil || h.Type != gitobj.Tree {
		return &ObjectError{OID: it.oid, Type: h.Type, Reason: "it is no tree that a known commit can have"}
	}
	if err := imp.keepBody(h, body); err != nil {
		return err
	}
	ours, err := snapshot.Tree(ctx, imp.db.Store(), it.id)
	if err != nil {
		return err
	}
	for i := range theirs {
		at, found := slices.BinarySearchFunc(ours.Entries, theirs[i].Name, func(e objects.Entry, name string) int {
			return strings.Compare(string(e.Name), name)
		})
		if !found || ours.Entries[at].Mode != theirs[i].Mode {
			continue
		}
		if err := imp.pairEntry(ctx, theirs[i].OID, &ours.Entries[at]); err != nil {
			return err
		}
	}
	return nil
}

func (imp *importer) pairEntry(ctx context.Context, oid gitobj.OID, ours *objects.Entry) error {
	if ours.Mode == objects.ModeGitlink {
		return nil
	}
	if ours.Mode == objects.ModeDir {
		return imp.pairTree(ctx, oid, ours.ID)
	}
	size := ours.Size
	if ours.Mode == objects.ModeSymlink { // the entry does not say how long the link is
		info, err := imp.db.Store().Stat(ctx, ours.ID)
		if err != nil {
			return err
		}
		size = info.Size
	}
	if imp.table.find(oid) == nil {
		it := imp.table.add(oid, gitobj.Blob)
		it.id, it.size, it.state = ours.ID, size, itemStored
	}
	return nil
}

// align opens the paired trees that a new tree differs from, beginning with that of a
// parent.
func (imp *importer) align(ctx context.Context, oid, parent gitobj.OID, depth int) error {
	from := imp.table.find(parent)
	if from == nil || from.typ != gitobj.Tree {
		return nil
	}
	it := imp.table.find(oid)
	if it == nil || it.typ != gitobj.Tree || it.state == itemStored || depth > snapshot.MaxDepth {
		return nil
	}
	if from.closed {
		if err := imp.open(ctx, from); err != nil {
			return err
		}
	}
	theirs, err := imp.subtrees(from)
	if err != nil {
		return err
	}
	own, err := imp.subtrees(it)
	if err != nil {
		return err
	}
	for name, below := range own {
		if was, ok := theirs[name]; ok && was != below {
			if err := imp.align(ctx, below, was, depth+1); err != nil {
				return err
			}
		}
	}
	return nil
}

// subtrees are the directories in a tree whose body waits in the spool. One that
// cannot be parsed is refused when it is stored.
func (imp *importer) subtrees(it *item) (map[string]gitobj.OID, error) {
	body, err := imp.spool.get(it.at, it.length)
	if err != nil {
		return nil, err
	}
	below := map[string]gitobj.OID{}
	if entries, _, err := gitobj.ParseTree(body); err == nil {
		for i := range entries {
			if entries[i].Mode == objects.ModeDir {
				below[entries[i].Name] = entries[i].OID
			}
		}
	}
	return below, nil
}

// openAll pairs all that is below the paired trees: something new is not where it was
// in a parent.
func (imp *importer) openAll(ctx context.Context) error {
	for i := 0; i < imp.table.count && imp.closed > 0; i++ {
		if it := imp.table.at(i); it.closed {
			if err := imp.open(ctx, it); err != nil {
				return err
			}
		}
	}
	return nil
}
