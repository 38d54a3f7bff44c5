package merging

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/memstore"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
	"github.com/genesis-vcs/genesis/plumbing/treemerge"
	"github.com/genesis-vcs/genesis/semantic/merge3"
	"pgregory.net/rapid"
)

// tester is what *testing.T and *rapid.T have in common.
type tester interface {
	Helper()
	Context() context.Context
	Fatalf(format string, args ...any)
}

// conflictOf merges three contents, which must not merge cleanly.
func conflictOf(t tester, base, left, right string) (*treemerge.Desk, *objects.Conflict) {
	t.Helper()
	store := memstore.New()
	stage, err := store.Begin(t.Context())
	if err != nil {
		t.Fatalf("begin: %v", err)
	}
	desk := treemerge.NewDesk(store, stage)
	var sides [3]*objects.Entry
	for i, content := range []string{base, left, right} {
		if sides[i], err = desk.Take(t.Context(), []byte(content)); err != nil {
			t.Fatalf("take: %v", err)
		}
	}
	options := treemerge.Options{Style: merge3.StyleMerge}
	_, file, err := treemerge.MergeFile(t.Context(), desk, "f", sides[0], sides[1], sides[2], options)
	if err != nil || file.Conflict == nil {
		t.Fatalf("%+v, %v: want a conflict", file, err)
	}
	return desk, file.Conflict
}

func resolve(t tester, desk *treemerge.Desk, c *objects.Conflict, strategy string, picks ...Pick) *objects.Conflict {
	t.Helper()
	next, err := Resolve(t.Context(), desk, c, strategy, picks)
	if err != nil {
		t.Fatalf("resolve: %v", err)
	}
	if _, err := objects.Encode(next); err != nil {
		t.Fatalf("what is decided is no conflict: %v", err)
	}
	return next
}

func contentOf(t tester, desk *treemerge.Desk, c *objects.Conflict) string {
	t.Helper()
	content, err := desk.Content(t.Context(), c.Result.ID)
	if err != nil {
		t.Fatalf("content: %v", err)
	}
	return string(content)
}

const (
	threePlaces = "1\n2\n3\n4\n5\n6\n7\n8\n9\n"
	left        = "L\n2\n3\n4\nL5\n6\n7\n8\nL9\n"
	right       = "R\n2\n3\n4\nR5\n6\n7\n8\nR9\n"
)

func TestDecisions(t *testing.T) {
	for strategy, want := range map[string]string{
		"left": left, "right": right, "base": threePlaces,
		"union": "L\nR\n2\n3\n4\nL5\nR5\n6\n7\n8\nL9\nR9\n",
	} {
		desk, c := conflictOf(t, threePlaces, left, right)
		done := resolve(t, desk, c, strategy)
		if got := contentOf(t, desk, done); got != want || !done.Settled() || len(OpenUnits(done)) != 0 {
			t.Errorf("%s gives %q, want %q", strategy, got, want)
		}
	}
}

// Whatever is decided first, the same decisions give the same file.
func TestDecisionsInAnyOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		desk, c := conflictOf(t, threePlaces, left, right)
		picks := make([]Pick, len(c.Regions))
		for i, unit := range Units(c) {
			picks[i] = Pick{Unit: unit, Choice: rapid.SampledFrom([]string{"left", "right", "base", "union"}).Draw(t, "choice")}
		}
		want := contentOf(t, desk, resolve(t, desk, c, "", picks...))
		step := c
		for i, p := range rapid.Permutation(picks).Draw(t, "order") {
			if step.Settled() {
				t.Fatalf("settled after %d of %d", i, len(picks))
			}
			step = resolve(t, desk, step, "", p)
		}
		if got := contentOf(t, desk, step); got != want || !step.Settled() {
			t.Fatalf("one by one %q, together %q", got, want)
		}
	})
}

func TestUnitsThatCannotBeDecided(t *testing.T) {
	desk, c := conflictOf(t, threePlaces, left, right)
	var unit *UnitError
	if _, err := Resolve(t.Context(), desk, c, "", []Pick{{Unit: "#4", Choice: "left"}}); !errors.As(err, &unit) || unit.Decided || len(unit.Open) != 3 {
		t.Errorf("an unknown unit: %v", err)
	}
	c = resolve(t, desk, c, "", Pick{Unit: "#2", Choice: "left"})
	if _, err := Resolve(t.Context(), desk, c, "", []Pick{{Unit: "#2", Choice: "right"}}); !errors.As(err, &unit) || !unit.Decided || !slices.Equal(unit.Open, []string{"#1", "#3"}) {
		t.Errorf("a decided unit: %v", err)
	}
	var union *UnionError
	binary, whole := conflictOf(t, "\x00", "\x001", "\x002")
	if _, err := Resolve(t.Context(), binary, whole, "union", nil); !errors.As(err, &union) {
		t.Errorf("the union of what is no text: %v", err)
	}
	if done := resolve(t, binary, whole, "right"); contentOf(t, binary, done) != "\x002" {
		t.Errorf("the right side is %+v", done.Result)
	}
}

// A range that is not in the content is an error, and no panic: a conflict may come
// from elsewhere.
func TestRangesThatAreNotThere(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		desk, c := conflictOf(t, threePlaces, left, right)
		number := rapid.Uint64Range(1, 40)
		for i := range c.Regions {
			r := &c.Regions[i]
			for _, at := range []*objects.ConflictLines{&r.Base, &r.Left, &r.Right, &r.Result} {
				*at = objects.ConflictLines{First: number.Draw(t, "first"), Count: rapid.OneOf(number, rapid.Uint64()).Draw(t, "count")}
			}
		}
		if rapid.Bool().Draw(t, "there") { // each, but not one after the other
			for i := range c.Regions {
				c.Regions[i].Result = objects.ConflictLines{First: 1, Count: 1}
			}
		}
		var malformed *objects.EncodingError
		if _, err := Resolve(t.Context(), desk, c, "union", nil); err != nil && !errors.As(err, &malformed) {
			t.Fatal(err)
		}
	})
}

// A file is open while it stands as the merge left it, or has a marker.
func TestWhatIsOpen(t *testing.T) {
	desk, c := conflictOf(t, threePlaces, left, right)
	merged := contentOf(t, desk, c)
	store := memstore.New()
	stage, err := store.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := stage.Put(t.Context(), objects.KindBlob, []byte(merged)); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Publish(t.Context(), stage, objects.Batch{}); err != nil {
		t.Fatal(err)
	}
	for _, now := range []struct {
		content string
		open    bool
	}{{merged, true}, {merged + "more\n", true}, {"1\n", false}, {"<<<<<< x\n=======\n", false}, {"1\n>>>>>>>\n", true}} {
		working := &Working{
			Store:   store,
			Content: func(context.Context, string, objects.Entry) ([]byte, error) { return []byte(now.content), nil },
		}
		if now.content != merged {
			working.Changes = []snapshot.Change{{Path: "f", Status: snapshot.Modified, New: &objects.Entry{Mode: objects.ModeFile}}}
		}
		open, err := working.Open(t.Context(), []File{{Conflict: c}})
		if err != nil || (len(open) == 1) != now.open {
			t.Errorf("%q: %v, %v; want %v", now.content, open, err, now.open)
		}
	}
}
