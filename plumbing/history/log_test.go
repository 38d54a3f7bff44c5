package history

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/genesis-vcs/genesis/objects"
)

// TestLogOrder:
//
//	a(1) - b(2) - d(4) - f(6)
//	   \              /
//	    c(3) --- e(5)
func TestLogOrder(t *testing.T) {
	g := newGraph(t)
	g.commit("a", 1)
	g.commit("b", 2, "a")
	g.commit("c", 3, "a")
	g.commit("d", 4, "b")
	g.commit("e", 5, "c")
	g.commit("f", 6, "d", "e")
	for _, c := range []struct {
		from      []string
		max       int
		want      string
		truncated bool
	}{
		{[]string{"f"}, 0, "f e d c b a", false},
		{[]string{"f"}, 6, "f e d c b a", false},
		{[]string{"f"}, 5, "f e d c b", true},
		{[]string{"f"}, 1, "f", true},
		{[]string{"b", "e"}, 0, "e c b a", false},
		{[]string{"e", "a", "e"}, 0, "e c a", false},
		{nil, 0, "", false},
	} {
		if got, truncated := g.log(LogQuery{From: g.from(c.from...)}, c.max); got != c.want || truncated != c.truncated {
			t.Errorf("from %v, max %d: %q, truncated %v", c.from, c.max, got, truncated)
		}
	}
}

// TestLogExcludes, on the graph of TestLogOrder, with a clock that is wrong at e:
//
//	a(1) - b(2) - d(4) - f(6)
//	   \              /
//	    c(3) --- e(0)
func TestLogExcludes(t *testing.T) {
	g := newGraph(t)
	g.commit("a", 1)
	g.commit("b", 2, "a")
	g.commit("c", 3, "a")
	g.commit("d", 4, "b")
	g.commit("e", 0, "c")
	g.commit("f", 6, "d", "e")
	for _, c := range []struct {
		from, exclude []string
		max           int
		want          string
		truncated     bool
	}{
		{[]string{"f"}, []string{"e"}, 0, "f d b", false},
		{[]string{"f"}, []string{"e"}, 2, "f d", true},
		{[]string{"f"}, []string{"e"}, 3, "f d b", false},
		{[]string{"f"}, []string{"d", "e"}, 0, "f", false},
		{[]string{"f"}, []string{"f"}, 0, "", false},
		{[]string{"b"}, []string{"f"}, 0, "", false},
		{[]string{"d", "e"}, []string{"b"}, 0, "d e c", false},
		{[]string{"f"}, []string{"a"}, 0, "f d b e c", false},
	} {
		got, truncated := g.log(LogQuery{From: g.from(c.from...), Exclude: g.from(c.exclude...)}, c.max)
		if got != c.want || truncated != c.truncated {
			t.Errorf("%v without %v, max %d: %q, truncated %v", c.from, c.exclude, c.max, got, truncated)
		}
	}
}

// A walk ends when all that is left is excluded: it does not read history that
// both sides share.
func TestLogOfARangeReadsTheRange(t *testing.T) {
	g := newGraph(t)
	g.commit("0", 0)
	for i := 1; i <= 1000; i++ {
		g.commit(strconv.Itoa(i), int64(i), strconv.Itoa(i-1))
	}
	store := &countingStore{Store: g.store}
	commits, _, err := collect(t.Context(), store, LogQuery{From: g.from("1000"), Exclude: g.from("997")}, 0)
	if err != nil || g.namesOf(commits) != "1000 999 998" {
		t.Errorf("%q, %v", g.namesOf(commits), err)
	}
	if store.gets > 50 {
		t.Errorf("%d objects were read", store.gets)
	}
}

