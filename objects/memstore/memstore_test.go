package memstore_test

import (
	"context"
	"errors"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/memstore"
	"github.com/genesis-vcs/genesis/objects/storetest"
)

func TestConformance(t *testing.T) {
	storetest.Run(t, func(*testing.T) objects.Store { return memstore.New() },
		storetest.Damage(func(_ *testing.T, s objects.Store, id objects.ID) { s.(*memstore.Store).Damage(id) }))
}

func TestDrop(t *testing.T) {
	ctx := context.Background()
	s := memstore.New()
	st, err := s.Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	id, _, err := st.Put(ctx, objects.KindBlob, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Publish(ctx, st, objects.Batch{}); err != nil {
		t.Fatal(err)
	}
	s.Damage(id)
	var corrupt *objects.CorruptError
	if _, err := s.Get(ctx, id); !errors.As(err, &corrupt) {
		t.Errorf("a damaged empty blob: %v", err)
	}
	s.Drop(id)
	s.Damage(id) // of nothing
	var missing *objects.NotFoundError
	if _, err := s.Get(ctx, id); !errors.As(err, &missing) {
		t.Errorf("a dropped object: %v", err)
	}
}

// A chunked blob needs a chunk list.
func TestPutChunkedChecksTheList(t *testing.T) {
	ctx := context.Background()
	st, err := memstore.New().Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	var missing *objects.NotFoundError
	if _, err := st.PutChunked(ctx, objects.ID{1}, 1, objects.ID{2}); !errors.As(err, &missing) || missing.ID != (objects.ID{2}) {
		t.Errorf("a list that is not there: %v", err)
	}
	blob, _, err := st.Put(ctx, objects.KindBlob, nil)
	if err != nil {
		t.Fatal(err)
	}
	var malformed *objects.EncodingError
	if _, err := st.PutChunked(ctx, objects.ID{1}, 1, blob); !errors.As(err, &malformed) {
		t.Errorf("a list that is a blob: %v", err)
	}
}
