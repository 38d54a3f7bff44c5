package snapshot

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
)

func TestWalkOrderAndSkipDir(t *testing.T) {
	s := newShelf()
	root := leaves{"a/x": blob("1"), "a/y/z": blob("2"), "a.b": blob("3"), "e": emptyDir()}.store(t, s)
	var seen []string
	err := Walk(t.Context(), s, root, func(path string, e objects.Entry) error {
		seen = append(seen, path)
		if path == "a/y" || path == "a.b" {
			return SkipDir
		}
		return nil
	})
	if want := []string{"a", "a/x", "a/y", "a.b", "e"}; err != nil || !slices.Equal(seen, want) {
		t.Errorf("walked %q, %v; want %q", seen, err, want)
	}
	stop := errors.New("stop")
	if err := Walk(t.Context(), s, root, func(string, objects.Entry) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("Walk = %v, want the function's error", err)
	}
}

func TestLookup(t *testing.T) {
	s := newShelf()
	root := leaves{"a/b/c": blob("1"), "a/e": emptyDir()}.store(t, s)
	for path, want := range map[string]objects.Mode{"": objects.ModeDir, "a": objects.ModeDir, "a/b/c": objects.ModeFile, "a/e": objects.ModeDir} {
		e, err := Lookup(t.Context(), s, root, path)
		if err != nil || e.Mode != want {
			t.Errorf("Lookup(%q) = %v, %v; want mode %s", path, e, err, want)
		}
		if _, name, _ := cutLast(path); string(e.Name) != name {
			t.Errorf("Lookup(%q) has the name %q", path, e.Name)
		}
	}
	for _, path := range []string{"b", "a/b/c/d", "a/b/d", "a//b", "a/", "/a", strings.Repeat("a/", 5000)} {
		var missing *NotInTreeError
		if _, err := Lookup(t.Context(), s, root, path); !errors.As(err, &missing) || missing.Path != path {
			t.Errorf("Lookup(%.20q) = %v, want a *NotInTreeError", path, err)
		}
	}
}

func TestFilter(t *testing.T) {
	f := NewFilter([]string{"a/b", "c/", "a\xff"})
	for path, want := range map[string]bool{"a/b": true, "a/b/c": true, "a": false, "a/bc": false, "c": true, "c/x": true, "a\xff": true, "d": false} {
		if f.Match(path) != want {
			t.Errorf("Match(%q) = %v", path, !want)
		}
		at, whole := f, false
		for name := range strings.SplitSeq(path, "/") {
			at, whole = at.Below(name)
		}
		if whole != want {
			t.Errorf("Below along %q = %v", path, whole)
		}
	}
	if !NewFilter(nil).Match("x") || !NewFilter([]string{"a", ""}).Match("x") || !(Filter{}).None() {
		t.Error("no paths and the root ask for everything, the zero filter for nothing")
	}
}
