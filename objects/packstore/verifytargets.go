package packstore

import (
	"sync"

	"github.com/genesis-vcs/genesis/objects"
)

// targets remembers objects that references were found to lead to, and their
// kinds. Each version of a tree names mostly what the one before named, and a
// look here costs a fraction of one into the packs.
type targets struct {
	shards [64]struct {
		mu    sync.Mutex
		kinds map[objects.ID]objects.Kind
	}
}

// shardTargets bounds what each shard remembers; together some 15 MB.
const shardTargets = 4096

func (t *targets) find(id objects.ID) (kind objects.Kind, ok bool) {
	s := &t.shards[id[0]%uint8(len(t.shards))]
	s.mu.Lock()
	defer s.mu.Unlock()
	kind, ok = s.kinds[id]
	return kind, ok
}

func (t *targets) add(id objects.ID, kind objects.Kind) {
	s := &t.shards[id[0]%uint8(len(t.shards))]
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.kinds == nil || len(s.kinds) >= shardTargets {
		s.kinds = map[objects.ID]objects.Kind{}
	}
	s.kinds[id] = kind
}
