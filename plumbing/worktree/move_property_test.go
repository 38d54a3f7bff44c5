package worktree

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// genFiles draws leaves over few names, so that files and directories of one
// name meet.
func genFiles(t *rapid.T, label string) files {
	f := files{}
	for range rapid.IntRange(0, 8).Draw(t, label+" size") {
		f.set(genName(t, label), genLeaf(t, label))
	}
	return f
}

func genName(t *rapid.T, label string) string {
	name := rapid.SampledFrom([]string{"a", "b", "a.b", "ignored"})
	return strings.Join(rapid.SliceOfN(name, 1, 3).Draw(t, label+" path"), "/")
}

func genLeaf(t *rapid.T, label string) string {
	return rapid.SampledFrom([]string{"f 1", "f 22", "x 1", "l a", "l b/a", "d", "f "}).Draw(t, label+" leaf")
}

// set adds a leaf; what is in its way goes.
func (f files) set(path, leaf string) {
	for other := range f {
		if strings.HasPrefix(other, path+"/") || strings.HasPrefix(path, other+"/") {
			delete(f, other)
		}
	}
	f[path] = leaf
}

// addEmpty adds an empty directory where that is in no leaf's way; of an empty
// one it makes one that holds another.
func (f files) addEmpty(path string) {
	for other, leaf := range f {
		if strings.HasPrefix(other+"/", path+"/") || strings.HasPrefix(path, other+"/") && leaf != "d" {
			return
		}
	}
	f.set(path, "d")
}

// genMove draws a base, a present state near it and a target.
func genMove(t *rapid.T) (from, present, to files) {
	from = genFiles(t, "from")
	present, to = maps.Clone(from), genFiles(t, "to")
	if rapid.Bool().Draw(t, "near") {
		to = maps.Clone(from)
		to.set(genName(t, "to"), genLeaf(t, "to"))
	}
	for range rapid.IntRange(0, 4).Draw(t, "edits") {
		path := genName(t, "local")
		if rapid.Bool().Draw(t, "remove") {
			delete(present, path)
		} else {
			present.set(path, genLeaf(t, "local"))
		}
	}
	for range rapid.IntRange(0, 3).Draw(t, "empty directories") {
		present.addEmpty(genName(t, "empty"))
	}
	ignore := "f ignored"
	from.set(".gitignore", ignore)
	present.set(".gitignore", ignore)
	to.set(".gitignore", ignore)
	return from, present, to
}

// Without Discard nothing that is stored nowhere is lost, whatever meets.
// With it the target is there, and an undo brings back every byte.
func TestMoveLosesNothing(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		from, present, to := genMove(r)
		s := newQuickSpace(t)
		req := MoveRequest{Base: s.commit(from), To: s.commit(to)}
		s.put(present)
		present = s.files()
		_, err := s.move(req)
		after := s.files()
		var unsaved *UnsavedError
		switch {
		case errors.As(err, &unsaved):
			s.same(present, after)
			for _, path := range unsaved.Paths {
				if leaf := present[path]; leaf == "" || leaf == "d" || leaf == from[path] || leaf == to[path] {
					r.Fatalf("%s is %q and not in the way", path, leaf)
				}
			}
		case err != nil:
			r.Fatalf("Move: %v", err)
		default:
			checkNothingLost(r, from, present, to, after)
			s.checkCache(req.To)
		}
		checkDiscard(r, t, from, present, to)
	})
}

// checkNothingLost checks a move without Discard, path by path.
func checkNothingLost(t *rapid.T, from, present, to, after files) {
	for path, leaf := range present {
		if leaf != "d" && leaf != from[path] && after[path] != leaf {
			t.Fatalf("%s was %q, unsaved, and is %q", path, leaf, after[path])
		}
	}
	for path, leaf := range to {
		carried := from[path] == leaf && present[path] == after[path]
		if after[path] != leaf && leaf != "d" && !carried {
			t.Fatalf("%s has to be %q and is %q", path, leaf, after[path])
		}
	}
	for path, leaf := range after {
		if leaf != "d" && to[path] != leaf && present[path] != leaf {
			t.Fatalf("%s is %q, from nowhere", path, leaf)
		}
	}
}

func checkDiscard(r *rapid.T, t *testing.T, from, present, to files) {
	s := newQuickSpace(t)
	req := MoveRequest{Base: s.commit(from), To: s.commit(to), Discard: true}
	whole := rapid.Bool().Draw(r, "whole")
	if whole {
		req.Paths = []string{""}
	}
	s.put(present)
	present = s.files()
	result := s.mustMove(req)
	s.checkCache(req.To)
	after := s.files()
	for path, leaf := range from {
		if whole && to[path] == "" && after[path] == leaf && leaf != "d" {
			r.Fatalf("%s has to be gone and is %q", path, leaf)
		}
	}
	for path, leaf := range to {
		if (whole || from[path] != leaf) && leaf != "d" && after[path] != leaf {
			r.Fatalf("%s has to be %q and is %q", path, leaf, after[path])
		}
	}
	if len(result.Written)+len(result.Removed) == 0 {
		return
	}
	s.undo(result.Operation)
	if d := cmp.Diff(present, s.files()); d != "" {
		r.Fatalf("after the undo (-before +after):\n%s", d)
	}
}

// A move that is stopped at any point is finished or rolled back.
func TestMoveStoppedOverAnything(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		from, present, to := genMove(r)
		start := func() (*space, MoveRequest) {
			s := newQuickSpace(t)
			req := MoveRequest{Base: s.commit(from), To: s.commit(to), Discard: true}
			s.put(present)
			return s, req
		}
		s, req := start()
		before := s.files()
		_, total, _ := stopAt(t, -1, func() { _, _ = s.move(req) })
		after := s.files()
		s, req = start()
		head := headOf(s)
		at, _, stopped := stopAt(t, rapid.IntRange(0, max(0, total-1)).Draw(r, "point"), func() { _, _ = s.move(req) })
		if !stopped {
			return
		}
		s.reopen()
		s.checkRecovered(string(at), before, after, head)
	})
}

func TestFilesSet(t *testing.T) {
	f := files{"a/b": "f 1", "c": "f 2"}
	f.set("a", "f 3")
	f.set("c/d", "f 4")
	if got := slices.Sorted(maps.Keys(f)); !slices.Equal(got, []string{"a", "c/d"}) {
		t.Errorf("got %q", got)
	}
}
