package history

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/genesis-vcs/genesis/semantic/linediff"
)

// whyOf lists the commits that shaped a part: "commit path unit first-last", and a
// "." behind the one that made it.
func (g *graph) whyOf(q WhyQuery, commit string) string {
	g.Helper()
	q.Commit = g.ids[commit]
	var list []string
	err := Why(g.Context(), g.store, q, func(s Shaped) (bool, error) {
		text := fmt.Sprintf("%s %s", g.names[s.Commit.ID], s.Path)
		if s.Unit != "" {
			text += " " + s.Unit
		}
		text += fmt.Sprintf(" %d-%d", s.Lines.First, s.Lines.Last)
		if s.Made {
			text += "."
		}
		list = append(list, text)
		return true, nil
	})
	if err != nil {
		g.Fatalf("why %+v: %v", q, err)
	}
	return strings.Join(list, ", ")
}

func TestWhyLines(t *testing.T) {
	g := newGraph(t)
	g.files("a", 1, map[string]string{"f": "1\n2\n3\n4\n"})
	g.files("b", 2, map[string]string{"f": "0\n1\n2\n3\n4\n"}, "a")
	g.files("c", 3, map[string]string{"f": "0\n1\ntwo\n3\n4\n"}, "b")
	g.files("d", 4, map[string]string{"f": "0\n1\ntwo\n2.5\n3\nfour\n"}, "c")
	for _, test := range []struct {
		lines LineRange
		want  string
	}{
		{LineRange{1, 1}, "b f 1-1."},
		{LineRange{2, 2}, "a f 1-1."},
		{LineRange{3, 3}, "c f 3-3, a f 2-2."},
		{LineRange{3, 5}, "d f 3-5, c f 3-4, a f 2-3."},
		{LineRange{6, 6}, "d f 6-6, a f 4-4."},
	} {
		if got := g.whyOf(WhyQuery{Path: "f", Lines: test.lines}, "d"); got != test.want {
			t.Errorf("%v: %s, want %s", test.lines, got, test.want)
		}
	}
}

func TestWhyUnit(t *testing.T) {
	g := newGraph(t)
	src := func(body string) string { return "package p\n\n" + body }
	open := "// Open opens.\nfunc Open(name string) error {\n\treturn open(name, 0)\n}\n"
	other := "\nfunc other() {}\n"
	g.files("a", 1, map[string]string{"a.go": src(strings.Replace(open, "Open(", "Begin(", 1) + other)})
	g.files("b", 2, map[string]string{"a.go": src(open + other)}, "a")
	g.files("c", 3, map[string]string{"a.go": src(other + open)}, "b")
	g.files("d", 4, map[string]string{"a.go": src(other), "b.go": src(open)}, "c")
	g.files("e", 5, map[string]string{"a.go": src(other), "b.go": src(strings.Replace(open, "0", "1", 1))}, "d")
	want := "e b.go func Open 4-6, d b.go func Open 4-6, b a.go func Open 4-6, a a.go func Begin 4-6."
	if got := g.whyOf(WhyQuery{Path: "b.go", Unit: "Open"}, "e"); got != want {
		t.Error(got)
	}
	var e *UnitError
	for unit, found := range map[string]int{"nothing": 0} {
		err := Why(t.Context(), g.store, WhyQuery{Commit: g.ids["e"], Path: "b.go", Unit: unit}, nil)
		if !errors.As(err, &e) || len(e.Found) != found {
			t.Errorf("%s: %v", unit, err)
		}
	}
}

func TestWhyOfAMerge(t *testing.T) {
	g := newGraph(t)
	g.files("base", 1, map[string]string{"f": "1\n2\n3\n4\n5\n"})
	g.files("left", 2, map[string]string{"f": "1\nL\n3\n4\n5\n"}, "base")
	g.files("right", 3, map[string]string{"f": "1\n2\n3\nR\n5\n"}, "base")
	g.files("merge", 4, map[string]string{"f": "1\nL\n3\nR\n5\n"}, "left", "right")
	// A part that one parent has as it is came from there.
	if got := g.whyOf(WhyQuery{Path: "f", Lines: LineRange{2, 2}}, "merge"); got != "left f 2-2, base f 2-2." {
		t.Error(got)
	}
	if got := g.whyOf(WhyQuery{Path: "f", Lines: LineRange{2, 4}}, "merge"); got != "merge f 2-4, right f 2-4, left f 2-4, base f 2-4." {
		t.Error(got)
	}
}

func TestLinesBefore(t *testing.T) {
	script := []linediff.Edit{{A0: 2, A1: 4, B0: 2, B1: 3}, {A0: 6, A1: 6, B0: 5, B1: 7}, {A0: 8, A1: 9, B0: 9, B1: 9}}
	for _, test := range []struct {
		r, want LineRange
		same    bool
	}{
		{LineRange{1, 2}, LineRange{1, 2}, true},
		{LineRange{3, 3}, LineRange{3, 4}, false},
		{LineRange{1, 3}, LineRange{1, 4}, false},
		{LineRange{4, 5}, LineRange{5, 6}, true},
		{LineRange{6, 7}, LineRange{7, 6}, false}, // new
		{LineRange{5, 8}, LineRange{6, 7}, false},
		{LineRange{8, 9}, LineRange{7, 8}, true}, // what follows was taken out
		{LineRange{10, 10}, LineRange{10, 10}, true},
		{LineRange{9, 10}, LineRange{8, 10}, false},
	} {
		if got, same := linesBefore(test.r, script); got != test.want || same != test.same {
			t.Errorf("%v: %v, %v", test.r, got, same)
		}
	}
}
