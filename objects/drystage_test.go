package objects_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/memstore"
	"github.com/genesis-vcs/genesis/objects/storetest"
)

// TestDryStage runs the conformance suite on stages that have a dry one beside
// them, which has to answer every call as the real one does.
func TestDryStage(t *testing.T) {
	storetest.Run(t, func(t *testing.T) objects.Store {
		return &twinStore{Store: memstore.New(), t: t}
	})
}

// twinStore opens a dry stage with each real one.
type twinStore struct {
	objects.Store
	t *testing.T
}

func (s *twinStore) Begin(ctx context.Context) (objects.Stage, error) {
	real, err := s.Store.Begin(ctx)
	if err != nil {
		return nil, err
	}
	return &twinStage{t: s.t, real: real, dry: objects.NewDryStage(s.Store)}, nil
}

// Publish publishes the real stage. The dry one ends when the real one does.
func (s *twinStore) Publish(ctx context.Context, stage objects.Stage, b objects.Batch) (objects.Published, error) {
	twin, ok := stage.(*twinStage)
	if !ok {
		return s.Store.Publish(ctx, stage, b)
	}
	twin.mu.Lock()
	defer twin.mu.Unlock()
	published, err := s.Store.Publish(ctx, twin.real, b)
	if _, state := twin.real.Stat(context.Background(), objects.ID{}); errors.Is(state, objects.ErrStageEnded) {
		_ = twin.dry.Abort()
	}
	return published, err
}

// twinStage compares the answers of two stages.
type twinStage struct {
	t         *testing.T
	mu        sync.Mutex // both are asked before anything else happens
	real, dry objects.Stage
}

func (s *twinStage) same(call string, real, dry any, realErr, dryErr error) {
	s.t.Helper()
	if (realErr == nil && real != dry) || fmt.Sprintf("%T %v", realErr, realErr) != fmt.Sprintf("%T %v", dryErr, dryErr) {
		s.t.Errorf("%s: dry says %v, %v; real says %v, %v", call, dry, dryErr, real, realErr)
	}
	a, b := s.real.Stats(), s.dry.Stats()
	if a.Objects != b.Objects || a.Bytes != b.Bytes {
		s.t.Errorf("after %s: dry counts %+v, real %+v", call, b, a)
	}
}

func (s *twinStage) Put(ctx context.Context, kind objects.Kind, data []byte) (objects.ID, bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	type put struct {
		id    objects.ID
		fresh bool
	}
	id, fresh, err := s.real.Put(ctx, kind, data)
	dryID, dryFresh, dryErr := s.dry.Put(ctx, kind, data)
	s.same("Put", put{id, fresh}, put{dryID, dryFresh}, err, dryErr)
	return id, fresh, err
}

func (s *twinStage) PutChunked(ctx context.Context, id objects.ID, size uint64, list objects.ID) (bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	fresh, err := s.real.PutChunked(ctx, id, size, list)
	dryFresh, dryErr := s.dry.PutChunked(ctx, id, size, list)
	s.same("PutChunked", fresh, dryFresh, err, dryErr)
	return fresh, err
}

func (s *twinStage) Stat(ctx context.Context, id objects.ID) (objects.Info, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	info, err := s.real.Stat(ctx, id)
	dryInfo, dryErr := s.dry.Stat(ctx, id)
	dryInfo.Stored = info.Stored // a dry stage does not know it exactly
	s.same("Stat", info, dryInfo, err, dryErr)
	return info, err
}

func (s *twinStage) Stats() objects.StageStats { return s.real.Stats() }

func (s *twinStage) Abort() error {
	return errors.Join(s.dry.Abort(), s.real.Abort())
}

// A dry stage reads its store and asks it for nothing else.
func TestDryStageLeavesTheStoreAlone(t *testing.T) {
	ctx := context.Background()
	store := memstore.New()
	stage := objects.NewDryStage(store)
	id, fresh, err := stage.Put(ctx, objects.KindBlob, []byte("x"))
	if err != nil || !fresh {
		t.Fatal(fresh, err)
	}
	if has, err := store.Has(ctx, []objects.ID{id}); err != nil || has[0] {
		t.Errorf("the store has what was put: %v, %v", has, err)
	}
	if err := stage.Abort(); err != nil {
		t.Error(err)
	}
	if _, err := stage.Stat(ctx, id); !errors.Is(err, objects.ErrStageEnded) {
		t.Errorf("Stat after the end: %v", err)
	}
}
