package packstore

import (
	"context"

	"github.com/genesis-vcs/genesis/objects"
)

const (
	// Everything is placed anew when the part that is not placed yet is more than
	// one in anewPart, or when there are more than anewPacks optimized packs that
	// are smaller than they could be.
	anewPart  = 5
	anewPacks = 8
)

// choose decides what is placed anew.
func (o *optimizer) choose(ctx context.Context) error {
	var optimized []*pack
	for _, p := range o.snap.packs {
		if p.optimized() {
			optimized = append(optimized, p)
		} else {
			o.old = append(o.old, p)
		}
	}
	o.placed = make([]bool, len(o.plan))
	placed, twice := 0, false
	for i, p := range o.plan {
		if err := ctx.Err(); err != nil {
			return err
		}
		var err error
		if o.placed[i], err = holds(optimized, p.ID); err != nil {
			return err
		}
		if !o.placed[i] {
			continue
		}
		placed++
		if !twice {
			if twice, err = holds(o.old, p.ID); err != nil {
				return err
			}
		}
	}
	fresh := len(o.plan) - placed
	// Objects that are there twice tell that a run was stopped: it goes on.
	if !twice && placed > 0 && (fresh > placed/anewPart || tooMany(optimized)) && fresh > 0 {
		clear(o.placed)
		placed, fresh = 0, len(o.plan)
		o.old = o.snap.packs
	}
	o.report.Kept, o.report.Objects = placed, fresh
	o.report.Noop = fresh == 0 && !twice
	return nil
}

// holds reports whether one of the packs has the object.
func holds(packs []*pack, id objects.ID) (bool, error) {
	for _, p := range packs {
		if _, ok, err := p.find(id); ok || err != nil {
			return ok, err
		}
	}
	return false, nil
}

// tooMany reports whether there are many optimized packs of less than full size.
func tooMany(packs []*pack) bool {
	small := 0
	for _, p := range packs {
		if p.count < optimizeCount/2 && p.size < optimizeBytes/2 {
			small++
		}
	}
	return small > anewPacks
}
