package coreform_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/genesis-vcs/genesis/semantic/coreform"
)

// sources draws modules: any terms, in any layout, with comments anywhere.
var sources = rapid.Custom(func(t *rapid.T) string {
	g := &generator{T: t}
	n := rapid.IntRange(0, 4).Draw(t, "forms")
	for range n {
		g.form(rapid.IntRange(0, 5).Draw(t, "depth"))
		g.gap()
	}
	return g.b.String()
})

type generator struct {
	*rapid.T
	b strings.Builder
}

func (g *generator) pick(from ...string) { g.b.WriteString(rapid.SampledFrom(from).Draw(g.T, "text")) }

// gap writes what parts tokens: white space and comments.
func (g *generator) gap() {
	g.pick(" ", " ", " ", "\n", "\r\n", "\t\n\n", " ; note\n", "\n;; two\r\n;\n", " ;x\r\r\n ")
}

func (g *generator) atom() {
	g.pick("a", "b", "quote", "if", "x::y", ":k", "+5", "é|\\", "0", "-0", "-12", "007", "nil", "true", "false", "()", `""`, `"\u0085\x7f\\"`,
		`"é`+"\x01"+`	"`, `b""`, `b"\xff\u00e9é"`, strings.Repeat("long", 30), `"`+strings.Repeat("l\n", 40)+`"`)
}

func (g *generator) many(fewest, most, depth int) {
	for range rapid.IntRange(fewest, most).Draw(g.T, "items") {
		g.gap()
		g.form(depth)
	}
}

// form writes a term that has a canonical form.
func (g *generator) form(depth int) {
	if depth == 0 {
		g.atom()
		return
	}
	switch rapid.SampledFrom([]string{"call", "vector", "map", "quote", "data", "fn", "let", "if", "begin", "def", "prim", "seal", "unseal"}).Draw(g.T, "sort") {
	case "call":
		g.b.WriteString("(f")
		g.many(0, 4, depth-1)
	case "vector":
		g.b.WriteString("[")
		g.many(0, 5, depth-1)
		g.gap()
		g.b.WriteString("]")
		return
	case "map":
		g.b.WriteString("{")
		for range rapid.IntRange(0, 4).Draw(g.T, "entries") {
			g.many(2, 2, depth-1)
		}
		g.gap()
		g.b.WriteString("}")
		return
	case "quote":
		g.b.WriteString("'")
		g.gap()
		g.form(depth - 1)
		return
	case "data":
		g.b.WriteString("(quote (")
		g.many(0, 5, depth-1)
		g.gap()
		g.b.WriteString(")")
	case "fn":
		g.pick("(fn (x)", "(fn (x y)", "(fn (x ; x\n y z ;last\n)", "(fn ;p\n(x ;x\n)")
		g.many(1, 2, depth-1)
	case "let":
		g.pick("(let ()", "(let (;no\n)")
		g.many(1, 2, depth-1)
	case "if":
		g.b.WriteString("(if")
		g.many(3, 3, depth-1)
	case "begin":
		g.b.WriteString("(begin")
		g.many(1, 3, depth-1)
	case "def":
		g.b.WriteString("(def d")
		g.many(1, 1, depth-1)
	case "prim":
		g.b.WriteString("(prim op")
		g.many(0, 3, depth-1)
	case "seal":
		g.b.WriteString("(seal")
		g.many(2, 2, depth-1)
	case "unseal":
		g.b.WriteString("(let ((y (unseal a b)) (z")
		g.many(1, 1, depth-1)
		g.b.WriteString("))")
		g.many(1, 1, depth-1)
	}
	g.gap()
	g.b.WriteString(")")
}

// comments are the comments of a source, in the order of their texts.
func comments(src []byte) []string {
	var out []string
	for _, s := range (coreform.Language{}).Tokens(src) {
		if src[s.Start] == ';' {
			out = append(out, strings.TrimRight(string(s.In(src)), "\r"))
		}
	}
	slices.Sort(out)
	return out
}

// checkLaws gives the first law that a module breaks, or "".
func checkLaws(src []byte) string {
	read, err := coreform.Read(src)
	if err != nil {
		return ""
	}
	for _, form := range read.Forms {
		if broken := checkPrinted(form); broken != "" {
			return broken
		}
	}
	m, err := read.Canonical()
	if err != nil {
		return ""
	}
	again, err := m.Canonical()
	if err != nil || !slices.EqualFunc(m.Forms, again.Forms, coreform.Equal) {
		return "the canonical form has another canonical form"
	}
	text, err := m.Text()
	if err != nil {
		return err.Error()
	}
	formatted, err := m.Formatted()
	if err != nil {
		return err.Error()
	}
	if !slices.Equal(comments(src), comments(formatted)) {
		return "the formatted text has other comments:\n" + string(formatted)
	}
	reread, err := coreform.Read(formatted)
	if err != nil {
		return "the formatted text does not read: " + err.Error()
	}
	if reread, err = reread.Canonical(); err != nil {
		return "the formatted text has no canonical form: " + err.Error()
	}
	if twice, err := reread.Formatted(); err != nil || !bytes.Equal(formatted, twice) {
		return "the formatted text\n" + string(formatted) + "becomes\n" + string(twice)
	}
	if same, err := reread.Text(); err != nil || !bytes.Equal(text, same) {
		return "formatting changes the canonical text"
	}
	return ""
}

