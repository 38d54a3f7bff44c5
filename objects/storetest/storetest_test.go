package storetest_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/memstore"
	"github.com/genesis-vcs/genesis/objects/storetest"
)

func TestLoopbackConforms(t *testing.T) {
	inner := map[objects.Store]*memstore.Store{}
	storetest.Run(t, func(*testing.T) objects.Store {
		m := memstore.New()
		s := storetest.Loopback(m)
		inner[s] = m
		return s
	}, storetest.Damage(func(_ *testing.T, s objects.Store, id objects.ID) { inner[s].Damage(id) }))
}

// failing answers every Stat with its error.
type failing struct {
	objects.Store
	err error
}

func (f failing) Stat(context.Context, objects.ID) (objects.Info, error) {
	return objects.Info{}, f.err
}

// Typed errors survive the way through bytes, with all their facts.
func TestLoopbackCarriesTypedErrors(t *testing.T) {
	for _, want := range []error{
		&objects.NotFoundError{ID: objects.ID{1}},
		&objects.CorruptError{ID: objects.ID{1}, What: "record", Path: "packs/x", Reason: "r"},
		&objects.ConflictError{Space: objects.SpaceRef, Name: "n\xff", Actual: []byte{}, Guard: true},
		&objects.BusyError{PID: 7, Verb: "put"},
		&objects.NoSpaceError{Need: 2, Free: 1},
		&objects.EncodingError{Kind: objects.KindTree, Reason: "r"},
		&objects.BadIDError{Text: "x"},
		&objects.DanglingError{ID: objects.ID{1}, Field: "root", To: objects.ID{2}},
		objects.ErrStageEnded, context.Canceled, context.DeadlineExceeded,
	} {
		_, got := storetest.Loopback(failing{err: want}).Stat(t.Context(), objects.ID{})
		if errors.Is(got, want) {
			continue
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%T differs:\n%s", want, diff)
		}
	}
	_, got := storetest.Loopback(failing{err: errors.New("other")}).Stat(t.Context(), objects.ID{})
	if got == nil || got.Error() != "other" {
		t.Errorf("another error becomes %v", got)
	}
}

// A stage of one store is no stage of another.
func TestForeignStageIsRefusedAndEnded(t *testing.T) {
	for _, s := range []objects.Store{memstore.New(), storetest.Loopback(memstore.New())} {
		st, err := memstore.New().Begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Publish(t.Context(), st, objects.Batch{}); err == nil {
			t.Error("a foreign stage is published")
		}
		if _, _, err := st.Put(t.Context(), objects.KindBlob, nil); !errors.Is(err, objects.ErrStageEnded) {
			t.Errorf("the foreign stage goes on: %v", err)
		}
	}
}
