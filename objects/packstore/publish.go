package packstore

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/genesis-vcs/genesis/objects"
)

// viewInterval is after how many operations a view of all rows is stored.
const viewInterval = 256

// Publish implements objects.Store.
//
// Everything that takes long happens before the exclusive lock: syncing the
// stage's records and merging small packs. Under it, in this order: operation
// and footer are appended and synced, the file gets its name, the directory is
// synced, one synced transaction of the catalog adds the pack and moves the
// rows, a slot is written. Before the transaction nothing has happened; after
// it everything has, whatever becomes of the process.
func (s *Store) Publish(ctx context.Context, staged objects.Stage, batch objects.Batch) (objects.Published, error) {
	if staged == nil {
		return s.publish(ctx, nil, batch)
	}
	st, ok := staged.(*stage)
	if !ok || st.s != s {
		return objects.Published{}, errors.New("the stage belongs to another store")
	}
	st.life.Lock()
	defer st.life.Unlock()
	if st.ended {
		return objects.Published{}, objects.ErrStageEnded
	}
	if st.err != nil {
		err := st.err
		st.drop()
		return objects.Published{}, err
	}
	pub, err := s.publish(ctx, st, batch)
	if !canRetry(err) {
		st.drop()
	}
	return pub, err
}

// canRetry reports whether a publication that failed leaves its stage open.
func canRetry(err error) bool {
	var conflict *objects.ConflictError
	var busy *objects.BusyError
	return !errors.Is(err, errUnknownOutcome) && (errors.As(err, &conflict) || errors.As(err, &busy))
}

// drop ends the stage and removes its pack, if it still owns one.
func (st *stage) drop() {
	if st.w != nil {
		st.w.discard()
	}
	st.end()
}

func (s *Store) publish(ctx context.Context, st *stage, batch objects.Batch) (objects.Published, error) {
	p := publication{s: s, stage: st, batch: batch}
	if st != nil {
		p.stats, p.w = st.stats, st.w
	}
	defer p.cleanUp()
	if err := p.prepare(ctx); err != nil || p.resolved.Noop {
		return objects.Published{Noop: p.resolved.Noop}, err
	}
	if err := p.commit(ctx); err != nil {
		return objects.Published{}, err
	}
	s.deleteDropped(p.dropFiles)
	restoreBallast(s.dir, p.live)
	out := objects.Published{Changes: p.resolved.Changes, Noop: p.resolved.Noop, StageStats: p.stats}
	if p.resolved.Operation != nil {
		out.Operation, out.Seq = p.resolved.ID, p.resolved.Operation.Seq
	}
	return out, nil
}

// publication is one call of Publish.
type publication struct {
	s        *Store
	stage    *stage
	batch    objects.Batch
	stats    objects.StageStats
	w        *packWriter // of the stage, or made for the operation alone
	resolved objects.Resolved
	merge    *merge
	// dropFiles are the files of packs that the transaction replaced.
	dropFiles []packID
	live      int64 // bytes of all packs afterwards
}

// prepare does everything that needs no lock.
func (p *publication) prepare(ctx context.Context) error {
	snap, err := p.s.current(ctx, batchFamilies(p.batch)...)
	if err != nil {
		return err
	}
	defer p.s.release(snap)
	if err := p.resolve(snap); err != nil || p.resolved.Noop {
		return err
	}
	if p.stage != nil && !p.batch.Partial {
		if err := p.stage.closed(ctx, snap); err != nil {
			return err
		}
	}
	if p.w == nil {
		if err := needSpace(p.s.dir, catalogHeadroom); err != nil {
			return err
		}
		if p.w, err = createPack(p.s.dir, p.s.opts.now()); err != nil {
			return err
		}
	} else if err := p.w.sync(); err != nil {
		return err
	}
	p.merge, err = p.s.prepareMerge(ctx, snap)
	return err
}

func (p *publication) resolve(snap *snapshot) (err error) {
	p.resolved, err = objects.ResolveBatch(rowTable{snap}, snap.head, p.stats, p.batch)
	return err
}

// cleanUp removes what was not published. The pack of a stage is left to it.
func (p *publication) cleanUp() {
	if p.w != nil && (p.stage == nil || p.stage.w != p.w) {
		p.w.discard()
	}
	if p.merge != nil {
		p.merge.discard()
	}
}

// size estimates what the batch takes in a transaction of the catalog.
func (p *publication) size() int64 {
	n := int64(0)
	for _, c := range p.batch.Changes {
		n += int64(len(c.Name) + len(c.New) + catalogRow)
	}
	const packs = 256 // of a merge
	return n + packs*catalogRow
}