// checkPrinted says what is wrong with the texts of a term.
func checkPrinted(form coreform.Term) string {
	for _, print := range []func() (string, error){form.Print, form.Compact} {
		text, err := print()
		if err != nil {
			return err.Error()
		}
		again, err := coreform.ReadTerm([]byte(text))
		if err != nil || !coreform.Equal(form, again) {
			return "the text reads as something else: " + text
		}
	}
	return ""
}

func TestLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src := sources.Draw(t, "source")
		m, err := coreform.Read([]byte(src))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := m.Canonical(); err != nil {
			t.Fatal(err)
		}
		if broken := checkLaws([]byte(src)); broken != "" {
			t.Fatal(broken)
		}
	})
}

func FuzzRead(f *testing.F) {
	for _, x := range examples {
		f.Add([]byte(x.src))
	}
	f.Add([]byte("(a ; b\r\n b)\n; c"))
	f.Add([]byte(`"\xe9\u00e9\q" b"\"" {1 2 3}`))
	f.Fuzz(func(t *testing.T, src []byte) {
		if broken := checkLaws(src); broken != "" {
			t.Error(broken)
		}
		end := 0
		for _, s := range (coreform.Language{}).Tokens(src) {
			if s.Start != end || s.Len() <= 0 {
				t.Fatalf("a token at %v after %d", s, end)
			}
			end = s.End
		}
		if end != len(src) {
			t.Errorf("the tokens end at %d of %d", end, len(src))
		}
	})
}

// Terms that are built obey the same laws as those that are read.
func TestBuilt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.String().Draw(t, "name")
		if s, err := coreform.SymbolOf(name); err == nil && (s.Tag() != coreform.Symbol || checkPrinted(s) != "") {
			t.Fatal(checkPrinted(s))
		}
		text, err := coreform.StrOf(name)
		if err != nil {
			t.Fatal(err)
		}
		octets := coreform.BytesOf(string(rapid.SliceOf(rapid.Byte()).Draw(t, "octets")))
		m, err := coreform.MapOf(text, octets, coreform.IntOf(rapid.Int64().Draw(t, "int")), coreform.BoolOf(true), text, coreform.Term{})
		if err != nil || len(m.Items()) != 4 {
			t.Fatal(err)
		}
		if broken := checkPrinted(m); broken != "" {
			t.Fatal(broken)
		}
	})
}

func TestRefusedNames(t *testing.T) {
	for _, name := range []string{"", "nil", "true", "false", "5", "-5", "-5x", "7a", "a b", "a(", "'a", "a;b", `b"`, "\xff", "a\n"} {
		if s, err := coreform.SymbolOf(name); err == nil {
			t.Errorf("%q is %s", name, s)
		}
	}
	for _, name := range []string{"-", "-a", "+5", "b", "a.b", "\ufeff", "é", ":a", "\x00"} {
		if _, err := coreform.SymbolOf(name); err != nil {
			t.Error(err)
		}
	}
	if _, err := coreform.StrOf("\xff"); err == nil {
		t.Error("a string that is not UTF-8")
	}
	if _, err := coreform.MapOf(coreform.Term{}); err == nil {
		t.Error("a key without a value")
	}
	if _, err := coreform.Cons(coreform.Term{}, coreform.IntOf(1)); err == nil {
		t.Error("an improper list")
	}
}

// The order is total: sorted by it, terms stand as the specification says.
func TestOrder(t *testing.T) {
	m := canonical(t, "'(nil false true -10 -9 0 9 10 \"\" \"a\" \"b\" b\"\" b\"a\" :a a b (a) (a b) (b) [] [a] [a b] [b] {} {a 1} {a 1 b 2} {a 2})")
	terms := m.Forms[0].Items()[1].Items()
	for i, a := range terms {
		for j, b := range terms {
			if got := coreform.Compare(a, b); (got < 0) != (i < j) || (got > 0) != (i > j) {
				t.Errorf("%s and %s compare as %d", a, b, got)
			}
		}
	}
}
