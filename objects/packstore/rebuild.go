package packstore

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"

	"github.com/genesis-vcs/genesis/objects"
)

// Rebuild says how far RebuildCatalog may go. The zero value risks nothing.
type Rebuild struct {
	// DryRun reports and changes nothing; an old catalog that was not closed cannot
	// be read then.
	DryRun bool
	// AcceptLosses replaces the catalog although something would be lost with it.
	// What is only missing for a time, a pack on a disk that is not mounted, is not
	// taken up again when it returns. Without it, losses keep everything as it is.
	AcceptLosses bool
}

// RepairReport says what RebuildCatalog restored and what it could not.
type RepairReport struct {
	Replaced     bool // the new catalog is in place
	Packs        int
	Objects      int
	RefsRestored int
	Operations   int
	// Operation is the one that was appended; zero when those that are there tell
	// everything.
	Operation objects.ID
	Losses    []Loss
}

// Loss is one thing that could not be brought back.
type Loss struct {
	What   string
	Reason string
}

const (
	newCatalogName = catalogName + ".new"
	oldCatalogName = catalogName + ".old"
	// damagedSuffix is what the file of a pack gets whose whole records were
	// taken into a new one. It is kept, but no pack any more.
	damagedSuffix = ".damaged"
	// generationGap puts the generations of a rebuilt catalog ahead of what any
	// process can have seen of the old one.
	generationGap = 1 << 20
)

// RebuildCatalog makes a new catalog from the packs: footers (rebuilt from the
// records where they are damaged), the newest view and the operations after it,
// up to the one that the slots or the old catalog name. Rows of the old catalog
// that can still be read and pass their checks are better evidence than all of
// that, and stay. An operation that is lost is stepped over: what it alone
// changed is then as it was before. The old catalog is replaced only when the
// new one is complete. A damaged or missing format record and damaged slots are
// written anew. The file of a pack that had to be taken apart is kept with the
// suffix ".damaged". Nothing at all is replaced where something would be lost,
// unless that is accepted.
//
// When the operations that are left do not tell the restored rows for certain,
// an operation with a view of them is appended, so that nothing depends on what
// was lost any more.
//
// Errors: *NotStoreError, *FormatError, *objects.BusyError, *objects.NoSpaceError,
// and those of the file system. Losses are none: the report lists them.
func RebuildCatalog(ctx context.Context, dir string, opts Options, how Rebuild) (RepairReport, error) {
	var damaged *objects.CorruptError
	if err := checkFormat(dir); err != nil && !errors.As(err, &damaged) {
		return RepairReport{}, err
	}
	if !how.DryRun {
		if err := checkWritable(dir); err != nil {
			return RepairReport{}, err
		}
	}
	lock, err := lockStore(ctx, dir, lockExclusive, opts)
	if err != nil {
		return RepairReport{}, err
	}
	defer lock.release()
	r := &rebuild{dir: dir, opts: opts, dryRun: how.DryRun, look: how.DryRun || !how.AcceptLosses, badFormat: damaged != nil}
	defer r.cleanUp()
	if err := r.plan(ctx); err != nil {
		return RepairReport{}, err
	}
	if how.DryRun || !how.AcceptLosses && len(r.report.Losses) > 0 {
		return r.report, nil
	}
	if r.look && len(r.retired) > 0 {
		// Nothing is lost, and there are records to copy.
		r = &rebuild{dir: dir, opts: opts, badFormat: r.badFormat}
		defer r.cleanUp()
		if err := r.plan(ctx); err != nil {
			return RepairReport{}, err
		}
	}
	if err := r.write(ctx); err != nil {
		return RepairReport{}, err
	}
	r.report.Replaced = true
	return r.report, nil
}

