package storecmd

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/chunk"
	"github.com/genesis-vcs/genesis/objects/memstore"
	"github.com/genesis-vcs/genesis/porcelain/contract"
)

// brokenStore runs a hook and fails when a chunk is read.
type brokenStore struct {
	objects.Store
	hook func()
}

func (s *brokenStore) Get(ctx context.Context, id objects.ID) (objects.Object, error) {
	o, err := s.Store.Get(ctx, id)
	if err == nil && o.Kind == objects.KindChunk {
		s.hook()
		return objects.Object{}, &objects.CorruptError{ID: id, What: "record", Reason: "broken"}
	}
	return o, err
}

// A file that --out cannot finish is removed; that it cannot be removed is said
// together with why it was not finished.
func TestOutCleansUp(t *testing.T) {
	ctx := context.Background()
	store := memstore.New()
	stage, err := store.Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	blob, err := chunk.Put(ctx, stage, bytes.NewReader(make([]byte, 4*chunk.Threshold)), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := store.Publish(ctx, stage, objects.Batch{}); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	left := func() []string {
		names, err := filepath.Glob(filepath.Join(dir, ".genesis-out-*"))
		if err != nil {
			t.Fatal(err)
		}
		return names
	}
	broken := &brokenStore{Store: store, hook: func() {}}
	write := func() error {
		c, err := open(ctx, broken, blob.ID, false)
		if err != nil {
			t.Fatal(err)
		}
		_, err = (&outFile{arg: "out", path: filepath.Join(dir, "out")}).write(ctx, c, nil)
		return err
	}
	if err := write(); contract.From(err).Code != "store/corrupt" || len(left()) > 0 {
		t.Errorf("%v; left are %v", err, left())
	}
	broken.hook = sync.OnceFunc(func() { // put something in the place of the temporary file that stays
		for _, name := range left() {
			if err := errors.Join(os.RemoveAll(name), os.MkdirAll(filepath.Join(name, "full"), 0o700)); err != nil {
				t.Error(err)
			}
		}
	})
	failure := contract.From(write())
	if failure.Code != "io/cleanup" || failure.Row().Kind != "cleanup" ||
		failure.Facts["cleanup_subsystem"] != "temporary file" || failure.Facts["prior_error"] != "store/corrupt" {
		t.Errorf("%+v", failure)
	}
}
