package packstore

import (
	"context"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/genesis-vcs/genesis/objects"
)

// putOne publishes one small object with an operation, as a small command does.
func putOne(t testing.TB, s *Store, data []byte) objects.ID {
	t.Helper()
	st, err := s.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	id, _, err := st.Put(t.Context(), objects.KindBlob, data)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Publish(t.Context(), st, objects.Batch{Operation: &objects.Operation{Verb: "store put", Seconds: 1}}); err != nil {
		t.Fatal(err)
	}
	return id
}

func BenchmarkPutOne(b *testing.B) {
	s := newStore(b)
	i := 0
	for b.Loop() {
		putOne(b, s, fmt.Appendf(nil, "object %d", i))
		i++
	}
}

// BenchmarkLockHeld measures how long a small put keeps others from the store:
// from the moment it has the exclusive lock to its return.
func BenchmarkLockHeld(b *testing.B) {
	s := newStore(b)
	var since time.Time
	b.Cleanup(setFailpoints(func(p point) error {
		if p == pointCatalogOpen {
			since = time.Now()
		}
		return nil
	}))
	var held []time.Duration
	for i := 0; b.Loop(); i++ {
		putOne(b, s, fmt.Appendf(nil, "object %d", i))
		held = append(held, time.Since(since))
	}
	slices.Sort(held)
	b.ReportMetric(float64(held[len(held)/2].Microseconds())/1000, "ms-held/op")
	b.ReportMetric(float64(held[len(held)*95/100].Microseconds())/1000, "ms-held-p95/op")
}

// BenchmarkPutOneProcess opens the store for each put, as a command does.
func BenchmarkPutOneProcess(b *testing.B) {
	dir := newStore(b).dir
	i := 0
	for b.Loop() {
		s, err := Open(b.Context(), dir, Options{})
		if err != nil {
			b.Fatal(err)
		}
		putOne(b, s, fmt.Appendf(nil, "object %d", i))
		_ = s.Close()
		i++
	}
}

func BenchmarkOpenHas(b *testing.B) {
	s := newStore(b)
	var id objects.ID
	for i := range 20 {
		id = putOne(b, s, fmt.Appendf(nil, "object %d", i))
	}
	for b.Loop() {
		r, err := Open(b.Context(), s.dir, Options{})
		if err != nil {
			b.Fatal(err)
		}
		if ok, err := r.Has(b.Context(), []objects.ID{id}); err != nil || !ok[0] {
			b.Fatal(ok, err)
		}
		_ = r.Close()
	}
}

func BenchmarkHas(b *testing.B) {
	s := newStore(b)
	ids := bulk(b, s, 100_000, func(i int) []byte { return binary.LittleEndian.AppendUint64(nil, uint64(i)) })
	rand.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
	i := 0
	for b.Loop() {
		if ok, err := s.Has(b.Context(), ids[i%len(ids):i%len(ids)+1]); err != nil || !ok[0] {
			b.Fatal(ok, err)
		}
		i++
	}
}

// bulk publishes n blobs from as many goroutines as there are processors.
func bulk(b testing.TB, s *Store, n int, content func(int) []byte) []objects.ID {
	st, err := s.Begin(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	ids := make([]objects.ID, n)
	var wg sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	for w := range workers {
		wg.Go(func() {
			for i := w; i < n; i += workers {
				id, _, err := st.Put(context.Background(), objects.KindBlob, content(i))
				if err != nil {
					b.Error(err)
					return
				}
				ids[i] = id
			}
		})
	}
	wg.Wait()
	if _, err := s.Publish(b.Context(), st, objects.Batch{Operation: &objects.Operation{Verb: "bulk", Seconds: 1}}); err != nil {
		b.Fatal(err)
	}
	return ids
}

// BenchmarkBulkPut stores 11,000 objects of 8 KiB that compress by half.
func BenchmarkBulkPut(b *testing.B) {
	const n, size = 11_000, 8 << 10
	b.SetBytes(n * size)
	round := uint64(0)
	for b.Loop() {
		round++
		s := newStore(b)
		bulk(b, s, n, func(i int) []byte { return compressible(round<<32|uint64(i), size) })
	}
}

// BenchmarkBigPut stores 1 GiB of incompressible chunks.
func BenchmarkBigPut(b *testing.B) {
	const n, size = 16 << 10, 64 << 10
	b.SetBytes(n * size)
	src := make([]byte, size+n)
	fillRandom(src, 1)
	for b.Loop() {
		s := newStore(b)
		bulk(b, s, n, func(i int) []byte { return src[i : i+size] })
	}
}

// compressible makes words that repeat.
func compressible(seed uint64, size int) []byte {
	r := rand.New(rand.NewPCG(seed, 2))
	out := make([]byte, 0, size+16)
	for len(out) < size {
		out = fmt.Appendf(out, "%x word%d\n", r.Uint32(), r.IntN(50))
	}
	return out[:size]
}

func fillRandom(b []byte, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 3))
	for i := 0; i+8 <= len(b); i += 8 {
		binary.LittleEndian.PutUint64(b[i:], r.Uint64())
	}
}

// BenchmarkVerify checks a store of 200 versions of a directory of 100 files.
func BenchmarkVerify(b *testing.B) {
	s := newStore(b)
	st, err := s.Begin(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	put := func(kind objects.Kind, data []byte) objects.ID {
		id, _, err := st.Put(b.Context(), kind, data)
		if err != nil {
			b.Fatal(err)
		}
		return id
	}
	tree := &objects.Tree{}
	for i := range 100 {
		tree.Entries = append(tree.Entries, objects.Entry{Name: objects.Bytes(fmt.Sprintf("file%03d", i)), Mode: objects.ModeFile})
	}
	for version := range 200 {
		for i := range tree.Entries {
			if e := &tree.Entries[i]; i%100 == version%100 || e.ID.IsZero() {
				e.ID = put(objects.KindBlob, fmt.Appendf(nil, "version %d of %d", version, i))
			}
		}
		data, err := objects.Encode(tree)
		if err != nil {
			b.Fatal(err)
		}
		put(objects.KindTree, data)
	}
	if _, err := s.Publish(b.Context(), st, objects.Batch{Operation: &objects.Operation{Verb: "test", Seconds: 1}}); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if r, err := s.Verify(b.Context(), VerifyOptions{}); err != nil || len(r.Corrupt)+len(r.Missing) != 0 {
			b.Fatal(r, err)
		}
	}
}
