package snapshot

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestDiffAgreesWithTheModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := genLeaves(t, "a"), genLeaves(t, "b")
		if rapid.Bool().Draw(t, "near") { // b is a with a few changes
			b = leaves{}
			for p, e := range a {
				b[p] = e
			}
			b.set(genPath(t, "b"), genEntry(t, "b"))
		}
		var paths []string
		for range rapid.IntRange(0, 2).Draw(t, "paths") {
			paths = append(paths, genPath(t, "filter"))
		}
		s := newShelf()
		got, err := Diff(context.Background(), s, a.store(t, s), b.store(t, s), paths)
		if err != nil {
			t.Fatalf("Diff: %v", err)
		}
		if d := cmp.Diff(a.diff(b, paths), got); d != "" {
			t.Fatalf("Diff of %v and %v in %q (-model +got):\n%s", a, b, paths, d)
		}
	})
}

func TestDiffStatuses(t *testing.T) {
	s := newShelf()
	a := leaves{"same": blob("s"), "mod": blob("1"), "mode": blob("m"), "type": blob("t"), "gone": blob("g"),
		"link": {Mode: objects.ModeGitlink, Gitlink: objects.Bytes(make([]byte, 20))}}
	b := leaves{"same": blob("s"), "mod": blob("2"), "mode": with(blob("m"), objects.ModeExec), "type": emptyDir(), "new": blob("n"),
		"link": {Mode: objects.ModeGitlink, Gitlink: objects.Bytes(append(make([]byte, 19), 1))}}
	changes, err := Diff(t.Context(), s, a.store(t, s), b.store(t, s), nil)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range changes {
		got = append(got, fmt.Sprintf("%s %s", c.Status, c.Path))
	}
	want := []string{"deleted gone", "modified link", "modified mod", "mode mode", "added new", "type type"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// The paths sort by their bytes, although "a.b" lies between the entries "a"
// and what is in it.
func TestDiffIsSortedByPathBytes(t *testing.T) {
	s := newShelf()
	changes, err := Diff(t.Context(), s, objects.ID{}, leaves{"a/x": blob("1"), "a.b": blob("2")}.store(t, s), nil)
	if err != nil || len(changes) != 2 || changes[0].Path != "a.b" || changes[1].Path != "a/x" {
		t.Errorf("got %v, %v", changes, err)
	}
}

func TestDiffLeavesEqualSubtreesUnread(t *testing.T) {
	s := newShelf()
	same := leaves{"deep/x": blob("x"), "y": blob("y")}
	a, b := leaves{"f": blob("1")}, leaves{"f": blob("2")}
	for p, e := range same {
		a["same/"+p], b["same/"+p] = e, e
	}
	ra, rb := a.store(t, s), b.store(t, s)
	clear(s.reads)
	if _, err := Diff(t.Context(), s, ra, rb, nil); err != nil {
		t.Fatal(err)
	}
	if len(s.reads) != 2 || s.reads[ra] != 1 || s.reads[rb] != 1 {
		t.Errorf("read %v, want the two roots once", s.reads)
	}
	clear(s.reads)
	if c, err := Diff(t.Context(), s, ra, ra, nil); err != nil || c != nil || len(s.reads) != 0 {
		t.Errorf("equal roots: %v, %v, %d reads", c, err, len(s.reads))
	}
}

func TestDiffReadsOnlyWhatThePathsAskFor(t *testing.T) {
	s := newShelf()
	root := leaves{"a/x": blob("1"), "b/x": blob("2"), "c/d/x": blob("3")}.store(t, s)
	clear(s.reads)
	changes, err := Diff(t.Context(), s, objects.ID{}, root, []string{"c/d/"})
	if err != nil || len(changes) != 1 || changes[0].Path != "c/d/x" {
		t.Fatalf("got %v, %v", changes, err)
	}
	if len(s.reads) != 3 {
		t.Errorf("%d trees read, want the three on the path", len(s.reads))
	}
}

func TestDiffStopsWithTheContext(t *testing.T) {
	s := newShelf()
	root := leaves{"a": blob("1")}.store(t, s)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Diff(ctx, s, objects.ID{}, root, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if err := Walk(ctx, s, root, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("Walk: %v", err)
	}
	if _, err := Rewrite(ctx, s, s, root, []Edit{{Path: "b"}}); !errors.Is(err, context.Canceled) {
		t.Errorf("Rewrite: %v", err)
	}
}

func TestDiffReportsAMissingTree(t *testing.T) {
	s := newShelf()
	root := leaves{"a/x": blob("1")}.store(t, s)
	for _, trees := range [][2]objects.ID{{root, {9}}, {{9}, root}} {
		var missing *objects.NotFoundError
		if _, err := Diff(t.Context(), s, trees[0], trees[1], nil); !errors.As(err, &missing) {
			t.Errorf("got %v, want a *NotFoundError", err)
		}
	}
	sub := find(must(Tree(t.Context(), s, root)), "a").ID
	delete(s.held, sub)
	for _, trees := range [][2]objects.ID{{root, {}}, {{}, root}} {
		var missing *objects.NotFoundError
		if _, err := Diff(t.Context(), s, trees[0], trees[1], nil); !errors.As(err, &missing) || missing.ID != sub {
			t.Errorf("got %v, want a *NotFoundError of the subtree", err)
		}
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// A tree may be nested as deep as somebody likes; reading it must end.
func TestNestingIsBounded(t *testing.T) {
	s := newShelf()
	id := leaves{"x": blob("x")}.store(t, s)
	for range MaxDepth {
		id = must(put(t.Context(), s, &objects.Tree{Entries: []objects.Entry{{Name: "d", Mode: objects.ModeDir, ID: id}}}))
	}
	var deep *PathError
	if err := Walk(t.Context(), s, id, func(string, objects.Entry) error { return nil }); !errors.As(err, &deep) {
		t.Errorf("Walk: %v, want a *PathError", err)
	}
	if _, err := Diff(t.Context(), s, objects.ID{}, id, nil); !errors.As(err, &deep) {
		t.Errorf("Diff: %v, want a *PathError", err)
	}
	path := "d"
	for range MaxDepth {
		path += "/d"
	}
	x := blob("x")
	if _, err := Rewrite(t.Context(), s, s, objects.ID{}, []Edit{{Path: path, Entry: &x}}); !errors.As(err, &deep) {
		t.Errorf("Rewrite: %v, want a *PathError", err)
	}
}

func BenchmarkDiffOneFileOfManyDirectories(b *testing.B) {
	s := newShelf()
	l := leaves{}
	for i := range 10_000 {
		l[fmt.Sprintf("d%d/e%d/f%d", i%10, i%100, i)] = blob(fmt.Sprint(i))
	}
	x := l.store(b, s)
	l["d1/e1/f1"] = blob("other")
	y := l.store(b, s)
	for b.Loop() {
		if c, err := Diff(b.Context(), s, x, y, nil); err != nil || len(c) != 1 {
			b.Fatal(c, err)
		}
	}
}
