package objects

import (
	"context"
	"fmt"
	"sync"
)

// dryStage implements Stage without a place for objects.
type dryStage struct {
	store Store

	mu    sync.Mutex
	new   map[ID]dryObject
	lists map[ID]ID // of the new blobs that would be chunked, their chunk lists
	stats StageStats
	ended bool
}

// dryObject is what is kept of a new object.
type dryObject struct {
	kind Kind
	size uint64
}

// NewDryStage returns a stage that computes identities and counts what would be
// new in the store, and keeps and writes nothing: a dry run can use it on a
// store that may not be written. It cannot be published. As nothing is
// compressed, StageStats.Stored and Info.Stored count the canonical bytes.
func NewDryStage(store Store) Stage {
	return &dryStage{store: store, new: map[ID]dryObject{}, lists: map[ID]ID{}}
}

// Put implements Stage.
func (st *dryStage) Put(ctx context.Context, kind Kind, data []byte) (ID, bool, error) {
	if err := st.open(ctx); err != nil {
		return ID{}, false, err
	}
	if err := CheckCanonical(kind, data); err != nil {
		return ID{}, false, err
	}
	id := Sum(kind, data)
	fresh, err := st.add(ctx, id, dryObject{kind: kind, size: uint64(len(data))}, ID{})
	return id, fresh, err
}

// PutChunked implements Stage.
func (st *dryStage) PutChunked(ctx context.Context, id ID, size uint64, list ID) (bool, error) {
	info, err := st.Stat(ctx, list)
	if err != nil {
		return false, err
	}
	if info.Kind != KindChunkList {
		return false, &EncodingError{Kind: KindBlob, Reason: fmt.Sprintf("its chunk list is a %s", info.Kind)}
	}
	return st.add(ctx, id, dryObject{kind: KindBlob, size: size}, list)
}

// add counts the object unless the stage or the store has it. The store is
// asked without the lock, so that several callers do not wait for each other.
func (st *dryStage) add(ctx context.Context, id ID, o dryObject, list ID) (fresh bool, err error) {
	if st.has(id) {
		return false, nil
	}
	has, err := st.store.Has(ctx, []ID{id})
	if err != nil || has[0] {
		return false, err
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	if _, ok := st.new[id]; ok || st.ended {
		return false, st.state()
	}
	st.new[id] = o
	st.stats.Objects++
	if list.IsZero() {
		st.stats.Bytes += o.size
		st.stats.Stored += o.size
	} else {
		st.lists[id] = list
		st.stats.Stored += IDSize
	}
	return true, nil
}

func (st *dryStage) has(id ID) bool {
	st.mu.Lock()
	defer st.mu.Unlock()
	_, ok := st.new[id]
	return ok
}

// Stat implements Stage.
func (st *dryStage) Stat(ctx context.Context, id ID) (Info, error) {
	if err := st.open(ctx); err != nil {
		return Info{}, err
	}
	st.mu.Lock()
	o, ok := st.new[id]
	info := Info{ID: id, Kind: o.kind, Size: o.size, Stored: o.size, List: st.lists[id]}
	st.mu.Unlock()
	if !ok {
		return st.store.Stat(ctx, id)
	}
	if !info.List.IsZero() {
		info.Stored = IDSize
	}
	return info, nil
}

// Stats implements Stage.
func (st *dryStage) Stats() StageStats {
	st.mu.Lock()
	defer st.mu.Unlock()
	return st.stats
}

// Abort implements Stage.
func (st *dryStage) Abort() error {
	st.mu.Lock()
	defer st.mu.Unlock()
	st.ended, st.new, st.lists = true, nil, nil
	return nil
}

// open reports a stage that has ended or a context that is done.
func (st *dryStage) open(ctx context.Context) error {
	st.mu.Lock()
	defer st.mu.Unlock()
	if err := st.state(); err != nil {
		return err
	}
	return ctx.Err()
}

// state is ErrStageEnded after the end. The stage is locked.
func (st *dryStage) state() error {
	if st.ended {
		return ErrStageEnded
	}
	return nil
}
