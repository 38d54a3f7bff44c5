package git

import (
	"context"
	"errors"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/git/gitobj"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
)

// storeTree stores a tree after what is below it.
func (imp *importer) storeTree(ctx context.Context, it *item, depth int) error {
	switch {
	case it.state == itemStored:
		return nil
	case it.state == itemOpen || depth > snapshot.MaxDepth:
		return &ObjectError{OID: it.oid, Type: gitobj.Tree, Reason: "its directories are nested too deeply"}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	it.state, it.files, it.size = itemOpen, 0, 0
	body, err := imp.spool.get(it.at, it.length)
	if err != nil {
		return err
	}
	entries, regular, err := gitobj.ParseTree(body)
	if err != nil {
		return &ObjectError{OID: it.oid, Type: gitobj.Tree, Reason: err.Error()}
	}
	if !regular {
		imp.done.Irregular++
	}
	tree := &objects.Tree{Entries: make([]objects.Entry, len(entries))}
	for i := range entries {
		if err := imp.entry(ctx, it, &entries[i], &tree.Entries[i], depth); err != nil {
			return atEntry(it.oid, entries[i].Name, err)
		}
	}
	return imp.putTree(ctx, it, tree)
}

// entry makes an entry of ours from one of Git's, and adds it to the totals of
// the tree.
func (imp *importer) entry(ctx context.Context, tree *item, in *gitobj.Entry, out *objects.Entry, depth int) error {
	if rule := snapshot.CheckName(in.Name); rule != "" {
		return &ObjectError{OID: tree.oid, Type: gitobj.Tree, Reason: "the name " + in.Name + " " + rule}
	}
	out.Name, out.Mode = objects.Bytes(in.Name), in.Mode
	if in.Mode == objects.ModeGitlink {
		out.Gitlink = objects.Bytes(in.OID[:])
		return nil
	}
	want := gitobj.Blob
	if in.Mode == objects.ModeDir {
		want = gitobj.Tree
	}
	it := imp.table.find(in.OID)
	if it == nil {
		var err error
		if it, err = imp.fetch(ctx, in.OID, want); err != nil {
			return err
		}
	}
	if it.typ != want {
		return &ObjectError{OID: tree.oid, Type: gitobj.Tree, Reason: in.Name + " is a " + it.typ.String() + " and not a " + want.String()}
	}
	if want == gitobj.Tree {
		if err := imp.storeTree(ctx, it, depth+1); err != nil {
			return err
		}
		tree.files += it.files
		tree.size += it.size
	}
	out.ID = it.id
	if in.Mode.IsFile() {
		out.Size = it.size
	}
	files, bytes := snapshot.Totals(*out)
	tree.files += files
	tree.size += bytes
	return nil
}

// putTree hands the tree over; its id is needed before it is stored.
func (imp *importer) putTree(ctx context.Context, it *item, tree *objects.Tree) error {
	data, err := objects.Encode(tree)
	if err != nil {
		return cannotKeep(it.oid, gitobj.Tree, err)
	}
	it.id, it.state = objects.Sum(objects.KindTree, data), itemStored
	return imp.sink.put(ctx, objects.KindTree, data, nil)
}

// cannotKeep is the refusal of an object that breaks a rule of ours.
func cannotKeep(oid gitobj.OID, t gitobj.Type, err error) error {
	var refused *objects.EncodingError
	if errors.As(err, &refused) {
		return &ObjectError{OID: oid, Type: t, Reason: refused.Reason}
	}
	return err
}
