package packstore

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/genesis-vcs/genesis/objects"
)

// VerifyOptions select what Verify reads.
type VerifyOptions struct {
	// IDs restricts the check to these objects and all that they reach; empty
	// checks the whole store.
	IDs []objects.ID
	// Reachable checks what the rows and the operations reach, not the rest.
	Reachable bool
	// Part and Of, when Of > 0, read the data of only the n-th of t parts of
	// the objects (1 ≤ Part ≤ Of); structure and references are checked all the
	// same.
	Part, Of int
	// Progress, if not nil, is told the objects and bytes of each step. It is
	// called by one goroutine at a time.
	Progress func(objects int, bytes uint64)
}

// Damage is one thing that is wrong.
type Damage struct {
	ID   objects.ID   // zero when the damage is not in one object
	Kind objects.Kind // zero when unknown
	Code string       // CodeCorrupt or CodeCatalogDamaged
	What string       // record, footer, catalog, slots, …
	Path string       // file, relative to the store
	Why  string
}

// The codes of damage.
const (
	CodeCorrupt        = "store/corrupt"
	CodeCatalogDamaged = "store/catalog-damaged" // a rebuild of the catalog helps
)

// Missing is an object that something refers to and that is not there.
type Missing struct {
	ID           objects.ID
	ReferencedBy []string // "<kind> <id>" or "ref <name>", sorted
}

// VerifyReport is what Verify found. The store is sound when Corrupt and
// Missing are empty.
type VerifyReport struct {
	Checked     int
	Bytes       uint64
	ByKind      map[objects.Kind]int
	Corrupt     []Damage
	Missing     []Missing
	RefsChecked int
}

// Verify checks every byte with meaning: packs, footers, slots, catalog rows,
// hashes, references. It takes no lock while it reads packs. It returns an
// error only when it could not finish; a part that may not be read is that, and
// no damage (*UnreadableError).
//
// Of each object, every copy is checked. With IDs or Reachable, the files are
// not checked as wholes, only the objects that are reached.
func (s *Store) Verify(ctx context.Context, opts VerifyOptions) (VerifyReport, error) {
	v := &verifier{
		s: s, opts: opts,
		report:  VerifyReport{ByKind: map[objects.Kind]int{}},
		missing: map[objects.ID]map[string]bool{},
		ops:     map[objects.ID]opLink{},
	}
	var err error
	if v.snap, err = v.openAll(ctx); err != nil {
		return VerifyReport{}, err
	}
	defer s.release(v.snap)
	switch {
	case len(opts.IDs) > 0:
		err = v.reach(ctx, opts.IDs)
	case opts.Reachable:
		if err = v.files(ctx); err == nil {
			err = v.reach(ctx, v.roots())
		}
	default:
		if err = v.files(ctx); err == nil {
			err = v.everything(ctx)
		}
	}
	if err = cmp.Or(err, v.refused); err != nil {
		return VerifyReport{}, err
	}
	return v.finish(), nil
}

// verifier is one run of Verify.
type verifier struct {
	s    *Store
	opts VerifyOptions
	snap *snapshot

	mu      sync.Mutex
	report  VerifyReport
	missing map[objects.ID]map[string]bool
	ops     map[objects.ID]opLink // operations that were read
	refused error                 // the first part that may not be read

	there targets
}

// opLink is what the check of the chain needs of an operation.
type opLink struct {
	seq     uint64
	parent  objects.ID
	seconds int64
}

// openAll returns the newest snapshot with the files of all its packs open, so
// that no merge takes them away.
func (v *verifier) openAll(ctx context.Context) (*snapshot, error) {
	const attempts = 8
	for attempt := 0; ; attempt++ {
		snap, err := v.s.current(ctx, rowFamilies...)
		if err != nil {
			return nil, err
		}
		gone := false
		for _, p := range snap.packs {
			_, err := p.file()
			if isUnreadable(err) {
				v.s.release(snap)
				return nil, err
			}
			gone = gone || errors.Is(err, errGone)
		}
		if !gone || attempt == attempts {
			return snap, nil
		}
		v.s.release(snap)
		if err := v.s.refresh(ctx, rowFamilies, true); err != nil {
			return nil, err
		}
	}
}

