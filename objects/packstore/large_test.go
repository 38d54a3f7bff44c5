package packstore

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
)

// TestLargePack reads a pack whose footer is mapped and has buckets, whole and
// damaged in each part.
func TestLargePack(t *testing.T) {
	const n = 3 * largePack
	s := newStore(t)
	ids := bulk(t, s, n, func(i int) []byte { return fmt.Appendf(nil, "object %d", i) })
	_ = s.Close()
	s = openStore(t, s.dir)
	p := s.snap.packs[0]
	if !p.large() {
		t.Fatal("the pack is not large")
	}
	check := func(t *testing.T, s *Store) (failed int) {
		t.Helper()
		for i, id := range ids {
			ok, err := s.Has(t.Context(), []objects.ID{id})
			if err != nil {
				var c *objects.CorruptError
				if !errors.As(err, &c) {
					t.Fatal(err)
				}
				failed++
				continue
			}
			o, err := s.Get(t.Context(), id)
			if !ok[0] || err != nil || string(o.Data) != fmt.Sprintf("object %d", i) {
				t.Fatalf("object %d: %v, %q, %v", i, ok, o.Data, err)
			}
		}
		return failed
	}
	if failed := check(t, s); failed > 0 {
		t.Errorf("%d lookups failed", failed)
	}
	if r := mustVerify(t, s); r.Checked != n+1 {
		t.Errorf("%d objects checked", r.Checked)
	}
	page, err := s.List(t.Context(), objects.ListQuery{Limit: n + 10})
	if err != nil || len(page.Objects) != n+1 || page.More {
		t.Errorf("%d objects listed, %v", len(page.Objects), err)
	}
	_ = s.Close()

	path := filepath.Join(s.dir, p.path())
	table := p.size - trailerSize - buckets*bucketSize
	for name, test := range map[string]struct {
		off  int64
		all  bool // every lookup fails, not only those of a bucket
		none bool // no lookup fails
	}{
		"entry":        {off: p.footer + 1000*entrySize + 7},
		"bucket table": {off: table + 9, all: true},
		"trailer":      {off: p.size - 10, all: true},
		"header":       {off: 13, none: true},
	} {
		t.Run(name, func(t *testing.T) {
			flipByte(t, path, test.off)
			defer flipByte(t, path, test.off)
			s := openStore(t, s.dir)
			failed := check(t, s)
			if (failed == n) != test.all || (failed == 0) != test.none {
				t.Errorf("%d of %d lookups failed", failed, n)
			}
			var c *objects.CorruptError
			if _, err := s.List(t.Context(), objects.ListQuery{}); !test.none && !errors.As(err, &c) {
				t.Errorf("List: %v", err)
			}
			r, err := s.Verify(t.Context(), VerifyOptions{})
			if err != nil || len(r.Corrupt) != 1 || r.Corrupt[0].What != "footer" {
				t.Errorf("Verify: %+v, %v", r.Corrupt, err)
			}
			if _, err := s.Totals(t.Context()); !test.none && !errors.As(err, &c) {
				t.Errorf("Totals: %v", err)
			}
			_ = s.Close()
		})
	}
}

// TestBucketTable refuses tables that lead out of the entries.
func TestBucketTable(t *testing.T) {
	for name, harm := range map[string]func(x *index){
		"not sorted": func(x *index) { x.table[0] = 255; x.table[8] = 0 },
		"too far":    func(x *index) { x.table[255*bucketSize+3] = 1 },
		"too short":  func(x *index) { clear(x.table) },
	} {
		x := &index{trailer: trailer{count: 7}, table: appendBuckets(nil, make([]byte, 7*entrySize))}
		if err := x.checkTable(); err != nil {
			t.Fatal(err)
		}
		harm(x)
		if x.checkTable() == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

// TestCutOffUnderReaders cuts off a large pack whose footer is mapped already:
// who has the store open gets an error, not a signal.
func TestCutOffUnderReaders(t *testing.T) {
	const n = 3 * largePack
	s := newStore(t)
	ids := bulk(t, s, n, func(i int) []byte { return fmt.Appendf(nil, "object %d", i) })
	_ = s.Close()
	s = openStore(t, s.dir)
	if ok, err := s.Has(t.Context(), ids[:1]); err != nil || !ok[0] {
		t.Fatal(ok, err)
	}
	path := s.packPath(s.snap.packs[0].id)
	if err := errors.Join(os.Chmod(path, 0o644), os.Truncate(path, s.snap.packs[0].footer)); err != nil {
		t.Fatal(err)
	}
	var c *objects.CorruptError
	for _, id := range ids {
		if _, err := s.Has(t.Context(), []objects.ID{id}); !errors.As(err, &c) || c.What != "footer" {
			t.Fatalf("Has: %v", err)
		}
	}
	if _, err := s.List(t.Context(), objects.ListQuery{}); !errors.As(err, &c) {
		t.Errorf("List: %v", err)
	}
	if _, err := s.Totals(t.Context()); !errors.As(err, &c) {
		t.Errorf("Totals: %v", err)
	}
	r, err := s.Verify(t.Context(), VerifyOptions{})
	if err != nil || len(r.Corrupt) != 1 || r.Corrupt[0].What != "footer" {
		t.Errorf("Verify: %+v, %v", r.Corrupt, err)
	}
	if _, err := publishBlob(t.Context(), s, []byte("new"), "refs/heads/new"); err != nil {
		t.Errorf("Publish: %v", err)
	}
	morePacks(t, modelWriter{t, s, newModel()}) // the cut one stays out of merges
}

// TestStatWhileChunked never describes a chunked blob as its pointer, however
// early somebody asks.
func TestStatWhileChunked(t *testing.T) {
	s := newStore(t)
	st, err := s.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for i := range 500 {
		id, list := objects.ID{1, byte(i), byte(i >> 8)}, objects.ID{2, byte(i)}
		done := make(chan error)
		go func() {
			_, err := st.PutChunked(t.Context(), id, 1<<20, list)
			done <- err
		}()
		for {
			info, err := st.Stat(t.Context(), id)
			var missing *objects.NotFoundError
			if errors.As(err, &missing) {
				continue
			}
			if err != nil || info.Size != 1<<20 || info.List != list {
				t.Fatalf("%+v, %v", info, err)
			}
			break
		}
		if err := <-done; err != nil {
			t.Fatal(err)
		}
	}
	if err := st.Abort(); err != nil {
		t.Error(err)
	}
}
