package refs

import (
	"fmt"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/memstore"
	"github.com/genesis-vcs/genesis/objects/packstore"
)

func benchRefs(b *testing.B, n int) *DB { return createRefs(b, memstore.New(), n) }

func createRefs(b *testing.B, store objects.Store, n int) *DB {
	db := newDB(store)
	commits, _, _ := storeObjects(b, db.store, 1)
	tx := db.Begin("refs update")
	for i := range n {
		tx.Set(Name(fmt.Sprintf("refs/heads/topic/%05d", i)), commits[0], Missing())
	}
	mustCommit(b, tx)
	return db
}

func BenchmarkList10000(b *testing.B) {
	db := benchRefs(b, 10_000)
	for b.Loop() {
		if list, err := db.List(b.Context(), "refs/"); err != nil || len(list) != 10_000 {
			b.Fatal(len(list), err)
		}
	}
}

func BenchmarkCreate10000(b *testing.B) {
	for b.Loop() {
		benchRefs(b, 10_000)
	}
}

// BenchmarkCreate10000Stored does it on the disk.
func BenchmarkCreate10000Stored(b *testing.B) {
	for b.Loop() {
		dir := b.TempDir()
		if _, err := packstore.Create(b.Context(), dir, packstore.Options{}); err != nil {
			b.Fatal(err)
		}
		store, err := packstore.Open(b.Context(), dir, packstore.Options{})
		if err != nil {
			b.Fatal(err)
		}
		createRefs(b, store, 10_000)
		_ = store.Close()
	}
}

// BenchmarkSet moves one ref of 10,000.
func BenchmarkSet(b *testing.B) {
	db := benchRefs(b, 10_000)
	commits, _, _ := storeObjects(b, db.store, 2)
	turn := 0
	for b.Loop() {
		turn++
		setRef(b, db, "refs/heads/topic/00500", commits[turn%2])
	}
}

// BenchmarkUndoPlan finds the operation to take back behind 500 undos of 1,000 operations.
func BenchmarkUndoPlan(b *testing.B) {
	db := newDB(memstore.New())
	commits, _, _ := storeObjects(b, db.store, 2)
	for i := range 1000 {
		setRef(b, db, storyBranch, commits[i%2])
	}
	for range 500 {
		r, err := db.PlanUndo(b.Context(), objects.ID{})
		if err != nil {
			b.Fatal(err)
		}
		tx := db.Begin(VerbUndo)
		tx.Apply(r)
		mustCommit(b, tx)
	}
	for b.Loop() {
		if _, err := db.PlanUndo(b.Context(), objects.ID{}); err != nil {
			b.Fatal(err)
		}
	}
}
