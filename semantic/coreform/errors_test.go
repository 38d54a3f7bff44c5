package coreform_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/genesis-vcs/genesis/semantic/coreform"
)

func TestSyntaxErrors(t *testing.T) {
	eof := "unexpected end of input"
	unexpected := func(at int, msg string) string { return fmt.Sprintf("unexpected token at byte %d: %s", at, msg) }
	escape := func(at int, msg string) string { return fmt.Sprintf("invalid escape at byte %d: %s", at, msg) }
	for _, x := range []struct {
		src, want string
		at        int
	}{
		{"", eof, 0},
		{"'", eof, 1},
		{"  ; comment", eof, 11},
		{"(a '", eof, 4},
		{")", unexpected(0, "unexpected closing delimiter"), 0},
		{"(a ]", unexpected(3, "unexpected closing delimiter"), 3},
		{"(')", unexpected(2, "unexpected closing delimiter"), 2},
		{"(nil", unexpected(0, "unterminated list"), 0},
		{"(a [b", unexpected(3, "unterminated vector"), 3},
		{"({a ; }", unexpected(1, "unterminated map"), 1},
		{" {a}", unexpected(1, "map literal must have even number of forms"), 1},
		{` "a`, unexpected(1, "unterminated string"), 1},
		{` b"a`, unexpected(1, "unterminated bytes literal"), 1},
		{`"\q"`, escape(1, "unknown escape: q"), 1},
		{`"é\é`, escape(3, "unknown escape: é"), 3},
		{`"a\`, escape(2, "unterminated escape"), 2},
		{`b"\x4`, escape(2, "unterminated hex escape"), 2},
		{`"\x4"`, escape(1, "invalid hex digit"), 1},
		{`"\u12G4"`, escape(1, "invalid hex digit"), 1},
		{`"\ud800"`, escape(1, "invalid unicode codepoint"), 1},
		{"a b", unexpected(2, "trailing tokens after term"), 2},
		{"-5x", unexpected(0, "an integer ends at a delimiter"), 0},
		{"(1/2)", unexpected(1, "an integer ends at a delimiter"), 1},
		{"(a \xff", unexpected(3, "invalid UTF-8"), 3},
	} {
		_, err := coreform.ReadTerm([]byte(x.src))
		var failed *coreform.SyntaxError
		if !errors.As(err, &failed) || err.Error() != x.want || failed.At != x.at {
			t.Errorf("%q gives %v, want %s", x.src, err, x.want)
		}
	}
}

func TestFormErrors(t *testing.T) {
	for src, want := range map[string]string{
		"(quote)":              "(quote ...) expects exactly 1 argument",
		"(quote a b)":          "(quote ...) expects exactly 1 argument",
		"(def x)":              "(def name expr) expects exactly 2 arguments",
		"(def x 1 2)":          "(def name expr) expects exactly 2 arguments",
		"(def 1 2)":            "(def ...) name must be a symbol",
		"(fn (x))":             "(fn (x) body) expects at least 2 arguments",
		"(fn x y)":             "(fn ...) parameter list must be a list",
		"(fn () y)":            "(fn ...) requires at least 1 parameter",
		"(fn (1) y)":           "(fn ...) parameters must be symbols",
		"(fn (x y x) y)":       "(fn ...) duplicate parameter: x",
		"(if a b)":             "(if cond then else) expects exactly 3 arguments: (if a b)",
		"(begin)":              "(begin ...) expects at least 1 argument",
		"(let ((x 1)))":        "(let ((x e) ...) body...) expects bindings and body",
		"(let x y)":            "(let ...) bindings must be a list",
		"(let (x) y)":          "(let ...) binding must be a list (name expr)",
		"(let ((x)) y)":        "(let ...) binding must have exactly 2 forms",
		"(let (()) y)":         "(let ...) binding must have exactly 2 forms",
		"(let ((1 2)) y)":      "(let ...) binding name must be symbol",
		"(let ((x 1)(x 2)) y)": "(let ...) duplicate binding: x",
		"(prim)":               "(prim op ...) expects op",
		"(prim 1)":             "(prim ...) op must be a symbol",
		"(seal v)":             "(seal) or (seal v tok)",
		"(unseal w)":           "(unseal w tok) expects exactly 2 arguments",
	} {
		for _, where := range []string{"a %s", "b (def x (f %s y))", "b (fn (x) %s)", "b (if a b %s)", "b (let ((z %s)) z)", "b {k %s}", "b (seal %s t)", "b (prim op %s)", "b (g a %s)"} {
			m, err := coreform.Read(fmt.Appendf(nil, where, src))
			if err != nil {
				t.Fatal(err)
			}
			_, err = m.Canonical()
			var failed *coreform.FormError
			if !errors.As(err, &failed) || err.Error() != "canonicalize form 1: "+want {
				t.Errorf("%s in %s gives %v, want %s", src, where, err, want)
			} else if at := strings.Index(where, "%"); failed.At < at || failed.At >= at+len(src) {
				t.Errorf("%s in %s is at %d", src, where, failed.At)
			}
		}
		if m, err := coreform.Read(fmt.Appendf(nil, "'%s [%s] {%s 1}", src, src, src)); err != nil {
			t.Error(err)
		} else if _, err := m.Canonical(); err != nil {
			t.Errorf("%s as data: %v", src, err)
		}
	}
}
