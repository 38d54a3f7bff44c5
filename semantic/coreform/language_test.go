package coreform_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/genesis-vcs/genesis/semantic"
	"github.com/genesis-vcs/genesis/semantic/coreform"
	"github.com/genesis-vcs/genesis/semantic/semantictest"
)

func TestUnits(t *testing.T) {
	src := `; the license

; about a
(def a 1) ; behind a

; about f
(f a) (def b
  2)(g)
; the end
`
	doc, err := coreform.Language{}.Parse([]byte(src))
	if err != nil {
		t.Fatal(err)
	}
	if err := semantictest.Check(doc); err != nil {
		t.Error(err)
	}
	type unit struct{ Name, Span, Body string }
	var got []unit
	for i, u := range doc.Units() {
		got = append(got, unit{semantic.Identities(doc.Units())[i].String(), string(u.Span.In(doc.Content)), string(u.Body.In(doc.Content))})
	}
	want := []unit{
		{"def a", "\n; about a\n(def a 1) ; behind a\n", "(def a 1)"},
		{"form", "\n; about f\n(f a)", "(f a)"},
		{"def b", " (def b\n  2)", "(def b\n  2)"},
		{"form#2", "(g)\n", "(g)"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if hash, err := canonical(t, "(f a)").Forms[0].Hash(); err != nil || hash != doc.Units()[1].Hash {
		t.Errorf("a unit has the hash %s, its term %s (%v)", doc.Units()[1].Hash, hash, err)
	}
	if hash, err := canonical(t, src).Hash(); err != nil || hash != doc.Root.Hash || doc.HashKind != "module" {
		t.Errorf("the %s has the hash %s, the module %s (%v)", doc.HashKind, doc.Root.Hash, hash, err)
	}
}

func TestParseErrors(t *testing.T) {
	for src, want := range map[string]semantic.ParseError{
		"a\n (b":          {Offset: 3, Line: 2, Column: 2, Reason: "unexpected token at byte 3: unterminated list"},
		"a\n(f\n (if b))": {Offset: 6, Line: 3, Column: 2, Reason: "canonicalize form 1: (if cond then else) expects exactly 3 arguments: (if b)"},
	} {
		want.Language = "coreform"
		_, err := coreform.Language{}.Parse([]byte(src))
		if diff := cmp.Diff(error(&want), err); diff != "" {
			t.Errorf("%q (-want +got):\n%s", src, diff)
		}
	}
}

func TestTokens(t *testing.T) {
	for _, x := range []struct {
		src  string
		want []string
	}{
		{"", nil},
		{"; c\n(def x' \"a\\\" b\" b\"c\")", []string{"; c", "\n", "(", "def", " ", "x", "'", " ", `"a\" b"`, " ", `b"c"`, ")"}},
		{"\"a\\\nb\"c b\"\\\" \"", []string{"\"a\\\nb\"", "c", " ", `b"\" "`}},
		{"x b\"\\\" \"\\", []string{"x", " ", `b"\" "`, `\`}},
		{"b\"c \"d\" \"\\\"", []string{`b"c "`, "d", `" "`, `\`, `"`}},
	} {
		var got []string
		for _, s := range (coreform.Language{}).Tokens([]byte(x.src)) {
			got = append(got, string(s.In([]byte(x.src))))
		}
		if diff := cmp.Diff(x.want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", x.src, diff)
		}
	}
}

// A patch is one term, which is data.
func TestTermLanguage(t *testing.T) {
	lang := coreform.Language{Term: true}
	src := []byte("; a patch\n{:op (f a b)}\n; end\n")
	doc, err := lang.Parse(src)
	if err != nil {
		t.Fatal(err)
	}
	if err := semantictest.Check(doc); err != nil {
		t.Error(err)
	}
	term, err := coreform.ReadTerm(src)
	if err != nil {
		t.Fatal(err)
	}
	if hash, err := term.Hash(); err != nil || doc.Root.Hash != hash || doc.HashKind != "term" || len(doc.Units()) != 1 {
		t.Errorf("%s %s and %d units, want %s (%v)", doc.HashKind, doc.Root.Hash, len(doc.Units()), hash, err)
	}
	for src, want := range map[string]int{"; none": 6, "a ; b\n c": 7} {
		_, err := lang.Parse([]byte(src))
		if failed, ok := errors.AsType[*semantic.ParseError](err); !ok || failed.Offset != want {
			t.Errorf("%q: %v", src, err)
		}
	}
}
