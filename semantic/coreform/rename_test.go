package coreform_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/genesis-vcs/genesis/semantic/coreform"
)

// join puts the formatted text of forms on one line.
func join(t *testing.T, forms []coreform.Term) string {
	t.Helper()
	out, err := (&coreform.Module{Forms: forms}).Formatted()
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(strings.Fields(string(out)), " ")
}

func TestRename(t *testing.T) {
	for _, x := range []struct {
		src, want string
		count     int
	}{
		{"(def a 1) (f a) a", "(def b 1) (f b) b", 3},
		{"(a a)", "(b b)", 2},
		{"(prim a a)", "(prim a b)", 1},
		{"(if a (begin a) {a a})", "(if b (begin b) {a b})", 3},
		{"(fn (a) a) (fn (x) a)", "(fn (a) a) (fn (x) b)", 1},
		{"((fn (a) (fn (c) (f a))) a)", "((fn (a) (fn (c) (f a))) b)", 1},
		{"(let ((x a) (a a) (y a)) a)", "(let ((x b) (a b) (y a)) a)", 2},
		{"(f (let ((a 1)) a) a)", "((f (let ((a 1)) a)) b)", 1},
		{"'a [a] (f '{a a})", "(quote a) [a] (f (quote {a a}))", 0},
		{"(f ; c\n a)", "(f ; c b)", 1},
		{"(seal a a) (unseal a a)", "(seal b b) (unseal b b)", 4},
		{"(let () a)", "(let nil b)", 1},
	} {
		forms, count, err := coreform.Rename(canonical(t, x.src).Forms, "a", "b", false)
		if err != nil {
			t.Errorf("%s: %v", x.src, err)
		} else if got := join(t, forms); got != x.want || count != x.count {
			t.Errorf("%s becomes %s with %d changes, want %s with %d", x.src, got, count, x.want, x.count)
		}
	}
}

func TestRenameQuoted(t *testing.T) {
	forms, count, err := coreform.Rename(canonical(t, "(def a 1) '(a [a {z a a z}]) {a 1} (fn (a) 'b)").Forms, "a", "m", true)
	if want := "(def m 1) (quote (m [ m {m z z m}])) {m 1} (fn (a) (quote b))"; err != nil || join(t, forms) != want || count != 6 {
		t.Errorf("%s with %d changes (%v), want %s", join(t, forms), count, err, want)
	}
}

func TestRefusedRenames(t *testing.T) {
	for _, x := range []struct {
		src, to string
		quoted  bool
		want    error
	}{
		{"(fn (b) a)", "b", false, coreform.ErrCaptured},
		{"(let ((b 1) (c a)) c)", "b", false, coreform.ErrCaptured},
		{"(def a 1) (def b 2)", "b", false, coreform.ErrDefined},
		{"'{a 1 b 2}", "b", true, nil},
		{"a", "if", false, nil},
		{"a", "1", false, nil},
	} {
		_, _, err := coreform.Rename(canonical(t, x.src).Forms, "a", x.to, x.quoted)
		if err == nil || (x.want != nil && !errors.Is(err, x.want)) {
			t.Errorf("%s: %v, want %v", x.src, err, x.want)
		}
	}
	if _, _, err := coreform.Rename(canonical(t, "(let ((b 1)) b) a").Forms, "a", "b", false); err != nil {
		t.Errorf("a binding that has ended: %v", err)
	}
}

func TestRenameParam(t *testing.T) {
	src := "(def c {:get (fn (self k) (f self (fn (self) self))) :put (fn (x) x) :no '{:m (fn (self) self)}}) (def d {:get (fn (self) self)})"
	forms, count, err := coreform.RenameParam(canonical(t, src).Forms, "c", "self", "this")
	want := "(def c { :get (fn (this) (fn (k) ((f this) (fn (self) self)))) :no (quote { :m (fn (self) self)}) :put (fn (x) x)}) (def d { :get (fn (self) self)})"
	if err != nil || count != 1 || join(t, forms) != want {
		t.Errorf("%s with %d changes (%v), want\n%s", join(t, forms), count, err, want)
	}
	for _, to := range []string{"f", "k", "fn", ""} {
		if _, _, err := coreform.RenameParam(canonical(t, src).Forms, "c", "self", to); err == nil {
			t.Errorf("self becomes %q", to)
		}
	}
}

