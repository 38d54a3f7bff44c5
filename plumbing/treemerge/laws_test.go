package treemerge

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
	"pgregory.net/rapid"
)

// drawWords draws a tree in which names meet: as files, as directories, renamed.
func drawWords(t *rapid.T, label string) string {
	words := map[string]string{}
	for range rapid.IntRange(0, 6).Draw(t, label) {
		path := rapid.SampledFrom([]string{"a", "b", "d/a", "d/b", "d/e/f", "a/x", "e"}).Draw(t, "path")
		sort := rapid.SampledFrom([]string{"=", "=", "=", "*=", "@=", "!=", "#="}).Draw(t, "sort")
		words[path] = path + sort + rapid.SampledFrom([]string{"1", "2", "123456", "12x456", "12345y", "9123456"}).Draw(t, "content")
	}
	for path := range words { // a file and a directory of one name are no tree
		for dir := path; strings.Contains(dir, "/"); {
			dir = dir[:strings.LastIndex(dir, "/")]
			delete(words, dir)
		}
	}
	var out []string
	for _, path := range sortedKeys(words) {
		out = append(out, words[path])
	}
	return strings.Join(out, " ")
}

// A side that changed nothing leaves the other one's tree, and so do equal sides.
func TestOneSideAlone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base, other := drawWords(t, "base"), drawWords(t, "other")
		s := newShop(t)
		for _, in := range []Input{
			{Base: s.tree(base), Left: s.tree(base), Right: s.tree(other)},
			{Base: s.tree(base), Left: s.tree(other), Right: s.tree(base)},
			{Base: s.tree(base), Left: s.tree(other), Right: s.tree(other)},
		} {
			done, err := Merge(s.Context(), s.desk(), in)
			if err != nil || done.Root != s.tree(other) || len(done.Conflicts()) != 0 {
				t.Fatalf("%q to %q: %v, %v", base, other, done, err)
			}
		}
	})
}

// Swapped, the sides conflict in the same files, and where they do not, they give
// the same tree. Every conflict is an object, and the tree can be read.
func TestSidesHaveTheSameRights(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base, left, right := drawWords(t, "base"), drawWords(t, "left"), drawWords(t, "right")
		s := newShop(t)
		one := s.merge(base, left, right, Options{})
		two := s.merge(base, right, left, Options{})
		if again := s.merge(base, left, right, Options{}); again != one {
			t.Fatalf("%q, %q, %q: once %q, then %q", base, left, right, one, again)
		}
		if strings.Count(one, " !") != strings.Count(two, " !") {
			t.Fatalf("%q, %q, %q: %q, but swapped %q", base, left, right, one, two)
		}
		if !strings.Contains(one, " !") && one != two {
			t.Fatalf("%q, %q, %q: %q, but swapped %q", base, left, right, one, two)
		}
	})
}

// countingStore counts the trees that are read.
type countingStore struct {
	objects.Store
	reads map[objects.ID]int
}

func (c *countingStore) Get(ctx context.Context, id objects.ID) (objects.Object, error) {
	c.reads[id]++
	return c.Store.Get(ctx, id)
}

func TestUnchangedTreesAreNotRead(t *testing.T) {
	s := newShop(t)
	var rest []string
	for i := range 200 {
		rest = append(rest, fmt.Sprintf("dir%d/sub/file=%d", i, i))
	}
	words := " " + strings.Join(rest, " ")
	in := Input{Base: s.tree("a/b/c=123456789 z=1" + words), Left: s.tree("a/b/c=x23456789 z=1" + words), Right: s.tree("a/b/c=12345678x z=1" + words)}
	store := &countingStore{s.store, make(map[objects.ID]int)}
	desk := NewDesk(store, s.desk().Stage)
	if _, err := Merge(t.Context(), desk, in); err != nil {
		t.Fatal(err)
	}
	// Three roots with two directories each, and three contents.
	if len(store.reads) != 12 {
		t.Errorf("%d objects were read, want 12", len(store.reads))
	}
	for id, n := range store.reads {
		if n != 1 {
			t.Errorf("%s was read %d times", id, n)
		}
	}
}

func TestResolutionsAreTakenAgain(t *testing.T) {
	s := newShop(t)
	var asked objects.ID
	known := &objects.Conflict{Path: "a", Class: "text", State: objects.ConflictSettled}
	got := s.merge("a=123 b=1", "a=1x3 b=1", "a=1y3 b=1", Options{Resolved: func(_ context.Context, sides objects.ID) (*objects.Conflict, error) {
		asked = sides
		return known, nil
	}})
	if got != "b=1" {
		t.Errorf("a file that was resolved to nothing: %s", got)
	}
	e, _, err := entryOf(t.Context(), s.desk().Stage, "a=1xy3")
	if err != nil {
		t.Fatal(err)
	}
	known.Result = sideOf(e, "a", "a")
	var again objects.ID
	done, err := Merge(t.Context(), s.desk(), Input{s.tree("a=123"), s.tree("a=1x3"), s.tree("a=1y3"), Options{
		Resolved: func(_ context.Context, sides objects.ID) (*objects.Conflict, error) {
			again = sides
			return known, nil
		},
	}})
	if err != nil || again != asked || len(done.Conflicts()) != 0 || !done.Files[0].Reused || done.Root != s.tree("a=1xy3") {
		t.Errorf("%+v, %v; asked %s, then %s", done, err, asked, again)
	}
}
