package snapshot

import (
	"context"
	"errors"
	"maps"
	"strings"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// apply is the naive model of one edit.
func (l leaves) apply(e Edit) {
	if e.Entry != nil {
		l.set(e.Path, *e.Entry)
		return
	}
	for p := range l {
		if p == e.Path || strings.HasPrefix(p, e.Path+"/") {
			delete(l, p)
		}
	}
}

func TestRewriteAgreesWithTheModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := genLeaves(t, "tree")
		s := newShelf()
		root := l.store(t, s)
		want := maps.Clone(l)
		for range rapid.IntRange(0, 6).Draw(t, "steps") { // one edit at a time
			edit := Edit{Path: genPath(t, "edit")}
			if rapid.Bool().Draw(t, "put") {
				e := genEntry(t, "edit")
				edit.Entry = &e
			}
			want.apply(edit)
			var err error
			if root, err = Rewrite(context.Background(), s, s, root, []Edit{edit}); err != nil {
				t.Fatalf("Rewrite: %v", err)
			}
			if d := cmp.Diff(want, load(t, s, root)); d != "" {
				t.Fatalf("after %+v (-model +got):\n%s", edit, d)
			}
			if root != want.store(t, s) {
				t.Fatalf("the root is not the tree of the model")
			}
		}
	})
}

// What Diff finds between two trees, Rewrite makes of the first the second.
func TestRewriteInvertsDiff(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := newShelf()
		a, b := genLeaves(t, "a").store(t, s), genLeaves(t, "b").store(t, s)
		changes, err := Diff(context.Background(), s, a, b, nil)
		if err != nil {
			t.Fatalf("Diff: %v", err)
		}
		var edits []Edit
		for _, c := range rapid.Permutation(changes).Draw(t, "order") {
			edits = append(edits, Edit{Path: c.Path, Entry: c.New})
		}
		got, err := Rewrite(context.Background(), s, s, a, edits)
		if err != nil {
			t.Fatalf("Rewrite: %v", err)
		}
		if got != b {
			t.Fatalf("made %v, want %v", load(t, s, got), load(t, s, b))
		}
	})
}

func TestRewriteOnlyTouchesChangedDirectories(t *testing.T) {
	s := newShelf()
	root := leaves{"a/b/x": blob("1"), "a/c/x": blob("2"), "d/x": blob("3")}.store(t, s)
	clear(s.reads)
	s.puts = 0
	y := blob("y")
	if _, err := Rewrite(t.Context(), s, s, root, []Edit{{Path: "a/b/y", Entry: &y}, {Path: "d/none"}}); err != nil {
		t.Fatal(err)
	}
	if len(s.reads) != 4 || s.puts != 3 {
		t.Errorf("%d trees read and %d written, want 4 (root, a, b, d) and 3 (root, a, b)", len(s.reads), s.puts)
	}
	s.puts = 0
	same, err := Rewrite(t.Context(), s, s, root, []Edit{{Path: "none"}, {Path: "d/x/none"}})
	if err != nil || same != root || s.puts != 0 {
		t.Errorf("edits without effect: %s, %v, %d puts", same, err, s.puts)
	}
}

func TestRewriteOfNothingIsTheStoredEmptyTree(t *testing.T) {
	s := newShelf()
	root, err := Rewrite(t.Context(), s, s, objects.ID{}, nil)
	if err != nil || root != emptyDir().ID {
		t.Fatalf("got %s, %v", root, err)
	}
	if _, err := Tree(t.Context(), s, root); err != nil {
		t.Errorf("the empty tree is not stored: %v", err)
	}
	x := blob("x")
	one, err := Rewrite(t.Context(), s, s, objects.ID{}, []Edit{{Path: "a/b", Entry: &x}})
	if err != nil {
		t.Fatal(err)
	}
	if back, err := Rewrite(t.Context(), s, s, one, []Edit{{Path: "a/b"}}); err != nil || back != root {
		t.Errorf("the emptied tree is %s, %v; want the empty one", back, err)
	}
}

func TestRewriteRefusesNamesThatNoTreeHolds(t *testing.T) {
	s := newShelf()
	x := blob("x")
	for _, path := range []string{"", "a//b", "a/../b", ".", "a/\x00"} {
		var bad *objects.EncodingError
		if _, err := Rewrite(t.Context(), s, s, objects.ID{}, []Edit{{Path: path, Entry: &x}}); !errors.As(err, &bad) {
			t.Errorf("Rewrite(%q): %v, want a *EncodingError", path, err)
		}
	}
}

func TestRewriteReportsAMissingTree(t *testing.T) {
	s := newShelf()
	root := leaves{"a/x": blob("1")}.store(t, s)
	delete(s.held, find(must(Tree(t.Context(), s, root)), "a").ID)
	var missing *objects.NotFoundError
	if _, err := Rewrite(t.Context(), s, s, root, []Edit{{Path: "a/y"}}); !errors.As(err, &missing) {
		t.Errorf("got %v", err)
	}
	if _, err := Rewrite(t.Context(), s, s, objects.ID{7}, nil); !errors.As(err, &missing) {
		t.Errorf("got %v", err)
	}
}
