package packstore

import (
	"context"
	"sync"

	"github.com/genesis-vcs/genesis/objects"
)

// reach checks the objects that are reached from roots by strong references.
func (v *verifier) reach(ctx context.Context, roots []objects.ID) error {
	seen := map[objects.ID]bool{}
	var next []objects.ID
	var mu sync.Mutex
	visit := func(id objects.ID) {
		mu.Lock()
		defer mu.Unlock()
		if !seen[id] {
			seen[id] = true
			next = append(next, id)
		}
	}
	for _, id := range roots {
		visit(id)
	}
	for len(next) > 0 {
		level := next
		next = nil
		err := parallel(ctx, func(send func(objects.ID) bool) error {
			for _, id := range level {
				if !send(id) {
					return ctx.Err()
				}
			}
			return nil
		}, func(id objects.ID) { v.reached(ctx, id, visit) })
		if err != nil {
			return err
		}
	}
	return nil
}

// reached checks every copy of one object and visits what it refers to.
func (v *verifier) reached(ctx context.Context, id objects.ID, visit func(objects.ID)) {
	places, err := v.snap.locate(id, nil)
	switch {
	case err != nil:
		v.damageOf(lostPack(err), 0)
		return
	case len(places) == 0:
		v.miss(id, "")
		return
	}
	done := false
	for _, at := range places {
		if !at.entry.kind.Structured() && !at.entry.chunked() && !v.inPart(id) {
			if _, err := at.pack.header(at.entry); err != nil {
				v.damageOf(err, at.entry.kind)
			}
			continue
		}
		o, err := at.pack.get(at.entry)
		if err != nil {
			v.damageOf(err, at.entry.kind)
			continue
		}
		if done {
			continue
		}
		done = true
		v.count(o.Kind, uint64(len(o.Data)))
		for _, e := range v.object(ctx, o, at.pack) {
			if e.Strength == objects.Strong {
				v.edge(o, e)
				visit(e.To)
			}
		}
	}
	if !done {
		v.count(places[0].entry.kind, 0)
	}
}
