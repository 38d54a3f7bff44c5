package packstore

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"

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

// OptimizingError reports that another process optimizes the store.
type OptimizingError struct{}

func (e *OptimizingError) Error() string { return "another process optimizes the store" }

const (
	// optimizeBytes and optimizeCount bound one optimized pack, so that a run that
	// is stopped does not begin from the start.
	optimizeBytes = 128 << 20
	optimizeCount = 250_000
	// Everything is placed anew when the part that is not placed yet is more than
	// one in anewPart, or when there are more than anewPacks optimized packs that
	// are smaller than they could be.
	anewPart  = 5
	anewPacks = 8
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
// writers go on meanwhile; a second run at the same time is an *OptimizingError.
//
// Objects that are placed stay where they are, unless a large part is new.
//
// Errors: *OptimizingError, *objects.CorruptError, *objects.NotFoundError (of an
// object of the plan), *objects.NoSpaceError, *objects.BusyError.
func (s *Store) Optimize(ctx context.Context, plan []Placement, opts OptimizeOptions) (OptimizeReport, error) {
	if err := checkPlan(plan); err != nil {
		return OptimizeReport{}, err
	}
	leave, err := s.optimizeLock()
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

// lockOptimize is the lock file of a run.
const lockOptimize = "optimize"

func (s *Store) optimizeLock() (leave func(), err error) {
	f, err := openLock(s.dir, lockOptimize)
	if err != nil {
		return nil, trimPath(err)
	}
	if !tryLease(f) {
		_ = f.Close()
		return nil, &OptimizingError{}
	}
	return func() { unlock(f) }, nil
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
	slices.SortFunc(rest, func(a, b entry) int { return cmp.Compare(a.offset, b.offset) })
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
	payload := pointer{id: info.ID, size: info.Size, list: info.List}.encode()
	h := recordHeader{kind: objects.KindBlob, flags: flagChunked, raw: pointerSize, stored: pointerSize, sum: checksum(payload)}
	return w.add(entry{id: info.ID, kind: h.kind, flags: h.flags, stored: h.stored}, h, payload)
}

// checkPack reads a sealed pack from its file and checks every record, before
// anything depends on it.
func checkPack(ctx context.Context, path string, row packRow) error {
	f, err := os.Open(path)
	if err != nil {
		return trimPath(err)
	}
	defer func() { _ = f.Close() }()
	got, footer, err := readFooterOf(f)
	if err == nil && got != row {
		err = errors.New("it is not the pack that was written")
	}
	var idx *index
	if err == nil {
		idx, err = parseIndex(row.trailer, footer)
	}
	if err == nil {
		err = idx.checkAll()
	}
	if err != nil {
		return packDamage(path, err)
	}
	entries := make([]entry, idx.count)
	for i := range entries {
		entries[i] = idx.at(i)
	}
	slices.SortFunc(entries, func(a, b entry) int { return cmp.Compare(a.offset, b.offset) })
	src := recordSource{pack: row.id, r: f, end: row.footer, deltas: row.format == formatOptimized, bases: newBaseCache(baseCacheBytes)}
	return checkRecords(ctx, src, entries, path)
}

// checkRecords decodes the records at the entries, in the order of the file.
func checkRecords(ctx context.Context, src recordSource, entries []entry, path string) error {
	var first atomic.Pointer[error]
	err := parallel(ctx, func(send func(entry) bool) error {
		for _, e := range entries {
			if !send(e) || first.Load() != nil {
				break
			}
		}
		return nil
	}, func(e entry) {
		b := make([]byte, recordHeaderSize+int(e.stored))
		_, err := src.r.ReadAt(b, e.offset)
		if err == nil {
			_, err = decodeObject(src, e, b)
		}
		if err != nil {
			first.CompareAndSwap(nil, &err)
		}
	})
	if found := first.Load(); found != nil && err == nil {
		err = packDamage(path, *found)
	}
	return err
}

// packDamage reports that a pack does not read back as it was written, or that it
// may not be read.
func packDamage(path string, err error) error {
	return faulty("pack", filepath.Join(packsName, filepath.Base(path)), err)
}