// plan finds what the new catalog will hold, and what it will not.
func (r *rebuild) plan(ctx context.Context) error {
	for _, step := range []func(context.Context) error{r.collect, r.salvage, r.readOld, r.findHead, r.restoreRows} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// Writable refuses, as far as it can be known before something is written, a store
// of somebody else, or on a read-only medium: a *fs.PathError.
func (s *Store) Writable() error { return checkWritable(s.dir) }

// checkWritable refuses a store of somebody else, or on a read-only medium,
// before anything is done: a rebuild must not end between two files.
func checkWritable(dir string) error {
	for _, name := range []string{".", packsName, catalogName, slotsName} {
		path := filepath.Join(dir, name)
		err := reach(pointAccess)
		if err == nil {
			err = unix.Access(path, unix.R_OK|unix.W_OK)
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return &fs.PathError{Op: "write", Path: path, Err: err}
		}
	}
	return nil
}

// rebuild is one run of RebuildCatalog, under the exclusive lock.
type rebuild struct {
	dir       string
	opts      Options
	dryRun    bool
	look      bool // records of damaged packs are read where they are, not copied
	badFormat bool

	report  RepairReport
	scan    packScan
	snap    *snapshot // all packs that will be live
	w       *packWriter
	retired []string    // names of damaged packs that are to be renamed
	old     *oldCatalog // nil when it cannot be read
	newest  slot
	rows    rowSet       // that are restored
	head    objects.Head // the newest operation that can be read
	view    objects.Head
	changes []objects.OpChange // what the operations do not lead to
	repair  bool               // an operation has to record the restored rows
}

func (r *rebuild) lose(what, format string, args ...any) {
	r.report.Losses = append(r.report.Losses, Loss{What: what, Reason: fmt.Sprintf(format, args...)})
}

func (r *rebuild) cleanUp() {
	if r.w != nil {
		r.w.discard()
	}
	if r.snap != nil {
		r.snap.close()
	}
}

// collect lists every pack whose footer is whole.
func (r *rebuild) collect(ctx context.Context) error {
	var err error
	if r.scan, err = scanPacks(r.dir); err != nil {
		return err
	}
	r.snap = r.scan.snapshot(r.dir)
	return ctx.Err()
}

// salvage takes the whole records of damaged packs into a new one.
func (r *rebuild) salvage(ctx context.Context) error {
	seen := map[objects.ID]bool{}
	for _, name := range r.scan.damaged {
		if err := r.salvagePack(ctx, name, seen); err != nil {
			return err
		}
	}
	if r.w == nil {
		return nil
	}
	return r.publish()
}

func (r *rebuild) salvagePack(ctx context.Context, name string, seen map[objects.ID]bool) error {
	what := "pack " + filepath.Join(packsName, name)
	f, err := os.Open(filepath.Join(r.dir, packsName, name))
	if refused := unreadable("pack", filepath.Join(packsName, name), err); refused != nil {
		return refused
	}
	if err != nil {
		r.lose(what, "%v", trimPath(err))
		return nil
	}
	info, err := f.Stat()
	if err != nil {
		return errors.Join(err, f.Close())
	}
	r.retired = append(r.retired, name)
	var entries []entry
	err = walkRecords(f, info.Size(), func(s salvaged) error {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case s.err != nil:
			r.lose(what, "record at %d: %v", s.offset, s.err)
			return nil
		case seen[s.entry.id]:
			return nil
		}
		seen[s.entry.id] = true
		entries = append(entries, s.entry)
		return r.keepRecord(s)
	})
	if err == nil && len(entries) == 0 {
		r.lose(what, "no whole record was found in it")
	}
	if err == nil && r.look {
		return r.indexed(f, info.Size(), entries)
	}
	if refused := unreadable("pack", filepath.Join(packsName, name), err); refused != nil {
		err = refused
	}
	return errors.Join(err, f.Close())
}

// keepRecord copies a record unless a sound pack has the object.
func (r *rebuild) keepRecord(s salvaged) error {
	if known, err := r.snap.has(s.entry.id); r.look || err == nil && known {
		return nil
	}
	if r.w == nil {
		var err error
		if r.w, err = createPack(r.dir, r.opts.now()); err != nil {
			return err
		}
	}
	if s.header.codec == codecDelta { // its base may be in another pack, or nowhere
		return addRaw(r.w, s.header.kind, s.raw)
	}
	return spaceError(r.dir, r.w.add(s.entry, s.header, s.payload), uint64(s.header.stored))
}

// indexed makes a damaged pack readable where it is, by an index of the whole
// records that were found in it.
func (r *rebuild) indexed(f *os.File, size int64, entries []entry) error {
	t, footer := buildFooter(packHeader{format: formatOptimized}, size, entries, nil)
	idx, err := parseIndex(t, footer)
	if err != nil {
		return err
	}
	r.snap.packs = append(r.snap.packs, &pack{packRow: packRow{size: size, trailer: t}, dir: r.dir, f: f, idx: idx})
	return nil
}

// findHead finds the newest operation: what the old catalog or the slots name,
// whichever is newer. Where the newer slot is damaged and the catalog cannot
// tell, and where both are lost, it is the end of the longest chain. Slots that
// may not be read are not lost.
func (r *rebuild) findHead(ctx context.Context) error {
	certain := false
	slots, err := openSlots(r.dir)
	if err == nil {
		var bad [slotCount]bool
		if r.newest, bad, err = slots.read(); err == nil {
			certain = bad == [slotCount]bool{}
		}
		_ = slots.close()
	}
	if isUnreadable(err) {
		return err
	}
	if old := r.old; old != nil && old.generation >= r.newest.generation {
		r.newest, certain = slot{generation: old.generation, head: old.head}, true
	}
	if certain {
		return nil
	}
	longest, err := r.longestChain(ctx, r.newest.head)
	if err != nil {
		return err
	}
	r.newest.head = longest
	r.lose("operation head", "neither the slots nor the old catalog tell the newest operation for certain; the last one that was found was taken")
	// Nobody knows how far the generations went.
	r.newest.generation = max(r.newest.generation, uint64(r.opts.now().Unix()))
	return nil
}

