package chunk

import (
	"bytes"
	"context"
	"io"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/memstore"
)

// hashingStage hashes what it is given and keeps nothing: what Put costs
// without a store below it.
type hashingStage struct{ objects.Stage }

func (hashingStage) Put(_ context.Context, kind objects.Kind, data []byte) (objects.ID, bool, error) {
	return objects.Sum(kind, data), true, nil
}

func (hashingStage) PutChunked(context.Context, objects.ID, uint64, objects.ID) (bool, error) {
	return true, nil
}

// repeat yields n bytes by repeating a block.
func repeat(block []byte, n int64) io.Reader {
	return io.LimitReader(&ring{block: block}, n)
}

type ring struct {
	block []byte
	at    int
}

func (r *ring) Read(p []byte) (int, error) {
	n := copy(p, r.block[r.at:])
	r.at = (r.at + n) % len(r.block)
	return n, nil
}

func BenchmarkCut(b *testing.B) {
	data := noise(1, 64<<20)
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if err := cut(bytes.NewReader(data), func([]byte) error { return nil }); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkPut(b *testing.B) {
	block := noise(1, 64<<20)
	const size = 512 << 20
	b.SetBytes(size)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Put(context.Background(), hashingStage{}, repeat(block, size), nil); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkPutSmall(b *testing.B) {
	data := noise(1, 6000)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Put(context.Background(), hashingStage{}, bytes.NewReader(data), nil); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkWriteTo(b *testing.B) {
	s := memstore.New()
	data := noise(1, 64<<20)
	id := put(b, s, data, 0).ID
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := open(b, s, id).WriteTo(io.Discard); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkReadAt(b *testing.B) {
	s := memstore.New()
	id := put(b, s, noise(1, 8<<20), 0).ID
	r := open(b, s, id)
	p := make([]byte, 4096)
	b.SetBytes(int64(len(p)))
	for i := 0; b.Loop(); i++ {
		if _, err := r.ReadAt(p, int64(i*len(p)%(8<<20))); err != nil {
			b.Fatal(err)
		}
	}
}