// TestLogDistrustsClocks: b was made on a machine whose clock was far ahead,
// so that it is "newer" than its children.
//
//	a(1) - b(99) - c(3) - e(5)
//	            \        /
//	             d(4) --
func TestLogDistrustsClocks(t *testing.T) {
	g := newGraph(t)
	g.commit("a", 1)
	g.commit("b", 99, "a")
	g.commit("c", 3, "b")
	g.commit("d", 4, "b")
	g.commit("e", 5, "c", "d")
	if got, _ := g.log(LogQuery{From: g.from("e")}, 0); got != "e d c b a" {
		t.Errorf("got %q", got)
	}
	if got, _ := g.log(LogQuery{From: g.from("b", "c")}, 0); got != "c b a" {
		t.Errorf("a child given beside its parent: %q", got)
	}
}

// plainOrder is the promised order in its plainest form, on the whole graph.
func plainOrder(g *graph, parents map[string][]string, times map[string]int64, from []string) []string {
	reached, children := map[string]bool{}, map[string]int{}
	var reach func(name string)
	reach = func(name string) {
		if reached[name] {
			return
		}
		reached[name] = true
		for _, p := range parents[name] {
			children[p]++
			reach(p)
		}
	}
	for _, name := range from {
		reach(name)
	}
	var order []string
	for len(reached) > 0 {
		best := ""
		for name := range reached {
			if children[name] > 0 {
				continue
			}
			newer := best == "" || times[name] > times[best]
			if newer || times[name] == times[best] && g.ids[name].Compare(g.ids[best]) < 0 {
				best = name
			}
		}
		order = append(order, best)
		delete(reached, best)
		for _, p := range parents[best] {
			children[p]--
		}
	}
	return order
}

// TestLogMatchesPlainOrder compares walks of random graphs with random clocks,
// several roots, several starts and exclusions with the plain algorithm.
func TestLogMatchesPlainOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, parents, times, names := drawGraph(t)
		from := rapid.SliceOfN(rapid.SampledFrom(names), 1, 3).Draw(t, "from")
		exclude := rapid.SliceOfN(rapid.SampledFrom(names), 0, 3).Draw(t, "exclude")
		limit := rapid.IntRange(0, 45).Draw(t, "max")
		hidden := plainOrder(g, parents, times, exclude)
		want := slices.DeleteFunc(plainOrder(g, parents, times, from), func(name string) bool { return slices.Contains(hidden, name) })
		cut := limit > 0 && len(want) > limit
		if cut {
			want = want[:limit]
		}
		got, truncated := g.log(LogQuery{From: g.from(from...), Exclude: g.from(exclude...)}, limit)
		if got != strings.Join(want, " ") || truncated != cut {
			t.Fatalf("got  %s (truncated %v)\nwant %s", got, truncated, strings.Join(want, " "))
		}
		checkPaths(t, g, LogQuery{From: g.from(from...), Exclude: g.from(exclude...)})
	})
}

// checkPaths compares a log of paths with one of a store without an index.
func checkPaths(t *rapid.T, g *graph, q LogQuery) {
	q.Paths = rapid.SliceOfN(rapid.SampledFrom([]string{"a", "d", "d/x", "none", ""}), 1, 2).Draw(t, "paths")
	got, _ := g.log(q, 0)
	plain, _, err := collect(t.Context(), &countingStore{Store: g.store}, q, 0)
	if want := g.namesOf(plain); err != nil || got != want {
		t.Fatalf("paths %q: got %s\nwant %s, %v", q.Paths, got, want, err)
	}
}