// commit does what has to happen under the exclusive lock. A pack that was not
// published is removed while the lock is held: it may have its name already,
// and the next writer would take it into the catalog right before it goes.
func (p *publication) commit(ctx context.Context) (err error) {
	t, err := p.s.beginWrite(ctx, batchFamilies(p.batch), access{write: true, need: p.size()})
	if err != nil {
		return err
	}
	defer t.end()
	defer func() { // also when it panics
		switch {
		case t.done || errors.Is(err, errUnknownOutcome):
			// The pack is in the catalog, or may be: its file must stay.
			p.release(t)
		case !canRetry(err):
			p.withdraw()
		}
	}()
	return p.transact(ctx, t)
}

// transact makes the transaction of the catalog and everything that it names.
// Conflicts are found before anything is written.
func (p *publication) transact(ctx context.Context, t *writeTx) error {
	if err := p.resolve(t.snap); err != nil || p.resolved.Noop { // others did it meanwhile
		return err
	}
	t.begin()
	if op := p.resolved.Operation; op != nil {
		if err := p.addOperation(t, op); err != nil {
			return err
		}
	}
	row, err := p.w.finish(nil)
	if err != nil {
		return err
	}
	t.addPack(row)
	if err := p.addMerged(t); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return t.commit()
}

// withdraw removes the packs of a publication that failed.
func (p *publication) withdraw() {
	p.w.discard()
	p.disown()
	if p.merge != nil {
		p.merge.discard()
		p.merge = nil
	}
}

// disown forgets the pack, in the stage too.
func (p *publication) disown() {
	if p.stage != nil && p.stage.w == p.w {
		p.stage.w = nil
	}
	p.w = nil
}

// release lets go of the packs that the catalog lists now.
func (p *publication) release(t *writeTx) {
	p.w.keep()
	p.live = sumSizes(t.next.packs)
	p.disown()
	if p.merge != nil {
		for _, in := range p.merge.inputs {
			p.dropFiles = append(p.dropFiles, in.id)
		}
		p.merge.keep()
		p.merge = nil
	}
}

// addOperation appends the record of the operation, and of a view when it is
// time for one, and notes the rows that change.
func (p *publication) addOperation(t *writeTx, op *objects.Operation) error {
	if err := addRaw(p.w, objects.KindOperation, p.resolved.Data); err != nil {
		return err
	}
	t.changeRows(op.Changes)
	t.tx.state.head = objects.Head{Operation: p.resolved.ID, Seq: op.Seq}
	if op.Seq%p.s.opts.viewInterval() != 0 {
		return nil
	}
	rows, err := t.allRows()
	if err != nil {
		return err
	}
	data, err := objects.Encode(&objects.View{Seq: op.Seq, Operation: p.resolved.ID, Rows: rows})
	if err != nil {
		// More rows than one object takes: the chain of operations alone will
		// have to do.
		return nil
	}
	t.tx.state.view = t.tx.state.head
	return addRaw(p.w, objects.KindView, data)
}

// addRaw appends an object that the store itself makes.
func addRaw(w *packWriter, kind objects.Kind, data []byte) error {
	payload, how, err := compressRecord(data, false)
	if err != nil {
		return err
	}
	h := recordHeader{kind: kind, codec: how, raw: uint32(len(data)), stored: uint32(len(payload)), sum: checksum(payload)}
	e := entry{id: objects.Sum(kind, data), kind: kind, stored: h.stored}
	return spaceError(w.dir, w.add(e, h, payload), uint64(len(payload)))
}

// addMerged publishes the merged pack in the same transaction, unless one of
// the packs that it was made from is not live any more.
func (p *publication) addMerged(t *writeTx) error {
	m := p.merge
	if m == nil {
		return nil
	}
	var ids []packID
	for _, in := range m.inputs {
		if !slices.ContainsFunc(t.snap.packs, func(q *pack) bool { return q.id == in.id }) {
			m.discard()
			p.merge = nil
			return nil
		}
		ids = append(ids, in.id)
	}
	row, err := m.w.finish(ids)
	if err != nil {
		return err
	}
	t.addPack(row)
	for _, in := range m.inputs {
		t.dropPack(in.packRow)
	}
	return nil
}

// deleteDropped removes the files of packs that are not live any more. Readers
// that have them open read on; what a crash leaves, the next writer removes.
func (s *Store) deleteDropped(ids []packID) {
	for _, id := range ids {
		if reach(pointDropDelete) != nil {
			return
		}
		_ = os.Remove(s.packPath(id))
	}
}

func (s *Store) packPath(id packID) string {
	return fmt.Sprintf("%s/%s/%s", s.dir, packsName, id.fileName())
}
