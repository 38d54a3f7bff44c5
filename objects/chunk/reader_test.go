package chunk

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/memstore"
)

func checkContent(t *testing.T, r *Reader, want []byte) {
	t.Helper()
	got, err := io.ReadAll(io.NewSectionReader(r, 0, int64(r.Size())))
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("ReadAt yields %d bytes, %v; want %d", len(got), err, len(want))
	}
	var out bytes.Buffer
	if _, err := r.WriteTo(&out); err != nil || !bytes.Equal(out.Bytes(), want) {
		t.Errorf("WriteTo yields %d bytes, %v; want %d", out.Len(), err, len(want))
	}
}

func TestReadAtOfAnyRange(t *testing.T) {
	whole, chunked := noise(1, 1000), noise(2, 1<<20)
	s := memstore.New()
	readers := map[*Reader][]byte{
		open(t, s, put(t, s, whole, 0).ID):             whole,
		open(t, s, put(t, s, chunked, 0).ID):           chunked,
		open(t, s, put(t, s, chunked[:900<<10], 4).ID): chunked[:900<<10],
	}
	for r, data := range readers {
		rapid.Check(t, func(t *rapid.T) {
			off := rapid.IntRange(0, len(data)+10).Draw(t, "off")
			p := make([]byte, rapid.IntRange(0, 300<<10).Draw(t, "n"))
			n, err := r.ReadAt(p, int64(off))
			want := data[min(off, len(data)):min(off+len(p), len(data))]
			if !bytes.Equal(p[:n], want) {
				t.Fatalf("[%d,+%d): %d bytes, want %d", off, len(p), n, len(want))
			}
			if wantEOF := len(want) < len(p); (err == io.EOF) != wantEOF || err != nil && err != io.EOF {
				t.Fatalf("[%d,+%d) of %d: %v", off, len(p), len(data), err)
			}
		})
		if _, err := r.ReadAt(make([]byte, 1), -1); err == nil {
			t.Error("a negative offset is accepted")
		}
	}
}

func TestDamageIsNamed(t *testing.T) {
	ctx := context.Background()
	data := noise(5, 1<<20)
	build := func() (*memstore.Store, objects.ID, []objects.ChunkEntry, objects.ID) {
		s := memstore.New()
		id := put(t, s, data, 4).ID
		info, _ := s.Stat(ctx, id)
		return s, id, chunksOf(t, s, id), info.List
	}
	harm := map[string]func(*memstore.Store, objects.ID){
		"damaged": (*memstore.Store).Damage,
		"missing": (*memstore.Store).Drop,
	}
	for name, hurt := range harm {
		for _, victim := range []string{"chunk", "list below", "list"} {
			t.Run(name+" "+victim, func(t *testing.T) {
				s, id, chunks, list := build()
				bad := chunks[len(chunks)-2].ID
				switch victim {
				case "list":
					bad = list
				case "list below":
					bad = open(t, s, id).root.Entries[1].ID
				}
				hurt(s, bad)
				r, err := Open(ctx, s, id)
				if victim == "list" {
					wantCorrupt(t, err, bad)
					return
				}
				if err != nil {
					t.Fatal(err)
				}
				var out bytes.Buffer
				n, err := r.WriteTo(&out)
				wantCorrupt(t, err, bad)
				if !bytes.HasPrefix(data, out.Bytes()) || int(n) != out.Len() || out.Len() == len(data) {
					t.Errorf("WriteTo gave out %d bytes that are not a part of the blob", out.Len())
				}
				p := make([]byte, len(data))
				n2, err := r.ReadAt(p, 0)
				wantCorrupt(t, err, bad)
				if !bytes.Equal(p[:n2], data[:n2]) {
					t.Error("ReadAt gave out wrong bytes")
				}
			})
		}
	}
}

func wantCorrupt(t *testing.T, err error, id objects.ID) {
	t.Helper()
	var corrupt *objects.CorruptError
	if !errors.As(err, &corrupt) || corrupt.ID != id {
		t.Errorf("error is %v, want a CorruptError of %s", err, id)
	}
}

