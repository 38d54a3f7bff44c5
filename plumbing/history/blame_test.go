package history

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/genesis-vcs/genesis/plumbing/snapshot"
)

// blameOf gives a file as blame sees it: "commit path:line" for each line.
func (g *graph) blameOf(commit, path string, ranges ...LineRange) string {
	g.Helper()
	out, err := Blame(g.Context(), g.store, BlameQuery{Commit: g.ids[commit], Path: path, Lines: ranges})
	if err != nil {
		g.Fatalf("blame %s: %v", path, err)
	}
	var list []string
	for _, l := range out.Lines {
		if l.Commit.IsZero() {
			list = append(list, "-")
			continue
		}
		list = append(list, fmt.Sprintf("%s %s:%d", g.names[l.Commit], l.Path, l.Line))
	}
	return strings.Join(list, ", ")
}

// file makes a commit of files over parents.
func (g *graph) files(name string, seconds int64, files map[string]string, parents ...string) {
	g.commitOf(name, seconds, g.snapshotOf(files), parents...)
}

func TestBlameOfALine(t *testing.T) {
	g := newGraph(t)
	g.files("a", 1, map[string]string{"f": "1\n2\n3\n"})
	g.files("b", 2, map[string]string{"f": "0\n1\n2\nthree\n"}, "a")
	g.files("c", 3, map[string]string{"f": "0\n1\n2\nthree\n", "g": "x\n"}, "b")
	g.files("d", 4, map[string]string{"f": "0\n2\nthree\nfour"}, "c")
	if got := g.blameOf("d", "f"); got != "b f:1, a f:2, b f:4, d f:4" {
		t.Error(got)
	}
	if got := g.blameOf("d", "f", LineRange{2, 3}); got != "-, a f:2, b f:4, -" {
		t.Error(got)
	}
	if got := g.blameOf("d", "f", LineRange{3, 9}, LineRange{1, 1}); got != "b f:1, -, b f:4, d f:4" {
		t.Error(got)
	}
}

func TestBlameOfAMerge(t *testing.T) {
	g := newGraph(t)
	g.files("base", 1, map[string]string{"f": "1\n2\n3\n4\n5\n"})
	g.files("left", 2, map[string]string{"f": "1\nL\n3\n4\n5\n"}, "base")
	g.files("right", 3, map[string]string{"f": "1\n2\n3\nR\n5\n"}, "base")
	g.files("merge", 4, map[string]string{"f": "1\nL\n3\nR\n5\nM\n"}, "left", "right")
	if got := g.blameOf("merge", "f"); got != "base f:1, left f:2, base f:3, right f:4, base f:5, merge f:6" {
		t.Error(got)
	}
	// One parent has the file as it is: only its line counts.
	g.files("ours", 5, map[string]string{"f": "1\nL\n3\n4\n5\n"}, "right", "left")
	if got := g.blameOf("ours", "f"); got != "base f:1, left f:2, base f:3, base f:4, base f:5" {
		t.Error(got)
	}
}

const movingLine = "a line with enough letters in it that nobody wrote it twice"

func TestBlameFollowsFilesAndLines(t *testing.T) {
	g := newGraph(t)
	g.files("a", 1, map[string]string{"old": "1\n2\n", "other": movingLine + "\nstays\n"})
	g.files("b", 2, map[string]string{"dir/new": "1\n2\n", "other": movingLine + "\nstays\n"}, "a")
	g.files("c", 3, map[string]string{"dir/new": "1\n" + movingLine + "\n2\n", "other": "stays\n"}, "b")
	g.files("d", 4, map[string]string{"dir/new": "1\n2\n3\n" + movingLine + "\n", "other": "stays\n"}, "c")
	if got := g.blameOf("d", "dir/new"); got != "a old:1, a old:2, d dir/new:3, a other:1" {
		t.Error(got)
	}
	whole, err := Blame(t.Context(), g.store, BlameQuery{Commit: g.ids["c"], Path: "dir/new", Whole: true})
	if err != nil || whole.Lines[1].Commit != g.ids["c"] || whole.Lines[2].Commit != g.ids["a"] {
		t.Errorf("%v, %v", whole.Lines, err)
	}
	// What is still where it was has not moved, and little lines move nowhere.
	g.files("e", 5, map[string]string{"dir/new": "1\n2\n3\n" + movingLine + "\nstays\n", "other": movingLine + "\n"}, "d")
	if got := g.blameOf("e", "other"); got != "e other:1" {
		t.Error(got)
	}
	if got := g.blameOf("e", "dir/new", LineRange{5, 5}); !strings.HasSuffix(got, "e dir/new:5") {
		t.Error(got)
	}
}

// TestBlameOfAnyLine: on a line of history without moves, each line comes from the
// commit that wrote it, as it is told apart by its text.
func TestBlameOfAnyLine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := newGraph(t)
		var lines, want []string
		for i := range rapid.IntRange(1, 8).Draw(t, "commits") {
			name := fmt.Sprint(i)
			at := rapid.IntRange(0, len(lines)).Draw(t, "at")
			gone := rapid.IntRange(0, len(lines)-at).Draw(t, "gone")
			var fresh, origin []string
			for n := range rapid.IntRange(1, 3).Draw(t, "new") {
				fresh = append(fresh, fmt.Sprintf("%s.%d\n", name, n))
				origin = append(origin, name)
			}
			lines = append(append(lines[:at:at], fresh...), lines[at+gone:]...)
			want = append(append(want[:at:at], origin...), want[at+gone:]...)
			var parents []string
			if i > 0 {
				parents = []string{fmt.Sprint(i - 1)}
			}
			g.files(name, int64(i), map[string]string{"f": strings.Join(lines, "")}, parents...)
		}
		tip := fmt.Sprint(len(g.ids) - 1)
		out, err := Blame(g.Context(), g.store, BlameQuery{Commit: g.ids[tip], Path: "f"})
		if err != nil || len(out.Lines) != len(lines) {
			t.Fatalf("%d lines instead of %d, %v", len(out.Lines), len(lines), err)
		}
		for i, l := range out.Lines {
			if g.names[l.Commit] != want[i] {
				t.Fatalf("line %d is of %s instead of %s", i+1, g.names[l.Commit], want[i])
			}
		}
	})
}

func TestBlameErrors(t *testing.T) {
	g := newGraph(t)
	g.files("a", 1, map[string]string{"f": "1\n2\n", "d/g": "x"})
	ask := func(path string, r ...LineRange) error {
		_, err := Blame(t.Context(), g.store, BlameQuery{Commit: g.ids["a"], Path: path, Lines: r})
		return err
	}
	var missing *snapshot.NotInTreeError
	var notFile *NotFileError
	var noLine *LineRangeError
	if err := ask("h"); !errors.As(err, &missing) {
		t.Error(err)
	}
	if err := ask("d"); !errors.As(err, &notFile) {
		t.Error(err)
	}
	for _, r := range []LineRange{{3, 3}, {0, 1}, {2, 1}} {
		if err := ask("f", r); !errors.As(err, &noLine) || noLine.Lines != 2 {
			t.Error(r, err)
		}
	}
}
