package git

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/chunk"
	"github.com/genesis-vcs/genesis/plumbing/git/gitobj"
	"github.com/genesis-vcs/genesis/plumbing/git/gitproc"
	"github.com/genesis-vcs/genesis/plumbing/git/oidmap"
	"github.com/genesis-vcs/genesis/plumbing/history"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
)

// writeAll writes what the refs name, and notes it in them.
func (ex *exporter) writeAll(ctx context.Context) error {
	for i := range ex.done.Refs {
		r := &ex.done.Refs[i]
		if r.Status == RefUnchanged {
			r.OID = r.Old
			continue
		}
		oid, err := ex.object(ctx, r.ID)
		if unsendable := (*UnsendableError)(nil); errors.As(err, &unsendable) && unsendable.Ref == "" {
			unsendable.Ref = r.Git
		}
		if err != nil {
			return err
		}
		r.OID = oid
		ex.pairs = append(ex.pairs, oidmap.Pair{OID: oid, ID: r.ID})
	}
	return nil
}

// object writes any object with all that it names, and returns its oid.
func (ex *exporter) object(ctx context.Context, id objects.ID) (gitobj.OID, error) {
	if oid, ok, err := ex.there(id); err != nil || ok {
		return oid, err
	}
	info, err := ex.store.Stat(ctx, id)
	if err != nil {
		return gitobj.OID{}, err
	}
	switch info.Kind {
	case objects.KindCommit:
		return ex.commits(ctx, id)
	case objects.KindTag:
		return ex.tag(ctx, id)
	case objects.KindTree:
		return ex.tree(ctx, id, "", 0)
	case objects.KindBlob:
		return ex.blob(ctx, id)
	case objects.KindSnapshot:
		snap, err := snapshot.Load(ctx, ex.store, id)
		if err != nil {
			return gitobj.OID{}, err
		}
		return ex.tree(ctx, snap.Root, "", 0)
	default:
		return gitobj.OID{}, &UnsendableError{ID: id, Reason: "Git has no " + info.Kind.String()}
	}
}

// there returns the oid of an object that was written, or that the map knows and
// the repository has.
func (ex *exporter) there(id objects.ID) (gitobj.OID, bool, error) {
	if oid, ok := ex.oids[id]; ok || ex.check == nil {
		return oid, ok, nil
	}
	known, err := ex.ids.OIDs(id)
	if err != nil {
		return gitobj.OID{}, false, err
	}
	for _, oid := range known {
		_, err = ex.check.Stat(oid)
		if missing := (*gitproc.MissingObjectError)(nil); errors.As(err, &missing) {
			continue
		}
		if err != nil {
			return oid, false, err
		}
		ex.oids[id], ex.found[id] = oid, true
		return oid, true, nil
	}
	return gitobj.OID{}, false, nil
}

// commits writes a commit and those before it that Git lacks, parents first.
func (ex *exporter) commits(ctx context.Context, tip objects.ID) (gitobj.OID, error) {
	stack := []objects.ID{tip}
	for len(stack) > 0 {
		if err := ctx.Err(); err != nil {
			return gitobj.OID{}, err
		}
		id := stack[len(stack)-1]
		if _, ok := ex.oids[id]; ok {
			stack = stack[:len(stack)-1]
			continue
		}
		c, err := history.Load(ctx, ex.store, id)
		if err != nil {
			return gitobj.OID{}, err
		}
		waits := false
		for _, p := range c.Parents {
			_, ok, err := ex.there(p)
			if err != nil {
				return gitobj.OID{}, err
			}
			if !ok {
				stack, waits = append(stack, p), true
			}
		}
		if waits {
			continue
		}
		if err := ex.commit(ctx, c); err != nil {
			return gitobj.OID{}, err
		}
		stack = stack[:len(stack)-1]
	}
	return ex.oids[tip], nil
}