// TestLogReadsLittle: the cost of a short log does not follow the history.
func TestLogReadsLittle(t *testing.T) {
	t.Run("line", func(t *testing.T) {
		g := newGraph(t)
		g.commit("0", 0)
		for i := 1; i < 500; i++ {
			g.commit(strconv.Itoa(i), int64(i), strconv.Itoa(i-1))
		}
		store := &countingStore{Store: g.store}
		commits, truncated, err := collect(t.Context(), store, LogQuery{From: g.from("499")}, 10)
		if err != nil || len(commits) != 10 || !truncated || store.gets > 12 {
			t.Fatalf("%d commits, %d reads, %v", len(commits), store.gets, err)
		}
	})
	// Every tenth commit of the line merges a branch of three commits that
	// began ten commits before.
	t.Run("branches", func(t *testing.T) {
		g := newGraph(t)
		g.commit("0", 0)
		for i := 1; i < 500; i++ {
			parents := []string{strconv.Itoa(i - 1)}
			if i%10 == 0 {
				branch := strconv.Itoa(i - 10)
				for b := range 3 {
					name := fmt.Sprintf("%d.%d", i, b)
					g.commit(name, int64(i-9+b), branch)
					branch = name
				}
				parents = append(parents, branch)
			}
			g.commit(strconv.Itoa(i), int64(i), parents...)
		}
		store := &countingStore{Store: g.store}
		commits, _, err := collect(t.Context(), store, LogQuery{From: g.from("499")}, 20)
		if err != nil || len(commits) != 20 || store.gets > 80 {
			t.Fatalf("%d commits, %d reads, %v", len(commits), store.gets, err)
		}
	})
}

