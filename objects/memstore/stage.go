package memstore

import (
	"context"
	"fmt"
	"sync"

	"github.com/genesis-vcs/genesis/objects"
)

// stage implements objects.Stage.
type stage struct {
	store *Store

	mu    sync.Mutex
	new   map[objects.ID]record
	stats objects.StageStats
	ended bool
}

// Begin implements objects.Store.
func (s *Store) Begin(ctx context.Context) (objects.Stage, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return &stage{store: s, new: map[objects.ID]record{}}, nil
}

// Put implements objects.Stage.
func (st *stage) Put(ctx context.Context, kind objects.Kind, data []byte) (objects.ID, bool, error) {
	if err := ctx.Err(); err != nil {
		return objects.ID{}, false, err
	}
	if err := objects.CheckCanonical(kind, data); err != nil {
		return objects.ID{}, false, err
	}
	id := objects.Sum(kind, data)
	fresh, err := st.add(newRecord(kind, id, append([]byte{}, data...)))
	return id, fresh, err
}

// PutChunked implements objects.Stage.
func (st *stage) PutChunked(ctx context.Context, id objects.ID, size uint64, list objects.ID) (bool, error) {
	info, err := st.Stat(ctx, list)
	if err != nil {
		return false, err
	}
	if info.Kind != objects.KindChunkList {
		return false, &objects.EncodingError{Kind: objects.KindBlob, Reason: fmt.Sprintf("its chunk list is a %s", info.Kind)}
	}
	return st.add(record{info: objects.Info{
		ID: id, Kind: objects.KindBlob, Size: size, Stored: objects.IDSize, List: list,
	}})
}

// add keeps the record unless the store or the stage has it.
func (st *stage) add(r record) (fresh bool, err error) {
	st.mu.Lock()
	defer st.mu.Unlock()
	if st.ended {
		return false, objects.ErrStageEnded
	}
	if _, ok := st.find(r.info.ID); ok {
		return false, nil
	}
	st.new[r.info.ID] = r
	st.stats.Objects++
	st.stats.Stored += r.info.Stored
	if r.info.List.IsZero() {
		st.stats.Bytes += r.info.Size
	}
	return true, nil
}

// find looks in the stage and then in the store. The stage is locked.
func (st *stage) find(id objects.ID) (record, bool) {
	if r, ok := st.new[id]; ok {
		return r, true
	}
	st.store.mu.RLock()
	defer st.store.mu.RUnlock()
	r, ok := st.store.objects[id]
	return r, ok
}

// Stat implements objects.Stage.
func (st *stage) Stat(ctx context.Context, id objects.ID) (objects.Info, error) {
	if err := ctx.Err(); err != nil {
		return objects.Info{}, err
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	if st.ended {
		return objects.Info{}, objects.ErrStageEnded
	}
	r, ok := st.find(id)
	if !ok {
		return objects.Info{}, &objects.NotFoundError{ID: id}
	}
	return r.info, nil
}

// Stats implements objects.Stage.
func (st *stage) Stats() objects.StageStats {
	st.mu.Lock()
	defer st.mu.Unlock()
	return st.stats
}

// Abort implements objects.Stage.
func (st *stage) Abort() error {
	st.mu.Lock()
	defer st.mu.Unlock()
	st.end()
	return nil
}

// closed makes sure that everything that the staged objects strongly refer to is
// there. The stage is locked.
func (st *stage) closed() error {
	for id, r := range st.new {
		edges, err := objects.Edges(objects.Object{Info: r.info, Data: r.data})
		if err != nil {
			return err
		}
		for _, e := range edges {
			if _, ok := st.find(e.To); !ok && e.Strength == objects.Strong {
				return &objects.DanglingError{ID: id, Field: e.Field, To: e.To}
			}
		}
	}
	return nil
}

// end drops what the stage holds. The stage is locked.
func (st *stage) end() { st.ended, st.new = true, nil }