// commit writes a commit whose parents are there.
func (ex *exporter) commit(ctx context.Context, c history.Commit) error {
	body := gitobj.CommitBody{Fields: *c.Commit}
	for _, p := range c.Parents {
		oid := ex.oids[p]
		body.Parents = append(body.Parents, oid)
		if !ex.found[p] {
			continue
		}
		if err := ex.pairParent(ctx, p, oid); err != nil {
			return err
		}
	}
	snap, err := snapshot.Load(ctx, ex.store, c.Snapshot)
	if err != nil {
		return err
	}
	if body.Tree, err = ex.tree(ctx, snap.Root, "", 0); err != nil {
		return err
	}
	ex.done.Commits++
	return ex.named(c.ID, gitobj.Commit, body.Encode())
}

// named writes a commit or a tag, and compares it with what it was in Git.
func (ex *exporter) named(id objects.ID, t gitobj.Type, body []byte) error {
	oid, err := ex.write(id, t, body)
	if err != nil {
		return err
	}
	was, err := ex.ids.OIDs(id)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(was, func(known gitobj.OID) bool { return known != oid }) {
		ex.done.Rewritten++
	}
	ex.pairs = append(ex.pairs, oidmap.Pair{OID: oid, ID: id})
	return nil
}

func (ex *exporter) write(id objects.ID, t gitobj.Type, body []byte) (gitobj.OID, error) {
	oid := gitobj.Sum(t, body)
	if !ex.begins(id, oid, uint64(len(body))) || ex.pack == nil {
		return oid, nil
	}
	return oid, ex.pack.add(t, body)
}

// begins notes the oid of an object, and reports whether it has to be written.
func (ex *exporter) begins(id objects.ID, oid gitobj.OID, size uint64) bool {
	ex.oids[id] = oid
	if ex.packed[oid] {
		return false
	}
	ex.packed[oid] = true
	ex.done.Objects++
	if ex.opts.Progress != nil {
		ex.opts.Progress(1, size)
	}
	return true
}

func (ex *exporter) tag(ctx context.Context, id objects.ID) (gitobj.OID, error) {
	o, err := ex.store.Get(ctx, id)
	if err != nil {
		return gitobj.OID{}, err
	}
	t, err := objects.DecodeAs[*objects.Tag](o.Data)
	if err != nil {
		return gitobj.OID{}, err
	}
	target, err := ex.object(ctx, t.Target)
	if err != nil {
		return gitobj.OID{}, err
	}
	body := gitobj.TagBody{Target: target, Fields: *t, Type: typeOf(t.TargetKind)}
	err = ex.named(id, gitobj.Tag, body.Encode())
	return ex.oids[id], err
}

// typeOf is the type in Git of an object of ours that object accepts: a snapshot
// goes as its tree.
func typeOf(kind objects.Kind) gitobj.Type {
	switch kind {
	case objects.KindTag:
		return gitobj.Tag
	case objects.KindTree, objects.KindSnapshot:
		return gitobj.Tree
	case objects.KindBlob:
		return gitobj.Blob
	default:
		return gitobj.Commit
	}
}

// tree writes a tree with all below. Empty directories are left out.
func (ex *exporter) tree(ctx context.Context, id objects.ID, path string, depth int) (gitobj.OID, error) {
	if oid, ok := ex.oids[id]; ok {
		return oid, nil
	}
	if depth > snapshot.MaxDepth {
		return gitobj.OID{}, &snapshot.PathError{Path: path, Rule: "is nested too deeply"}
	}
	if err := ctx.Err(); err != nil {
		return gitobj.OID{}, err
	}
	t, err := snapshot.Tree(ctx, ex.store, id)
	if err != nil {
		return gitobj.OID{}, err
	}
	entries := make([]gitobj.Entry, 0, len(t.Entries))
	for _, e := range t.Entries {
		oid, err := ex.entry(ctx, e, path, depth)
		if err != nil {
			return gitobj.OID{}, err
		}
		if e.Mode == objects.ModeDir && oid == emptyTree {
			ex.drop(path + string(e.Name))
			continue
		}
		entries = append(entries, gitobj.Entry{Name: string(e.Name), Mode: e.Mode, OID: oid})
	}
	if len(entries) == 0 && depth > 0 { // it is dropped from the tree above
		ex.oids[id] = emptyTree
		return emptyTree, nil
	}
	return ex.write(id, gitobj.Tree, gitobj.EncodeTree(entries))
}

