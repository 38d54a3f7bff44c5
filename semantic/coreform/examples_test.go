package coreform_test

import (
	"strings"
	"testing"

	"github.com/genesis-vcs/genesis/semantic/coreform"
)

// canonical reads a module and gives its canonical form.
func canonical(t *testing.T, src string) *coreform.Module {
	t.Helper()
	m, err := coreform.Read([]byte(src))
	if err != nil {
		t.Fatalf("%s: %v", src, err)
	}
	if m, err = m.Canonical(); err != nil {
		t.Fatalf("%s: %v", src, err)
	}
	return m
}

// text is the canonical text of a module.
func text(t *testing.T, src string) string {
	t.Helper()
	out, err := canonical(t, src).Text()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// The examples of the specification: a source, its canonical text, and the
// module's hash where it is known.
var examples = []struct{ src, want, hash string }{
	{"(def main (fn (x) (fn (y) (f x y)))) (main 1 2)", "(def main (fn (x) (fn (y) ((f x) y))))\n\n((main 1) 2)\n", ""},
	{"{b 2 a 1 c 3}", "{\n  a 1\n  b 2\n  c 3}\n", ""},
	{"(def x (prim int/add 1 2))\nx", "(def x (prim int/add 1 2))\n\nx\n", "2b45b7589484cd1ca94c8c906d726f357ca156eadf12c35a38db191696996c00"},
	{"(fn (x y) (f x y))", "(fn (x) (fn (y) ((f x) y)))\n", "8979b35d002380dc6d4784113392c37693daa21801f604128edfec6cd3cb988b"},
	{
		"; a comment\n(def café \"e\\u0301\")\n[{:z 2 :a 1}]", "(def café \"e\u0301\")\n\n[\n  {:a 1 :z 2}]\n",
		"170731a977ca684b557387d54988e26ec24024ee7f437276877ecdd93d935941",
	},
	{"'x", "(quote x)\n", ""},
	{"(  y   )", "y\n", ""},
	{`(def app/main::status {:pkg "app-main" :ok true})`, `(def app/main::status {:ok true :pkg "app-main"})` + "\n", ""},
	{"(def pkg/fail-coverage::foo\n  (fn (_)\n    (prim int/add 1 1)))", "(def pkg/fail-coverage::foo (fn (_) (prim int/add 1 1)))\n", ""},
	{"(def pkg/strict-fail::operation 'core/task::spawn)", "(def pkg/strict-fail::operation (quote core/task::spawn))\n", ""},
	{
		`(def pkg/strict-fail::program
  (core/effect::perform pkg/strict-fail::operation {:task-id "strict-fixture"} (fn (response) (core/effect::pure response))))`,
		`(def pkg/strict-fail::program
  (((core/effect::perform pkg/strict-fail::operation) {:task-id "strict-fixture"})
    (fn (response) (core/effect::pure response))))
`, "",
	},
	{
		"(def ::meta '{:types {} ; none\n :exports [pkg/fail-type::x] :caps []})",
		`(def ::meta
  (quote
    {
      :caps []
      :exports [pkg/fail-type::x]
      :types {}}))
`, "",
	},
	{"(def pkg/gfx-golden::frame (core/gfx/frame::empty))", "(def pkg/gfx-golden::frame core/gfx/frame::empty)\n", ""},
	{
		`(def pkg/basic::tests {"now" {:expect 3 :body (fn (_) (core/effect::pure (prim int/add 1 2)))}})`,
		`(def pkg/basic::tests
  {
    "now"
      {
        :body (fn (_) (core/effect::pure (prim int/add 1 2)))
        :expect 3}})
`, "",
	},
	{
		"(def pkg/budget::fix (fn (f) ((fn (x) (f (fn (v) (x x v)))) (fn (x) (f (fn (v) (x x v)))))))",
		"(def pkg/budget::fix (fn (f) ((fn (x) (f (fn (v) ((x x) v)))) (fn (x) (f (fn (v) ((x x) v)))))))\n", "",
	},
	{
		"(def pkg/budget::countdown (pkg/budget::fix (fn (rec n) (if (prim int/eq? n 0) 0 (rec (prim int/sub n 1))))))",
		`(def pkg/budget::countdown
  (pkg/budget::fix (fn (rec) (fn (n) (if (prim int/eq? n 0) 0 (rec (prim int/sub n 1)))))))
`, "",
	},
	{
		`(def pkg/prop::properties {"always-fails" {:cases 4 :body (fn (seed) false)}})`,
		`(def pkg/prop::properties
  {
    "always-fails"
      {
        :body (fn (seed) false)
        :cases 4}})
`, "",
	},
	{"(fn (cond msg) (if cond true (fail msg)))", "(fn (cond) (fn (msg) (if cond true (fail msg))))\n", ""},
	{"(selfhost/patch_diff::has-key-loop (core/map::entries map) key 0)", "(((selfhost/patch_diff::has-key-loop (core/map::entries map)) key) 0)\n", ""},
	{
		`(core/effect::perform 'io/fs::read {:path "data.txt"} (fn (bytes) (core/effect::pure (prim bytes/len bytes))))`,
		`(((core/effect::perform (quote io/fs::read)) {:path "data.txt"})
  (fn (bytes) (core/effect::pure (prim bytes/len bytes))))
`, "d8eeecda8794802d176777e7de3f45ff824ad68f0f4f2da2a5d230a5baffe5d2",
	},

	{"(let () 1)", "(let nil 1)\n", ""},
	{"(let ((x 1) (y x)) a y)", "(let ((x 1) (y x)) (begin a y))\n", ""},
	{`"\x41\u00e9\u0007"`, `"Aé\u0007"` + "\n", ""},
	{`b"\x41\u00e9\n\xff"`, `b"A\xC3\xA9\n\xFF"` + "\n", ""},
	{"{:b 1 :a 2 :a 3}", "{:a 3 :b 1}\n", ""},
	{"[1 2 3 4]", "[\n  1\n  2\n  3\n  4]\n", ""},
	{"{:a [1]}", "{\n  :a [1]}\n", ""},
	{`{:k 0 "s" 0 b"x" 0 1 0 true 0 nil 0}`, "{\n  nil 0\n  true 0\n  1 0\n  \"s\" 0\n  b\"x\" 0\n  :k 0}\n", ""},
	{"'{:a (f a b)}", "(quote\n  {\n    :a (f a b)})\n", ""},
	{"a'b", "a\n\n(quote b)\n", ""},
	{"", "", "3e98625522828e5d95e410688203d74993fdbe9584a1df89ced10d9184055bf1"},
	{"()", "nil\n", ""},
	{"007 -0 -07 +5 -", "7\n\n0\n\n-7\n\n+5\n\n-\n", ""},
	{"(seal) (seal v t) (unseal w t) (begin e) (begin (f))", "(seal)\n\n(seal v t)\n\n(unseal w t)\n\n(begin e)\n\n(begin f)\n", ""},
	{"(prim op (f) (g a b))", "(prim op f ((g a) b))\n", ""},
	{"{(f) (f) [(g)] (g)}", "{\n  (f) f\n  [\n    (g)]\n    g}\n", ""},
	{"((f) a)(((g)))", "(f a)\n\ng\n", ""},
	{"(def\r\n x\r\n \"a\r\nb\")", "(def x \"a\\r\\nb\")\n", ""},
}

func TestExamples(t *testing.T) {
	for _, x := range examples {
		if got := text(t, x.src); got != x.want {
			t.Errorf("%s\ngives\n%swant\n%s", x.src, got, x.want)
		}
		hash, err := canonical(t, x.src).Hash()
		if err != nil || (x.hash != "" && hash.String() != x.hash) {
			t.Errorf("%s has the hash %s (%v), want %s", x.src, hash, err, x.hash)
		}
	}
}

func TestTermHashes(t *testing.T) {
	for src, want := range map[string]string{
		"nil":       "0a3f5165053e99a22a909b9e2f62ad06e428df2ba0d4a928622d5bc92bb5ca3f",
		"true":      "4e4a70d0f70359115fef367272221640511b24bc95312c254e40388c8317791b",
		"42":        "a692a0445307cbe824befce6f2488cb2b885f01c0121f18d014150319e6f3ef1",
		`"a"`:       "765834426fc4753d0c372be709dc144c20c31966e231ccfc98def7d4bb927037",
		`b"a"`:      "d58692f50a0e8ba5a11ebbae769937f96cb3c7889ad80903650f6b0007b506b2",
		"a":         "283ec0452129286ec853364d4ee5dfc897b3c665625c3f2072af38fc27ae458b",
		"(quote a)": "9650a16724860da1f5dc09873ff787a4feb327a3b3cb588821cff6d470c90159",
		"[]":        "fca2c068079a1ab6efedcb68b15a33b67c8067b37a26c6fe7f4a4a5cf2af23a1",
		"{}":        "87ef0fcecb4b9112f29bcc23d6240c6ccf0826ec0c9f2a9d3a26575054dbde07",
		"{:a 1}":    "54696cfe4e3c0b7cb8e492e1fe4fe2823de87850aeea3c6108e157f0dff690e8",
	} {
		term, err := coreform.ReadTerm([]byte(src))
		if err != nil {
			t.Fatal(err)
		}
		if hash, err := term.Hash(); err != nil || hash.String() != want {
			t.Errorf("%s has the hash %s (%v), want %s", src, hash, err, want)
		}
	}
}

// One line is 100 bytes and what closes; what is longer breaks.
func TestWidth(t *testing.T) {
	for _, n := range []int{100, 101, 102} {
		src := "(f " + strings.Repeat("a", n-4) + ")"
		want := src + "\n"
		if n > 101 {
			want = "(f\n  " + src[3:] + "\n"
		}
		if got := text(t, src); got != want {
			t.Errorf("%d bytes give %q", n, got)
		}
	}
	long := strings.Repeat("a", 120)
	for src, want := range map[string]string{
		long:                            long + "\n",
		"[" + long + "]":                "[\n  " + long + "]\n",
		"{" + long + " 1}":              "{\n  " + long + "\n    1}\n",
		"'([" + long + " 1] b)":         "(quote\n  ([" + long + " 1]\n    b))\n",
		"'((quote (c " + long + ")) b)": "(quote\n  (\n    (quote\n      (c\n        " + long + "))\n    b))\n",
	} {
		if got := text(t, src); got != want {
			t.Errorf("%s\ngives\n%swant\n%s", src, got, want)
		}
	}
}

func TestCompact(t *testing.T) {
	term, err := coreform.ReadTerm([]byte("(a ; c\n [1 2 3 4] {:b () :a {}} 'x)"))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := term.Compact(); err != nil || got != "(a [1 2 3 4] {:a {} :b nil} (quote x))" {
		t.Errorf("%s, %v", got, err)
	}
}
