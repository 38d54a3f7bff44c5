package git

import (
	"context"
	"errors"
	"slices"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/git/gitobj"
	"github.com/genesis-vcs/genesis/plumbing/git/oidmap"
	"github.com/genesis-vcs/genesis/plumbing/history"
	"github.com/genesis-vcs/genesis/refs"
)

// decideRefs finds out what becomes of every selected ref.
func (imp *importer) decideRefs(ctx context.Context) error {
	diverged := &DivergedError{}
	for _, r := range imp.gitRefs {
		name, err := RefName(r.Name)
		if err != nil {
			return err
		}
		ref := ImportedRef{Name: name, Git: r.Name, OID: r.OID}
		if ref.ID, err = imp.refTarget(ctx, r.OID, r.Type); err != nil {
			return err
		}
		if ref.Old, _, err = imp.db.Get(ctx, name); err != nil {
			return err
		}
		if ref.Status, err = imp.status(ctx, ref); err != nil {
			return err
		}
		if ref.Status == RefForced && !imp.opts.Force {
			diverged.Refs = append(diverged.Refs, Divergence{name, ref.Old, ref.ID})
		}
		imp.done.Refs = append(imp.done.Refs, ref)
	}
	if len(diverged.Refs) > 0 {
		return diverged
	}
	if imp.opts.Prune {
		gone, err := imp.pruned(ctx)
		if err != nil {
			return err
		}
		imp.done.Refs = append(imp.done.Refs, gone...)
	}
	slices.SortFunc(imp.done.Refs, compareRefs)
	return imp.detachedHead(ctx)
}

// refTarget is what a ref names here; zero if a dry run would store it.
func (imp *importer) refTarget(ctx context.Context, oid gitobj.OID, t gitobj.Type) (objects.ID, error) {
	if !imp.opts.DryRun || imp.repo == nil {
		return imp.object(ctx, oid, t)
	}
	id, _, err := imp.known(ctx, oid)
	return id, err
}

// status compares a ref with what it was.
func (imp *importer) status(ctx context.Context, ref ImportedRef) (RefStatus, error) {
	switch {
	case ref.Old.IsZero():
		return RefCreated, nil
	case ref.Old == ref.ID:
		return RefUnchanged, nil
	}
	forward, err := imp.forward(ctx, ref)
	if err != nil || forward {
		return RefUpdated, err
	}
	return RefForced, nil
}

// forward reports whether the ref moves to what descends from where it is.
func (imp *importer) forward(ctx context.Context, ref ImportedRef) (bool, error) {
	if imp.repo == nil && imp.opts.DryRun {
		return true, nil // nothing of the stream is stored that could be asked
	}
	if ref.ID.IsZero() { // of a dry run: as far as it is known, git tells
		return imp.forwardInGit(ctx, ref)
	}
	ok, err := history.IsAncestor(ctx, imp.db.Store(), ref.Old, ref.ID)
	if other := (*history.NotCommitError)(nil); errors.As(err, &other) {
		return false, nil
	}
	return ok, err
}

func (imp *importer) forwardInGit(ctx context.Context, ref ImportedRef) (bool, error) {
	old, ok, err := imp.ids.OID(ref.Old)
	if err != nil || !ok {
		return false, err
	}
	return imp.repo.IsAncestor(ctx, old, ref.OID)
}

// pruned lists the refs that Git does not have any more. One that was skipped is
// there.
func (imp *importer) pruned(ctx context.Context) (gone []ImportedRef, err error) {
	ours, err := imp.db.List(ctx, "")
	if err != nil {
		return nil, err
	}
	kept := map[refs.Name]bool{}
	keep := func(git string) {
		if name, err := RefName(git); err == nil {
			kept[name] = true
		}
	}
	for _, r := range imp.gitRefs {
		keep(r.Name)
	}
	for _, r := range imp.done.Skipped {
		keep(r.Name)
	}
	for _, r := range ours {
		name, goes := GitRefName(r.Name)
		if goes && !kept[r.Name] && imp.opts.Filter.Match(name) {
			gone = append(gone, ImportedRef{Name: r.Name, Git: name, Old: r.ID, Status: RefDeleted})
		}
	}
	return gone, nil
}

func (imp *importer) detachedHead(ctx context.Context) (err error) {
	if oid := imp.done.Head.Detached; !oid.IsZero() {
		imp.done.HeadID, _, err = imp.known(ctx, oid)
		if it := imp.table.find(oid); it != nil && it.state == itemStored {
			imp.done.HeadID = it.id
		}
	}
	return err
}

// Apply puts the changes into a transaction.
func (done *Imported) Apply(tx *refs.Tx) {
	for _, r := range done.Refs {
		was := refs.Missing()
		if !r.Old.IsZero() {
			was = refs.At(r.Old)
		}
		switch r.Status {
		case RefUnchanged:
		case RefDeleted:
			tx.Delete(r.Name, was)
		case RefCreated, RefUpdated, RefForced:
			tx.Set(r.Name, r.ID, was)
		}
	}
	if !done.Map.IsZero() {
		was := refs.Missing()
		if !done.mapWas.IsZero() {
			was = refs.At(done.mapWas)
		}
		tx.Set(oidmap.Ref, done.Map, was)
	}
}
