package chunk

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/memstore"
)

// noise returns n deterministic bytes that look random (xorshift64*).
func noise(seed uint64, n int) []byte {
	out := make([]byte, 0, n+8)
	for x := seed | 1; len(out) < n; {
		x ^= x >> 12
		x ^= x << 25
		x ^= x >> 27
		out = binary.LittleEndian.AppendUint64(out, x*0x2545F4914F6CDD1D)
	}
	return out[:n]
}

// put stores a blob in the store by itself.
func put(t testing.TB, s objects.Store, data []byte, fanout int) Result {
	t.Helper()
	ctx := context.Background()
	st, err := s.Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	var res Result
	if fanout == 0 {
		res, err = Put(ctx, st, bytes.NewReader(data), nil)
	} else {
		res, err = putChunks(ctx, st, bytes.NewReader(data), fanout)
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Publish(ctx, st, objects.Batch{}); err != nil {
		t.Fatal(err)
	}
	return res
}

func open(t testing.TB, s objects.Store, id objects.ID) *Reader {
	t.Helper()
	r, err := Open(context.Background(), s, id)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// chunksOf lists the chunks of a blob in order.
func chunksOf(t testing.TB, s objects.Store, id objects.ID) []objects.ChunkEntry {
	t.Helper()
	var all []objects.ChunkEntry
	if err := open(t, s, id).eachChunk(func(e objects.ChunkEntry) error {
		all = append(all, e)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return all
}

// The boundaries are a part of the format in all but name: were they to move,
// no new version of a large file would share chunks with an old one.
func TestGoldenBoundaries(t *testing.T) {
	for _, test := range []struct {
		name string
		data []byte
		want []int
	}{
		{"noise", noise(2026, 1<<20), goldenNoise},
		{"zeros", make([]byte, 600<<10), goldenZeros},
		{"text", bytes.Repeat([]byte("The quick brown fox jumps over the lazy dog.\n"), 12_000), goldenText},
	} {
		t.Run(test.name, func(t *testing.T) {
			var got []int
			// Half at a time: boundaries do not depend on how a source reads.
			if err := cut(iotest.HalfReader(bytes.NewReader(test.data)), func(c []byte) error {
				got = append(got, len(c))
				return nil
			}); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("chunk sizes are\n%#v, want\n%#v", got, test.want)
			}
		})
	}
}

func TestPutStoresWholeBelowThreshold(t *testing.T) {
	for _, test := range []struct {
		size    int
		chunked bool
	}{{0, false}, {1, false}, {Threshold - 1, false}, {Threshold, true}, {Threshold + 1, true}, {3 << 20, true}} {
		s := memstore.New()
		data := noise(uint64(test.size), test.size)
		res := put(t, s, data, 0)
		if want := objects.Sum(objects.KindBlob, data); res.ID != want || !res.Fresh || res.Size != uint64(test.size) {
			t.Errorf("%d bytes: %+v, want id %s, fresh", test.size, res, want)
		}
		info, err := s.Stat(context.Background(), res.ID)
		if err != nil || info.List.IsZero() == test.chunked || info.Size != uint64(test.size) {
			t.Errorf("%d bytes: %+v, %v", test.size, info, err)
		}
		var out bytes.Buffer
		n, err := open(t, s, res.ID).WriteTo(&out)
		if err != nil || n != int64(test.size) || !bytes.Equal(out.Bytes(), data) {
			t.Errorf("%d bytes: got %d back, %v", test.size, n, err)
		}
		if res := put(t, s, data, 0); res.Fresh {
			t.Errorf("%d bytes: fresh the second time", test.size)
		}
	}
}

func TestHashEqualsPut(t *testing.T) {
	for _, size := range []int{0, 5, Threshold, 1<<20 + 7} {
		data := noise(7, size)
		id, n, err := Hash(context.Background(), iotest.OneByteReader(bytes.NewReader(data[:min(size, 9)])))
		if err != nil || n != uint64(min(size, 9)) || id != objects.Sum(objects.KindBlob, data[:min(size, 9)]) {
			t.Error(id, n, err)
		}
		if id, n, err = Hash(context.Background(), bytes.NewReader(data)); err != nil || n != uint64(size) || id != objects.Sum(objects.KindBlob, data) {
			t.Error(id, n, err)
		}
	}
}

func TestProgressCountsEveryByte(t *testing.T) {
	st, _ := memstore.New().Begin(context.Background())
	data, total := noise(3, 1<<20), 0
	if _, err := Put(context.Background(), st, bytes.NewReader(data), func(n int) { total += n }); err != nil || total != len(data) {
		t.Errorf("progress of %d bytes, %v", total, err)
	}
}

// With a fan-out of 4: up to 4 chunks are one list, up to 16 are two levels.
func TestListsHaveAtMostTwoLevels(t *testing.T) {
	data := noise(11, 2<<20)
	var sizes []int
	_ = cut(bytes.NewReader(data), func(c []byte) error { sizes = append(sizes, len(c)); return nil })
	for _, chunks := range []int{1, 4, 5, 8, 15, 16} {
		size := 0
		for _, n := range sizes[:chunks] {
			size += n
		}
		s := memstore.New()
		res := put(t, s, data[:size], 4)
		r := open(t, s, res.ID)
		if wantLevel := chunks > 4; (r.root.Level == 1) != wantLevel {
			t.Errorf("%d chunks: level %d", chunks, r.root.Level)
		}
		if got := chunksOf(t, s, res.ID); len(got) != chunks {
			t.Errorf("%d chunks: the lists name %d", chunks, len(got))
		}
		checkContent(t, r, data[:size])
	}
	st, _ := memstore.New().Begin(context.Background())
	var large *TooLargeError
	if _, err := putChunks(context.Background(), st, bytes.NewReader(data), 4); !errors.As(err, &large) || large.Size == 0 {
		t.Errorf("17 chunks: %v, want a TooLargeError", err)
	}
}

// An edit changes the chunk that it is in and, rarely, a few behind it. That is
// a matter of chance, so the edits are the same in every run.
func TestEditsChangeOnlyNearbyChunks(t *testing.T) {
	hashes := func(data []byte) map[objects.ID]bool {
		all := map[objects.ID]bool{}
		_ = cut(bytes.NewReader(data), func(c []byte) error {
			all[objects.Sum(objects.KindChunk, c)] = true
			return nil
		})
		return all
	}
	data := noise(99, 1<<20)
	before := hashes(data)
	random := rand.New(rand.NewPCG(20, 26))
	const edits = 60
	total := 0
	for range edits {
		at := random.IntN(len(data))
		insert := noise(random.Uint64(), random.IntN(64))
		drop := random.IntN(min(64, len(data)-at))
		fresh := 0
		for id := range hashes(slices.Concat(data[:at], insert, data[at+drop:])) {
			if !before[id] {
				fresh++
			}
		}
		if total += fresh; fresh > len(before)/2 {
			t.Errorf("an edit at %d made %d of %d chunks new", at, fresh, len(before))
		}
	}
	if total > edits*3/2 {
		t.Errorf("%d edits made %d chunks new", edits, total)
	}
}

// Whatever goes in comes back, under the identity of the whole.
func TestPutOfAnyContent(t *testing.T) {
	block := noise(77, 100_000)
	rapid.Check(t, func(t *rapid.T) {
		var data []byte
		for range rapid.IntRange(0, 6).Draw(t, "parts") {
			part := block[rapid.IntRange(0, len(block)).Draw(t, "from"):]
			if rapid.Bool().Draw(t, "zeros") {
				part = make([]byte, rapid.IntRange(0, 150_000).Draw(t, "n"))
			}
			data = append(data, part...)
		}
		s := memstore.New()
		st, err := s.Begin(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		res, err := Put(context.Background(), st, bytes.NewReader(data), nil)
		if err != nil || res.ID != objects.Sum(objects.KindBlob, data) {
			t.Fatal(res, err)
		}
		if _, err := s.Publish(context.Background(), st, objects.Batch{}); err != nil {
			t.Fatal(err)
		}
		r, err := Open(context.Background(), s, res.ID)
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if _, err := r.WriteTo(&out); err != nil || !bytes.Equal(out.Bytes(), data) {
			t.Fatalf("%d bytes come back as %d, %v", len(data), out.Len(), err)
		}
	})
}

var errDisk = errors.New("disk on fire")

func TestPutReportsTheReadersError(t *testing.T) {
	for _, size := range []int{10, Threshold, 1 << 20} {
		s := memstore.New()
		st, _ := s.Begin(context.Background())
		r := io.MultiReader(bytes.NewReader(noise(1, size)), iotest.ErrReader(errDisk))
		if _, err := Put(context.Background(), st, r, nil); !errors.Is(err, errDisk) {
			t.Errorf("after %d bytes: %v", size, err)
		}
		r = io.MultiReader(bytes.NewReader(noise(1, size)), iotest.ErrReader(errDisk))
		if _, _, err := Hash(context.Background(), r); !errors.Is(err, errDisk) {
			t.Errorf("hash after %d bytes: %v", size, err)
		}
	}
}

// failingStage refuses objects of one kind, or chunked blobs.
type failingStage struct {
	objects.Stage
	kind objects.Kind
}

func (s failingStage) Put(ctx context.Context, kind objects.Kind, data []byte) (objects.ID, bool, error) {
	if kind == s.kind {
		return objects.ID{}, false, errDisk
	}
	return s.Stage.Put(ctx, kind, data)
}

func (s failingStage) PutChunked(context.Context, objects.ID, uint64, objects.ID) (bool, error) {
	return false, errDisk
}

func TestPutReportsTheStagesError(t *testing.T) {
	for _, kind := range []objects.Kind{objects.KindChunk, objects.KindChunkList, 0} {
		for _, fanout := range []int{4, objects.MaxFanout} {
			st, _ := memstore.New().Begin(context.Background())
			_, err := putChunks(context.Background(), failingStage{st, kind}, bytes.NewReader(noise(4, 1<<20)), fanout)
			if !errors.Is(err, errDisk) {
				t.Errorf("kind %s, fan-out %d: %v", kind, fanout, err)
			}
		}
	}
}

// cancelReader cancels a context in the middle of an endless stream.
type cancelReader struct {
	left   int
	cancel func()
}

func (r *cancelReader) Read(p []byte) (int, error) {
	if r.left -= len(p); r.left < 0 {
		r.cancel()
	}
	return len(p), nil
}

func TestCancelStopsEverything(t *testing.T) {
	for _, left := range []int{0, 2 << 20} {
		ctx, cancel := context.WithCancel(context.Background())
		st, _ := memstore.New().Begin(ctx)
		if _, err := Put(ctx, st, &cancelReader{left, cancel}, nil); !errors.Is(err, context.Canceled) {
			t.Errorf("Put: %v", err)
		}
		ctx, cancel = context.WithCancel(context.Background())
		if _, _, err := Hash(ctx, &cancelReader{left, cancel}); !errors.Is(err, context.Canceled) {
			t.Errorf("Hash: %v", err)
		}
	}
	s := memstore.New()
	id := put(t, s, noise(6, 4<<20), 0).ID
	ctx, cancel := context.WithCancel(context.Background())
	r, err := Open(ctx, s, id)
	if err != nil {
		t.Fatal(err)
	}
	if n, err := r.WriteTo(writerFunc(func(p []byte) (int, error) { cancel(); return len(p), nil })); !errors.Is(err, context.Canceled) || n >= 4<<20 {
		t.Errorf("WriteTo: %d, %v", n, err)
	}
	if _, err := r.ReadAt(make([]byte, 10), 0); !errors.Is(err, context.Canceled) {
		t.Errorf("ReadAt: %v", err)
	}
}

type writerFunc func(p []byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }
