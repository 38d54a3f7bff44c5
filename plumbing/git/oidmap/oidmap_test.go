package oidmap

import (
	"encoding/binary"
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/memstore"
	"github.com/genesis-vcs/genesis/plumbing/git/gitobj"
	"github.com/genesis-vcs/genesis/refs"
)

func pairOf(n uint64) Pair {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], n)
	return Pair{OID: gitobj.Sum(gitobj.Blob, b[:]), ID: objects.Sum(objects.KindBlob, b[:])}
}

// grow adds rows to the map of a store, as a command does.
func grow(tb testing.TB, db *refs.DB, pairs []Pair) *Map {
	tb.Helper()
	ctx := tb.Context()
	m, err := Open(ctx, db)
	if err != nil {
		tb.Fatal(err)
	}
	stage, err := db.Store().Begin(ctx)
	if err != nil {
		tb.Fatal(err)
	}
	root, err := m.Add(ctx, stage, pairs)
	if err != nil {
		tb.Fatal(err)
	}
	tx := db.Begin("test")
	if !root.IsZero() {
		tx.Set(Ref, root, refs.Expect{})
	}
	if _, err := tx.Commit(ctx, stage); err != nil {
		tb.Fatal(err)
	}
	if m, err = Open(ctx, db); err != nil {
		tb.Fatal(err)
	}
	return m
}

// TestMapLikeAMap compares the map with two of Go's through many additions.
func TestMapLikeAMap(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		db := refs.New(memstore.New(), nil, refs.Origin{})
		ids, oids := map[gitobj.OID]objects.ID{}, map[objects.ID]gitobj.OID{}
		next := uint64(0)
		for range rapid.IntRange(1, 8).Draw(rt, "additions") {
			var pairs []Pair
			for range rapid.IntRange(0, 60).Draw(rt, "rows") {
				next++
				p := pairOf(next)
				pairs = append(pairs, p)
				ids[p.OID], oids[p.ID] = p.ID, p.OID
			}
			if len(ids) > 0 && rapid.Bool().Draw(rt, "again") {
				pairs = append(pairs, pairOf(1))
			}
			m := grow(t, db, pairs)
			if m.Rows() != len(ids) {
				rt.Fatalf("%d rows of %d", m.Rows(), len(ids))
			}
			if len(m.segments) > 8 {
				rt.Fatalf("%d segments for %d rows", len(m.segments), m.Rows())
			}
			for n := range next {
				p := pairOf(n + 1)
				if id, ok, err := m.ID(p.OID); err != nil || !ok || id != ids[p.OID] {
					rt.Fatalf("ID: %v, %v, %v", id, ok, err)
				}
				if oid, ok, err := m.OID(p.ID); err != nil || !ok || oid != oids[p.ID] {
					rt.Fatalf("OID: %v, %v, %v", oid, ok, err)
				}
			}
			absent := pairOf(1 << 40)
			if _, ok, err := m.ID(absent.OID); ok || err != nil {
				rt.Fatalf("an absent oid: %v, %v", ok, err)
			}
			if _, ok, err := m.OID(absent.ID); ok || err != nil {
				rt.Fatalf("an absent id: %v, %v", ok, err)
			}
			seen := 0
			if err := m.Each(func(p Pair) error {
				if seen++; ids[p.OID] != p.ID {
					return errors.New("another pair")
				}
				return nil
			}); err != nil || seen != len(ids) {
				rt.Fatalf("%d rows, %v", seen, err)
			}
		}
	})
}

// TestSegmentsStayFew adds one row a time.
func TestSegmentsStayFew(t *testing.T) {
	db := refs.New(memstore.New(), nil, refs.Origin{})
	for n := range uint64(200) {
		if m := grow(t, db, []Pair{pairOf(n)}); len(m.segments) > 8 {
			t.Fatalf("%d segments for %d rows", len(m.segments), m.Rows())
		}
	}
}

func TestPrefix(t *testing.T) {
	db := refs.New(memstore.New(), nil, refs.Origin{})
	pairs := make([]Pair, 3000)
	for n := range pairs {
		pairs[n] = pairOf(uint64(n))
	}
	grow(t, db, pairs[:2500])
	m := grow(t, db, pairs[2500:])
	for _, p := range pairs {
		text := p.OID.String()
		found, err := m.WithPrefix(text, 10)
		if err != nil || len(found) != 1 || found[0] != p {
			t.Fatalf("%s: %v, %v", text, found, err)
		}
		for _, digits := range []string{text[:1], text[:2], text[:3]} {
			found, err := m.WithPrefix(digits, 4000)
			if err != nil {
				t.Fatal(err)
			}
			want := 0
			for _, q := range pairs {
				if q.OID.String()[:len(digits)] == digits {
					want++
				}
			}
			if len(found) != want {
				t.Fatalf("%s: %d of %d", digits, len(found), want)
			}
		}
		if testing.Short() || found[0].OID[0] > 8 { // a few do
			break
		}
	}
	if found, err := m.WithPrefix("", 5); err != nil || len(found) != 5 {
		t.Errorf("%v, %v", found, err)
	}
}

// TestMalformedMap opens maps that no writer makes.
func TestMalformedMap(t *testing.T) {
	ctx := t.Context()
	good := encodeSegment([]Pair{pairOf(1), pairOf(2)})
	for name, data := range map[string][]byte{
		"empty": {}, "cut off": good[:len(good)-1], "longer": append(good[:len(good):len(good)], 0),
		"magic": append([]byte("X"), good[1:]...),
		"count": append(append([]byte(magic), 0xff, 0xff, 0xff, 0xff), good[12:]...),
	} {
		db := refs.New(memstore.New(), nil, refs.Origin{})
		stage, err := db.Store().Begin(ctx)
		if err != nil {
			t.Fatal(err)
		}
		blob, _, err := stage.Put(ctx, objects.KindBlob, data)
		if err != nil {
			t.Fatal(err)
		}
		tree, err := objects.Encode(&objects.Tree{Entries: []objects.Entry{{Name: "1", Mode: objects.ModeFile, ID: blob, Size: uint64(len(data))}}})
		if err != nil {
			t.Fatal(err)
		}
		root, _, err := stage.Put(ctx, objects.KindTree, tree)
		if err != nil {
			t.Fatal(err)
		}
		tx := db.Begin("test")
		tx.Set(Ref, root, refs.Expect{})
		if _, err := tx.Commit(ctx, stage); err != nil {
			t.Fatal(err)
		}
		var bad *SegmentError
		if _, err := Open(ctx, db); !errors.As(err, &bad) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestSecondOrderOutOfRange does not follow an order to a row that is not there.
func TestSecondOrderOutOfRange(t *testing.T) {
	ctx := t.Context()
	data := encodeSegment([]Pair{pairOf(1)})
	data[len(data)-1] = 0xff
	store := memstore.New()
	stage, err := store.Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	blob, _, err := stage.Put(ctx, objects.KindBlob, data)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := store.Publish(ctx, stage, objects.Batch{}); err != nil {
		t.Fatal(err)
	}
	s, err := openSegment(ctx, store, objects.Entry{Name: "1", ID: blob})
	if err != nil {
		t.Fatal(err)
	}
	var bad *SegmentError
	if _, err := s.byID(pairOf(1).ID, nil); !errors.As(err, &bad) {
		t.Errorf("%v", err)
	}
}

func BenchmarkLookup(b *testing.B) {
	db := refs.New(memstore.New(), nil, refs.Origin{})
	pairs := make([]Pair, 100_000)
	for n := range pairs {
		pairs[n] = pairOf(uint64(n))
	}
	m := grow(b, db, pairs)
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		n = (n + 7919) % len(pairs)
		if _, ok, err := m.OID(pairOf(uint64(n)).ID); !ok || err != nil {
			b.Fatal(err)
		}
	}
}

// TestSeveralNames finds an object under each of its names, in segments of their
// own and in one.
func TestSeveralNames(t *testing.T) {
	one, two := pairOf(1), pairOf(2)
	two.ID = one.ID
	for name, additions := range map[string][][]Pair{
		"merged": {{one}, {two}}, "at once": {{two, one, pairOf(3)}},
		"apart": {{one, pairOf(3), pairOf(4), pairOf(5)}, {two}},
	} {
		db := refs.New(memstore.New(), nil, refs.Origin{})
		var m *Map
		for _, pairs := range additions {
			m = grow(t, db, pairs)
		}
		if apart := name == "apart"; apart != (len(m.segments) == 2) {
			t.Errorf("%s: %d segments", name, len(m.segments))
		}
		oids, err := m.OIDs(one.ID)
		if err != nil || len(oids) != 2 || !slices.Contains(oids, one.OID) || !slices.Contains(oids, two.OID) {
			t.Errorf("%s: %v, %v", name, oids, err)
		}
		if oid, ok, err := m.OID(one.ID); err != nil || !ok || oid != oids[0] {
			t.Errorf("%s: %v, %v, %v", name, oid, ok, err)
		}
		for _, p := range []Pair{one, two} {
			if id, ok, err := m.ID(p.OID); err != nil || !ok || id != one.ID {
				t.Errorf("%s: %v, %v, %v", name, id, ok, err)
			}
		}
		if oids, err := m.OIDs(pairOf(9).ID); err != nil || len(oids) != 0 {
			t.Errorf("%s: %v, %v", name, oids, err)
		}
	}
}
