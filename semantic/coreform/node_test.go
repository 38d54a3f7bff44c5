package coreform_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/zeebo/blake3"
	"pgregory.net/rapid"

	"github.com/genesis-vcs/genesis/semantic/coreform"
)

func print(t interface{ Fatal(...any) }, term coreform.Term) string {
	out, err := term.Print()
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// Forms come before their parts, first elements before the rest of a list, maps
// give their values.
func TestNodes(t *testing.T) {
	var got []string
	coreform.Walk("mod.gc", canonical(t, "(def x {b [1] a 2}) y").Forms, func(n *coreform.Node) bool {
		path, err := n.Path().Term()
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, path.String()+" "+n.Term.Tag().String()+" "+n.Term.String())
		return true
	})
	want := []string{
		"[[:form 0]] pair (def x {a 2 b [1]})",
		"[[:form 0] [:pair-car]] sym def",
		"[[:form 0] [:pair-cdr]] pair (x {a 2 b [1]})",
		"[[:form 0] [:pair-cdr] [:pair-car]] sym x",
		"[[:form 0] [:pair-cdr] [:pair-cdr]] pair ({a 2 b [1]})",
		"[[:form 0] [:pair-cdr] [:pair-cdr] [:pair-car]] map {a 2 b [1]}",
		"[[:form 0] [:pair-cdr] [:pair-cdr] [:pair-car] [:map a]] int 2",
		"[[:form 0] [:pair-cdr] [:pair-cdr] [:pair-car] [:map b]] vec [1]",
		"[[:form 0] [:pair-cdr] [:pair-cdr] [:pair-car] [:map b] [:vec 0]] int 1",
		"[[:form 0] [:pair-cdr] [:pair-cdr] [:pair-cdr]] nil nil",
		"[[:form 1]] sym y",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// An id is the hash of the module's path and of the printed path of the node.
func TestNodeIDs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, err := coreform.Read([]byte(sources.Draw(t, "source")))
		if err != nil {
			t.Fatal(err)
		}
		coreform.Walk("dir/mod.gc", m.Forms, func(n *coreform.Node) bool {
			path, err := n.Path().Term()
			if err != nil {
				t.Fatal(err)
			}
			want := blake3.Sum256([]byte("GCv0.2\x00semantic-node-id\x00dir/mod.gc\x00" + print(t, path)))
			if n.ID != want {
				t.Fatalf("the id of %s is %s, not %x", path, n.ID, want)
			}
			if at, err := coreform.Get(m.Forms, n.Path()); err != nil || !coreform.Equal(at, n.Term) {
				t.Fatalf("at %s is %s (%v), not %s", path, at, err, n.Term)
			}
			if parsed, err := coreform.ParsePath(path); err != nil || print(t, path) != print(t, mustPath(t, parsed)) {
				t.Fatalf("%s is read as %v (%v)", path, parsed, err)
			}
			same, err := coreform.Replace(m.Forms, n.Path(), n.Term)
			if err != nil || print(t, same[n.Path()[0].Index]) != print(t, m.Forms[n.Path()[0].Index]) {
				t.Fatalf("%s replaced by itself: %v", path, err)
			}
			return true
		})
	})
}

func mustPath(t interface{ Fatal(...any) }, p coreform.Path) coreform.Term {
	term, err := p.Term()
	if err != nil {
		t.Fatal(err)
	}
	return term
}

func TestFindNode(t *testing.T) {
	forms := canonical(t, "(f a) b").Forms
	var ids []string
	coreform.Walk("mod.gc", forms, func(n *coreform.Node) bool {
		ids = append(ids, n.ID.String())
		return true
	})
	if want := "ea7ad52da87f9e96e7f674cb03c27e4720b668b8743ff77c888ce1eb8977adde"; ids[0] != want {
		t.Errorf("the first form of mod.gc is %s, want %s", ids[0], want)
	}
	coreform.Walk("mod.gc", forms, func(n *coreform.Node) bool {
		found, err := coreform.FindNode("mod.gc", forms, n.ID)
		if err != nil || !cmp.Equal(mustPath(t, found.Path()).String(), mustPath(t, n.Path()).String()) {
			t.Errorf("%s is found at %v (%v)", n.ID, found, err)
		}
		return true
	})
	if _, err := coreform.FindNode("other.gc", forms, coreform.Node{}.ID); !errors.Is(err, coreform.ErrNoNode) {
		t.Error(err)
	}
}