// A record that ties a blob to the chunks of another is found by the hash of
// the whole.
func TestWriteToChecksTheWhole(t *testing.T) {
	ctx := context.Background()
	s := memstore.New()
	info, _ := s.Stat(ctx, put(t, s, noise(1, Threshold), 0).ID)
	st, _ := s.Begin(ctx)
	liar := objects.Sum(objects.KindBlob, []byte("other"))
	if _, err := st.PutChunked(ctx, liar, info.Size, info.List); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Publish(ctx, st, objects.Batch{}); err != nil {
		t.Fatal(err)
	}
	_, err := open(t, s, liar).WriteTo(io.Discard)
	wantCorrupt(t, err, liar)
}

// Lists that are canonical but not those of the blob are refused.
func TestListsThatDoNotFit(t *testing.T) {
	ctx := context.Background()
	chunk := []byte(strings.Repeat("x", 100))
	cid := objects.Sum(objects.KindChunk, chunk)
	for name, test := range map[string]struct {
		list objects.ChunkList
		size uint64
	}{
		"size of the blob":   {objects.ChunkList{Size: 100, Entries: []objects.ChunkEntry{{ID: cid, Size: 100}}}, 99},
		"size of a chunk":    {objects.ChunkList{Size: 99, Entries: []objects.ChunkEntry{{ID: cid, Size: 99}}}, 99},
		"a chunk for a list": {objects.ChunkList{Level: 1, Size: 100, Entries: []objects.ChunkEntry{{ID: cid, Size: 100}}}, 100},
	} {
		t.Run(name, func(t *testing.T) {
			s := memstore.New()
			st, _ := s.Begin(ctx)
			_, _, err := st.Put(ctx, objects.KindChunk, chunk)
			if err != nil {
				t.Fatal(err)
			}
			data, err := objects.Encode(&test.list)
			if err != nil {
				t.Fatal(err)
			}
			lid, _, _ := st.Put(ctx, objects.KindChunkList, data)
			id := objects.Sum(objects.KindBlob, []byte(name))
			if _, err := st.PutChunked(ctx, id, test.size, lid); err != nil {
				t.Fatal(err)
			}
			if _, err := s.Publish(ctx, st, objects.Batch{}); err != nil {
				t.Fatal(err)
			}
			var corrupt *objects.CorruptError
			r, err := Open(ctx, s, id)
			if err == nil {
				_, err = r.WriteTo(io.Discard)
			}
			if !errors.As(err, &corrupt) {
				t.Errorf("error is %v, want a CorruptError", err)
			}
		})
	}
}

func TestOpenRefusesOtherKinds(t *testing.T) {
	ctx := context.Background()
	s := memstore.New()
	st, _ := s.Begin(ctx)
	tree, _ := objects.Encode(&objects.Tree{})
	id, _, err := st.Put(ctx, objects.KindTree, tree)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Publish(ctx, st, objects.Batch{}); err != nil {
		t.Fatal(err)
	}
	var notBlob *NotBlobError
	if _, err := Open(ctx, s, id); !errors.As(err, &notBlob) || notBlob.ID != id || notBlob.Kind != objects.KindTree {
		t.Errorf("error is %v, want a NotBlobError", err)
	}
	var missing *objects.NotFoundError
	if _, err := Open(ctx, s, objects.ID{1}); !errors.As(err, &missing) {
		t.Errorf("error is %v, want a NotFoundError", err)
	}
}

func TestWriteToReportsTheWritersError(t *testing.T) {
	s := memstore.New()
	for _, size := range []int{100, 1 << 20} {
		r := open(t, s, put(t, s, noise(8, size), 0).ID)
		if n, err := r.WriteTo(writerFunc(func(p []byte) (int, error) { return 3, errDisk })); n != 3 || !errors.Is(err, errDisk) {
			t.Errorf("%d bytes: %d, %v", size, n, err)
		}
		if n, err := r.WriteTo(writerFunc(func(p []byte) (int, error) { return 3, nil })); n != 3 || !errors.Is(err, io.ErrShortWrite) {
			t.Errorf("%d bytes: %d, %v", size, n, err)
		}
	}
}
