package worktree

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/memstore"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
	"github.com/genesis-vcs/genesis/refs"
)

// BenchmarkCheckout writes a generated tree of 5,000 files of 4 KB into an
// empty directory, and empties it again off the clock.
func BenchmarkCheckout(b *testing.B) {
	store := memstore.New()
	db := refs.New(store, refs.AllowAll{}, refs.Origin{Workspace: "w"})
	to := generated(b, store, 5000)
	b.ResetTimer()
	for b.Loop() {
		b.StopTimer()
		root := b.TempDir()
		meta := filepath.Join(root, ".genesis")
		if err := os.Mkdir(meta, 0o777); err != nil {
			b.Fatal(err)
		}
		tree := New(Options{Root: root, Meta: meta})
		b.StartTimer()
		r, err := tree.Move(b.Context(), db.Begin("bench"), MoveRequest{DB: db, To: to})
		if err != nil || len(r.Written) != 5000 {
			b.Fatal(len(r.Written), err)
		}
		b.StopTimer()
		if err := os.RemoveAll(root); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
	}
}

// generated stores a tree of n files in directories of 16.
func generated(b *testing.B, store objects.Store, n int) objects.ID {
	b.Helper()
	ctx := context.Background()
	stage, err := store.Begin(ctx)
	if err != nil {
		b.Fatal(err)
	}
	edits := make([]snapshot.Edit, 0, n)
	for i := range n {
		text := fmt.Appendf(nil, "%4096d", i)
		id, _, err := stage.Put(ctx, objects.KindBlob, text)
		if err != nil {
			b.Fatal(err)
		}
		edits = append(edits, snapshot.Edit{
			Path:  fmt.Sprintf("d%d/e%d/file%d", i/256, i/16, i),
			Entry: &objects.Entry{Mode: objects.ModeFile, ID: id, Size: uint64(len(text))},
		})
	}
	root, err := snapshot.Rewrite(ctx, store, stage, objects.ID{}, edits)
	if err == nil {
		_, err = store.Publish(ctx, stage, objects.Batch{})
	}
	if err != nil {
		b.Fatal(err)
	}
	return root
}
