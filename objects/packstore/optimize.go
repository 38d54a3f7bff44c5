package packstore

import (
	"context"

	"github.com/genesis-vcs/genesis/objects"
)

// Placement is one object in the order in which Optimize writes.
type Placement struct {
	ID objects.ID
	// Base is the position in the same list of the object that this one may be
	// stored as a delta against; -1 for none. It is smaller than the object's
	// own position.
	Base int32
}

// OptimizeOptions bound and report what Optimize does.
type OptimizeOptions struct {
	// Progress, if not nil, is told the objects of each step, by one goroutine
	// at a time.
	Progress func(objects int)
}

// OptimizeReport is what Optimize did.
type OptimizeReport struct {
	Objects     int   // that were written anew
	Deltas      int   // of them, as deltas
	Kept        int   // that an earlier run had placed
	BytesBefore int64 // of all packs
	BytesAfter  int64
	PacksBefore int
	PacksAfter  int
}

// Optimize rewrites the packs of the store: the objects of the plan in its order,
// as deltas where that pays, then all others as they are. …
func (s *Store) Optimize(ctx context.Context, plan []Placement, opts OptimizeOptions) (OptimizeReport, error) {
	panic("not built")
}
