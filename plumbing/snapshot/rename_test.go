package snapshot

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
	"pgregory.net/rapid"
)

func show(changes []Change) string {
	var out []string
	for _, c := range changes {
		line := fmt.Sprintf("%s %s", c.Status, c.Path)
		if c.OldPath != "" {
			line += " <- " + c.OldPath
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}

func gone(path, content string) Change {
	e := blob(content)
	return Change{Path: path, Status: Deleted, Old: &e}
}

func come(path, content string, status Status) Change {
	e := blob(content)
	return Change{Path: path, Status: status, New: &e}
}

func TestRenames(t *testing.T) {
	exec := come("exec", "one", Added)
	exec.New.Mode = objects.ModeExec
	link := come("link", "one", Added)
	link.New.Mode = objects.ModeSymlink
	for _, c := range []struct {
		name string
		in   []Change
		want string
	}{
		{"added", []Change{gone("a", "one"), come("b", "one", Added)}, "renamed b <- a"},
		{"untracked", []Change{come("b", "one", Untracked), gone("a", "one")}, "renamed b <- a"},
		{"other content", []Change{gone("a", "one"), come("b", "two", Added)}, "deleted a\nadded b"},
		{"other mode", []Change{gone("a", "one"), exec, link}, "deleted a\nadded exec\nadded link"},
		{"path order", []Change{gone("a", "one"), gone("b", "one"), come("y", "one", Added), come("x", "one", Added)},
			"renamed x <- a\nrenamed y <- b"},
		{"base name first", []Change{gone("a/k", "one"), gone("a/m", "one"), come("x/m", "one", Added), come("b", "one", Added)},
			"renamed b <- a/k\nrenamed x/m <- a/m"},
		{"one of two", []Change{gone("a", "one"), come("b", "one", Added), come("c", "one", Added)},
			"renamed b <- a\nadded c"},
		{"modified stays", []Change{gone("a", "one"), {Path: "c", Status: Modified, Old: gone("", "x").Old, New: gone("", "one").Old}},
			"deleted a\nmodified c"},
	} {
		if got := show(Renames(c.in)); got != c.want {
			t.Errorf("%s:\n%s\nwant:\n%s", c.name, got, c.want)
		}
	}
}

// Whatever is joined, no half is lost or used twice, and the input is left as
// it was, in whatever order it came.
func TestRenamesKeepEveryHalf(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var in []Change
		for i := range rapid.IntRange(0, 10).Draw(t, "changes") {
			content := rapid.SampledFrom([]string{"1", "2"}).Draw(t, "content")
			path := fmt.Sprintf("%s/%d", rapid.SampledFrom([]string{"a", "b"}).Draw(t, "dir"), i%4)
			path += strings.Repeat("x", i/4)
			if rapid.Bool().Draw(t, "gone") {
				in = append(in, gone(path, content))
			} else {
				in = append(in, come(path, content, Added))
			}
		}
		before := show(in)
		out := Renames(in)
		if show(in) != before {
			t.Fatalf("the input changed")
		}
		var back []Change
		for _, c := range out {
			if c.Status != Renamed {
				back = append(back, c)
				continue
			}
			if c.Old.ID != c.New.ID {
				t.Fatalf("%s is joined to other content", c.Path)
			}
			back = append(back, Change{Path: c.OldPath, Status: Deleted, Old: c.Old}, Change{Path: c.Path, Status: Added, New: c.New})
		}
		byPath := func(x, y Change) int { return strings.Compare(string(x.Status)+x.Path, string(y.Status)+y.Path) }
		slices.SortFunc(back, byPath)
		sorted := slices.SortedFunc(slices.Values(in), byPath)
		if show(back) != show(sorted) {
			t.Fatalf("halves:\n%s\nwant:\n%s", show(back), show(sorted))
		}
		slices.Reverse(in)
		if show(Renames(in)) != show(out) {
			t.Fatalf("the result depends on the order of the input")
		}
	})
}