// longestChain returns the operation with the greatest number that has from in
// its chain (any, if from is zero). Of several with that number, all but one
// never happened: their writers were stopped before they published. They are
// older than the one that did.
func (r *rebuild) longestChain(ctx context.Context, from objects.Head) (objects.Head, error) {
	ops, err := r.snap.operations(ctx)
	if err != nil {
		return from, err
	}
	best, rivals := from, 0
	for id, op := range ops {
		if op.seq < best.Seq || id == best.Operation || !reaches(ops, id, from) {
			continue
		}
		switch last := ops[best.Operation]; {
		case op.seq > best.Seq:
			rivals = 0
		default:
			rivals++
			if cmp.Or(cmp.Compare(last.seconds, op.seconds), best.Operation.Compare(id)) > 0 {
				continue
			}
		}
		best = objects.Head{Operation: id, Seq: op.seq}
	}
	if rivals > 0 {
		r.lose("operation head", "%d operations have number %d; the one with the latest time was taken", rivals+1, best.Seq)
	}
	return best, nil
}

// reaches reports whether the chain of an operation leads to from, which may be
// zero.
func reaches(ops map[objects.ID]opLink, at objects.ID, from objects.Head) bool {
	link, ok := ops[at]
	for ok && link.seq > from.Seq {
		at = link.parent
		link, ok = ops[at]
	}
	return from.Operation.IsZero() || at == from.Operation
}

func (r *rebuild) countObjects() error {
	r.report.Packs = len(r.snap.packs)
	it, err := r.snap.iterate(objects.ID{})
	if err != nil {
		return err
	}
	for {
		_, ok, err := it.next()
		if err != nil || !ok {
			return err
		}
		r.report.Objects++
	}
}

// write makes the new catalog beside the old one, exchanges them, and writes
// everything that hangs on it.
func (r *rebuild) write(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if r.repair {
		if err := r.record(); err != nil {
			return err
		}
	}
	st := state{generation: r.newest.generation + generationGap, head: r.head, view: r.view}
	if r.old != nil {
		st.epoch = r.old.epoch
	}
	tx := &catalogTx{state: &st}
	for _, p := range r.snap.packs {
		tx.replace(famPack, string(p.id[:]), nil, p.packRow.encode())
	}
	for _, f := range rowFamilies {
		for _, row := range r.rows.sorted(f) {
			tx.replace(f, row.name, nil, row.value)
		}
	}
	if err := newCatalog(filepath.Join(r.dir, newCatalogName), r.dir, tx); err != nil {
		return err
	}
	if err := r.swap(); err != nil {
		return err
	}
	if err := reach(pointRebuildSlots); err != nil {
		return err
	}
	if err := rewriteSlots(r.dir, slot{generation: st.generation, head: st.head}); err != nil {
		return err
	}
	return r.tidy()
}

// swap puts the new catalog in place. A crash between the two renames leaves a
// store without a catalog, which this repairs when it is run again.
func (r *rebuild) swap() error {
	if err := reach(pointRebuildSwap); err != nil {
		return err
	}
	path := filepath.Join(r.dir, catalogName)
	old := filepath.Join(r.dir, oldCatalogName)
	if err := os.RemoveAll(old); err != nil {
		return err
	}
	if err := os.Rename(path, old); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.Rename(filepath.Join(r.dir, newCatalogName), path); err != nil {
		return err
	}
	return syncDir(r.dir)
}

// tidy retires the packs that were taken apart, writes a lost format record and
// removes the old catalog.
func (r *rebuild) tidy() error {
	for _, name := range r.retired {
		path := filepath.Join(r.dir, packsName, name)
		if err := os.Rename(path, path+damagedSuffix); err != nil {
			return err
		}
	}
	if r.badFormat {
		if err := writeFileAtomic(filepath.Join(r.dir, formatName), newFormatFile(r.opts.now())); err != nil {
			return err
		}
	}
	return errors.Join(
		os.RemoveAll(filepath.Join(r.dir, oldCatalogName)),
		syncDir(filepath.Join(r.dir, packsName)), syncDir(r.dir))
}

// rewriteSlots writes both slots in place, so that processes that have the file
// open see them, and one after the other, so that one of them is whole at any
// time.
func rewriteSlots(dir string, v slot) error {
	f, err := os.OpenFile(filepath.Join(dir, slotsName), os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	err = f.Truncate(slotCount * slotSize)
	for i := int64(0); i < slotCount && err == nil; i++ {
		if _, err = f.WriteAt(v.encode(), i*slotSize); err == nil {
			err = f.Sync()
		}
	}
	return errors.Join(err, f.Close(), syncDir(dir))
}
