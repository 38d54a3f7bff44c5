package coreform_test

import "testing"

// format is the formatted text of a source.
func format(t *testing.T, src string) string {
	t.Helper()
	out, err := canonical(t, src).Formatted()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func TestComments(t *testing.T) {
	for _, x := range []struct{ src, want string }{
		{"; only", "; only\n"},
		{";; head\r\n;; two  \r\n(def a 1) ; behind\n\n\n(def b 2)\n; end", ";; head\n;; two  \n(def a 1)\n\n; behind\n(def b 2)\n\n; end\n"},
		{"(f ; about a\n a)", "(f\n  ; about a\n  a)\n"},
		{"(; about f\n f a)", "(\n  ; about f\n  f\n  a)\n"},
		{"(f a ; last\n)", "(f a\n  ; last\n)\n"},
		{"(f (g a ; last\n))", "(f\n  (g a\n    ; last\n  ))\n"},
		{"(f ; alone\n)", "; alone\nf\n"},
		{"(f a ; about b\n b)", "((f a)\n  ; about b\n  b)\n"},
		{"( ; nothing\n)", "; nothing\nnil\n"},
		{"[ ; nothing\n]", "[\n  ; nothing\n]\n"},
		{"{ ; nothing\n}", "{\n  ; nothing\n}\n"},
		{"{:b ; value\n 1 ; key\n :a 2}", "{\n  ; key\n  :a 2\n  :b\n    ; value\n    1}\n"},
		{"{; one\n :a ; two\n [; three\n x] ; four\n :a 2}", "{\n  ; one\n  ; two\n  ; three\n  ; four\n  :a 2}\n"},
		{"; q\n' ; x\n x", "; q\n(quote\n  ; x\n  x)\n"},
		{
			"(fn ; params\n (; x\n x ; y\n y ; none\n) ; body\n (f) ; more\n y ; end\n)",
			"(fn\n  ; params\n  (\n    ; x\n    x)\n  (fn\n    (\n      ; y\n      y\n      ; none\n    )\n    (begin\n      ; body\n      f\n      ; more\n      y))\n  ; end\n)\n",
		},
		{"(let (; x\n (x ; one\n 1) ; end\n) x)", "(let\n  (\n    ; x\n    (x\n      ; one\n      1)\n    ; end\n  )\n  x)\n"},
	} {
		got := format(t, x.src)
		if got != x.want {
			t.Errorf("%s\ngives\n%swant\n%s", x.src, got, x.want)
		}
		if again := format(t, got); again != got {
			t.Errorf("%s\nbecomes\n%s", got, again)
		}
	}
}
