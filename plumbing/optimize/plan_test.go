package optimize_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/packstore"
	"github.com/genesis-vcs/genesis/plumbing/optimize"
	"github.com/genesis-vcs/genesis/refs"
)

func (w *world) plan() []packstore.Placement {
	w.Helper()
	plan, err := optimize.Plan(w.Context(), w.store, nil)
	w.must(err)
	return plan
}

// Whatever the history, a plan has all that is reachable once, and each object
// behind its base, which is of the same kind and is stored as a whole or a delta.
func TestPlanHasEverythingOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newWorld(t)
		w.draw(t)
		want, plan := w.reachable(), w.plan()
		at := map[objects.ID]int{}
		for i, p := range plan {
			if first, twice := at[p.ID]; twice {
				t.Fatalf("%s is placed at %d and at %d", p.ID, first, i)
			}
			at[p.ID] = i
			if want[p.ID] == 0 {
				t.Fatalf("%s is placed and nothing reaches it", p.ID)
			}
			if p.Base == -1 {
				continue
			}
			if int(p.Base) >= i || p.Base < -1 {
				t.Fatalf("placement %d has the base %d", i, p.Base)
			}
			base, err := w.store.Stat(w.Context(), plan[p.Base].ID)
			w.must(err)
			if base.Kind != want[p.ID] || !base.List.IsZero() {
				t.Fatalf("a %s has the base %+v", want[p.ID], base)
			}
		}
		for id, kind := range want {
			if _, ok := at[id]; !ok {
				t.Fatalf("%s %s is not placed", kind, id)
			}
		}
		if again := w.plan(); !slices.Equal(plan, again) {
			t.Fatalf("a second plan is another one")
		}
	})
}

// versions are the contents of one path in a line of commits, the newest last.
func versions(w *world, n int) (contents []objects.ID) {
	var tip objects.ID
	for i := range n {
		content := fmt.Sprintf("version %d", i)
		contents = append(contents, w.blob(content))
		var parents []objects.ID
		if i > 0 {
			parents = append(parents, tip)
		}
		tip = w.commit(int64(i), files{"d/path": content, "d/other": "the same"}, parents...)
	}
	w.publish(func(tx *refs.Tx) { tx.Set("refs/heads/main", tip, refs.Expect{}) })
	return contents
}

// The versions of a path stand together, the newest first and as a whole; chains
// stay short where there are many.
func TestPlanOfOnePath(t *testing.T) {
	w := newWorld(t)
	contents := versions(w, 1000)
	plan := w.plan()
	at := map[objects.ID]int{}
	depth := make([]int, len(plan))
	for i, p := range plan {
		at[p.ID] = i
		if p.Base >= 0 {
			depth[i] = depth[p.Base] + 1
		}
	}
	newest := at[contents[len(contents)-1]]
	next, deepest := 0, 0
	for i := range contents {
		place := at[contents[len(contents)-1-i]]
		if place != newest+i {
			t.Fatalf("version %d stands at %d, the newest at %d", i, place, newest)
		}
		deepest = max(deepest, depth[place])
		if i > 0 && int(plan[place].Base) == place-1 {
			next++
		}
	}
	if plan[newest].Base != -1 {
		t.Errorf("the newest version is stored against %d", plan[newest].Base)
	}
	if next < 700 || deepest > 15 {
		t.Errorf("%d of 1000 against the next one, chains up to %d", next, deepest)
	}
}

// A history reads what it must for a log in front of what only a checkout needs.
func TestPlanOrdersKinds(t *testing.T) {
	w := newWorld(t)
	versions(w, 10)
	var kinds []objects.Kind
	for _, p := range w.plan() {
		info, err := w.store.Stat(t.Context(), p.ID)
		w.must(err)
		kinds = append(kinds, info.Kind)
	}
	want := []objects.Kind{objects.KindCommit, objects.KindSnapshot, objects.KindTree, objects.KindBlob}
	if got := slices.Compact(kinds); !slices.Equal(got, want) {
		t.Errorf("kinds come as %v, want %v", got, want)
	}
}

// partial is a store that answers for one object with an error.
type partial struct {
	objects.Store
	id  objects.ID
	err error
}

func (s partial) Get(ctx context.Context, id objects.ID) (objects.Object, error) {
	if id == s.id {
		return objects.Object{}, s.err
	}
	return s.Store.Get(ctx, id)
}

func (s partial) Stat(ctx context.Context, id objects.ID) (objects.Info, error) {
	if id == s.id {
		return objects.Info{}, s.err
	}
	return s.Store.Stat(ctx, id)
}

// Every object can be missing or damaged: the first is left out with what only it
// reaches, the second ends the plan.
func TestPlanWithoutAnObject(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newWorld(t)
		w.draw(t)
		whole := w.plan()
		lost := rapid.SampledFrom(whole).Draw(t, "lost").ID
		plan, err := optimize.Plan(t.Context(), partial{w.store, lost, &objects.NotFoundError{ID: lost}}, nil)
		w.must(err)
		for _, p := range plan {
			if p.ID == lost || !slices.ContainsFunc(whole, func(q packstore.Placement) bool { return q.ID == p.ID }) {
				t.Fatalf("%s is in the plan without %s", p.ID, lost)
			}
		}
		if len(plan) == 0 && len(whole) > 1 {
			t.Fatalf("nothing is left without %s", lost)
		}
		damage := &objects.CorruptError{ID: lost}
		if _, err := optimize.Plan(t.Context(), partial{w.store, lost, damage}, nil); !errors.Is(err, damage) {
			t.Fatalf("a plan over damage ends with %v", err)
		}
	})
}

func TestPlanStops(t *testing.T) {
	w := newWorld(t)
	versions(w, 10)
	ctx, cancel := context.WithCancel(t.Context())
	found := 0
	_, err := optimize.Plan(ctx, w.store, func(n int) {
		found += n
		cancel()
	})
	if !errors.Is(err, context.Canceled) || found > 3 {
		t.Errorf("a plan that is canceled finds %d objects and ends with %v", found, err)
	}
}

func TestPlanReportsProgress(t *testing.T) {
	w := newWorld(t)
	versions(w, 5)
	found := 0
	plan, err := optimize.Plan(t.Context(), w.store, func(n int) { found += n })
	w.must(err)
	if found != len(plan) {
		t.Errorf("%d objects were told of %d", found, len(plan))
	}
}

func TestPlanOfAnEmptyStore(t *testing.T) {
	if plan := newWorld(t).plan(); len(plan) != 0 {
		t.Errorf("an empty store has a plan of %d", len(plan))
	}
}
