package git

import (
	"context"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
)

// treeCache remembers trees that were read or written a short while ago: those of the
// next commit are most of them the same.
type treeCache struct {
	under  snapshot.Reader
	recent map[objects.ID][]byte
	bytes  int
	// keep: nothing may be forgotten, since it can be read nowhere else.
	keep bool
}

// recentTrees bounds what is remembered, in bytes.
const recentTrees = 64 << 20

func newTreeCache(under snapshot.Reader) *treeCache {
	return &treeCache{under: under, recent: map[objects.ID][]byte{}}
}

func (t *treeCache) remember(id objects.ID, data []byte) {
	if t.bytes += len(data); t.bytes > recentTrees && !t.keep {
		clear(t.recent)
		t.bytes = len(data)
	}
	t.recent[id] = data
}

// Get implements snapshot.Reader.
func (t *treeCache) Get(ctx context.Context, id objects.ID) (objects.Object, error) {
	if data, ok := t.recent[id]; ok {
		return objects.Object{Info: objects.Info{ID: id, Kind: objects.KindTree, Size: uint64(len(data))}, Data: data}, nil
	}
	o, err := t.under.Get(ctx, id)
	if err == nil {
		t.remember(id, o.Data)
	}
	return o, err
}
