package generic_test

import (
	"strings"
	"testing"
	"time"

	"github.com/genesis-vcs/genesis/semantic/generic"
	"github.com/genesis-vcs/genesis/semantic/semantictest"
)

var files = []string{"a.py", "a.js", "a.ts", "a.tsx", "a.rs", "a.java", "a.c", "a.cc", "a.cs", "a.kt", "a.swift", "a.php", "a.css", "a.sh"}

func FuzzParse(f *testing.F) {
	for i, seed := range []string{
		"", "def f(a):\n\tif a: # x\n\t\treturn '''\n'''\n\\\n@x\nclass C: pass", "import a, {b} from 'c'\nx = `a${`b${c}`}` / /[/]/\n<<<<<<< a\n",
		"use a::{\nb,\n};\n#[x]\nimpl<'a> T for &'a U { fn f() { r#\"\"# } } /* /* */ */", "@A class B { enum C { D, E; int x } }", "#if 0\n{'\n#else\n[\n#elif\n#endif\n]\n#define x \\\r\n1 /* \n */",
		"<?php use A; /** x */ function f() { return <<<X\n a\n X; } ?>\n<p>", "a { b: url('x'); }\n@media x { c { } }", "f() {\n cat <<-'E' && x\n$#\n\tE\n} # a\ncase x in a) ;; esac",
		"auto x = R\"x(a)\" )x\"; class A { public:\n~A(); }; namespace a::b {\n}", "fun <T> A.f(x: T) = \"${x + \"}\"}\"\nval y\n get() = 1", "\ufeff\r\n\x00\xff@'", "{;},\n}", ", }", "a\n b\n\tc\n",
	} {
		f.Add(uint8(i), []byte(seed))
		f.Add(uint8(i+1), []byte(seed))
	}
	f.Fuzz(func(t *testing.T, which uint8, content []byte) {
		l := language(t, files[int(which)%len(files)])
		if err := semantictest.CheckTokens(l, content); err != nil {
			t.Fatal(err)
		}
		doc, err := l.Parse(content)
		if err != nil {
			return
		}
		if err := semantictest.Check(doc); err != nil {
			t.Fatal(err)
		}
		if err := semantictest.CheckLines(doc); err != nil {
			t.Fatal(err)
		}
	})
}

// What layout does not change the meaning of code is of one hash, and another one of
// another.
func TestHashIsOfCode(t *testing.T) {
	for _, test := range []struct {
		file, a, b string
		same       bool
	}{
		{"a.py", "def f(a):\n    if a:\n        return 1\n", "def f( a ):\n\n  if a :\n   return (1)\n", false},
		{"a.py", "def f(a):\n    if a:\n        return 1\n", "\ndef f( a ):\n\n  if a :\n   return \\\n     1\n", true},
		{"a.py", "if a:\n  b\n  c\n", "if a:\n  b\nc\n", false},
		{"a.py", "class A:\n  b=1\n  c=1\n", "class A:\n  b=1\nc=1\n", false},
		{"a.py", "import a\nimport b\n", "import b\nimport a\n", true},
		{"a.py", "import a\nfrom b import *\n", "from b import *\nimport a\n", false},
		{"a.py", "# a\nx = 1\n", "x = 1 #a\n", true},
		{"a.js", "return\nx", "return x", false},
		{"a.js", "a\nb;c\n", "a;\nb;\nc", false}, // c shares a line with b in one of them
		{"a.js", "f(a,\n b)\n", "f(a, b);\n", true},
		{"a.js", "a - -b", "a--b", false},
		{"a.js", "import 'a'\nimport 'b'\n", "import 'b'\nimport 'a'\n", false},
		{"a.rs", "use a;\nuse b;\nfn f() { }", "use b;\nuse a;\nfn f()\n{\n}\n", true},
		{"a.rs", "enum E {\n A,\n B\n}\n", "enum E {\n A,\n B,\n}\n", true},
		{"a.c", "#include <a>\n#include <b>\n", "#include <b>\n#include <a>\n", false},
		{"a.c", "int x;\n", "int y;\n", false},
		{"a.java", "class A { void f() { a(); } }\n", "class A\n{\n  void f()\n  {\n    a();\n  }\n}\n", true},
	} {
		if got := parse(t, test.file, test.a).Root.Hash == parse(t, test.file, test.b).Root.Hash; got != test.same {
			t.Errorf("%s: %q and %q: same hash %v", test.file, test.a, test.b, got)
		}
	}
}

