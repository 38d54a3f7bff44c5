package golang_test

import (
	"go/format"
	"testing"
)

func TestHashIgnoresLayout(t *testing.T) {
	for _, test := range []struct{ name, a, b string }{
		{"white space", "package p\nvar x=1\n", "package  p\r\n\r\n\tvar x  = 1"},
		{"optional commas", "package p\nvar x = f(a, b)\nvar y = []int{1, 2}\n", "package p\nvar x = f(\n\ta,\n\tb,\n)\nvar y = []int{\n\t1,\n\t2,\n}\n"},
		{"optional semicolons", "package p\nfunc f() { g(); h() }\n", "package p;\nfunc f() {\n\tg()\n\th();\n};"},
		{"declarations on a line", "package p\nvar x int\nvar y int\n", "package p; var x int; var y int"},
		{"order of imports", "package p\nimport (\n\t\"a\"\n\n\t\"b\" // x\n)\n", "package p\nimport (\n\t\"b\" // x\n\t\"a\"\n)\n"},
		{"order of methods", "package p\ntype I interface {\n\tA()\n\tB()\n}\n", "package p\ntype I interface {\n\tB()\n\tA()\n}\n"},
		{"place of comments", "package p\n// c\nvar x int\n", "package p\nvar x int // c\n"},
		{"white space in comments", "package p\n/* a\n   b */\nvar x int\n", "package p\n/* a\n\tb */\nvar x int\n"},
		{"marks of comments", "package p\n//\n//a\nvar x int\n", "package p\n/* a */\nvar x int\n"},
		{"spelling of numbers", "package p\nvar x = 0XAF\n", "package p\nvar x = 0xaf\n"},
		{"line ends in raw strings", "package p\nvar x = `a\nb`\n", "package p\r\nvar x = `a\r\nb`\r\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if a, b := parse(t, test.a), parse(t, test.b); a.Root.Hash != b.Root.Hash {
				t.Errorf("the hashes differ of:\n%s\n%s", test.a, test.b)
			}
		})
	}
}

func TestHashTellsApart(t *testing.T) {
	for _, test := range []struct{ name, a, b string }{
		{"names", "package p\nvar x int\n", "package p\nvar y int\n"},
		{"tokens", "package p\nvar x = \"a\" + \"b\"\n", "package p\nvar x = \"ab\"\n"},
		{"text of comments", "package p\n// a\nvar x int\n", "package p\n// b\nvar x int\n"},
		{"order of comments", "package p\n// a\n// b\nvar x int\n", "package p\n// b\n// a\nvar x int\n"},
		{"order of declarations", "package p\nvar x int\nvar y int\n", "package p\nvar y int\nvar x int\n"},
		{"order of fields", "package p\ntype T struct {\n\ta int\n\tb int\n}\n", "package p\ntype T struct {\n\tb int\n\ta int\n}\n"},
		{"order of counting constants", "package p\nconst (\n\tA = iota\n\tB\n)\n", "package p\nconst (\n\tB = iota\n\tA\n)\n"},
		{"place of directives", "package p\n//go:noinline\nfunc f() {}\nfunc g() {}\n", "package p\nfunc f() {}\n//go:noinline\nfunc g() {}\n"},
		{"comma in type parameters", "package p\ntype T[P *C,] int\n", "package p\ntype T[P *C] int\n"},
		{"raw and escaped", "package p\nvar x = `a`\n", "package p\nvar x = \"a\"\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if a, b := parse(t, test.a), parse(t, test.b); a.Root.Hash == b.Root.Hash {
				t.Errorf("the hash is the same of:\n%s\n%s", test.a, test.b)
			}
		})
	}
}

// A unit hashes as its tokens do, wherever it stands: last without a comma, or in
// parentheses with others.
func TestHashOfUnitIsItsOwn(t *testing.T) {
	last := parse(t, "package p\ntype (\n\tA int\n\n\tB  int\n)\n").Find("A")
	first := parse(t, "package p\ntype (\n\tB int\n\tA int)\n").Find("B")
	if len(last) != 1 || len(first) != 0 {
		t.Fatalf("found %d and %d", len(last), len(first))
	}
	a := parse(t, "package p\nvar (\n\tx = 1\n\ty = 2\n)\n").Find("y")[0].Unit
	b := parse(t, "package p\nvar (\n\ty = 2\n\tx = 1;\n)\n").Find("y")[0].Unit
	if a.Hash != b.Hash {
		t.Error("the hash of y depends on what follows it")
	}
}

func TestFormattingKeepsHash(t *testing.T) {
	const ugly = `package   p
import ("os";"fmt")
type T struct{ a int;b   string }
func  F( a int,b int )(x int){
if a==b{ return   a+b }
for i:=0;i<10;i++{ fmt.Println( i,os.Args ) }
switch a{
case 1 : return 2
default:
}
return}
`
	pretty, err := format.Source([]byte(ugly))
	if err != nil {
		t.Fatal(err)
	}
	if string(pretty) == ugly {
		t.Fatal("nothing was formatted")
	}
	if parse(t, ugly).Root.Hash != parse(t, string(pretty)).Root.Hash {
		t.Errorf("the hash changes with:\n%s", pretty)
	}
}
