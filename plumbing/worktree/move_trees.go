package worktree

import (
	"context"
	"sync"

	"github.com/genesis-vcs/genesis/objects"
)

// treeCache reads trees, each at most once, among them those that are only in
// a stage yet.
type treeCache struct {
	store objects.Store
	mu    sync.Mutex
	held  map[objects.ID]objects.Object
}

func newTreeCache(store objects.Store) *treeCache {
	return &treeCache{store: store, held: make(map[objects.ID]objects.Object)}
}

// Get implements snapshot.Reader.
func (c *treeCache) Get(ctx context.Context, id objects.ID) (objects.Object, error) {
	c.mu.Lock()
	o, ok := c.held[id]
	c.mu.Unlock()
	if ok {
		return o, nil
	}
	o, err := c.store.Get(ctx, id)
	if err == nil && o.Kind == objects.KindTree {
		c.hold(o)
	}
	return o, err
}

func (c *treeCache) hold(o objects.Object) {
	c.mu.Lock()
	c.held[o.ID] = o
	c.mu.Unlock()
}

// through returns the stage, with what is put into it visible to the cache.
func (c *treeCache) through(stage objects.Stage) objects.Stage {
	return &seenStage{Stage: stage, cache: c}
}

type seenStage struct {
	objects.Stage
	cache *treeCache
}

// Put implements objects.Stage.
func (s *seenStage) Put(ctx context.Context, kind objects.Kind, data []byte) (objects.ID, bool, error) {
	id, fresh, err := s.Stage.Put(ctx, kind, data)
	if err == nil && kind == objects.KindTree {
		s.cache.hold(objects.Object{
			Info: objects.Info{ID: id, Kind: kind, Size: uint64(len(data))},
			Data: append([]byte(nil), data...),
		})
	}
	return id, fresh, err
}