// TestLogOfLongParallelLines: the lines run beside each other for so long that
// looking for the end of each would cost more than reading everything.
//
//	tail(0…) - fork - x0 - x1 - … - merge
//	               \  y0 - y1 - … /
func TestLogOfLongParallelLines(t *testing.T) {
	g := newGraph(t)
	const tail, length = 1000, 400
	last := ""
	grow := func(name string, seconds int64, parents ...string) string {
		g.commit(name, seconds, parents...)
		return name
	}
	for i := range tail {
		if last == "" {
			last = grow("t0", 0)
		} else {
			last = grow(fmt.Sprintf("t%d", i), int64(i), last)
		}
	}
	x, y := last, last
	for i := range length {
		x = grow(fmt.Sprintf("x%d", i), int64(tail+2*i), x)
		y = grow(fmt.Sprintf("y%d", i), int64(tail+2*i+1), y)
	}
	grow("merge", 1<<30, x, y)
	want := []string{"merge"}
	for i := length - 1; i >= 0; i-- {
		want = append(want, fmt.Sprintf("y%d", i), fmt.Sprintf("x%d", i))
	}
	for i := tail - 1; i >= 0; i-- {
		want = append(want, fmt.Sprintf("t%d", i))
	}
	if got, _ := g.log(LogQuery{From: g.from("merge")}, 0); got != strings.Join(want, " ") {
		t.Errorf("got %s", got)
	}
	w, err := newWalk(t.Context(), &source{store: g.store}, g.from("merge"), nil)
	if err != nil {
		t.Fatal(err)
	}
	for n := w.nodes[g.ids["merge"]]; n != nil; {
		if n, err = w.next(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	// One search may begin just below the bound and see every node.
	if bound := freeEffort + (effortPerNode+1)*w.expansions; w.effort > bound {
		t.Errorf("searches took %d steps, more than %d", w.effort, bound)
	}
}

// TestLogOfManyTips: more commits are held than are kept with their bodies.
func TestLogOfManyTips(t *testing.T) {
	g := newGraph(t)
	stage, err := g.store.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var from []objects.ID
	for i := range maxBodies + 200 {
		ada := objects.Person{Name: objects.Bytes("Ada"), Email: objects.Bytes("a@b"), Seconds: int64(i), Zone: objects.Bytes("+0000")}
		data, err := objects.Encode(&objects.Commit{Snapshot: objects.Sum(objects.KindSnapshot, nil), Author: ada, Committer: ada, Message: objects.Bytes("m")})
		if err != nil {
			t.Fatal(err)
		}
		id, _, err := stage.Put(t.Context(), objects.KindCommit, data)
		if err != nil {
			t.Fatal(err)
		}
		from = append(from, id)
	}
	if _, err := g.store.Publish(t.Context(), stage, objects.Batch{Partial: true}); err != nil {
		t.Fatal(err)
	}
	commits, _, err := collect(t.Context(), g.store, LogQuery{From: from}, 0)
	if err != nil || len(commits) != len(from) {
		t.Fatalf("%d commits, %v", len(commits), err)
	}
	w, err := newWalk(t.Context(), &source{store: g.store}, from, nil)
	if err != nil {
		t.Fatal(err)
	}
	bodies := 0
	for _, n := range w.nodes {
		if n.commit != nil {
			bodies++
		}
	}
	if bodies > maxBodies {
		t.Errorf("%d commits are kept whole, more than %d", bodies, maxBodies)
	}
	slices.Reverse(from)
	for i, c := range commits {
		if c.ID != from[i] || string(c.Message) != "m" {
			t.Fatalf("commit %d is %s with the message %q", i, c.ID, c.Message)
		}
	}
}

// TestLogOfPaths:
//
//	1 - 2 - 3 ------ 6 - 7
//	     \          /
//	      4 - 5 ----
//
// 1 has a and d/x; 2 changes d/x; 3 changes a; 4 changes d/x; 5 adds b; 6 takes
// all of it; 7 deletes a.
func TestLogOfPaths(t *testing.T) {
	g := newGraph(t)
	files := func(a, x, b string) objects.ID {
		m := map[string]string{}
		for path, content := range map[string]string{"a": a, "d/x": x, "b": b} {
			if content != "" {
				m[path] = content
			}
		}
		return g.snapshotOf(m)
	}
	g.commitOf("1", 1, files("1", "1", ""))
	g.commitOf("2", 2, files("1", "2", ""), "1")
	g.commitOf("3", 3, files("3", "2", ""), "2")
	g.commitOf("4", 4, files("1", "4", ""), "2")
	g.commitOf("5", 5, files("1", "4", "5"), "4")
	g.commitOf("6", 6, files("3", "4", "5"), "3", "5")
	g.commitOf("7", 7, files("", "4", "5"), "6")
	for _, c := range []struct {
		paths     []string
		max       int
		want      string
		truncated bool
	}{
		{[]string{"a"}, 0, "7 3 1", false},
		{[]string{"d/x"}, 0, "4 2 1", false},
		{[]string{"d"}, 0, "4 2 1", false},
		{[]string{"b"}, 0, "5", false},
		{[]string{"a", "b"}, 0, "7 6 5 3 1", false}, // 6 is unlike each parent
		{[]string{"d"}, 2, "4 2", true},
		{[]string{"b"}, 1, "5", false},
		{[]string{"a/x"}, 0, "", false},
		{[]string{"none"}, 0, "", false},
	} {
		if got, truncated := g.log(LogQuery{From: g.from("7"), Paths: c.paths}, c.max); got != c.want || truncated != c.truncated {
			t.Errorf("%v, max %d: %q, truncated %v; want %q", c.paths, c.max, got, truncated, c.want)
		}
	}
}

func TestLogErrors(t *testing.T) {
	g := newGraph(t)
	a := g.commit("a", 1)
	g.commit("b", 2, "a")
	blob := g.put(objects.KindBlob, []byte("blob"))
	_, _, err := collect(t.Context(), g.store, LogQuery{From: []objects.ID{blob}}, 0)
	if got := wantError[*NotCommitError](t, err); got.ID != blob || got.Kind != objects.KindBlob {
		t.Errorf("%+v", got)
	}
	// The snapshot of these commits is not stored.
	_, _, err = collect(t.Context(), g.store, LogQuery{From: g.from("b"), Paths: []string{"x"}}, 0)
	wantError[*objects.NotFoundError](t, err)
	refused := errors.New("refused")
	err = Log(t.Context(), g.store, LogQuery{From: g.from("b")}, func(Commit) (bool, error) { return true, refused })
	if err != refused {
		t.Errorf("visit failed, and the log with %v", err)
	}
	g.store.Drop(a)
	_, _, err = collect(t.Context(), g.store, LogQuery{From: g.from("b")}, 0)
	if got := wantError[*objects.NotFoundError](t, err); got.ID != a {
		t.Errorf("%+v", got)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := collect(ctx, g.store, LogQuery{From: g.from("b")}, 0); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
