package packstore

import (
	"context"
	"fmt"

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
	// DryRun finds out what there is to do and does none of it.
	DryRun bool
	// Progress, if not nil, is told the objects and bytes of each step, by one
	// goroutine at a time.
	Progress func(objects int, bytes uint64)
}

// OptimizeReport is what Optimize did, or with DryRun what it has to do.
type OptimizeReport struct {
	Objects     int   // that were written anew, or are to be
	Deltas      int   // of them, as deltas
	Kept        int   // of the plan, that an earlier run has placed
	BytesBefore int64 // of all packs
	BytesAfter  int64
	PacksBefore int
	PacksAfter  int
	// Noop: there was nothing to do.
	Noop bool
}

const (
	// optimizeBytes and optimizeCount bound one optimized pack, so that a run that
	// is stopped does not begin from the start.
	optimizeBytes = 128 << 20
	optimizeCount = 250_000
	// optimizeSpace is the part of the plain packs that has to be free, as 1/n.
	optimizeSpace = 4
)

// Optimize stores the objects of the plan in its order in packs of their own,
// as deltas where that pays, and drops the packs that held them before. What
// such a pack held besides goes into another one as it is.
//
// Each new pack is read back from the disk and every record of it checked before
// the catalog lists it, and an old pack goes only when each of its objects is in
// one that this run has checked so. Until then objects are there twice. A run that is stopped, in
// whatever way, leaves whole packs that the next run goes on from. Readers and
// writers go on meanwhile; a second run waits for the first, at most for
// Options.LockTimeout.
//
// Objects that are placed stay where they are, unless a large part is new.
//
// Errors: *OptimizingError, *objects.CorruptError, *objects.NotFoundError (of an
// object of the plan), *objects.NoSpaceError, *objects.BusyError.
func (s *Store) Optimize(ctx context.Context, plan []Placement, opts OptimizeOptions) (OptimizeReport, error) {
	if err := checkPlan(plan); err != nil {
		return OptimizeReport{}, err
	}
	leave, err := s.optimizeLock(ctx)
	if err != nil {
		return OptimizeReport{}, err
	}
	defer leave()
	o := &optimizer{s: s, plan: plan, opts: opts, checked: map[packID]bool{}, relied: map[packID]bool{}}
	if o.snap, err = s.current(ctx); err != nil {
		return OptimizeReport{}, err
	}
	defer func() { s.release(o.snap) }()
	o.report.BytesBefore, o.report.PacksBefore = sumSizes(o.snap.packs), len(o.snap.packs)
	if err := o.choose(ctx); err != nil {
		return OptimizeReport{}, err
	}
	if !opts.DryRun && !o.report.Noop {
		err = o.run(ctx)
	}
	o.report.BytesAfter, o.report.PacksAfter = sumSizes(o.snap.packs), len(o.snap.packs)
	return o.report, err
}

// checkPlan refuses a plan that no planner makes.
func checkPlan(plan []Placement) error {
	for i, p := range plan {
		if int(p.Base) >= i || p.Base < -1 {
			return fmt.Errorf("placement %d has the base %d", i, p.Base)
		}
	}
	return nil
}

// optimizer is one run of Optimize.
type optimizer struct {
	s      *Store
	plan   []Placement
	opts   OptimizeOptions
	snap   *snapshot
	report OptimizeReport
	// placed marks what stays where an earlier run has put it.
	placed []bool
	// old are the packs that may go when everything is placed.
	old []*pack
	// checked are the packs of which this run has read every record.
	checked map[packID]bool
	// relied are the packs that have what the old ones had.
	relied map[packID]bool
}

// run writes the new packs and drops the old ones.
func (o *optimizer) run(ctx context.Context) error {
	if err := needSpace(o.s.dir, uint64(catalogHeadroom+sumSizes(o.old)/optimizeSpace)); err != nil {
		return err
	}
	for from := 0; from < len(o.plan); {
		var err error
		if from, err = o.place(ctx, from); err != nil {
			return err
		}
	}
	return o.dropOld(ctx)
}

// place writes one pack, of the plan from a position on, and returns where the
// next one begins.
func (o *optimizer) place(ctx context.Context, from int) (next int, err error) {
	for from < len(o.plan) && o.placed[from] {
		from++
	}
	if from == len(o.plan) {
		return from, nil
	}
	w, err := createPackOf(o.s.dir, packHeader{format: formatOptimized, created: o.s.opts.now().Unix()})
	if err != nil {
		return 0, err
	}
	d := newDeltaWriter(o, w, from)
	if next, err = d.write(ctx); err == nil {
		err = o.publish(ctx, w, nil, nil)
	}
	return next, settle(w, err)
}
