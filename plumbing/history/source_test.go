package history

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/commitindex"
)

// longLine is a line of more commits than a log reads before it wants an index.
func longLine(t tester) (g *graph, tip objects.ID) {
	g = newGraph(t)
	snaps := []objects.ID{g.snapshotOf(map[string]string{"a": "1"}), g.snapshotOf(map[string]string{"a": "2"})}
	g.commitOf("0", 0, snaps[0])
	const n = indexLag + 500
	for i := 1; i < n; i++ {
		g.commitOf(strconv.Itoa(i), int64(i), snaps[i/100%2], strconv.Itoa(i-1))
	}
	return g, g.ids[strconv.Itoa(n-1)]
}

func (g *graph) indexed() int {
	x := commitindex.Open(g.Context(), g.store)
	defer x.Close()
	return x.Len()
}

// TestLogIndexes: a long log indexes what it had to read, in the middle of its
// way, and a log after that reads from the index.
func TestLogIndexes(t *testing.T) {
	g, tip := longLine(t)
	for _, q := range []LogQuery{{From: []objects.ID{tip}}, {From: []objects.ID{tip}, Paths: []string{"a"}}} {
		plain, _, err := collect(t.Context(), &countingStore{Store: g.store}, q, 0)
		if err != nil {
			t.Fatal(err)
		}
		if err := g.store.SaveDerived(t.Context(), commitindex.Name, nil); err != nil {
			t.Fatal(err)
		}
		for _, run := range []string{"without an index", "with one"} {
			commits, _, err := collect(t.Context(), g.store, q, 0)
			same := slices.EqualFunc(commits, plain, func(a, b Commit) bool { return a.ID == b.ID })
			if err != nil || !same || len(commits) == 0 {
				t.Errorf("%s: %d commits instead of %d, %v", run, len(commits), len(plain), err)
			}
			if g.indexed() != len(g.ids) {
				t.Errorf("%s: %d of %d commits are indexed", run, g.indexed(), len(g.ids))
			}
		}
	}
	store := &derivedStore{countingStore: countingStore{Store: g.store}, Derived: g.store}
	commits, _, err := collect(t.Context(), store, LogQuery{From: []objects.ID{tip}, Paths: []string{"a"}}, 0)
	if err != nil || len(commits) != 15 || store.gets > 100 {
		t.Errorf("%d commits after %d reads, %v", len(commits), store.gets, err)
	}
}

// TestLogLooksForNoMoreThanMax: what is read beside a log of paths follows the
// commits that will be taken, though it visits them more and more at a time.
func TestLogLooksForNoMoreThanMax(t *testing.T) {
	g, tip := longLine(t)
	if _, _, err := collect(t.Context(), g.store, LogQuery{From: []objects.ID{tip}}, 0); err != nil {
		t.Fatal(err)
	}
	const most = 6
	store := &derivedStore{countingStore: countingStore{Store: g.store}, Derived: g.store}
	q := LogQuery{From: []objects.ID{tip}, Paths: []string{"a"}, Max: most}
	commits, _, err := collect(t.Context(), store, q, 0)
	// Each commit, and at most the trees of it and of its parent.
	if err != nil || len(commits) != most || store.gets > 3*most {
		t.Fatalf("%d commits after %d reads, %v", len(commits), store.gets, err)
	}
}

// TestShortLogsIndexNothing, whatever the length of the history.
func TestShortLogsIndexNothing(t *testing.T) {
	g, tip := longLine(t)
	if commits, _, err := collect(t.Context(), g.store, LogQuery{From: []objects.ID{tip}}, 100); err != nil || len(commits) != 100 {
		t.Errorf("%d commits, %v", len(commits), err)
	}
	if g.indexed() != 0 {
		t.Errorf("%d commits are indexed", g.indexed())
	}
}

// TestLogWithoutSaving: where the index cannot be written, all is as without.
func TestLogWithoutSaving(t *testing.T) {
	g, tip := longLine(t)
	g.index(100, strconv.Itoa(len(g.ids)-1))
	store := &derivedStore{countingStore: countingStore{Store: g.store}, Derived: g.store, refuse: errors.New("read-only")}
	commits, _, err := collect(t.Context(), store, LogQuery{From: []objects.ID{tip}}, 0)
	if err != nil || len(commits) != len(g.ids) || g.indexed() != 100 {
		t.Errorf("%d commits, %d indexed, %v", len(commits), g.indexed(), err)
	}
}

// derivedStore keeps derived data, or refuses to.
type derivedStore struct {
	countingStore
	objects.Derived
	refuse error
}

func (s *derivedStore) SaveDerived(ctx context.Context, name string, data []byte) error {
	if s.refuse != nil {
		return s.refuse
	}
	return s.Derived.SaveDerived(ctx, name, data)
}

func BenchmarkLogIndexed(b *testing.B) {
	g, tip := longLine(b)
	g.index(0, strconv.Itoa(len(g.ids)-1))
	for name, paths := range map[string][]string{"whole": nil, "path": {"a"}, "none": {"none"}} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, _, err := collect(b.Context(), g.store, LogQuery{From: []objects.ID{tip}, Paths: paths}, 0); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