func (v *verifier) damage(d Damage) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.report.Corrupt = append(v.report.Corrupt, d)
}

// damageOf reports an error as it is, if it is a *objects.CorruptError. What may
// not be read is no damage.
func (v *verifier) damageOf(err error, kind objects.Kind) {
	if isUnreadable(err) {
		v.mu.Lock()
		v.refused = cmp.Or(v.refused, err)
		v.mu.Unlock()
		return
	}
	var c *objects.CorruptError
	if !errors.As(err, &c) {
		v.damage(Damage{Kind: kind, Code: CodeCorrupt, What: "pack", Why: err.Error()})
		return
	}
	v.damage(Damage{ID: c.ID, Kind: kind, Code: codeOf(c.What), What: c.What, Path: c.Path, Why: c.Reason})
}

// codeOf tells what a rebuild of the catalog writes anew from other damage.
func codeOf(what string) string {
	switch what {
	case "catalog", "slots", "format":
		return CodeCatalogDamaged
	default:
		return CodeCorrupt
	}
}

func (v *verifier) miss(id objects.ID, by string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.missing[id] == nil {
		v.missing[id] = map[string]bool{}
	}
	if by != "" {
		v.missing[id][by] = true
	}
}

// count notes an object that was checked, of which bytes were read.
func (v *verifier) count(kind objects.Kind, bytes uint64) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.report.Checked++
	v.report.Bytes += bytes
	v.report.ByKind[kind]++
	if v.opts.Progress != nil {
		v.opts.Progress(1, bytes)
	}
}

// inPart reports whether the data of an object is read.
func (v *verifier) inPart(id objects.ID) bool {
	return v.opts.Of <= 0 || (int(id[0])<<8|int(id[1]))%v.opts.Of == v.opts.Part-1
}

// files checks what is not a pack: format record, slots, catalog, rows.
func (v *verifier) files(ctx context.Context) error {
	if err := checkFormat(v.s.dir); err != nil {
		v.damageOf(err, 0)
	}
	if err := v.slots(ctx); err != nil {
		return err
	}
	if err := v.catalog(ctx); err != nil {
		return err
	}
	v.rows()
	return nil
}

// slots checks both slots. One that is being written looks damaged for a
// moment.
func (v *verifier) slots(ctx context.Context) error {
	const looks = 10
	var bad [slotCount]bool
	var err error
	for range looks {
		if _, bad, err = v.s.slots.read(); err == nil && bad == [slotCount]bool{} {
			return nil
		}
		if err := sleep(ctx, 2*time.Millisecond); err != nil {
			return err
		}
	}
	for i, b := range bad {
		if b {
			v.damage(Damage{Code: codeOf("slots"), What: "slots", Path: slotsName, Why: fmt.Sprintf("slot %d: %v", i, errSlot)})
		}
	}
	if err != nil && bad == [slotCount]bool{} {
		v.damageOf(err, 0)
	}
	return nil
}

// catalog reads the whole catalog from the disk and compares count and hash of
// every family. A store that had to be opened without it is checked without it.
func (v *verifier) catalog(ctx context.Context) error {
	if v.s.Degraded() != "" {
		return nil
	}
	err := v.s.rereadCatalog(ctx)
	if errors.Is(err, errUnclean) {
		if err = v.s.refresh(ctx, rowFamilies, true); err == nil {
			err = v.s.rereadCatalog(ctx)
		}
	}
	var c *objects.CorruptError
	if errors.As(err, &c) {
		v.damageOf(err, 0)
		return nil
	}
	if errors.Is(err, errUnclean) {
		return nil // another crash meanwhile; the rows were read at the start
	}
	return err
}