func TestSplit(t *testing.T) {
	m := canonical(t, "; about a\n(def a 1) (def b 2) (f a) (def c 3)")
	kept, moved, err := coreform.Split(m.Forms, []string{"c", "a"})
	if err != nil || join(t, kept) != "(def b 2) (f a)" || join(t, moved) != "; about a (def a 1) (def c 3)" {
		t.Errorf("%s and %s (%v)", join(t, kept), join(t, moved), err)
	}
	if _, _, err := coreform.Split(m.Forms, []string{"a", "d"}); err == nil {
		t.Error("a definition that there is not was moved")
	}
}

func TestChangeMeta(t *testing.T) {
	symbols := func(src string) []coreform.Term { return canonical(t, src).Forms }
	for _, x := range []struct {
		src    string
		change coreform.SetChange
		want   string
	}{
		{"(def ::meta '{:exports [b c] :x 1})", coreform.SetChange{Add: symbols("d a b"), Remove: symbols("c")}, "(def ::meta (quote { :exports [a b d] :x 1}))"},
		{"(def ::meta '{:exports [b c]})", coreform.SetChange{Replace: symbols("z y z"), Add: symbols("x"), Remove: symbols("x")}, "(def ::meta (quote { :exports [x y z]}))"},
		{"(def ::meta '{x :exports})", coreform.SetChange{Add: symbols("a")}, "(def ::meta (quote { :exports [a] x :exports}))"},
		{"(f)", coreform.SetChange{Add: symbols("a")}, "(def ::meta (quote { :exports [a]})) f"},
		{"(f)", coreform.SetChange{Remove: symbols("a")}, "f"},
	} {
		forms, err := coreform.ChangeMeta(symbols(x.src), ":exports", x.change)
		if err != nil {
			t.Errorf("%s: %v", x.src, err)
		} else if got := join(t, forms); got != x.want {
			t.Errorf("%s becomes %s, want %s", x.src, got, x.want)
		}
	}
	for _, src := range []string{"(def ::meta 1)", "(def ::meta {:exports []})", "(def ::meta '{:exports 1})"} {
		if _, err := coreform.ChangeMeta(symbols(src), ":exports", coreform.SetChange{Add: symbols("a")}); err == nil {
			t.Errorf("%s was changed", src)
		}
	}
}

// A name that is new everywhere can be given and taken back, and what is bound or
// quoted has nothing to do with it.
func TestRenameAndBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		read, err := coreform.Read([]byte(sources.Draw(t, "source")))
		if err != nil {
			t.Fatal(err)
		}
		m, err := read.Canonical()
		if err != nil {
			t.Fatal(err)
		}
		from := rapid.SampledFrom([]string{"a", "b", "d", "f", "x", "y", "z", "x::y"}).Draw(t, "from")
		quoted := rapid.Bool().Draw(t, "quoted")
		there, n, err := coreform.Rename(m.Forms, from, "brand-new", quoted)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := coreform.Canonicalize(there); err != nil || !slices.EqualFunc(there, again, coreform.Equal) {
			t.Fatalf("the result is not canonical: %v", err)
		}
		back, k, err := coreform.Rename(there, "brand-new", from, quoted)
		if err != nil || k != n || !slices.EqualFunc(m.Forms, back, coreform.Equal) {
			t.Fatalf("%d there, %d back: %v", n, k, err)
		}
		if _, left, err := coreform.Rename(there, from, "other", quoted); err != nil || left != 0 {
			t.Fatalf("%d are left (%v)", left, err)
		}
	})
}
