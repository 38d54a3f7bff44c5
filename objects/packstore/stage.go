package packstore

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"

	"github.com/genesis-vcs/genesis/objects"
)

// stage implements objects.Stage on a temporary pack that is made with the
// first new object.
type stage struct {
	s *Store

	// life is held shared by calls that add objects and exclusively by what
	// ends the stage.
	life  sync.RWMutex
	ended bool

	mu sync.Mutex
	w  *packWriter
	// staged has the place in w.entries of each object, or pending. A put of
	// many gigabytes has hundreds of thousands, so what is kept of each is
	// small: sizes holds the lengths that the entries do not have, chunked the
	// little that is special.
	staged  map[objects.ID]int32
	sizes   []uint32
	chunked map[objects.ID]pointer
	stats   objects.StageStats
	hurried bool
	awaits  []awaited // what the staged objects refer to and was not there
	err     error     // the first failure of the pack
	added   sync.Cond // an object is pending no longer
}

// pending marks an object that a goroutine is about to add.
const pending = -1

// Begin implements objects.Store.
func (s *Store) Begin(ctx context.Context) (objects.Stage, error) {
	snap, err := s.current(ctx)
	if err != nil {
		return nil, err
	}
	s.release(snap)
	st := &stage{s: s, staged: map[objects.ID]int32{}, chunked: map[objects.ID]pointer{}}
	st.added.L = &st.mu
	return st, nil
}

// use keeps the stage from ending; done lets it.
func (st *stage) use(ctx context.Context) (done func(), err error) {
	st.life.RLock()
	if st.ended {
		st.life.RUnlock()
		return nil, objects.ErrStageEnded
	}
	if err := ctx.Err(); err != nil {
		st.life.RUnlock()
		return nil, err
	}
	return st.life.RUnlock, nil
}

// Put implements objects.Stage. Hashing and compression run in the caller's
// goroutine.
func (st *stage) Put(ctx context.Context, kind objects.Kind, data []byte) (objects.ID, bool, error) {
	done, err := st.use(ctx)
	if err != nil {
		return objects.ID{}, false, err
	}
	defer done()
	if !kind.Valid() || len(data) > maxRaw {
		return objects.ID{}, false, &objects.EncodingError{Kind: kind, Reason: fmt.Sprintf("an object of %d bytes cannot be stored", len(data))}
	}
	id := objects.Sum(kind, data)
	fresh, err := st.reserve(id, func() error {
		edges, err := objects.CanonicalEdges(kind, data)
		st.await(id, edges)
		return err
	})
	if err != nil || !fresh {
		return id, false, err
	}
	payload, how, err := compressRecord(data, st.bulk())
	if err != nil {
		st.forget(id)
		return objects.ID{}, false, err
	}
	h := recordHeader{kind: kind, codec: how, raw: uint32(len(data)), stored: uint32(len(payload)), sum: checksum(payload)}
	return id, true, st.add(id, h, payload)
}

// PutChunked implements objects.Stage.
func (st *stage) PutChunked(ctx context.Context, id objects.ID, size uint64, list objects.ID) (bool, error) {
	done, err := st.use(ctx)
	if err != nil {
		return false, err
	}
	defer done()
	fresh, err := st.reserve(id, func() error { return nil })
	if err != nil || !fresh {
		return false, err
	}
	st.await(id, []objects.Edge{{To: list, Kind: objects.KindChunkList, Strength: objects.Strong, Field: "list"}})
	ptr := pointer{id: id, size: size, list: list}
	h, payload := ptr.record()
	st.mu.Lock()
	st.chunked[id] = ptr // before anyone can find the object
	st.mu.Unlock()
	return true, st.add(id, h, payload)
}

