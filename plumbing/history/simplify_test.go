package history

import (
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/genesis-vcs/genesis/objects"
)

// Simplify leads to what a search along every line of parents finds.
func TestSimplify(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, _, _, names := drawGraph(t)
		from := rapid.SliceOfN(rapid.SampledFrom(names), 1, 3).Draw(t, "from")
		parents := map[objects.ID][]objects.ID{}
		var kept []objects.ID
		err := Log(t.Context(), g.store, LogQuery{From: g.from(from...)}, func(c Commit) (bool, error) {
			parents[c.ID] = c.Parents
			if rapid.Bool().Draw(t, "kept") {
				kept = append(kept, c.ID)
			}
			return true, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		got, err := Simplify(t.Context(), g.store, LogQuery{From: g.from(from...)}, kept)
		if err != nil {
			t.Fatal(err)
		}
		if len(got) != len(kept) {
			t.Fatalf("%d commits of %d", len(got), len(kept))
		}
		for _, id := range kept {
			if want := nearest(parents, kept, id); !maps.Equal(setOf(got[id]), want) {
				t.Fatalf("%s leads to %v, want %v", g.names[id], got[id], want)
			}
		}
	})
}

func setOf(ids []objects.ID) map[objects.ID]bool {
	out := map[objects.ID]bool{}
	for _, id := range ids {
		out[id] = true
	}
	return out
}

// nearest is what Simplify promises, found step by step.
func nearest(parents map[objects.ID][]objects.ID, kept []objects.ID, of objects.ID) map[objects.ID]bool {
	found := map[objects.ID]bool{}
	reach(parents, of, found, func(id objects.ID) bool { return !slices.Contains(kept, id) })
	maps.DeleteFunc(found, func(id objects.ID, _ bool) bool { return !slices.Contains(kept, id) })
	out := maps.Clone(found)
	for id := range found {
		under := map[objects.ID]bool{}
		reach(parents, id, under, func(objects.ID) bool { return true })
		maps.DeleteFunc(out, func(id objects.ID, _ bool) bool { return under[id] && !slices.Contains(parents[of], id) })
	}
	return out
}

// reach adds the ancestors of a commit, and goes on from those that through says.
func reach(parents map[objects.ID][]objects.ID, of objects.ID, seen map[objects.ID]bool, through func(objects.ID) bool) {
	for _, p := range parents[of] {
		if seen[p] {
			continue
		}
		seen[p] = true
		if through(p) {
			reach(parents, p, seen, through)
		}
	}
}
