package chunk

import (
	"context"
	"io"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/memstore"
)

// maxAhead is how far a step of a pipeline may be ahead of one that stands
// still, in bytes: the memory that Put and WriteTo need, whatever the size.
const maxAhead = 24 * maxChunk

// blockedStage takes no chunk until it is released.
type blockedStage struct {
	hashingStage
	release chan struct{}
}

func (s blockedStage) Put(ctx context.Context, kind objects.Kind, data []byte) (objects.ID, bool, error) {
	<-s.release
	return s.hashingStage.Put(ctx, kind, data)
}

func TestPutReadsAheadWithinBounds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const size = 12 << 20
		var read atomic.Int64
		stage := blockedStage{release: make(chan struct{})}
		done := make(chan error)
		go func() {
			res, err := Put(t.Context(), stage, repeat(noise(1, 1<<20), size), func(n int) { read.Add(int64(n)) })
			if res.Size != size && err == nil {
				t.Errorf("put %d bytes", res.Size)
			}
			done <- err
		}()
		synctest.Wait()
		if n := read.Load(); n < maxChunk || n > maxAhead {
			t.Errorf("Put read %d bytes ahead of a stage that stands still", n)
		}
		close(stage.release)
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
}

// countingStore counts the bytes that are read from it.
type countingStore struct {
	objects.Store
	bytes atomic.Int64
}

func (s *countingStore) Get(ctx context.Context, id objects.ID) (objects.Object, error) {
	o, err := s.Store.Get(ctx, id)
	s.bytes.Add(int64(len(o.Data)))
	return o, err
}

func TestWriteToReadsAheadWithinBounds(t *testing.T) {
	s := &countingStore{Store: memstore.New()}
	const size = 10 << 20
	id := put(t, s, noise(9, size), 0).ID
	synctest.Test(t, func(t *testing.T) {
		r := open(t, s, id)
		release := make(chan struct{})
		done := make(chan int64)
		go func() {
			n, err := r.WriteTo(writerFunc(func(p []byte) (int, error) { <-release; return len(p), nil }))
			if err != nil {
				t.Error(err)
			}
			done <- n
		}()
		synctest.Wait()
		if n := s.bytes.Load(); n < minChunk || n > maxAhead {
			t.Errorf("WriteTo read %d bytes ahead of a writer that stands still", n)
		}
		close(release)
		if n := <-done; n != size {
			t.Errorf("wrote %d bytes", n)
		}
	})
}

// Nothing that a reader or a writer left behind reaches the next blob.
func TestBuffersAreReusedSafely(t *testing.T) {
	s := memstore.New()
	for i := range 20 {
		data := noise(uint64(i), i*50_000)
		r := open(t, s, put(t, s, data, 0).ID)
		checkContent(t, r, data)
	}
	if _, _, err := Hash(t.Context(), io.LimitReader(&ring{block: []byte("x")}, 3)); err != nil {
		t.Error(err)
	}
}
