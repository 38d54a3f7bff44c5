package gomod_test

import (
	"errors"
	"testing"

	"github.com/genesis-vcs/genesis/semantic"
	"github.com/genesis-vcs/genesis/semantic/gomod"
	"github.com/genesis-vcs/genesis/semantic/semantictest"
)

func parse(t *testing.T, l semantic.Language, content string) *semantic.Document {
	t.Helper()
	doc, err := l.Parse([]byte(content))
	if err != nil {
		t.Fatal(err)
	}
	if err := semantictest.Check(doc); err != nil {
		t.Fatalf("%v in:\n%s", err, content)
	}
	return doc
}

func TestOutline(t *testing.T) {
	for _, test := range []struct {
		name     string
		language semantic.Language
		content  string
		want     string
	}{
		{"empty", gomod.Language{}, "", ""},
		{"head", gomod.Language{}, "// License.\n\n// Deprecated: no.\nmodule \"a.b/c\" // x\n\ngo 1.26\n// end\n",
			"module module 2-4\ngo go 5-6\n"},
		{"directives", gomod.Language{}, `module a
toolchain go1.26.8
godebug panicnil=1
require b/c v1.0.0 // indirect
exclude b v1.1.0
replace b => ../b
replace b v1.2.0 => c v1.0.0
retract v1.0.0
retract [v1.0.0, v1.1.0] // broken
tool b/cmd
ignore ./x
`, `module module 1-1
toolchain toolchain 2-2
godebug panicnil 3-3
require b/c 4-4
exclude b v1.1.0 5-5
replace b 6-6
replace b v1.2.0 7-7
retract v1.0.0 8-8
retract [v1.0.0,v1.1.0] 9-9
tool b/cmd 10-10
ignore ./x 11-11
`},
		{"blocks", gomod.Language{}, "module a\r\n\r\n// direct\r\nrequire (\r\n\t// why\r\n\tb v1.0.0\r\n\r\n\tc v1.0.0 // indirect\r\n\t// tail\r\n)\r\nrequire ()\r\n",
			"module module 1-1\nrequires set 2-10\n  require b 5-6\n  require c 7-8\nrequires set 11-11\n"},
		{"no last line feed", gomod.Language{}, "module a\ntool b", "module module 1-1\ntool b 2-2\n"},
		{"work", gomod.Work{}, "go 1.26\nuse ./a\nuse (\n\t./b\n)\n", "go go 1-1\nuse ./a 2-2\nuses set 3-5\n  use ./b 4-4\n"},
		{"sums", gomod.Sum{}, "a v1 h1:a//b=\n\na v1/go.mod h1:c=\r\n", "sum a v1 1-1\nsum a v1/go.mod 2-3\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := semantictest.Outline(parse(t, test.language, test.content)); got != test.want {
				t.Errorf("got:\n%swant:\n%s", got, test.want)
			}
		})
	}
}

func TestHash(t *testing.T) {
	for _, test := range []struct {
		name string
		same bool
		a, b string
	}{
		{"layout", true, "module a\nrequire b v1\n", "module   \"a\"\r\n\r\nrequire (\r\n\tb   v1\r\n)"},
		{"order", true, "require (\n\ta v1 // x\n\tb v1\n)\n", "require b v1\nrequire a v1 //x\n"},
		{"place of a comment", true, "// x\ntool a\n", "tool a // x\n"},
		{"version", false, "require a v1\n", "require a v2\n"},
		{"comment", false, "require a v1 // indirect\n", "require a v1\n"},
		{"comment at the end", false, "tool a\n// x\n", "tool a\n// y\n"},
		{"verb", false, "tool a\n", "ignore a\n"},
		{"owner of a comment", false, "tool a // x\ntool b\n", "tool a\ntool b // x\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			a, b := parse(t, gomod.Language{}, test.a), parse(t, gomod.Language{}, test.b)
			if (a.Root.Hash == b.Root.Hash) != test.same {
				t.Errorf("%q and %q: %v, %v", test.a, test.b, a.Root.Hash, b.Root.Hash)
			}
		})
	}
	a := parse(t, gomod.Sum{}, "a v1 h1:a=\nb v1 h1:b=\n")
	b := parse(t, gomod.Sum{}, "b v1  h1:b=\r\n\r\na v1 h1:a=")
	c := parse(t, gomod.Sum{}, "b v1 h1:b=\na v1 h1:c=\n")
	if a.Root.Hash != b.Root.Hash || a.Root.Hash == c.Root.Hash {
		t.Errorf("sums hash %v, in another order %v, others %v", a.Root.Hash, b.Root.Hash, c.Root.Hash)
	}
}

func TestParseError(t *testing.T) {
	for _, test := range []struct {
		language semantic.Language
		content  string
		line     int
	}{
		{gomod.Language{}, "module a\nunknown b\n", 2},
		{gomod.Language{}, "module a\n<<<<<<< ours\nrequire b v1\n=======\n", 2},
		{gomod.Language{}, "require (\n\ta v1\n<<<<<<< ours\n)\n", 3},
		{gomod.Language{}, "tool (\n\ta\n=======\n)\n", 3},
		{gomod.Language{}, "module a\nrequire (\n\ta v1\n", 2},
		{gomod.Language{}, "require a\n", 1},
		{gomod.Language{}, "require a v1 v2\n", 1},
		{gomod.Language{}, "require (\n\trequire a v1\n)\n", 2},
		{gomod.Language{}, "replace a b\n", 1},
		{gomod.Language{}, "replace => b\n", 1},
		{gomod.Language{}, "retract [v1 v2]\n", 1},
		{gomod.Language{}, "module\n", 1},
		{gomod.Language{}, ")\n", 1},
		{gomod.Language{}, "use ./a\n", 1},
		{gomod.Work{}, "require a v1\n", 1},
		{gomod.Sum{}, "a v1 h1:x=\n<<<<<<< ours\n", 2},
		{gomod.Sum{}, "a v1\n", 1},
		{gomod.Sum{}, ">>>>>>> a branch\n", 1},
	} {
		_, err := test.language.Parse([]byte(test.content))
		var at *semantic.ParseError
		if !errors.As(err, &at) {
			t.Errorf("%q: %v", test.content, err)
		} else if at.Language != test.language.Name() || at.Line != test.line {
			t.Errorf("%q: %v, not line %d", test.content, err, test.line)
		}
	}
}
