package history

import (
	"strings"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/refs"
)

// TestResolveRange:
//
//	a - b - c    main, HEAD
//	  \
//	   -- d      side
func TestResolveRange(t *testing.T) {
	g := newGraph(t)
	g.commit("a", 1)
	g.commit("b", 2, "a")
	g.set("refs/heads/main", g.commit("c", 3, "b"))
	g.set("refs/heads/side", g.commit("d", 4, "a"))
	g.head(refs.Head{Branch: "refs/heads/main"})
	names := func(ids []objects.ID) string {
		list := make([]string, len(ids))
		for i, id := range ids {
			list[i] = g.names[id]
		}
		return strings.Join(list, " ")
	}
	for args, want := range map[string]string{
		"":                   "c without ",
		"side":               "d without ",
		"side main":          "d c without ",
		"side..main":         "c without d",
		"side..":             "c without d",
		"..side":             "d without c",
		"..":                 "c without c",
		"^side":              "c without d",
		"main ^side ^main~1": "c without d b",
		"main~2..main side":  "c d without a",
	} {
		from, exclude, err := ResolveRange(t.Context(), g.db, strings.Fields(args))
		if got := names(from) + " without " + names(exclude); err != nil || got != want {
			t.Errorf("%q is %q, %v; want %q", args, got, err, want)
		}
	}
	for _, arg := range []string{"side...main", "^side..main", "^", "main..^side", "main..side..main"} {
		_, _, err := ResolveRange(t.Context(), g.db, []string{arg})
		wantError[*RevSyntaxError](t, err)
	}
	_, _, err := ResolveRange(t.Context(), g.db, []string{"main..nowhere"})
	wantError[*UnknownRevError](t, err)
	g.head(refs.Head{Branch: "refs/heads/unborn"})
	if from, exclude, err := ResolveRange(t.Context(), g.db, nil); from != nil || exclude != nil || err != nil {
		t.Errorf("on a branch without a commit: %v, %v, %v", from, exclude, err)
	}
}