// reserve notes that the object is being added, so that a second caller with
// the same bytes does not; fresh is false when it is in the stage or the store.
// What is in neither has to pass check first.
func (st *stage) reserve(id objects.ID, check func() error) (fresh bool, err error) {
	st.mu.Lock()
	_, known := st.staged[id]
	err = st.err
	st.mu.Unlock()
	if known || err != nil {
		return false, err
	}
	if known, err = st.stored(id); known || err != nil {
		return false, err
	}
	if err := check(); err != nil {
		return false, err
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	if _, known := st.staged[id]; known || st.err != nil {
		return false, st.err
	}
	st.staged[id] = pending
	return true, nil
}

// stored asks the snapshot only: an object that somebody else stores at the
// same time may end up twice, which is harmless.
func (st *stage) stored(id objects.ID) (known bool, err error) {
	snap, err := st.s.acquire()
	if err != nil {
		return false, err
	}
	defer st.s.release(snap)
	known, err = snap.has(id)
	if err != nil && !isUnreadable(err) {
		// A damaged footer may hide the object: store it once more.
		return false, nil
	}
	return known, err
}

func (st *stage) forget(id objects.ID) {
	st.mu.Lock()
	defer st.mu.Unlock()
	delete(st.staged, id)
	st.added.Broadcast()
}

// Hurry implements objects.Hurried: the faster encoder does it all.
func (st *stage) Hurry() {
	st.mu.Lock()
	defer st.mu.Unlock()
	st.hurried = true
}

// bulk reports whether the stage has become large enough for the better, and
// at first slower, encoder.
func (st *stage) bulk() bool {
	st.mu.Lock()
	defer st.mu.Unlock()
	return st.stats.Bytes > bulkBytes && !st.hurried
}

// add appends the record of a reserved object. A failure ends the stage's
// usefulness: every later call returns it.
func (st *stage) add(id objects.ID, h recordHeader, payload []byte) error {
	st.mu.Lock()
	defer st.mu.Unlock()
	defer st.added.Broadcast()
	if st.err != nil {
		return st.err
	}
	if st.err = st.writer(); st.err != nil {
		return st.err
	}
	if len(st.w.entries) > math.MaxInt32 {
		st.err = errors.New("a stage has too many objects")
		return st.err
	}
	e := entry{id: id, kind: h.kind, flags: h.flags, stored: h.stored}
	if err := st.w.add(e, h, payload); err != nil {
		st.err = spaceError(st.s.dir, err, uint64(len(payload)))
		return st.err
	}
	st.staged[id] = int32(len(st.sizes))
	st.sizes = append(st.sizes, h.raw)
	st.stats.Objects++
	st.stats.Stored += uint64(h.size())
	if !h.chunked() {
		st.stats.Bytes += uint64(h.raw)
	}
	return nil
}

// writer makes the temporary pack if there is none yet.
func (st *stage) writer() error {
	if st.w != nil {
		return nil
	}
	if err := needSpace(st.s.dir, catalogHeadroom); err != nil {
		return err
	}
	var err error
	st.w, err = createPack(st.s.dir, st.s.opts.now())
	return err
}

// Stat implements objects.Stage.
func (st *stage) Stat(ctx context.Context, id objects.ID) (objects.Info, error) {
	done, err := st.use(ctx)
	if err != nil {
		return objects.Info{}, err
	}
	defer done()
	if info, ok := st.find(id); ok {
		return info, nil
	}
	return st.s.Stat(ctx, id)
}

// find describes an object that the stage has added, or is about to.
func (st *stage) find(id objects.ID) (objects.Info, bool) {
	st.mu.Lock()
	defer st.mu.Unlock()
	i, ok := st.staged[id]
	for ok && i == pending && st.err == nil {
		st.added.Wait()
		i, ok = st.staged[id]
	}
	if !ok || i == pending {
		return objects.Info{}, false
	}
	e := st.w.entries[i]
	info := objects.Info{ID: id, Kind: e.kind, Size: uint64(st.sizes[i]), Stored: recordHeaderSize + uint64(e.stored)}
	if ptr, ok := st.chunked[id]; ok {
		info.Size, info.List = ptr.size, ptr.list
	}
	return info, true
}

// Stats implements objects.Stage.
func (st *stage) Stats() objects.StageStats {
	st.mu.Lock()
	defer st.mu.Unlock()
	return st.stats
}

// Abort implements objects.Stage.
func (st *stage) Abort() error {
	st.life.Lock()
	defer st.life.Unlock()
	if !st.ended && st.w != nil {
		st.w.discard()
	}
	st.end()
	return nil
}

// end lets go of everything; the pack has been published or discarded. The
// caller holds life.
func (st *stage) end() {
	st.ended = true
	st.mu.Lock()
	defer st.mu.Unlock()
	st.w, st.staged, st.sizes, st.chunked, st.awaits = nil, nil, nil, nil, nil
}
