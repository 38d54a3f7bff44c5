package packstore

import (
	"context"
	"slices"

	"github.com/genesis-vcs/genesis/objects"
)

// dropOld drops the packs that hold what is placed. What they hold besides is
// copied.
func (o *optimizer) dropOld(ctx context.Context) error {
	live := slices.DeleteFunc(slices.Clone(o.snap.packs), func(p *pack) bool {
		return !p.optimized() || slices.ContainsFunc(o.old, func(q *pack) bool { return q.id == p.id })
	})
	w, err := createPack(o.s.dir, o.s.opts.now())
	if err != nil {
		return err
	}
	drop, err := o.copyAllRest(ctx, w, live)
	if err == nil && len(drop) > 0 {
		ids := make([]packID, len(drop))
		for i, p := range drop {
			ids[i] = p.id
		}
		return settle(w, o.publish(ctx, w, drop, ids))
	}
	w.discard()
	return err
}

// copyAllRest returns the packs that may go, after it copied what only they have.
func (o *optimizer) copyAllRest(ctx context.Context, w *packWriter, live []*pack) (drop []*pack, err error) {
	copied := map[objects.ID]bool{}
	for _, p := range o.old {
		rest, ok, err := o.restOf(ctx, p, live)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		if err := copyRest(ctx, w, p, rest, copied); err != nil {
			return nil, err
		}
		drop = append(drop, p)
	}
	return drop, nil
}

// restOf lists what a pack holds and none of the live ones does, in the order of
// the file; ok is false where that is all of it, so that there is nothing to gain.
// What is twice does not stay twice, however little it is: objects in both forms
// mean to the next run that this one did not end.
func (o *optimizer) restOf(ctx context.Context, p *pack, live []*pack) (rest []entry, ok bool, err error) {
	_, idx, err := p.open()
	if err != nil {
		return nil, false, err
	}
	for i := range idx.count {
		e, err := idx.entry(i)
		if err != nil {
			return nil, false, p.damage(objects.ID{}, "footer", err)
		}
		placed, err := o.rely(ctx, live, e.id)
		if err != nil {
			return nil, false, err
		}
		if !placed {
			rest = append(rest, e)
		}
	}
	sortByOffset(rest)
	return rest, len(rest) < idx.count, nil
}

// rely reports whether one of the packs has the object, in which case the copy in
// an old pack may go. A pack that an earlier run has written is checked first: what
// was whole then need not be now.
func (o *optimizer) rely(ctx context.Context, packs []*pack, id objects.ID) (bool, error) {
	for _, p := range packs {
		_, ok, err := p.find(id)
		if err != nil {
			return false, err
		}
		if !ok {
			continue
		}
		if !o.checked[p.id] {
			if err := checkPack(ctx, o.s.packPath(p.id), p.packRow); err != nil {
				return false, err
			}
			o.checked[p.id] = true
		}
		o.relied[p.id] = true
		return true, nil
	}
	return false, nil
}

// copyRest copies objects into a plain pack: records as they are, deltas as what
// they unfold to.
func copyRest(ctx context.Context, w *packWriter, p *pack, rest []entry, copied map[objects.ID]bool) error {
	for _, e := range rest {
		if err := ctx.Err(); err != nil {
			return err
		}
		if copied[e.id] {
			continue
		}
		copied[e.id] = true
		object, err := p.get(e)
		if err != nil {
			return err
		}
		if e.chunked() {
			err = addPointer(w, object.Info)
		} else {
			err = addRaw(w, e.kind, object.Data)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// addPointer appends the record of a chunked blob.
func addPointer(w *packWriter, info objects.Info) error {
	h, payload := pointer{id: info.ID, size: info.Size, list: info.List}.record()
	return w.add(entry{id: info.ID, kind: h.kind, flags: h.flags, stored: h.stored}, h, payload)
}
