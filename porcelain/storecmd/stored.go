package storecmd

import (
	"context"

	"github.com/genesis-vcs/genesis/objects"
)

// stored is what an object occupies in the store, chunks and lists included.
type stored struct {
	bytes  uint64
	chunks int // distinct ones
}

// storedBytes sums the records that hold an object. A chunk that occurs twice
// in a blob is stored, and counted, once.
func storedBytes(ctx context.Context, store objects.Store, id objects.ID) (stored, error) {
	info, err := store.Stat(ctx, id)
	if err != nil {
		return stored{}, err
	}
	sum := stored{bytes: info.Stored}
	if info.List.IsZero() {
		return sum, nil
	}
	return sum, sum.addList(ctx, store, info.List, make(map[objects.ID]bool))
}

func (s *stored) addList(ctx context.Context, store objects.Store, id objects.ID, seen map[objects.ID]bool) error {
	o, err := store.Get(ctx, id)
	if err != nil {
		return err
	}
	list, err := objects.DecodeAs[*objects.ChunkList](o.Data)
	if err != nil {
		return err
	}
	s.bytes += o.Stored
	for _, e := range list.Entries {
		if seen[e.ID] {
			continue
		}
		seen[e.ID] = true
		if list.Level > 0 {
			if err := s.addList(ctx, store, e.ID, seen); err != nil {
				return err
			}
			continue
		}
		info, err := store.Stat(ctx, e.ID)
		if err != nil {
			return err
		}
		s.bytes += info.Stored
		s.chunks++
	}
	return nil
}
