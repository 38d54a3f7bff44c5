package history

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestLogFollows a file through renames, each line of history by itself:
//
//	1 - 2 ---- 4 - 5 - 6
//	     \        /
//	      3 -----
//
// 1 adds old, 2 changes it, 3 changes old on its branch, 4 renames old to new, 5
// merges and takes both, 6 changes new.
func TestLogFollows(t *testing.T) {
	text := func(first string) string { return first + strings.Repeat("\nthe same line", 5) }
	g := newGraph(t)
	g.files("1", 1, map[string]string{"old": text("1"), "d/x": "x"})
	g.files("2", 2, map[string]string{"old": text("2"), "d/x": "x"}, "1")
	g.files("3", 3, map[string]string{"old": text("3"), "d/x": "x"}, "2")
	g.files("4", 4, map[string]string{"new": text("2"), "d/x": "x"}, "2")
	g.files("5", 5, map[string]string{"new": text("3"), "d/x": "x"}, "4", "3")
	g.files("6", 6, map[string]string{"new": text("6"), "e/x": "x"}, "5")
	for _, c := range []struct {
		path   string
		follow bool
		want   string
	}{
		{"new", true, "6 5 4 3 2 1"},
		{"new", false, "6 5 4"},
		{"old", true, "4 3 2 1"},
		{"e/x", true, "6 1"},
		{"e", true, "6"},
		{"none", true, ""},
	} {
		got, _ := g.log(LogQuery{From: g.from("6"), Paths: []string{c.path}, Follow: c.follow}, 0)
		if got != c.want {
			t.Errorf("%s, follow %v: %q, want %q", c.path, c.follow, got, c.want)
		}
	}
	if got, _ := g.log(LogQuery{From: g.from("6"), Exclude: g.from("2"), Paths: []string{"new"}, Follow: true}, 0); got != "6 5 4 3" {
		t.Errorf("in a range: %s", got)
	}
}

// Where nothing was renamed, following changes nothing, with an index or without.
func TestFollowingKeepsWhatThePathHas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, _, _, names := drawGraph(t)
		q := LogQuery{
			From:    g.from(rapid.SliceOfN(rapid.SampledFrom(names), 1, 3).Draw(t, "from")...),
			Exclude: g.from(rapid.SliceOfN(rapid.SampledFrom(names), 0, 3).Draw(t, "exclude")...),
			Paths:   []string{rapid.SampledFrom([]string{"a", "d", "d/x", "none", ""}).Draw(t, "path")},
		}
		want, _ := g.log(q, 0)
		q.Follow = true
		if got, _ := g.log(q, 0); got != want {
			t.Fatalf("got  %s\nwant %s", got, want)
		}
	})
}

// TestLogSelects by time and by what a commit says.
func TestLogSelects(t *testing.T) {
	g := newGraph(t)
	g.commit("a", 10)
	g.commit("b", 20, "a")
	g.commit("c", 30, "b")
	at := func(seconds int64) *int64 { return &seconds }
	odd := func(c Commit) bool { return string(c.Message) != "b\n" }
	for _, c := range []struct {
		q         LogQuery
		max       int
		want      string
		truncated bool
	}{
		{LogQuery{Since: at(20)}, 0, "c b", false},
		{LogQuery{Until: at(20)}, 0, "b a", false},
		{LogQuery{Since: at(11), Until: at(29)}, 1, "b", false},
		{LogQuery{Match: odd}, 0, "c a", false},
		{LogQuery{Match: odd, Max: 2}, 2, "c a", false},
		{LogQuery{Match: odd, Max: 2}, 1, "c", true},
	} {
		c.q.From = g.from("c")
		if got, truncated := g.log(c.q, c.max); got != c.want || truncated != c.truncated {
			t.Errorf("%+v: %q, truncated %v; want %q", c.q, got, truncated, c.want)
		}
	}
}
