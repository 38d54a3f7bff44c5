package git

import (
	"context"
	"errors"
	"io"
	"strings"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/chunk"
	"github.com/genesis-vcs/genesis/plumbing/git/fastio"
	"github.com/genesis-vcs/genesis/plumbing/git/gitobj"
	"github.com/genesis-vcs/genesis/plumbing/history"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
)

// treeStage stages trees and reads them again, also those that are not published
// yet.
type treeStage struct {
	objects.Stage // Put alone is used
	*treeCache
	store objects.Store
	sink  *sink
	oids  map[objects.ID]gitobj.OID
	puts  int
}

func newTreeStage(store objects.Store, sink *sink) *treeStage {
	t := &treeStage{store: store, sink: sink, oids: map[objects.ID]gitobj.OID{}}
	t.treeCache = newTreeCache(publishing{t})
	t.keep = sink.dry
	return t
}

// Put implements objects.Stage.
func (t *treeStage) Put(ctx context.Context, kind objects.Kind, data []byte) (objects.ID, bool, error) {
	id := objects.Sum(kind, data)
	t.puts++
	t.remember(id, data)
	return id, true, t.sink.put(ctx, kind, data, nil)
}

// publishing reads trees of the store. One that is not there is staged: published,
// it can be read.
type publishing struct{ t *treeStage }

// Get implements snapshot.Reader.
func (p publishing) Get(ctx context.Context, id objects.ID) (objects.Object, error) {
	o, err := p.t.store.Get(ctx, id)
	if missing := (*objects.NotFoundError)(nil); !errors.As(err, &missing) {
		return o, err
	}
	if err := p.t.sink.flush(ctx); err != nil {
		return o, err
	}
	return p.t.store.Get(ctx, id)
}

// oid is the name in Git of a tree. Those of its blobs are known.
func (t *treeStage) oid(ctx context.Context, id objects.ID, depth int) (gitobj.OID, error) {
	if oid, ok := t.oids[id]; ok {
		return oid, nil
	}
	if depth > snapshot.MaxDepth {
		return gitobj.OID{}, &snapshot.PathError{Rule: "is nested too deeply"}
	}
	tree, err := snapshot.Tree(ctx, t, id)
	if err != nil {
		return gitobj.OID{}, err
	}
	entries := make([]gitobj.Entry, 0, len(tree.Entries))
	for _, e := range tree.Entries {
		out := gitobj.Entry{Name: string(e.Name), Mode: e.Mode}
		switch e.Mode {
		case objects.ModeGitlink:
			copy(out.OID[:], e.Gitlink)
		case objects.ModeDir:
			if out.OID, err = t.oid(ctx, e.ID, depth+1); err != nil {
				return gitobj.OID{}, err
			}
		default:
			if out.OID, err = t.blobOID(ctx, e.ID); err != nil {
				return gitobj.OID{}, err
			}
		}
		entries = append(entries, out)
	}
	oid := gitobj.Sum(gitobj.Tree, gitobj.EncodeTree(entries))
	t.oids[id] = oid
	return oid, nil
}

// blobOID reads a blob that came from the store and not from the stream.
func (t *treeStage) blobOID(ctx context.Context, id objects.ID) (gitobj.OID, error) {
	if oid, ok := t.oids[id]; ok {
		return oid, nil
	}
	oid, err := hashBlob(ctx, t.store, id)
	if err == nil {
		t.oids[id] = oid
	}
	return oid, err
}

// changes applies the changes of a commit to its tree.
func (s *streamImport) changes(ctx context.Context, m *marked) error {
	before := m.root
	var edits []snapshot.Edit
	for {
		c, err := s.p.Change()
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil {
			edits, err = s.change(ctx, m, edits, c)
		}
		if err != nil {
			return err
		}
	}
	if err := s.rewrite(ctx, m, edits); err != nil {
		return err
	}
	return s.count(ctx, m, before)
}

// change adds one change to the edits that are still to be made.
func (s *streamImport) change(ctx context.Context, m *marked, edits []snapshot.Edit, c *fastio.Change) ([]snapshot.Edit, error) {
	switch c.Kind {
	case fastio.DeleteAll:
		m.root = objects.ID{}
		return nil, nil
	case fastio.Delete:
		if c.Path == "" {
			m.root = objects.ID{}
			return nil, nil
		}
		return edit(edits, c.Path, nil), nil
	case fastio.Modify:
		e, err := s.entry(ctx, c)
		if err != nil {
			return nil, err
		}
		return edit(edits, c.Path, e), nil
	case fastio.Copy, fastio.Rename:
		return s.move(ctx, m, edits, c)
	default:
		return nil, s.p.Fail("notes are read as changes of their own branch only")
	}
}

// edit adds an edit. It replaces what was to be done below its path.
func edit(edits []snapshot.Edit, path string, e *objects.Entry) []snapshot.Edit {
	kept := edits[:0]
	for _, old := range edits {
		if !strings.HasPrefix(old.Path, path+"/") {
			kept = append(kept, old)
		}
	}
	return append(kept, snapshot.Edit{Path: path, Entry: e})
}

