package memstore_test

import (
	"context"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/memstore"
)

func TestPublishAndRead(t *testing.T) {
	ctx := context.Background()
	s := memstore.New()
	st, err := s.Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	id, fresh, err := st.Put(ctx, objects.KindBlob, []byte("hello"))
	if err != nil || !fresh {
		t.Fatal(fresh, err)
	}
	pub, err := s.Publish(ctx, st, objects.Batch{
		Changes:   []objects.Change{{Space: objects.SpaceRef, Name: "refs/tags/x", New: id[:]}},
		Operation: &objects.Operation{Verb: "test"},
	})
	if err != nil || pub.Seq != 1 || pub.Objects != 1 || len(pub.Changes) != 1 {
		t.Fatalf("%+v %v", pub, err)
	}
	o, err := s.Get(ctx, id)
	if err != nil || string(o.Data) != "hello" {
		t.Fatal(o, err)
	}
	head, err := s.Head(ctx)
	if err != nil || head.Operation != pub.Operation {
		t.Fatal(head, err)
	}
}