// emptyTree is Git's tree without entries.
var emptyTree = gitobj.OID{0x4b, 0x82, 0x5d, 0xc6, 0x42, 0xcb, 0x6e, 0xb9, 0xa0, 0x60, 0xe5, 0x4b, 0xf8, 0xd6, 0x92, 0x88, 0xfb, 0xee, 0x49, 0x04}

func (ex *exporter) drop(path string) {
	if ex.dropped[path] {
		return
	}
	ex.dropped[path] = true
	ex.done.DroppedCount++
	if len(ex.done.Dropped) < MaxDropped {
		ex.done.Dropped = append(ex.done.Dropped, path)
	}
}

func (ex *exporter) entry(ctx context.Context, e objects.Entry, path string, depth int) (gitobj.OID, error) {
	switch e.Mode {
	case objects.ModeGitlink:
		if len(e.Gitlink) != gitobj.OIDSize {
			return gitobj.OID{}, &UnsendableError{Path: path + string(e.Name), Reason: "it links to a repository with SHA-256"}
		}
		return gitobj.OID([]byte(e.Gitlink)), nil
	case objects.ModeDir:
		return ex.tree(ctx, e.ID, path+string(e.Name)+"/", depth+1)
	default:
		return ex.blob(ctx, e.ID)
	}
}

func (ex *exporter) blob(ctx context.Context, id objects.ID) (gitobj.OID, error) {
	if oid, ok := ex.oids[id]; ok {
		return oid, nil
	}
	o, err := ex.store.Get(ctx, id)
	if err != nil {
		return gitobj.OID{}, err
	}
	if o.Kind != objects.KindBlob {
		return gitobj.OID{}, &chunk.NotBlobError{ID: id, Kind: o.Kind}
	}
	if o.List.IsZero() {
		return ex.write(id, gitobj.Blob, o.Data)
	}
	r, err := chunk.Open(ctx, ex.store, id)
	if err != nil {
		return gitobj.OID{}, err
	}
	h := gitobj.NewHash(gitobj.Blob, int64(r.Size()))
	if ex.pack == nil {
		_, err = r.WriteTo(h)
	} else {
		err = ex.pack.stream(gitobj.Blob, r.Size(), teeTo{r, h})
	}
	oid := gitobj.OID(h.Sum(nil))
	ex.begins(id, oid, r.Size())
	return oid, err
}

// pairParent notes what is in the tree of a commit that Git has.
func (ex *exporter) pairParent(ctx context.Context, id objects.ID, oid gitobj.OID) error {
	c, err := history.Load(ctx, ex.store, id)
	if err != nil {
		return err
	}
	snap, err := snapshot.Load(ctx, ex.store, c.Snapshot)
	if err != nil {
		return err
	}
	if _, ok := ex.oids[snap.Root]; ok {
		return nil
	}
	h, body, err := ex.batch.Get(oid)
	if err != nil {
		return err
	}
	theirs, err := gitobj.ParseCommit(body)
	if err != nil || h.Type != gitobj.Commit {
		return &ObjectError{OID: oid, Type: h.Type, Reason: "it is no commit"}
	}
	return ex.pairTree(ctx, snap.Root, theirs.Tree)
}

func (ex *exporter) pairTree(ctx context.Context, id objects.ID, oid gitobj.OID) error {
	if _, ok := ex.oids[id]; ok {
		return nil
	}
	_, body, err := ex.batch.Get(oid)
	if err != nil {
		return err
	}
	theirs, _, err := gitobj.ParseTree(body)
	if err != nil {
		return &ObjectError{OID: oid, Type: gitobj.Tree, Reason: err.Error()}
	}
	ours, err := snapshot.Tree(ctx, ex.store, id)
	if err != nil {
		return err
	}
	ex.oids[id] = oid
	for _, e := range ours.Entries {
		i, found := slices.BinarySearchFunc(theirs, string(e.Name), func(t gitobj.Entry, name string) int {
			return strings.Compare(t.Name, name)
		})
		switch {
		case !found || theirs[i].Mode != e.Mode || e.Mode == objects.ModeGitlink:
		case e.Mode == objects.ModeDir:
			if err := ex.pairTree(ctx, e.ID, theirs[i].OID); err != nil {
				return err
			}
		default:
			ex.oids[e.ID] = theirs[i].OID
		}
	}
	return nil
}
