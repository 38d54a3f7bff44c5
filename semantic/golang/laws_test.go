package golang_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/genesis-vcs/genesis/semantic/golang"
	"github.com/genesis-vcs/genesis/semantic/semantictest"
)

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"", "package p", "package p; var a, b = 1, 2; // x\nfunc f() {", "\ufeffpackage p\r\n/* a\r\n*/ var x = `\r\n`\n",
		"package p\n\ntype T[K any] struct {\n\ta int // x\n\n\tb struct{ c int } }\nimport (\n\t\"a\"; b \"c\"\n)\n",
		"package p\nvar x int /* a\n b */ /* c\n */ var y = 'a\n'\"\n\x00\xff",
		"package p\nconst (\n\tA = iota // a\n\tB\n\n\t// c\n)\nvar m = map[string]int{\n\t\"a\": 1, \"b\": 2,\n}\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		if err := semantictest.CheckTokens(golang.Language{}, content); err != nil {
			t.Fatal(err)
		}
		doc, err := golang.Language{}.Parse(content)
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

// The files of this module are real enough to find what made-up ones do not have.
func TestRealFiles(t *testing.T) {
	files, err := filepath.Glob("../../*/*.go")
	if err != nil || len(files) < 10 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := semantictest.CheckTokens(golang.Language{}, content); err != nil {
			t.Errorf("%s: %v", file, err)
		}
		doc := parse(t, string(content))
		if err := semantictest.CheckLines(doc); err != nil {
			t.Errorf("%s: %v", file, err)
		}
		dos := parse(t, strings.ReplaceAll(string(content), "\n", "\r\n"))
		if dos.Root.Hash != doc.Root.Hash || semantictest.Outline(dos) != semantictest.Outline(doc) {
			t.Errorf("other line ends change the hash or the units of %s", file)
		}
	}
}

func TestLargeFilesTakeLinearTime(t *testing.T) {
	for _, test := range []struct{ name, before, each, after string }{
		{"one line", "package p;", "var a int;", "\n"},
		{"lines", "package p\n", "var a int\n", ""},
		{"comments", "package p\n", "// a\n", ""},
		{"open comment", "package p\n", "/* a\n", ""},
		{"set", "package p\nvar m = map[string]int{\n", "\t\"a\": 1,\n", "}\n"},
		{"semicolons", "package p\nfunc f() {", ";", "}\n"},
		{"strings", "package p\nvar x = `a`", "+ `\r\n`", "\n"},
		{"open strings", "package p\n", "\"a\n", ""},
		{"illegal", "package p\n", "\xff", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			content := []byte(test.before + strings.Repeat(test.each, 150_000/len(test.each)) + test.after)
			began := time.Now()
			_, _ = golang.Language{}.Parse(content)
			if err := semantictest.CheckTokens(golang.Language{}, content); err != nil {
				t.Error(err)
			}
			if took := time.Since(began); took > time.Minute {
				t.Errorf("150 kB took %v", took)
			}
		})
	}
}

func TestDeepTypesHaveUnitsToADepth(t *testing.T) {
	const depth = 50_000
	doc := parse(t, "package p\ntype T "+strings.Repeat("struct {\n\ta ", depth)+"int"+strings.Repeat("\n}", depth)+"\n")
	levels := 0
	for u := &doc.Root; len(u.Units) > 0; u = &u.Units[len(u.Units)-1] {
		levels++
	}
	if levels < 5 || levels > 20 {
		t.Errorf("%d levels of units", levels)
	}
}

func BenchmarkParse(b *testing.B) {
	content, err := os.ReadFile("laws_test.go")
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(content)))
	for b.Loop() {
		if _, err := (golang.Language{}).Parse(content); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkTokens(b *testing.B) {
	content, err := os.ReadFile("laws_test.go")
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(content)))
	for b.Loop() {
		golang.Language{}.Tokens(content)
	}
}