// entry is what Modify puts at a path.
func (s *streamImport) entry(ctx context.Context, c *fastio.Change) (*objects.Entry, error) {
	e := &objects.Entry{Mode: c.Mode}
	if c.Mode == objects.ModeGitlink {
		oid, err := gitobj.ParseOID(c.Object)
		if err != nil {
			return nil, s.p.Fail("a link to another repository needs an id of 40 digits")
		}
		e.Gitlink = objects.Bytes(oid[:])
		return e, nil
	}
	if c.Mode == objects.ModeDir {
		return nil, s.p.Fail("a directory is given by its files, not as a tree")
	}
	var m *marked
	var err error
	if c.Object == "inline" {
		m, err = s.data(ctx)
	} else {
		m, err = s.object(ctx, c.Object)
	}
	if err != nil {
		return nil, err
	}
	if m.typ != gitobj.Blob {
		return nil, s.p.Fail("%.80q is a %s and not a blob", c.Object, m.typ)
	}
	e.ID = m.id
	if c.Mode.IsFile() {
		e.Size = m.size
	}
	return e, nil
}

// move copies what is at a path now, and removes it there if it is a rename.
func (s *streamImport) move(ctx context.Context, m *marked, edits []snapshot.Edit, c *fastio.Change) ([]snapshot.Edit, error) {
	if err := s.rewrite(ctx, m, edits); err != nil {
		return nil, err
	}
	if c.Path == "" || c.To == "" {
		return nil, s.p.Fail("the root is neither copied nor renamed")
	}
	e, err := snapshot.Lookup(ctx, s.trees, m.root, c.Path)
	if missing := (*snapshot.NotInTreeError)(nil); errors.As(err, &missing) {
		return nil, s.p.Fail("there is no %.80q to copy or rename", c.Path)
	}
	if err != nil {
		return nil, err
	}
	edits = nil
	if c.Kind == fastio.Rename {
		edits = edit(edits, c.Path, nil)
		if err := s.rewrite(ctx, m, edits); err != nil {
			return nil, err
		}
		edits = nil
	}
	return edit(edits, c.To, &e), nil
}

// rewrite makes the edits.
func (s *streamImport) rewrite(ctx context.Context, m *marked, edits []snapshot.Edit) (err error) {
	if len(edits) == 0 && !m.root.IsZero() {
		return nil
	}
	m.root, err = snapshot.Rewrite(ctx, s.trees, s.trees, m.root, edits)
	return err
}

// count brings the totals of the tree up.
func (s *streamImport) count(ctx context.Context, m *marked, before objects.ID) error {
	changes, err := snapshot.Diff(ctx, s.trees, before, m.root, nil)
	if err != nil {
		return err
	}
	for _, c := range changes {
		if c.Old != nil {
			files, bytes := snapshot.Totals(*c.Old)
			m.files, m.bytes = m.files-files, m.bytes-bytes
		}
		if c.New != nil {
			files, bytes := snapshot.Totals(*c.New)
			m.files, m.bytes = m.files+files, m.bytes+bytes
		}
	}
	s.done.Trees = s.trees.puts
	return nil
}

// stored finds a commit, tag or blob that a stream names by its id in Git.
func (s *streamImport) stored(ctx context.Context, oid gitobj.OID) (*marked, error) {
	id, ok, err := s.ids.ID(oid)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, s.p.Fail("the object %s is not known here", oid)
	}
	return s.describe(ctx, id, oid)
}

// present finds a commit that a ref of the store holds.
func (s *streamImport) present(ctx context.Context, name string) (*marked, error) {
	ours, err := RefName(name)
	if err != nil {
		return nil, s.p.Fail("%.80q names nothing", name)
	}
	id, ok, err := s.db.Get(ctx, ours)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, s.p.Fail("%.80q is neither in the stream nor here", name)
	}
	oid, ok, err := s.ids.OID(id)
	if err == nil && !ok {
		err = s.p.Fail("%.80q was never in Git", name)
	}
	if err != nil {
		return nil, err
	}
	return s.describe(ctx, id, oid)
}

// describe reads what a stream needs of an object of the store.
func (s *streamImport) describe(ctx context.Context, id objects.ID, oid gitobj.OID) (*marked, error) {
	info, err := s.db.Store().Stat(ctx, id)
	if err != nil {
		return nil, err
	}
	m := &marked{id: id, oid: oid, size: info.Size}
	for t, kind := range kinds {
		if kind == info.Kind && kind != 0 {
			m.typ = gitobj.Type(t)
		}
	}
	if m.typ != gitobj.Commit {
		return m, nil
	}
	c, err := history.Load(ctx, s.db.Store(), id)
	if err != nil {
		return nil, err
	}
	snap, err := snapshot.Load(ctx, s.db.Store(), c.Snapshot)
	if err != nil {
		return nil, err
	}
	m.root, m.files, m.bytes = snap.Root, snap.Files, snap.Bytes
	return m, nil
}

// hashBlob computes the name in Git of a blob of the store.
func hashBlob(ctx context.Context, store objects.Store, id objects.ID) (gitobj.OID, error) {
	r, err := chunk.Open(ctx, store, id)
	if err != nil {
		return gitobj.OID{}, err
	}
	h := gitobj.NewHash(gitobj.Blob, int64(r.Size()))
	_, err = r.WriteTo(h)
	return gitobj.OID(h.Sum(nil)), err
}