// rereadCatalog reads and checks all of the catalog, whatever is known of it.
func (s *Store) rereadCatalog(ctx context.Context) error {
	leave, err := enter(ctx, s.loading)
	if err != nil {
		return err
	}
	defer leave()
	_, err = s.readCatalog(ctx, nil, rowFamilies)
	return err
}

// rowOwner names a row in reports.
func rowOwner(space objects.Space, name string) string { return string(space) + " " + name }

// rows checks that what the rows name is there.
func (v *verifier) rows() {
	for _, space := range objects.Spaces {
		for _, r := range v.snap.rows[spaceFamily[space]] {
			if space == objects.SpaceRef {
				v.report.RefsChecked++
			}
			if id, ok := objects.RowTarget(space, r.name, r.value); ok {
				v.target(objects.Edge{To: id}, rowOwner(space, r.name))
			}
		}
	}
	if !v.snap.head.Operation.IsZero() {
		v.target(objects.Edge{To: v.snap.head.Operation, Kind: objects.KindOperation}, "operation head")
	}
}

// roots lists what the rows and the head of the operations name.
func (v *verifier) roots() []objects.ID {
	var out []objects.ID
	for _, space := range objects.Spaces {
		for _, r := range v.snap.rows[spaceFamily[space]] {
			if id, ok := objects.RowTarget(space, r.name, r.value); ok {
				out = append(out, id)
			}
		}
	}
	if !v.snap.head.Operation.IsZero() {
		out = append(out, v.snap.head.Operation)
	}
	return out
}

// edge checks that the target of an object's reference is there and of its kind.
func (v *verifier) edge(o objects.Object, e objects.Edge) {
	if kind, ok := v.there.find(e.To); ok && (e.Kind == 0 || e.Kind == kind) {
		return
	}
	v.target(e, o.Kind.String()+" "+o.ID.String())
}

// target checks that the target of a reference is there and of its kind. What
// may be in a footer that cannot be read is not called missing: the footer is
// reported.
func (v *verifier) target(e objects.Edge, by string) {
	var buf [4]place
	places, err := v.snap.locate(e.To, buf[:0])
	switch {
	case err != nil:
	case len(places) == 0:
		v.miss(e.To, by)
	case e.Kind != 0 && places[0].entry.kind != e.Kind:
		v.damage(Damage{
			ID: e.To, Kind: places[0].entry.kind, Code: CodeCorrupt, What: "reference",
			Why: fmt.Sprintf("%s refers to it as a %s", by, e.Kind),
		})
	default:
		v.there.add(e.To, places[0].entry.kind)
	}
}

// parallel runs work on several goroutines for what feed sends them.
func parallel[T any](ctx context.Context, feed func(send func(T) bool) error, work func(T)) error {
	jobs := make(chan T, 64)
	var wg sync.WaitGroup
	for range max(2, min(runtime.GOMAXPROCS(0), 4)) {
		wg.Go(func() {
			for job := range jobs {
				if ctx.Err() == nil {
					work(job)
				}
			}
		})
	}
	err := feed(func(job T) bool {
		select {
		case jobs <- job:
			return true
		case <-ctx.Done():
			return false
		}
	})
	close(jobs)
	wg.Wait()
	return cmp.Or(err, ctx.Err())
}

// finish sorts what was found.
func (v *verifier) finish() VerifyReport {
	for id, by := range v.missing {
		m := Missing{ID: id}
		for owner := range by {
			m.ReferencedBy = append(m.ReferencedBy, owner)
		}
		slices.Sort(m.ReferencedBy)
		v.report.Missing = append(v.report.Missing, m)
	}
	slices.SortFunc(v.report.Missing, func(a, b Missing) int { return a.ID.Compare(b.ID) })
	slices.SortFunc(v.report.Corrupt, func(a, b Damage) int {
		return cmp.Or(a.ID.Compare(b.ID), cmp.Compare(a.What, b.What), cmp.Compare(a.Path, b.Path), cmp.Compare(a.Why, b.Why))
	})
	return v.report
}
