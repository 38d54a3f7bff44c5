package packstore

import (
	"context"
	"errors"
	"slices"

	"github.com/genesis-vcs/genesis/objects"
)

// settle lets go of a pack that was published, or removes it.
func settle(w *packWriter, err error) error {
	if err == nil || errors.Is(err, errUnknownOutcome) {
		w.keep()
	} else {
		w.discard()
	}
	return err
}

// publish seals a pack, checks what is on the disk, and makes it live, in one
// transaction with dropping others.
func (o *optimizer) publish(ctx context.Context, w *packWriter, drop []*pack, replaces []packID) (err error) {
	if err := w.sync(); err != nil {
		return err
	}
	row, err := w.seal(replaces)
	if err != nil {
		return err
	}
	if err := reach(pointOptimizeCheck); err != nil {
		return err
	}
	if err := checkPack(ctx, w.path, row); err != nil {
		return err
	}
	t, err := o.s.beginWrite(ctx, nil, access{write: true, need: int64(len(drop)+1) * catalogRow})
	if err != nil {
		return err
	}
	defer func() {
		// As in a publication: the next writer must not find a pack that goes.
		if !t.done && !errors.Is(err, errUnknownOutcome) {
			w.discard()
		}
		t.end()
		o.renew()
	}()
	listed := map[packID]bool{}
	for _, p := range t.snap.packs {
		listed[p.id] = true
	}
	for id := range o.relied {
		if !listed[id] { // the catalog was rebuilt meanwhile, without that pack
			return &objects.BusyError{}
		}
	}
	// What a small writer has merged meanwhile, the next run sees to.
	drop = slices.DeleteFunc(slices.Clone(drop), func(p *pack) bool { return !listed[p.id] })
	t.begin()
	if err := w.name(); err != nil {
		return err
	}
	t.addPack(row)
	for _, p := range drop {
		t.dropPack(p.packRow)
	}
	if err := reach(pointOptimizeCommit); err != nil {
		return err
	}
	if err := t.commit(); err != nil {
		return err
	}
	o.checked[row.id] = true
	for _, p := range drop {
		o.s.deleteDropped([]packID{p.id})
	}
	return nil
}

// renew takes the snapshot that is newest now.
func (o *optimizer) renew() {
	if snap, err := o.s.acquire(); err == nil {
		o.s.release(o.snap)
		o.snap = snap
	}
}
