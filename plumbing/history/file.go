package history

import (
	"context"
	"errors"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/chunk"
	"github.com/genesis-vcs/genesis/plumbing/commitindex"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
	"github.com/genesis-vcs/genesis/semantic"
	"github.com/genesis-vcs/genesis/semantic/linediff"
)

// fileAt is a file as a commit has it.
type fileAt struct {
	node  *node
	path  string
	entry objects.Entry
}

// files follows files from commit to commit.
type files struct {
	*source
	trees *treeCache
	nodes map[objects.ID]*node
	// texts are the contents that were read last, moved the changes between trees.
	texts map[objects.ID]text
	bytes int
	moved map[[2]objects.ID][]snapshot.Change
	// documents are those that were parsed last.
	documents map[objects.ID]*semantic.Document
}

// text is the content of a blob and its lines.
type text struct {
	content []byte
	lines   [][]byte
}

// maxTextBytes bounds the contents that are kept.
const maxTextBytes = 64 << 20

func newFiles(s *source) *files {
	return &files{
		source: s, trees: newTreeCache(s.store), nodes: map[objects.ID]*node{},
		texts: map[objects.ID]text{}, moved: map[[2]objects.ID][]snapshot.Change{},
		documents: map[objects.ID]*semantic.Document{},
	}
}

// start finds a file in a commit, or in a tag of one. *NotFileError when the path
// is something else, *snapshot.NotInTreeError when there is nothing.
func (f *files) start(ctx context.Context, commit objects.ID, path string) (fileAt, error) {
	n, err := f.source.start(ctx, commit)
	if err != nil {
		return fileAt{}, err
	}
	f.nodes[n.id] = n
	root, err := f.root(ctx, n)
	if err != nil {
		return fileAt{}, err
	}
	entry, err := snapshot.Lookup(ctx, f.trees, root, path)
	if err != nil {
		return fileAt{}, err
	}
	if !entry.Mode.IsFile() {
		return fileAt{}, &NotFileError{Path: path, Mode: entry.Mode}
	}
	return fileAt{n, path, entry}, nil
}

// parents returns the parents of a commit.
func (f *files) parents(ctx context.Context, n *node) ([]*node, error) {
	if n.expanded {
		return n.walkState.parents, nil
	}
	parents, err := f.source.parents(ctx, n, f.nodes, func(p *node) { f.nodes[p.id] = p })
	if err == nil {
		n.walkState.parents, n.expanded = parents, true
	}
	return parents, err
}

// origins returns what the file was in the parents that had it, under its path or
// under the one that it was renamed from. If a parent has it as it is, that one is
// all that counts.
func (f *files) origins(ctx context.Context, file fileAt) ([]fileAt, error) {
	parents, err := f.parents(ctx, file.node)
	if err != nil {
		return nil, err
	}
	there := make([]*fileAt, len(parents))
	for i, p := range parents {
		if i == 0 && f.untouched(file) {
			return []fileAt{{p, file.path, file.entry}}, nil
		}
		if there[i], err = f.samePath(ctx, file, p); err != nil {
			return nil, err
		}
		if there[i] != nil && there[i].entry.ID == file.entry.ID {
			return []fileAt{*there[i]}, nil
		}
	}
	var out []fileAt
	for i, p := range parents {
		if there[i] == nil { // costs a comparison of the trees
			if there[i], err = f.renamed(ctx, file, p); err != nil {
				return nil, err
			}
		}
		if there[i] != nil {
			out = append(out, *there[i])
		}
	}
	return out, nil
}

// untouched reports that the index is sure: the first parent has the same file.
func (f *files) untouched(file fileAt) bool {
	if file.node.pos < 0 {
		return false
	}
	return !f.index.MayDiffer(int(file.node.pos), []commitindex.Path{commitindex.PathOf(file.path)})
}

// samePath finds the file under its path in a parent; nil when it is not there.
func (f *files) samePath(ctx context.Context, file fileAt, parent *node) (*fileAt, error) {
	root, err := f.root(ctx, parent)
	if err != nil {
		return nil, err
	}
	entry, err := snapshot.Lookup(ctx, f.trees, root, file.path)
	var missing *snapshot.NotInTreeError
	switch {
	case errors.As(err, &missing) || err == nil && !entry.Mode.IsFile():
		return nil, nil
	case err != nil:
		return nil, err
	}
	return &fileAt{parent, file.path, entry}, nil
}

// renamed finds the file under the path that it had in a parent; nil when it was
// not renamed.
func (f *files) renamed(ctx context.Context, file fileAt, parent *node) (*fileAt, error) {
	changes, err := f.changes(ctx, parent, file.node)
	if err != nil {
		return nil, err
	}
	for _, c := range changes {
		if c.Path == file.path && c.Status == snapshot.Renamed && c.Old.Mode.IsFile() {
			return &fileAt{parent, c.OldPath, *c.Old}, nil
		}
	}
	return nil, nil
}

// changes compares a commit with a parent, renames joined.
func (f *files) changes(ctx context.Context, parent, n *node) ([]snapshot.Change, error) {
	a, err := f.root(ctx, parent)
	if err != nil {
		return nil, err
	}
	b, err := f.root(ctx, n)
	if err != nil {
		return nil, err
	}
	key := [2]objects.ID{a, b}
	if changes, ok := f.moved[key]; ok {
		return changes, nil
	}
	changes, err := snapshot.Diff(ctx, f.trees, a, b, nil)
	if err != nil {
		return nil, err
	}
	if changes, err = snapshot.Similar(ctx, f.store, changes, snapshot.SimilarOptions{}); err != nil {
		return nil, err
	}
	f.moved[key] = changes
	return changes, nil
}

// text reads the content of a blob.
func (f *files) text(ctx context.Context, id objects.ID) (text, error) {
	if t, ok := f.texts[id]; ok {
		return t, nil
	}
	content, err := chunk.Content(ctx, f.store, id)
	if err != nil {
		return text{}, err
	}
	t := text{content: content, lines: linediff.Split(content)}
	if f.bytes += len(t.content); f.bytes > maxTextBytes {
		clear(f.texts)
		f.bytes = len(t.content)
	}
	f.texts[id] = t
	return t, nil
}

// script is the edits from one blob to another.
func (f *files) script(ctx context.Context, before, after objects.ID) ([]linediff.Edit, error) {
	a, err := f.text(ctx, before)
	if err != nil {
		return nil, err
	}
	b, err := f.text(ctx, after)
	if err != nil {
		return nil, err
	}
	return linediff.DiffWith(a.lines, b.lines, linediff.Options{Algorithm: linediff.Myers}), nil
}
