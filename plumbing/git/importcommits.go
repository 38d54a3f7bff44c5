package git

import (
	"context"
	"errors"
	"io"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/git/gitobj"
	"github.com/genesis-vcs/genesis/plumbing/git/gitproc"
	"github.com/genesis-vcs/genesis/plumbing/git/oidmap"
)

// storeCommits stores the commits with their snapshots, parents first.
func (imp *importer) storeCommits(ctx context.Context, tips, known []gitobj.OID) error {
	s, err := imp.repo.Commits(ctx, imp.commitTips(tips), known)
	if err != nil {
		return err
	}
	defer s.Close()
	for {
		h, err := s.Next()
		if errors.Is(err, io.EOF) {
			return imp.sink.drain()
		}
		if err == nil {
			err = imp.readCommit(ctx, s, h)
		}
		if err != nil {
			return err
		}
	}
}

// commitTips leaves out what names no commit: a walk over commits refuses trees
// and blobs.
func (imp *importer) commitTips(tips []gitobj.OID) []gitobj.OID {
	var out []gitobj.OID
	for _, oid := range tips {
		// Commits are in no table yet; tags are followed by git.
		if it := imp.table.find(oid); it == nil || it.typ == gitobj.Tag {
			out = append(out, oid)
		}
	}
	return out
}

func (imp *importer) readCommit(ctx context.Context, s *gitproc.Stream, h gitproc.Header) error {
	if h.Size > maxBody || h.Type != gitobj.Commit {
		return &ObjectError{OID: h.OID, Type: h.Type, Reason: "it is too large, or no commit"}
	}
	body, err := s.Body(h)
	if err != nil {
		return err
	}
	c, err := gitobj.ParseCommit(body)
	if err != nil {
		return &ObjectError{OID: h.OID, Type: gitobj.Commit, Reason: err.Error()}
	}
	for _, p := range c.Parents {
		id, err := imp.parent(ctx, h.OID, p)
		if err != nil {
			return err
		}
		c.Fields.Parents = append(c.Fields.Parents, id)
	}
	if err := imp.alignWith(ctx, h.OID, c); err != nil {
		return err
	}
	if c.Fields.Snapshot, err = imp.snapshot(ctx, h.OID, c.Tree); err != nil {
		return err
	}
	it := imp.table.add(h.OID, gitobj.Commit)
	if err := it.check(gitobj.Sum(gitobj.Commit, body)); err != nil {
		return err
	}
	return imp.putNamed(ctx, it, &c.Fields)
}

// alignWith pairs what a new commit has from its parents and the walk left out.
func (imp *importer) alignWith(ctx context.Context, oid gitobj.OID, c *gitobj.CommitBody) error {
	if imp.ids.Root.IsZero() {
		return nil
	}
	imp.roots[oid] = c.Tree
	for _, p := range c.Parents {
		if imp.closed == 0 {
			return nil
		}
		if err := imp.align(ctx, c.Tree, imp.roots[p], 0); err != nil {
			return err
		}
	}
	return nil
}

// parent returns the commit here of a parent, which was stored before or is
// known. The tree of a known one is paired.
func (imp *importer) parent(ctx context.Context, child, oid gitobj.OID) (objects.ID, error) {
	if it := imp.table.find(oid); it != nil && it.state == itemStored && it.typ == gitobj.Commit {
		return it.id, nil
	}
	id, ok, err := imp.known(ctx, oid)
	if err != nil {
		return id, err
	}
	if !ok {
		return id, imp.unknown(oid, child)
	}
	it := imp.table.add(oid, gitobj.Commit)
	it.id, it.state = id, itemStored
	return id, ofCommit(imp.pairCommit(ctx, oid, id), child)
}

// snapshot returns the snapshot of a root tree.
func (imp *importer) snapshot(ctx context.Context, commit, root gitobj.OID) (objects.ID, error) {
	it := imp.table.find(root)
	if it == nil {
		var err error
		if it, err = imp.fetch(ctx, root, gitobj.Tree); err != nil {
			return objects.ID{}, ofCommit(err, commit)
		}
	}
	if it.typ != gitobj.Tree {
		return objects.ID{}, &ObjectError{OID: root, Type: it.typ, Reason: "a commit has it as its tree", Commit: commit}
	}
	if err := imp.storeTree(ctx, it, 0); err != nil {
		return objects.ID{}, err
	}
	data, err := objects.Encode(&objects.Snapshot{Root: it.id, Files: it.files, Bytes: it.size})
	if err != nil {
		return objects.ID{}, err
	}
	return objects.Sum(objects.KindSnapshot, data), imp.sink.put(ctx, objects.KindSnapshot, data, nil)
}

