package commitindex

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/storetest"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
)

// check compares all that the index says with the history, and returns how many
// of its commits it knows. Where the index turns out to be broken it knows nothing.
func check(t tester, g *graph, x *Index) (known int) {
	t.Helper()
	for i, c := range g.commits {
		pos, ok := x.Find(c.id)
		if !ok {
			continue
		}
		known++
		row, ok := x.Row(pos)
		if ok && (row != Row{c.id, c.time, c.generation}) {
			t.Fatalf("commit %d: %+v instead of %+v", i, row, c)
		}
		if root, ok := x.Root(pos); ok && root != c.root {
			t.Fatalf("commit %d: the root is %s", i, root)
		}
		parents, ok := x.Parents(pos, nil)
		var want []int
		for _, p := range c.parents {
			at, found := x.Find(g.commits[p].id)
			ok = ok && found
			want = append(want, at)
		}
		if ok && !slices.Equal(parents, want) || !ok && !x.Broken() {
			t.Fatalf("commit %d: parents at %v instead of %v (%v)", i, parents, want, ok)
		}
		checkFilter(t, g, x, pos, c)
	}
	return known
}

// checkFilter makes sure that no path that changed is denied.
func checkFilter(t tester, g *graph, x *Index, pos int, c made) {
	t.Helper()
	before := objects.ID{}
	if len(c.parents) > 0 {
		before = g.commits[c.parents[0]].root
	}
	changes, err := snapshot.Diff(t.Context(), g.store, before, c.root, nil)
	if err != nil {
		t.Fatalf("diff: %v", err)
	}
	for _, change := range changes {
		for path := change.Path; ; path = path[:bytes.LastIndexByte([]byte(path), '/')] {
			if !x.MayDiffer(pos, []Path{PathOf("none"), PathOf(path)}) {
				t.Fatalf("%s changed at %d, and the filter denies it", path, pos)
			}
			if !bytes.Contains([]byte(path), []byte("/")) {
				break
			}
		}
	}
	if len(changes) > 0 && !x.MayDiffer(pos, []Path{PathOf("")}) {
		t.Fatalf("the root changed at %d, and the filter denies it", pos)
	}
}

// TestGrow indexes random histories in random steps.
func TestGrow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := newGraph(t)
		if x := Open(t.Context(), g.store); x != nil || x.Len() != 0 || x.Broken() {
			t.Fatalf("an index of nothing")
		}
		for range rapid.IntRange(1, 3).Draw(t, "steps") {
			g.draw(t, rapid.IntRange(1, 20).Draw(t, "commits"))
			limit := rapid.IntRange(0, 10).Draw(t, "limit")
			if n := g.index(g.tip(), limit); limit > 0 && n > limit {
				t.Fatalf("%d were added, not %d", n, limit)
			}
			x := Open(t.Context(), g.store)
			if n := check(t, g, x); n != x.Len() {
				t.Fatalf("the index has %d rows, and %d are known", x.Len(), n)
			}
			x.Close()
		}
		g.index(g.all(), 0)
		x := Open(t.Context(), g.store)
		defer x.Close()
		if n := check(t, g, x); n != len(g.commits) || x.Broken() {
			t.Fatalf("%d of %d commits are known, broken: %v", n, len(g.commits), x.Broken())
		}
		if n := g.index(g.all(), 0); n != 0 {
			t.Fatalf("%d commits are added again", n)
		}
		if _, ok := x.Find(objects.Sum(objects.KindCommit, nil)); ok {
			t.Fatalf("a foreign commit is known")
		}
	})
}

func (g *graph) saved() []byte {
	f, err := g.store.OpenDerived(g.Context(), Name)
	if err != nil || f == nil {
		g.Fatalf("no index: %v", err)
	}
	data := make([]byte, f.Size())
	if _, err := f.ReadAt(data, 0); err != nil {
		g.Fatalf("read: %v", err)
	}
	return data
}

func (g *graph) save(data []byte) {
	if err := g.store.SaveDerived(g.Context(), Name, data); err != nil {
		g.Fatalf("save: %v", err)
	}
}

func line(t tester, n int) *graph {
	g := newGraph(t)
	for i := range n {
		parents := []int{i - 1}
		switch {
		case i == 0:
			parents = nil
		case i%7 == 6:
			parents = []int{i - 1, i - 3, i - 5}
		}
		g.commit(int64(i), parents, map[string]string{fmt.Sprintf("d%d/f%d", i%3, i%5): fmt.Sprint(i)})
	}
	return g
}

