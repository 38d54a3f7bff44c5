package refs

import (
	"fmt"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/memstore"
)

// TestLostRaces: what a race between reading and publishing comes to, by what
// the caller stated.
func TestLostRaces(t *testing.T) {
	store := &racingStore{Store: memstore.New()}
	commits, _, _ := storeObjects(t, store.Store, 70)
	quiet := newDB(store.Store)
	db := newDB(store)
	setRef(t, quiet, "refs/heads/main", commits[0])
	turn := 0
	store.race = func() {
		turn++
		setRef(t, quiet, "refs/heads/main", commits[turn%len(commits)])
	}

	t.Run("unstated", func(t *testing.T) {
		stage, err := store.Begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		staged := stageCommit(t, stage, 99)
		tx := db.Begin("refs set")
		tx.Set("refs/heads/main", staged, Expect{})
		_, err = tx.Commit(t.Context(), stage)
		if contended := wantError[*ContendedError](t, err); contended.Attempts != MaxAttempts {
			t.Errorf("%+v", contended)
		}
		if _, _, err := stage.Put(t.Context(), objects.KindBlob, []byte("late")); err == nil {
			t.Error("the stage is still open")
		}
		wantError[*objects.NotFoundError](t, func() error { _, err := store.Get(t.Context(), staged); return err }())
	})
	t.Run("stated", func(t *testing.T) {
		seen, _, err := quiet.Get(t.Context(), "refs/heads/main")
		if err != nil {
			t.Fatal(err)
		}
		tx := db.Begin("refs set")
		tx.Set("refs/heads/main", commits[69], At(seen))
		_, err = tx.Commit(t.Context(), nil)
		conflict := wantError[*ConflictError](t, err)
		if conflict.Expected != seen || conflict.Actual != commits[turn%len(commits)] {
			t.Errorf("%+v", conflict)
		}
	})
	t.Run("reversal", func(t *testing.T) {
		last, err := store.Head(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		r, err := db.PlanUndo(t.Context(), last.Operation)
		if err != nil {
			t.Fatal(err)
		}
		tx := db.Begin(VerbUndo)
		tx.Apply(r)
		_, err = tx.Commit(t.Context(), nil)
		conflict := wantError[*UndoConflictError](t, err)
		if conflict.Operation != last.Operation || conflict.Name != "refs/heads/main" {
			t.Errorf("%+v", conflict)
		}
	})
	for _, c := range []NameClashError{
		{Name: "refs/heads/x/y/z", Other: "refs/heads/x"},
		{Name: "refs/heads/x2", Other: "refs/heads/x2/y"},
	} {
		t.Run("clash with "+string(c.Other), func(t *testing.T) {
			store.race = func() {
				if _, ok, _ := quiet.Get(t.Context(), c.Other); !ok {
					setRef(t, quiet, c.Other, commits[0])
				}
			}
			tx := db.Begin("refs set")
			tx.Set(c.Name, commits[1], Expect{})
			_, err := tx.Commit(t.Context(), nil)
			if diff := cmp.Diff(&c, wantError[*NameClashError](t, err)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestOneWinner: of many writers with the same expectation exactly one wins,
// and the history holds exactly the winners.
func TestOneWinner(t *testing.T) {
	store := memstore.New()
	const writers, rounds = 8, 25
	commits, _, _ := storeObjects(t, store, writers*rounds+1)
	setRef(t, newDB(store), "refs/heads/main", commits[0])
	want := commits[0]
	for round := range rounds {
		errs := make([]error, writers)
		var group sync.WaitGroup
		for w := range writers {
			group.Go(func() {
				tx := newDB(store).Begin("refs set")
				tx.Set("refs/heads/main", commits[1+round*writers+w], At(want))
				_, errs[w] = tx.Commit(t.Context(), nil)
			})
		}
		group.Wait()
		now, _, err := newDB(store).Get(t.Context(), "refs/heads/main")
		if err != nil {
			t.Fatal(err)
		}
		for w, err := range errs {
			if won := commits[1+round*writers+w] == now; won != (err == nil) {
				t.Fatalf("round %d: the ref is at %s, writer %d got %v", round, now, w, err)
			}
			if err != nil {
				wantError[*ConflictError](t, err)
			}
		}
		want = now
	}
	ops, _, err := newDB(store).Log(t.Context(), LogQuery{})
	if err != nil || len(ops) != rounds+1 {
		t.Fatalf("%d operations for %d winners, %v", len(ops), rounds+1, err)
	}
}

// TestBlindWritersAllSucceed: 64 writers who state nothing about the same ref
// need no retry of their own.
func TestBlindWritersAllSucceed(t *testing.T) {
	store := memstore.New()
	commits, _, _ := storeObjects(t, store, 64)
	var group sync.WaitGroup
	for _, id := range commits {
		group.Go(func() {
			tx := newDB(store).Begin("refs set")
			tx.Set("refs/heads/main", id, Expect{})
			if _, err := tx.Commit(t.Context(), nil); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
}

// TestRacingCreators: of "a", "a/b" and "a/b/c" exactly one comes to be.
func TestRacingCreators(t *testing.T) {
	store := memstore.New()
	commits, _, _ := storeObjects(t, store, 1)
	for round := range 50 {
		base := fmt.Sprintf("refs/heads/%d", round)
		names := []string{base, base + "/b", base + "/b/c"}
		errs := make([]error, len(names))
		var group sync.WaitGroup
		for i, name := range names {
			group.Go(func() {
				tx := newDB(store).Begin("refs set")
				tx.Set(Name(name), commits[0], Expect{})
				_, errs[i] = tx.Commit(t.Context(), nil)
			})
		}
		group.Wait()
		list, err := newDB(store).List(t.Context(), base)
		if err != nil || len(list) != 1 {
			t.Fatalf("round %d: refs %v, %v", round, list, err)
		}
		for i, err := range errs {
			if string(list[0].Name) == names[i] {
				if err != nil {
					t.Fatalf("the winner got %v", err)
				}
			} else {
				wantError[*NameClashError](t, err)
			}
		}
		tx := newDB(store).Begin("refs delete")
		tx.Delete(list[0].Name, Expect{})
		mustCommit(t, tx)
	}
}
