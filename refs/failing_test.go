package refs

import (
	"context"
	"errors"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/memstore"
	"github.com/genesis-vcs/genesis/objects/storetest"
)

// TestStoreFails makes each call that an operation makes to the store fail: the
// operation says so and changes nothing, and without a failure it succeeds.
func TestStoreFails(t *testing.T) {
	store := &storetest.Failing{Store: memstore.New(), Left: -1}
	db := newDB(store)
	commits, _, _ := storeObjects(t, store, 3)
	tx := db.Begin("set up")
	for _, short := range []string{"a", "b/c", "b/d", "e", "main"} {
		tx.Set(Name(Heads+short), commits[0], Missing())
	}
	tx.SetHead(Head{Branch: storyBranch})
	tx.Pin(commits[0], "one")
	first := mustCommit(t, tx).Operation
	setRef(t, db, storyBranch, commits[1])
	plan, err := db.PlanUndo(t.Context(), objects.ID{})
	if err != nil {
		t.Fatal(err)
	}
	tx = db.Begin(VerbUndo)
	tx.Apply(plan)
	mustCommit(t, tx)
	head, err := store.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	change := func() *Tx {
		tx := db.Begin("change")
		for _, short := range []string{"a", "b/c", "b/d", "e", "main", "new"} {
			tx.Set(Name(Heads+short), commits[2], Expect{})
		}
		tx.Pin(commits[1], "two")
		tx.SetHead(Head{Detached: commits[1]})
		return tx
	}
	for name, op := range map[string]func(ctx context.Context) error{
		"Get":         func(ctx context.Context) error { _, _, err := db.Get(ctx, storyBranch); return err },
		"List":        func(ctx context.Context) error { _, err := db.List(ctx, Heads); return err },
		"Head":        func(ctx context.Context) error { _, _, err := db.Head(ctx); return err },
		"Pins":        func(ctx context.Context) error { _, err := db.Pins(ctx); return err },
		"Setting":     func(ctx context.Context) error { _, _, err := db.Setting(ctx, "s"); return err },
		"Log":         func(ctx context.Context) error { _, _, err := db.Log(ctx, LogQuery{}); return err },
		"Op":          func(ctx context.Context) error { _, err := db.Op(ctx, first); return err },
		"ResolveOp":   func(ctx context.Context) error { _, err := db.ResolveOp(ctx, first.String()[:12]); return err },
		"PlanUndo":    func(ctx context.Context) error { _, err := db.PlanUndo(ctx, objects.ID{}); return err },
		"PlanRedo":    func(ctx context.Context) error { _, err := db.PlanRedo(ctx); return err },
		"PlanRestore": func(ctx context.Context) error { _, err := db.PlanRestore(ctx, first); return err },
		"HeadAfter":   func(ctx context.Context) error { _, _, err := db.HeadAfter(ctx, Reversal{}); return err },
		"Check":       func(ctx context.Context) error { _, err := change().Check(ctx, nil); return err },
	} {
		storetest.EachCall(t, store, name, op)
	}
	if now, err := store.Head(t.Context()); err != nil || now != head {
		t.Errorf("reading changed the store: %v, %v", now, err)
	}
	// The last call of a commit is the publication.
	for left := 0; ; left++ {
		store.Left = left
		_, err := change().Commit(t.Context(), nil)
		store.Left = -1
		now, headErr := store.Head(t.Context())
		if headErr != nil {
			t.Fatal(headErr)
		}
		if err == nil {
			if now.Seq != head.Seq+1 || left < 5 {
				t.Errorf("after %d calls: head %v, was %v", left, now, head)
			}
			return
		}
		if !errors.Is(err, storetest.ErrInjected) || now != head {
			t.Fatalf("call %d: %v, head %v", left, err, now)
		}
	}
}