// TestDamage flips bits all over an index, cuts it and lengthens it: it says the
// truth or nothing, and grows to a whole one again.
func TestDamage(t *testing.T) {
	g := line(t, 40)
	g.index(g.all(), 0)
	whole := g.saved()
	look := func(what string, data []byte) {
		t.Helper()
		g.save(data)
		x := Open(t.Context(), g.store)
		if n := check(t, g, x); n != len(g.commits) && !x.Broken() && x != nil {
			t.Errorf("%s: %d commits are known, and it is not broken", what, n)
		}
		if x != nil {
			x.Close()
		}
		g.index(g.all(), 0)
		again := Open(t.Context(), g.store)
		if n := check(t, g, again); n != len(g.commits) {
			t.Errorf("%s: after growing %d commits are known", what, n)
		}
		again.Close()
	}
	for at := 0; at < len(whole); at += 211 {
		data := slices.Clone(whole)
		data[at] ^= 1 << (at % 8)
		look(fmt.Sprintf("byte %d", at), data)
	}
	for _, n := range []int{0, 1, headerSize, blockSize, len(whole) - 1} {
		look(fmt.Sprintf("cut to %d", n), whole[:n])
	}
	look("longer", append(slices.Clone(whole), 0))
}

// FuzzIndex reads arbitrary rows under right checksums.
func FuzzIndex(f *testing.F) {
	g := line(f, 20)
	g.index(g.all(), 0)
	f.Add(g.saved())
	f.Fuzz(func(t *testing.T, data []byte) {
		resum(data)
		g := line(t, 3)
		g.save(data)
		x := Open(t.Context(), g.store)
		for pos := range min(x.Len(), 100) {
			row, _ := x.Row(pos)
			_, _ = x.Find(row.ID)
			_, _ = x.Root(pos)
			_ = x.MayDiffer(pos, []Path{PathOf("d/f")})
			if parents, _ := x.Parents(pos, nil); slices.ContainsFunc(parents, func(p int) bool { return p >= pos }) {
				t.Fatalf("parents of %d at %v", pos, parents)
			}
		}
	})
}

func put(b []byte, n uint32) { b[0], b[1], b[2], b[3] = byte(n), byte(n>>8), byte(n>>16), byte(n>>24) }

// TestFilters: what did not change is mostly denied.
func TestFilters(t *testing.T) {
	maybe, asked := 0, 0
	for n := 1; n <= maxPaths; n *= 2 {
		var paths []uint64
		for i := range n {
			paths = append(paths, PathOf(fmt.Sprintf("dir/file%d", i))...)
		}
		f := makeFilter(paths)
		for i := range n {
			if !PathOf(fmt.Sprintf("dir/file%d", i)).in(f) {
				t.Fatalf("of %d paths, number %d is denied", n, i)
			}
		}
		for i := range 1000 {
			asked++
			if PathOf(fmt.Sprintf("other%d", i)).in(f) {
				maybe++
			}
		}
	}
	if maybe > asked/50 {
		t.Errorf("%d of %d answers are a false maybe", maybe, asked)
	}
}

// TestManyPaths: a commit that changes too many paths has no filter, and one that
// changes none an empty one.
func TestManyPaths(t *testing.T) {
	g := newGraph(t)
	files := map[string]string{}
	for i := range maxPaths + 1 {
		files[fmt.Sprint("f", i)] = "1"
	}
	g.commit(1, nil, files)
	g.commit(2, []int{0}, nil)
	g.commit(3, []int{1}, map[string]string{"f1": "2"})
	g.index(g.all(), 0)
	x := Open(t.Context(), g.store)
	defer x.Close()
	for i, want := range []bool{true, false, false} {
		if pos, ok := x.Find(g.commits[i].id); !ok || x.MayDiffer(pos, []Path{PathOf("none")}) != want {
			t.Errorf("commit %d: want %v", i, want)
		}
	}
	if pos, _ := x.Find(g.commits[1].id); x.MayDiffer(pos, []Path{PathOf("")}) {
		t.Error("nothing changed, and the root is said to")
	}
}

// TestGrowFails makes each call to the store fail: the old index stays.
func TestGrowFails(t *testing.T) {
	g := line(t, 5)
	store := &failing{Failing: storetest.Failing{Store: g.store, Left: -1}, Derived: g.store}
	storetest.EachCall(t, &store.Failing, "grow", func(ctx context.Context) error {
		_, err := Grow(ctx, store, g.tip(), 0)
		return err
	})
	before := g.saved()
	missing := objects.Sum(objects.KindCommit, []byte("missing"))
	var notFound *objects.NotFoundError
	if _, err := Grow(t.Context(), g.store, []objects.ID{missing}, 0); !errors.As(err, &notFound) {
		t.Errorf("%v", err)
	}
	var kind *snapshot.KindError
	if _, err := Grow(t.Context(), g.store, []objects.ID{g.commits[0].root}, 0); !errors.As(err, &kind) {
		t.Errorf("%v", err)
	}
	if !bytes.Equal(before, g.saved()) {
		t.Error("the index changed")
	}
	if n, err := Grow(t.Context(), &store.Failing, g.tip(), 0); n != 0 || err != nil {
		t.Errorf("a store without derived data: %d, %v", n, err)
	}
}

// failing is a store with derived data of which one call fails.
type failing struct {
	storetest.Failing
	objects.Derived
}

func BenchmarkGrow(b *testing.B) {
	g := line(b, 500)
	b.ReportAllocs()
	for b.Loop() {
		g.save(nil)
		if n := g.index(g.tip(), 0); n != 500 {
			b.Fatal(n)
		}
	}
}
