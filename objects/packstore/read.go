package packstore

import (
	"context"
	"errors"

	"github.com/genesis-vcs/genesis/objects"
)

// place is where an object was found.
type place struct {
	pack  *pack
	entry entry
}

// locate returns every place of an object in a snapshot. Damage (and a pack
// that is gone, errGone) is an error only when the object was found nowhere:
// then it may be in what is damaged.
func (snap *snapshot) locate(id objects.ID, places []place) ([]place, error) {
	var damage error
	for _, p := range snap.packs {
		e, ok, err := p.find(id)
		if err != nil {
			damage = worse(damage, err)
		} else if ok {
			places = append(places, place{p, e})
		}
	}
	if len(places) == 0 {
		return nil, damage
	}
	return places, nil
}

// has is locate for callers that need no more than one place.
func (snap *snapshot) has(id objects.ID) (bool, error) {
	var damage error
	for _, p := range snap.packs {
		_, ok, err := p.find(id)
		if ok {
			return true, nil
		}
		damage = worse(damage, err)
	}
	return false, damage
}

// worse returns the first of two errors, but errGone rather than any other,
// because a look at the catalog may resolve it, and what may not be read rather
// than damage, because it may be read later.
func worse(a, b error) error {
	switch {
	case a == nil, errors.Is(b, errGone):
		return b
	case isUnreadable(b) && !errors.Is(a, errGone):
		return b
	default:
		return a
	}
}

// onSnapshot runs fn on the present snapshot. When fn does not find what it
// looks for (found == false) and others have published since, or when it meets
// a pack that is gone, it runs again on a fresh snapshot: so "not there" is
// said only of everything that was acknowledged before the call.
func (s *Store) onSnapshot(ctx context.Context, fn func(*snapshot) (found bool, err error)) error {
	const attempts = 8
	fresh := false
	for attempt := 0; ; attempt++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		found, stale, err := s.try(fn)
		gone := errors.Is(err, errGone)
		switch {
		case gone && (attempt == attempts || !stale && attempt > 0):
			return lostPack(err)
		case err != nil && !gone:
			return err
		case !gone && (found || fresh || !stale):
			return nil
		}
		if err := s.refresh(ctx, nil, gone); err != nil {
			return err
		}
		fresh = true
	}
}

// try runs fn once and, unless it found everything, asks whether the snapshot
// is still the newest.
func (s *Store) try(fn func(*snapshot) (bool, error)) (found, stale bool, err error) {
	snap, err := s.acquire()
	if err != nil {
		return false, false, err
	}
	defer s.release(snap)
	found, err = fn(snap)
	if err == nil && found || err != nil && !errors.Is(err, errGone) {
		return found, false, err
	}
	stale, staleErr := s.stale(snap)
	if staleErr != nil {
		return false, false, staleErr
	}
	return found, stale, err
}

// lostPack reports a pack that the catalog lists and whose file is missing.
func lostPack(err error) error {
	var gone *goneError
	if !errors.As(err, &gone) {
		return err
	}
	return &objects.CorruptError{What: "pack", Path: gone.path, Reason: errGone.Error()}
}

// Stat implements objects.Store.
func (s *Store) Stat(ctx context.Context, id objects.ID) (objects.Info, error) {
	info, found := header{}, false
	err := s.onSnapshot(ctx, func(snap *snapshot) (bool, error) {
		err := snap.each(id, func(at place) (err error) {
			info, err = at.pack.header(at.entry)
			found = err == nil
			return err
		})
		return found, err
	})
	return info.Info, orNotFound(id, found, err)
}

// Get implements objects.Store.
func (s *Store) Get(ctx context.Context, id objects.ID) (objects.Object, error) {
	o, found := objects.Object{}, false
	err := s.onSnapshot(ctx, func(snap *snapshot) (_ bool, err error) {
		o, found, err = snap.get(id)
		return found, err
	})
	return o, orNotFound(id, found, err)
}

func (snap *snapshot) get(id objects.ID) (o objects.Object, found bool, err error) {
	err = snap.each(id, func(at place) (err error) {
		o, err = at.pack.get(at.entry)
		found = err == nil
		return err
	})
	return o, found, err
}

// read is Get on one snapshot.
func (snap *snapshot) read(id objects.ID) (objects.Object, error) {
	o, found, err := snap.get(id)
	return o, orNotFound(id, found, err)
}

// each calls read for the places of an object until one succeeds: an object
// that is there twice survives the damage of one copy.
func (snap *snapshot) each(id objects.ID, read func(place) error) error {
	var buf [4]place
	places, err := snap.locate(id, buf[:0])
	if err != nil {
		return err
	}
	for _, at := range places {
		failed := read(at)
		if failed == nil {
			return nil
		}
		err = worse(err, failed)
	}
	return err
}

func orNotFound(id objects.ID, found bool, err error) error {
	if err == nil && !found {
		return &objects.NotFoundError{ID: id}
	}
	return err
}

// Has implements objects.Store.
func (s *Store) Has(ctx context.Context, ids []objects.ID) ([]bool, error) {
	out := make([]bool, len(ids))
	err := s.onSnapshot(ctx, func(snap *snapshot) (all bool, err error) {
		all = true
		for i, id := range ids {
			if out[i] {
				continue
			}
			if out[i], err = snap.has(id); err != nil {
				return false, err
			}
			all = all && out[i]
		}
		return all, nil
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}