// A list costs as much as it is long.
func TestNodesOfLongLists(t *testing.T) {
	n := 0
	coreform.Walk("m", canonical(t, "'("+strings.Repeat("a ", many)+")").Forms, func(*coreform.Node) bool {
		n++
		return true
	})
	if want := 5 + 2*many; n != want {
		t.Errorf("%d nodes, want %d", n, want)
	}
}

func path(t *testing.T, src string) coreform.Path {
	t.Helper()
	term, err := coreform.ReadTerm([]byte(src))
	if err != nil {
		t.Fatal(err)
	}
	p, err := coreform.ParsePath(term)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestReplace(t *testing.T) {
	for _, x := range []struct{ src, path, by, want string }{
		{"a (def b 1)", "[[:form 1] [:pair-cdr] [:pair-cdr] [:pair-car]]", "2", "a\n\n(def b 2)\n"},
		{"a (def b 1)", `[[":form" 0]]`, "(f)", "(f)\n\n(def b 1)\n"},
		{"'(a b c)", "[[:form 0] [:pair-cdr] [:pair-car] [:pair-cdr]]", "(x y)", "(quote (a x y))\n"},
		{"'(a b c)", "[[:form 0] [:pair-cdr] [:pair-car] [:pair-cdr] [:pair-cdr] [:pair-cdr]]", "(d)", "(quote (a b c d))\n"},
		{"'(a b c)", "[[:form 0] [:pair-cdr] [:pair-car] [:pair-cdr]]", "nil", "(quote (a))\n"},
		{"[1 {k 2}]", "[[:form 0] [:vec 1] [:map k]]", "3", "[\n  1\n  {k 3}]\n"},
		{"; c\na", "[[:form 0]]", "b", "; c\nb\n"},
		{"; c\na", "[[:form 0]]", "; d\nb", "; d\nb\n"},
	} {
		by, err := coreform.ReadTerm([]byte(x.by))
		if err != nil {
			t.Fatal(err)
		}
		m := canonical(t, x.src)
		forms, err := coreform.Replace(m.Forms, path(t, x.path), by)
		if err != nil {
			t.Errorf("%s: %v", x.src, err)
			continue
		}
		if got, err := m.WithForms(forms).Formatted(); err != nil || string(got) != x.want {
			t.Errorf("%s becomes %q (%v), want %q", x.src, got, err, x.want)
		}
	}
}

func TestPathsToNothing(t *testing.T) {
	forms := canonical(t, "'(a [b] {k v})").Forms
	for _, to := range []string{
		"[[:form 1]]", "[[:form 0] [:vec 0]]", "[[:form 0] [:map k]]", "[[:form 0] [:pair-cdr] [:pair-cdr] [:pair-cdr]]",
		"[[:form 0] [:pair-cdr] [:pair-cdr] [:pair-car]]", "[[:form 0] [:pair-car] [:pair-car]]",
		"[[:form 0] [:pair-cdr] [:pair-car] [:pair-cdr] [:pair-car] [:vec 1]]",
		"[[:form 0] [:pair-cdr] [:pair-car] [:pair-cdr] [:pair-cdr] [:pair-car] [:map v]]",
		"[[:form 0] [:pair-cdr] [:vec 0]]",
	} {
		if got, err := coreform.Get(forms, path(t, to)); !errors.Is(err, coreform.ErrNoNode) {
			t.Errorf("%s leads to %s (%v)", to, got, err)
		}
		if _, err := coreform.Replace(forms, path(t, to), coreform.Term{}); !errors.Is(err, coreform.ErrNoNode) {
			t.Errorf("%s: %v", to, err)
		}
	}
	if _, err := coreform.Replace(forms, path(t, "[[:form 0] [:pair-cdr]]"), coreform.IntOf(1)); err == nil {
		t.Error("a list ends in 1")
	}
	for _, src := range []string{"nil", "[]", "[a]", "[[]]", "[[:form]]", "[[:form -1]]", "[[:form 99999999999]]", "[[:vec 0]]", "[[:form 0] [:form 0]]", "[[:form 0] [:pair-car 1]]", "[[:form 0] [:map]]", "[[:form 0] [:x]]"} {
		term, err := coreform.ReadTerm([]byte(src))
		if err != nil {
			t.Fatal(err)
		}
		if p, err := coreform.ParsePath(term); err == nil {
			t.Errorf("%s is read as %v", src, p)
		}
	}
}