// Text between tags is no string, and the end of a tag no regular expression.
func TestTagsParse(t *testing.T) {
	doc := parse(t, "a.tsx", "const a = x ? (<b>don't</b>) : <c/>\nconst d = () => (<p>\n  it's {f(')')}\n</p>)\n")
	if got, want := semantictest.Outline(doc), "var a 1-1\nvar d 2-4\n"; got != want {
		t.Errorf("got:\n%s", got)
	}
}

// A unit has one hash wherever it stands.
func TestHashOfUnitIsItsOwn(t *testing.T) {
	a := parse(t, "a.py", "def f():\n    a\n    b\n").Root.Units[0]
	b := parse(t, "a.py", "class C:\n        x = 1\n        def f():\n            a\n            b\n").Root.Units[0].Units[1]
	c := parse(t, "a.py", "def g():\n  x\n\ndef f():\n  a\n  b\n\nx\n").Root.Units[1]
	if a.Hash != c.Hash {
		t.Error("the hash of a function depends on its neighbors")
	}
	if b.Kind != "method" || b.Name != "f" {
		t.Errorf("%s %s", b.Kind, b.Name)
	}
}

func TestLargeFilesTakeLinearTime(t *testing.T) {
	const size, limit = 20_000, 5 * time.Second
	for _, each := range []string{
		"a\n", "a ", "a;", "a,", "{", "{\n", "(", "[", "}", "{}\n", "\"", "'", "'\\'", "`${", "`${`", "/*", "/*\n", "*/", "//\n", "/", "/[", "#", "#\n", "#[", "#if a\n{\n", "#if a\n#else\n",
		"@a\n", "@a(", "@", "<", "a<", "a<b>", "r#\"", "r#", "R\"(", "R\"a", "<<a ", "<<a\n", "<<<a\n", "<<<a ", "<? ?>", "if a:\n", "class A {\n", "class A {}\n", "import a\n", "import a, ", "import {\n", "use a::{",
		"a = ", "a::", "a.", "~", "\\\n", "\\", "\xff", "=======\n", "enum A {\n", "pub ", "template <", "impl<", "type\n", "\t", "\n", "fn ", "const x = require('a')\n",
	} {
		content := []byte(strings.Repeat(each, size/len(each)))
		for _, file := range []string{"a.py", "a.js", "a.rs", "a.cc", "a.php", "a.sh"} {
			l := language(t, file)
			began := time.Now()
			_, _ = l.Parse(content)
			if err := semantictest.CheckTokens(l, content); err != nil {
				t.Errorf("%s: %q: %v", file, each, err)
			}
			if took := time.Since(began); took > limit {
				t.Errorf("%s: %d bytes of %q took %v", file, size, each, took)
			}
		}
	}
}

func TestDeepBlocksAreBounded(t *testing.T) {
	const depth = 50_000
	for file, content := range map[string]string{
		"a.java": strings.Repeat("class A {\n", depth) + strings.Repeat("}\n", depth),
		"a.rs":   strings.Repeat("mod a {\n", depth) + strings.Repeat("}\n", depth),
		"a.css":  strings.Repeat("a {\n", depth) + strings.Repeat("}\n", depth),
		"a.js":   "x = " + strings.Repeat("`${\n", depth) + strings.Repeat("}`", depth),
	} {
		parse(t, file, content)
	}
}

func BenchmarkParse(b *testing.B) {
	for file, content := range map[string]string{
		"a.py": "def f(a, b):\n    \"\"\"Says what.\"\"\"\n    return a + b  # both\n\n\n",
		"a.js": "function f(a, b) {\n  // both\n  return `${a}` + b\n}\n\n",
		"a.rs": "/// Says what.\npub fn f<'a>(a: &'a str) -> char {\n    a.chars().next().unwrap_or('b')\n}\n\n",
	} {
		b.Run(file, func(b *testing.B) {
			l, _ := generic.ForFile(file)
			content := []byte(strings.Repeat(content, 2000))
			b.SetBytes(int64(len(content)))
			for b.Loop() {
				if _, err := l.Parse(content); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
