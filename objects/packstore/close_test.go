package packstore

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
)

// TestCloseUnderUse closes a store while others read and write: they finish or
// get ErrClosed.
func TestCloseUnderUse(t *testing.T) {
	dir, m := newFixture(t)
	s := openStore(t, dir)
	started := make(chan struct{}, 8)
	var wg sync.WaitGroup
	use := func(what string, call func() error) {
		wg.Go(func() {
			for i := 0; ; i++ {
				if err := call(); err != nil {
					if !errors.Is(err, ErrClosed) {
						t.Errorf("%s: %v", what, err)
					}
					return
				}
				if i == 0 {
					started <- struct{}{}
				}
			}
		})
	}
	hello := objects.Sum(objects.KindBlob, []byte("hello"))
	ctx := context.Background()
	use("Get", func() error { _, err := s.Get(ctx, hello); return err })
	use("Has", func() error { _, err := s.Has(ctx, m.absent); return err })
	use("Rows", func() error { _, err := s.Rows(ctx, objects.RowQuery{Space: objects.SpaceRef}); return err })
	use("List", func() error { _, err := s.List(ctx, objects.ListQuery{}); return err })
	use("Totals", func() error { _, err := s.Totals(ctx); return err })
	use("Verify", func() error { _, err := s.Verify(ctx, VerifyOptions{}); return err })
	use("Begin", func() error {
		st, err := s.Begin(ctx)
		if err != nil {
			return err
		}
		return st.Abort()
	})
	for range cap(started) - 1 {
		<-started
	}
	if err := errors.Join(s.Close(), s.Close()); err != nil {
		t.Error(err)
	}
	wg.Wait()
	m.mustHold(t, dir)
}

func TestForeignStage(t *testing.T) {
	dir, _ := newFixture(t)
	a, b := openStore(t, dir), openStore(t, dir)
	st, err := a.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Publish(t.Context(), st, objects.Batch{}); err == nil {
		t.Error("a stage of another store was published")
	}
	if err := st.Abort(); err != nil {
		t.Error(err)
	}
	if _, _, err := a.Row(t.Context(), "nonsense", "x"); err == nil {
		t.Error("a row of an unknown space")
	}
	var bad *objects.BadIDError
	if _, err := a.List(t.Context(), objects.ListQuery{Prefix: "XY"}); !errors.As(err, &bad) {
		t.Errorf("List by a malformed prefix: %v", err)
	}
	st, err = a.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var enc *objects.EncodingError
	if _, _, err := st.Put(t.Context(), objects.Kind(99), nil); !errors.As(err, &enc) {
		t.Errorf("Put of an unknown kind: %v", err)
	}
}

// TestBadCatalogUnderOpenStore damages the catalog of an open store: Verify
// finds it, and a publication refuses instead of going on from it.
func TestBadCatalogUnderOpenStore(t *testing.T) {
	dir, _ := newFixture(t)
	s := openStore(t, dir)
	s.awaitClosing()
	remove(t, dir, catalogName)
	r, err := s.Verify(t.Context(), VerifyOptions{})
	if err != nil || len(r.Corrupt) != 1 || r.Corrupt[0].Code != CodeCatalogDamaged {
		t.Errorf("Verify: %+v, %v", r.Corrupt, err)
	}
	var c *objects.CorruptError
	if _, err := publishBlob(t.Context(), s, []byte("no"), "refs/heads/no"); !errors.As(err, &c) || c.What != "catalog" {
		t.Errorf("Publish: %v", err)
	}
	remove(t, dir, formatName)
	flipByte(t, s.packPath(s.snap.packs[0].id), packHeaderSize+2)
	r, err = s.Verify(t.Context(), VerifyOptions{Reachable: true})
	if err != nil || len(r.Corrupt) < 2 {
		t.Errorf("Verify of what is reachable: %+v, %v", r.Corrupt, err)
	}
}