// putNamed stores a commit or a tag and notes it for the map.
func (imp *importer) putNamed(ctx context.Context, it *item, v objects.Structured) error {
	data, err := objects.Encode(v)
	if err != nil {
		return cannotKeep(it.oid, it.typ, err)
	}
	it.id, it.state = objects.Sum(v.Kind(), data), itemStored
	imp.pairs = append(imp.pairs, oidmap.Pair{OID: it.oid, ID: it.id})
	return imp.sink.put(ctx, v.Kind(), data, nil)
}

// storeTags stores the annotated tags, a tag of a tag after that.
func (imp *importer) storeTags(ctx context.Context) error {
	for _, it := range imp.tags {
		if err := imp.storeTag(ctx, it, 0); err != nil {
			return err
		}
	}
	return imp.sink.drain()
}

// maxTags bounds the tags of tags of tags.
const maxTags = 64

func (imp *importer) storeTag(ctx context.Context, it *item, depth int) error {
	if it.state == itemStored {
		return nil
	}
	if depth > maxTags {
		return &ObjectError{OID: it.oid, Type: gitobj.Tag, Reason: "it is a tag of too many tags"}
	}
	body, err := imp.spool.get(it.at, it.length)
	if err != nil {
		return err
	}
	t, err := gitobj.ParseTag(body)
	if err != nil {
		return &ObjectError{OID: it.oid, Type: gitobj.Tag, Reason: err.Error()}
	}
	target, err := imp.target(ctx, t, depth)
	if err != nil {
		return err
	}
	t.Fields.Target, t.Fields.TargetKind = target, kinds[t.Type]
	return imp.putNamed(ctx, it, &t.Fields)
}

// kinds are the kinds of Git's objects here.
var kinds = [...]objects.Kind{
	gitobj.Commit: objects.KindCommit, gitobj.Tree: objects.KindTree,
	gitobj.Blob: objects.KindBlob, gitobj.Tag: objects.KindTag,
}

// target returns what a tag names.
func (imp *importer) target(ctx context.Context, t *gitobj.TagBody, depth int) (objects.ID, error) {
	it := imp.table.find(t.Target)
	if it != nil && it.typ == gitobj.Tag {
		if err := imp.storeTag(ctx, it, depth+1); err != nil {
			return objects.ID{}, err
		}
	}
	return imp.object(ctx, t.Target, t.Type)
}

// object returns the object here of one of Git's that a tag or a ref names.
func (imp *importer) object(ctx context.Context, oid gitobj.OID, want gitobj.Type) (objects.ID, error) {
	it := imp.table.find(oid)
	if it == nil {
		id, ok, err := imp.known(ctx, oid)
		if err != nil || ok {
			return id, err
		}
		if want == gitobj.Commit || want == gitobj.Tag {
			return id, imp.unknown(oid, gitobj.OID{})
		}
		if it, err = imp.fetch(ctx, oid, want); err != nil {
			return id, err
		}
	}
	if it.typ == gitobj.Tree {
		if err := imp.storeTree(ctx, it, 0); err != nil {
			return objects.ID{}, err
		}
	}
	if it.typ != want || it.state != itemStored {
		return objects.ID{}, &ObjectError{OID: oid, Type: it.typ, Reason: "it is named as a " + want.String()}
	}
	return it.id, nil
}

// storeMap adds what was stored to the map: commits, tags, and what else refs
// name.
func (imp *importer) storeMap(ctx context.Context) error {
	for _, r := range imp.gitRefs {
		if r.Type != gitobj.Tree && r.Type != gitobj.Blob {
			continue
		}
		id, err := imp.object(ctx, r.OID, r.Type)
		if err != nil {
			return err
		}
		imp.pairs = append(imp.pairs, oidmap.Pair{OID: r.OID, ID: id})
	}
	if err := imp.sink.drain(); err != nil {
		return err
	}
	if err := imp.sink.begin(ctx); err != nil {
		return err
	}
	root, err := imp.ids.Add(ctx, imp.sink.stage, imp.pairs)
	if err == nil && root != imp.ids.Root {
		imp.done.Map = root
	}
	return err
}
