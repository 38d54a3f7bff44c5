package git

import (
	"context"
	"errors"
	"io"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/git/gitobj"
	"github.com/genesis-vcs/genesis/plumbing/git/gitproc"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
	"github.com/genesis-vcs/genesis/refs"
)

// Ahead is what is known of an import before anything is stored, so that one which
// would be refused at its end can be refused at its beginning.
type Ahead struct {
	Head    gitproc.Head
	Deleted []refs.Name // that Prune removes

	imp *importer
}

// ask lets the caller refuse the import, after what is certain to be refused here.
func (imp *importer) ask(ctx context.Context) error {
	if err := imp.refuseDiverged(ctx); err != nil || imp.opts.Before == nil {
		return err
	}
	a := &Ahead{Head: imp.done.Head, imp: imp}
	if len(imp.opts.Filter.Include) > 0 {
		if _, known, err := imp.known(ctx, a.Head.Detached); err != nil || !known {
			a.Head.Detached = gitobj.OID{} // it does not come
		}
	}
	if imp.opts.Prune {
		gone, err := imp.pruned(ctx)
		if err != nil {
			return err
		}
		for _, r := range gone {
			a.Deleted = append(a.Deleted, r.Name)
		}
	}
	return imp.opts.Before(ctx, a)
}

// maxAsked bounds the refs of which git is asked one by one whether they diverged.
const maxAsked = 100

// refuseDiverged refuses refs of which git can tell that they would leave commits
// behind. Of the others decideRefs finds out when everything is here.
func (imp *importer) refuseDiverged(ctx context.Context) error {
	diverged, asked := &DivergedError{}, 0
	for _, r := range imp.gitRefs {
		name, err := RefName(r.Name)
		if err != nil || imp.opts.Force || imp.ids.Root.IsZero() {
			return err
		}
		old, there, err := imp.db.Get(ctx, name)
		if err != nil {
			return err
		}
		id, known, err := imp.ids.ID(r.OID)
		if err != nil {
			return err
		}
		if !there || known && id == old || r.Type != gitobj.Commit {
			continue
		}
		was, ok, err := imp.ids.OID(old)
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		if asked++; asked > maxAsked {
			return nil
		}
		if forward, err := imp.repo.IsAncestor(ctx, was, r.OID); err != nil {
			return err
		} else if !forward {
			diverged.Refs = append(diverged.Refs, Divergence{name, old, id})
		}
	}
	if len(diverged.Refs) > 0 {
		return diverged
	}
	return nil
}

// Commit is what a selected ref names in Git, if that is a commit.
func (a *Ahead) Commit(name refs.Name) (gitobj.OID, bool) {
	for _, r := range a.imp.gitRefs {
		if ours, err := RefName(r.Name); err == nil && ours == name && r.Type == gitobj.Commit {
			return r.OID, true
		}
	}
	return gitobj.OID{}, false
}

// Known is the commit here of one of Git; zero if there is none yet.
func (a *Ahead) Known(ctx context.Context, oid gitobj.OID) (objects.ID, error) {
	id, _, err := a.imp.known(ctx, oid)
	return id, err
}

// Tree makes the tree that a commit of Git will have here, from that of a commit
// here; a zero one is empty. Trees are those that the store does not have. Where there
// says no, an entry gets an id that is not its own: nothing is compared with it. ok is
// false if Git cannot tell what differs.
func (a *Ahead) Tree(ctx context.Context, commit gitobj.OID, base, baseRoot objects.ID, there func(path string) bool) (root objects.ID, trees []objects.Object, ok bool, err error) {
	var from gitobj.OID
	if !base.IsZero() {
		if from, ok, err = a.imp.ids.OID(base); err != nil || !ok {
			return root, nil, false, err
		}
	}
	changes, err := a.imp.repo.Changes(ctx, from, commit)
	if err != nil {
		return root, nil, false, ctx.Err() // it does not have the base; the import tells if it is more
	}
	edits := make([]snapshot.Edit, len(changes))
	for i, c := range changes {
		edits[i].Path = c.Path
		if edits[i].Entry, err = a.entry(ctx, c, there(c.Path)); err != nil {
			return root, nil, false, err
		}
	}
	held := &heldTrees{}
	root, err = snapshot.Rewrite(ctx, a.imp.db.Store(), held, baseRoot, edits)
	var path *snapshot.PathError
	var form *objects.EncodingError
	if errors.As(err, &path) || errors.As(err, &form) {
		return root, nil, false, nil // no store can hold it: the import says where
	}
	return root, held.trees, err == nil, err
}

// entry is what a changed entry becomes; nil if it goes.
func (a *Ahead) entry(ctx context.Context, c gitproc.Change, compared bool) (*objects.Entry, error) {
	e := &objects.Entry{Mode: c.Mode}
	switch {
	case c.Mode == "":
		return nil, nil
	case c.Mode == objects.ModeGitlink:
		e.Gitlink = objects.Bytes(c.OID[:])
		return e, nil
	case !compared:
		copy(e.ID[:], c.OID[:])
		return e, nil
	}
	batch, err := a.imp.objects(ctx)
	if err != nil {
		return nil, err
	}
	h, err := batch.Ask(c.OID)
	if err != nil {
		return nil, err
	}
	sum := objects.NewHasher(objects.KindBlob)
	defer sum.Release()
	if _, err := io.Copy(sum, struct{ io.Reader }{batch}); err != nil { // only its body
		return nil, err
	}
	e.ID = sum.Sum()
	if c.Mode.IsFile() {
		e.Size = uint64(h.Size)
	}
	return e, nil
}

// heldTrees keeps the trees that are put into it, and stores none.
type heldTrees struct {
	objects.Stage // Put alone is used
	trees         []objects.Object
}

// Put implements objects.Stage.
func (s *heldTrees) Put(_ context.Context, kind objects.Kind, data []byte) (objects.ID, bool, error) {
	id := objects.Sum(kind, data)
	s.trees = append(s.trees, objects.Object{Info: objects.Info{ID: id, Kind: kind, Size: uint64(len(data))}, Data: data})
	return id, true, nil
}
