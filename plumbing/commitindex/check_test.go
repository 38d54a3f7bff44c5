package commitindex

import (
	"context"
	"slices"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/storetest"
)

func (g *graph) checked() string {
	g.Helper()
	wrong, err := Check(g.Context(), g.store)
	if err != nil {
		g.Fatalf("check: %v", err)
	}
	return wrong
}

// resum gives changed bytes their right checksums.
func resum(data []byte) {
	l, ok := parseHeader(data, int64(len(data)))
	if !ok {
		return
	}
	sums := data[l.sums:]
	for at := int64(0); at < l.sums; at += blockSize {
		put(sums[at/blockSize*4:], checksum(data[at:at+blockSize]))
	}
	put(sums[len(sums)-4:], checksum(sums[:len(sums)-4]))
}

// TestCheck finds every change of an index, with right checksums too, and leaves one
// that is right as it is. What it found it removes.
func TestCheck(t *testing.T) {
	g := line(t, 40)
	if wrong := g.checked(); wrong != "" {
		t.Errorf("no index: %s", wrong)
	}
	g.index(g.all(), 0)
	whole := g.saved()
	if wrong := g.checked(); wrong != "" || !slices.Equal(whole, g.saved()) {
		t.Errorf("a right index: %q", wrong)
	}
	damage := func(what string, data []byte) {
		t.Helper()
		g.save(data)
		if wrong := g.checked(); wrong == "" {
			t.Errorf("%s is not found", what)
		}
		if wrong := g.checked(); wrong != "" {
			t.Errorf("%s is found again: %s", what, wrong)
		}
		if n := g.index(g.all(), 0); n != len(g.commits) || !slices.Equal(whole, g.saved()) {
			t.Errorf("%s: %d commits were added anew", what, n)
		}
	}
	l, _ := parseHeader(whole, int64(len(whole)))
	columns := map[string]int64{
		"rows": 8, "edges": 12, "fanout": headerSize + 100, "id": l.ids, "root": l.roots + 40,
		"time": l.links + cellSize, "first parent": l.links + cellSize + 8, "second parent": l.links + 6*cellSize + 12,
		"generation": l.links + cellSize + 16, "end of a filter": l.links + cellSize + 24,
		"order": l.order + 8, "edge": l.edgesAt + 4, "filter": l.filtersAt + 3, "padding": l.filtersAt - 1,
	}
	for name, at := range columns {
		data := slices.Clone(whole)
		data[at] ^= 1
		damage(name, slices.Clone(data))
		resum(data)
		damage(name+" under a right checksum", data)
	}
	damage("nothing at all", nil)
	damage("half", whole[:len(whole)/2])
	other := newGraph(t)
	other.commit(7, nil, map[string]string{"other": "store"})
	other.index(other.all(), 0)
	damage("the index of another store", other.saved())
}

// TestCheckOldIndex: an index that lacks commits is right in what it says.
func TestCheckOldIndex(t *testing.T) {
	g := line(t, 40)
	g.index([]objects.ID{g.commits[20].id}, 0)
	g.commit(99, []int{39}, map[string]string{"new": "file"})
	if wrong := g.checked(); wrong != "" {
		t.Error(wrong)
	}
}

// TestCheckFails makes each call to the store fail: the index stays.
func TestCheckFails(t *testing.T) {
	g := line(t, 5)
	g.index(g.all(), 0)
	before := g.saved()
	store := &failing{Failing: storetest.Failing{Store: g.store, Left: -1}, Derived: g.store}
	storetest.EachCall(t, &store.Failing, "check", func(ctx context.Context) error {
		_, err := Check(ctx, store)
		return err
	})
	if !slices.Equal(before, g.saved()) {
		t.Error("the index changed")
	}
}
