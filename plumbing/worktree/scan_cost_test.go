package worktree

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
)

// countingStore counts what a scan reads from the store.
type countingStore struct {
	objects.Store
	reads atomic.Int64
}

func (s *countingStore) Get(ctx context.Context, id objects.ID) (objects.Object, error) {
	s.reads.Add(1)
	return s.Store.Get(ctx, id)
}

func (s *countingStore) Stat(ctx context.Context, id objects.ID) (objects.Info, error) {
	s.reads.Add(1)
	return s.Store.Stat(ctx, id)
}

// countingStage counts what a scan puts, kind by kind, and what it looks for.
type countingStage struct {
	objects.Stage
	blobs, trees, looks atomic.Int64
}

func (s *countingStage) Put(ctx context.Context, kind objects.Kind, data []byte) (objects.ID, bool, error) {
	if kind == objects.KindTree {
		s.trees.Add(1)
	} else {
		s.blobs.Add(1)
	}
	return s.Stage.Put(ctx, kind, data)
}

func (s *countingStage) Stat(ctx context.Context, id objects.ID) (objects.Info, error) {
	s.looks.Add(1)
	return s.Stage.Stat(ctx, id)
}

// What a commit of a few files hashes, encodes, puts and reads follows the files,
// not the tree. (Only the stat of each file and the list of each directory do not.)
func TestScanCostFollowsTheChange(t *testing.T) {
	const tops, subs, edits = 20, 100, 10
	f := newFixture(t)
	for d := range tops * subs {
		f.write(fmt.Sprintf("d%d/e%d/a", d%tops, d/tops), fmt.Sprintf("d%d/e%d/b", d%tops, d/tops))
	}
	f.nextTick()
	f.commit()
	f.nextTick()
	f.status()
	for i := range edits {
		f.write(fmt.Sprintf("d%d/e%d/a=edited", 2*i, i))
	}
	reads := f.reads()
	store := &countingStore{Store: f.store}
	begun, err := f.store.Begin(f.Context())
	f.must(err)
	stage := &countingStage{Stage: begun}
	scan, err := New(f.opts).Scan(f.Context(), ScanRequest{Store: store, Base: f.base, Stage: stage})
	f.must(err)
	if len(scan.Changes) != edits || scan.Files != 2*tops*subs {
		t.Fatalf("%d changes in %d files", len(scan.Changes), scan.Files)
	}
	// Each file, its directory and the one above it, and the root.
	for what, n := range map[string][2]int64{
		"files read":        {int64(len(*reads)), edits},
		"blobs put":         {stage.blobs.Load(), edits},
		"trees put":         {stage.trees.Load(), 2*edits + 1},
		"reads of a store":  {store.reads.Load(), 0},
		"looks for objects": {stage.looks.Load(), 0},
	} {
		if n[0] != n[1] {
			t.Errorf("%s: %d, want %d", what, n[0], n[1])
		}
	}
	f.must(stage.Abort())
}

// The records of what did not change are copied: their names are there once,
// however often a cache is made from another one.
func TestStatCacheDoesNotGrow(t *testing.T) {
	f := newFixture(t)
	for i := range 40 {
		f.write(fmt.Sprintf("d%d/some-long-name-of-a-file", i))
	}
	f.commit()
	size := len(f.cacheBytes())
	for round := range 100 {
		f.write(fmt.Sprintf("d%d/some-long-name-of-a-file=%d", round%40, round))
		f.nextTick()
		f.commit()
		if now := len(f.cacheBytes()); now > size+size/8 {
			t.Fatalf("after %d rounds the cache grew from %d to %d bytes", round, size, now)
		}
	}
	if c := parseCache(f.cacheBytes()); c == nil || c.nFile != 40 || c.fileName(c.nFile-1) != "some-long-name-of-a-file" {
		t.Errorf("the cache does not hold the files")
	}
}
