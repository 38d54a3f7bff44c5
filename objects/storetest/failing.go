package storetest

import (
	"context"
	"errors"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
)

// ErrInjected is the error of a Failing store.
var ErrInjected = errors.New("injected")

// Failing is a store of which one call fails, to test what is made of that. The
// pages of its rows are short, so that readers make more calls. It is not safe
// for concurrent use.
type Failing struct {
	objects.Store
	// Left counts the calls down to the one that fails, which finds 0. Below,
	// none fails.
	Left int
}

func (s *Failing) fail() error {
	s.Left--
	if s.Left == -1 {
		return ErrInjected
	}
	return nil
}

// Stat implements objects.Store.
func (s *Failing) Stat(ctx context.Context, id objects.ID) (objects.Info, error) {
	if err := s.fail(); err != nil {
		return objects.Info{}, err
	}
	return s.Store.Stat(ctx, id)
}

// Get implements objects.Store.
func (s *Failing) Get(ctx context.Context, id objects.ID) (objects.Object, error) {
	if err := s.fail(); err != nil {
		return objects.Object{}, err
	}
	return s.Store.Get(ctx, id)
}

// List implements objects.Store.
func (s *Failing) List(ctx context.Context, q objects.ListQuery) (objects.ListPage, error) {
	if err := s.fail(); err != nil {
		return objects.ListPage{}, err
	}
	return s.Store.List(ctx, q)
}

// Row implements objects.Store.
func (s *Failing) Row(ctx context.Context, space objects.Space, name string) ([]byte, bool, error) {
	if err := s.fail(); err != nil {
		return nil, false, err
	}
	return s.Store.Row(ctx, space, name)
}

// Rows implements objects.Store.
func (s *Failing) Rows(ctx context.Context, q objects.RowQuery) (objects.RowPage, error) {
	if err := s.fail(); err != nil {
		return objects.RowPage{}, err
	}
	q.Limit = 2
	return s.Store.Rows(ctx, q)
}

// Head implements objects.Store.
func (s *Failing) Head(ctx context.Context) (objects.Head, error) {
	if err := s.fail(); err != nil {
		return objects.Head{}, err
	}
	return s.Store.Head(ctx)
}

// Publish implements objects.Store.
func (s *Failing) Publish(ctx context.Context, stage objects.Stage, batch objects.Batch) (objects.Published, error) {
	if err := s.fail(); err != nil {
		return objects.Published{}, err
	}
	return s.Store.Publish(ctx, stage, batch)
}

// EachCall makes one call after the other fail that op makes to the store. Each
// time op must fail for that reason; in the end it must succeed.
func EachCall(t *testing.T, store *Failing, name string, op func(context.Context) error) {
	t.Helper()
	defer func() { store.Left = -1 }()
	for call := 0; ; call++ {
		store.Left = call
		err := op(t.Context())
		switch {
		case store.Left >= 0 && err == nil:
			if call == 0 {
				t.Errorf("%s asks the store nothing", name)
			}
			return
		case store.Left >= 0 || !errors.Is(err, ErrInjected):
			t.Fatalf("%s: with call %d failing, the error is %v", name, call, err)
		}
	}
}
