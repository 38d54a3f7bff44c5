package history

import (
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/commitindex"
)

// index indexes what some commits reach, at most limit commits unless that is 0.
func (g *graph) index(limit int, names ...string) {
	g.Helper()
	if _, err := commitindex.Grow(g.Context(), g.store, g.from(names...), limit); err != nil {
		g.Fatalf("index: %v", err)
	}
}

// damageIndex flips a bit in the index, if there is one.
func (g *graph) damageIndex(place func(size int) int) {
	g.Helper()
	f, err := g.store.OpenDerived(g.Context(), commitindex.Name)
	if err != nil || f == nil {
		return
	}
	data := make([]byte, f.Size())
	if _, err := f.ReadAt(data, 0); err != nil {
		g.Fatalf("read: %v", err)
	}
	data[place(len(data))] ^= 4
	if err := g.store.SaveDerived(g.Context(), commitindex.Name, data); err != nil {
		g.Fatalf("save: %v", err)
	}
}

// drawGraph makes a random history with random clocks and several roots, of which
// a random part may be indexed, and that index may be damaged.
func drawGraph(t *rapid.T) (g *graph, parents map[string][]string, times map[string]int64, names []string) {
	g = newGraph(t)
	snaps := []objects.ID{
		g.snapshotOf(map[string]string{"a": "1", "d/x": "1"}), g.snapshotOf(map[string]string{"a": "2", "d/x": "1"}),
		g.snapshotOf(map[string]string{"a": "1", "d/x": "2"}), g.snapshotOf(map[string]string{"a": "2"}),
	}
	parents, times = map[string][]string{}, map[string]int64{}
	skew := rapid.Int64Range(0, 40).Draw(t, "skew")
	for i := range rapid.IntRange(1, 40).Draw(t, "commits") {
		name := strconv.Itoa(i)
		if i > 0 {
			near := names[max(0, i-rapid.IntRange(1, 10).Draw(t, "reach")):]
			parents[name] = rapid.SliceOfNDistinct(rapid.SampledFrom(near), 0, min(3, len(near)), rapid.ID[string]).Draw(t, "parents")
		}
		times[name] = int64(i) + rapid.Int64Range(0, skew).Draw(t, "time")
		g.commitOf(name, times[name], rapid.SampledFrom(snaps).Draw(t, "snapshot"), parents[name]...)
		names = append(names, name)
	}
	if rapid.Bool().Draw(t, "indexed") {
		tips := rapid.SliceOfN(rapid.SampledFrom(names), 1, 3).Draw(t, "tips")
		g.index(rapid.SampledFrom([]int{0, 3, 10}).Draw(t, "limit"), tips...)
		if rapid.IntRange(0, 3).Draw(t, "damaged") == 0 {
			g.damageIndex(func(size int) int { return rapid.IntRange(0, size-1).Draw(t, "place") })
		}
	}
	return g, parents, times, names
}

// reachedFrom lists the commits that names reach, in their plainest form.
func reachedFrom(parents map[string][]string, names ...string) map[string]bool {
	reached := map[string]bool{}
	for len(names) > 0 {
		name := names[0]
		names = names[1:]
		if !reached[name] {
			reached[name] = true
			names = append(names, parents[name]...)
		}
	}
	return reached
}

func TestAncestryMatchesReachability(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, parents, _, names := drawGraph(t)
		a, b := rapid.SampledFrom(names).Draw(t, "a"), rapid.SampledFrom(names).Draw(t, "b")
		fromA, fromB := reachedFrom(parents, a), reachedFrom(parents, b)
		is, err := IsAncestor(t.Context(), g.store, g.ids[a], g.ids[b])
		if err != nil || is != fromB[a] {
			t.Fatalf("%s an ancestor of %s: %v, %v", a, b, is, err)
		}
		var want []string
		for name := range fromA {
			best := fromB[name]
			for other := range fromA {
				best = best && (other == name || !fromB[other] || !reachedFrom(parents, other)[name])
			}
			if best {
				want = append(want, name)
			}
		}
		bases, err := MergeBases(t.Context(), g.store, g.ids[a], g.ids[b])
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, id := range bases {
			got = append(got, g.names[id])
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Fatalf("merge bases of %s and %s: %v instead of %v", a, b, got, want)
		}
	})
}

// TestAncestryReadsLittle, in a long line with two commits on either side of a
// fork at its end:
//
//	0 - 1 - … - 499 - a1 - a2
//	               \- b1 - b2
func TestAncestryReadsLittle(t *testing.T) {
	g := newGraph(t)
	snap := g.snapshotOf(map[string]string{"a": "1"})
	g.commitOf("0", 0, snap)
	for i := 1; i < 500; i++ {
		g.commitOf(strconv.Itoa(i), int64(i), snap, strconv.Itoa(i-1))
	}
	for _, side := range []string{"a", "b"} {
		g.commitOf(side+"1", 1000, snap, "499")
		g.commitOf(side+"2", 1001, snap, side+"1")
	}
	store := &countingStore{Store: g.store}
	for _, c := range []struct {
		a, b string
		want bool
		gets int
	}{
		{"a2", "b2", false, 10}, {"499", "b2", true, 10}, {"b2", "b2", true, 10}, {"b2", "499", false, 10}, {"0", "b2", true, 510},
	} {
		store.gets = 0
		is, err := IsAncestor(t.Context(), store, g.ids[c.a], g.ids[c.b])
		if err != nil || is != c.want || store.gets > c.gets {
			t.Errorf("%s an ancestor of %s: %v after %d reads, %v", c.a, c.b, is, store.gets, err)
		}
	}
	store.gets = 0
	bases, err := MergeBases(t.Context(), store, g.ids["a2"], g.ids["b2"])
	if err != nil || !slices.Equal(bases, g.from("499")) || store.gets > 12 {
		t.Errorf("%d bases after %d reads, %v", len(bases), store.gets, err)
	}
}

func TestAncestryErrors(t *testing.T) {
	g := newGraph(t)
	a := g.commit("a", 1)
	b := g.commit("b", 2, "a")
	tag := g.tag(a, objects.KindCommit)
	if is, err := IsAncestor(t.Context(), g.store, tag, b); !is || err != nil {
		t.Errorf("a tag: %v, %v", is, err)
	}
	blob := g.put(objects.KindBlob, []byte("blob"))
	for _, pair := range [][2]objects.ID{{blob, b}, {b, blob}} {
		_, err := IsAncestor(t.Context(), g.store, pair[0], pair[1])
		wantError[*NotCommitError](t, err)
		_, err = MergeBases(t.Context(), g.store, pair[0], pair[1])
		wantError[*NotCommitError](t, err)
	}
}

func BenchmarkIsAncestor1000(b *testing.B) {
	g := benchLine(b, 1000)
	b.ReportAllocs()
	for b.Loop() {
		if is, err := IsAncestor(b.Context(), g.store, g.ids["0"], g.ids["999"]); err != nil || !is {
			b.Fatal(is, err)
		}
	}
}
