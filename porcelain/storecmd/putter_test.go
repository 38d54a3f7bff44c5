package storecmd

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/memstore"
	"github.com/genesis-vcs/genesis/plumbing/worktree"
)

// busyStage writes to a file while it is put, a given number of times.
type busyStage struct {
	objects.Stage
	t     *testing.T
	path  string
	edits int
}

func (s *busyStage) Put(ctx context.Context, kind objects.Kind, data []byte) (objects.ID, bool, error) {
	if s.edits > 0 {
		s.edits--
		f, err := os.OpenFile(s.path, os.O_WRONLY|os.O_APPEND, 0)
		if err != nil {
			s.t.Fatal(err)
		}
		defer f.Close()
		if _, err := f.WriteString("more\n"); err != nil {
			s.t.Fatal(err)
		}
	}
	return s.Stage.Put(ctx, kind, data)
}

// A file that comes to rest within three further readings is stored as it is
// then; one that does not is refused.
func TestFileThatChangesIsReadAgain(t *testing.T) {
	ctx := context.Background()
	for edits, refused := range []bool{0: false, 1: false, rereads: false, rereads + 1: true} {
		store := memstore.New()
		stage, err := store.Begin(ctx)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(path, []byte("begin\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		w := &putter{store: store, stage: &busyStage{Stage: stage, t: t, path: path, edits: edits}}
		o, err := w.file(ctx, "file", path)
		if changed := (*worktree.ChangedError)(nil); errors.As(err, &changed) != refused || !refused && err != nil {
			t.Errorf("%d edits: %v", edits, err)
			continue
		}
		if refused {
			continue
		}
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if want := objects.Sum(objects.KindBlob, content); o.Hash != want || o.Size != uint64(len(content)) || !o.New {
			t.Errorf("%d edits: %+v, want the blob %s", edits, o, want)
		}
	}
}

// touchingStage gives a file another time while it is put, once.
type touchingStage struct {
	objects.Stage
	path string
	done bool
}

func (s *touchingStage) Put(ctx context.Context, kind objects.Kind, data []byte) (objects.ID, bool, error) {
	if !s.done {
		s.done = true
		if err := os.Chtimes(s.path, time.Time{}, time.Unix(1, 0)); err != nil {
			return objects.ID{}, false, err
		}
	}
	return s.Stage.Put(ctx, kind, data)
}

// What a first reading stored is new, although the second one finds it staged.
func TestFileThatIsOnlyTouchedIsNew(t *testing.T) {
	ctx := context.Background()
	store := memstore.New()
	stage, err := store.Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, []byte("content\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	w := &putter{store: store, stage: &touchingStage{Stage: stage, path: path}}
	o, err := w.file(ctx, "file", path)
	if err != nil || !o.New || o.Stored == 0 {
		t.Errorf("%+v, %v", o, err)
	}
}
