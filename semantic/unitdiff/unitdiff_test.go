package unitdiff_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/genesis-vcs/genesis/semantic"
	"github.com/genesis-vcs/genesis/semantic/languages"
	"github.com/genesis-vcs/genesis/semantic/unitdiff"
	"pgregory.net/rapid"
)

func parse(t rapidTB, name, content string) *semantic.Document {
	t.Helper()
	doc, err := languages.Parse(name, []byte(content))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return doc
}

// rapidTB is what *testing.T and *rapid.T have in common here.
type rapidTB interface {
	Helper()
	Fatalf(format string, args ...any)
}

func show(changes []unitdiff.Change) string {
	var out []string
	for _, c := range changes {
		line := string(c.What)
		if c.Old != nil {
			line += fmt.Sprintf(" %s %s:%d-%d", c.Old.Unit.Kind, c.Old.Path, c.Old.First, c.Old.Last)
		}
		if c.New != nil {
			line += fmt.Sprintf(" -> %s:%d-%d", c.New.Path, c.New.First, c.New.Last)
		}
		if c.Moved {
			line += " moved"
		}
		if c.To >= 0 {
			line += fmt.Sprintf(" %d=>%d", c.From, c.To)
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}

func TestCompare(t *testing.T) {
	for _, c := range []struct{ name, file, old, new, want string }{
		{"layout", "a.go", "package a\n\nfunc f() { g(1) }\n", "package a\n\nfunc f() {\n\tg(1)\n}\n", ""},
		{"changed, added, removed", "a.go",
			"package a\n\nfunc f() { g(1) }\n\nfunc gone() { panic(1) }\n",
			"package a\n\nfunc f() { g(2) }\n\ntype come struct{ x int }\n",
			"changed func f:3-3 -> f:3-3\nadded -> come:5-5\nremoved func gone:5-5"},
		{"moved", "a.go",
			"package a\n\nfunc f() { g(1) }\n\nfunc h() { g(2) }\n\nfunc i() { g(3) }\n",
			"package a\n\nfunc h() { g(2) }\n\nfunc i() { g(3) }\n\nfunc f() { g(1) }\n",
			"moved func f:3-3 -> f:7-7"},
		{"moved and changed", "a.go",
			"package a\n\nfunc f() { g(1) }\n\nfunc h() { g(2) }\n\nfunc i() { g(3) }\n",
			"package a\n\nfunc h() { g(2) }\n\nfunc i() { g(3) }\n\nfunc f() { g(9) }\n",
			"changed func f:3-3 -> f:7-7 moved"},
		{"renamed", "a.go",
			"package a\n\nfunc before(x int) int { return x + helper(x) }\n",
			"package a\n\nfunc after(x int) int { return x + helper(x) }\n",
			"renamed func before:3-3 -> after:3-3"},
		{"imports do not move", "a.go",
			"package a\n\nimport (\n\t\"b\"\n\t\"c\"\n)\n", "package a\n\nimport (\n\t\"c\"\n\t\"b\"\n)\n", ""},
		{"only the part that changed", "a.md",
			"# A\n\ntext\n\n## B\n\none\n\n## C\n\ntwo\n", "# A\n\ntext\n\n## B\n\none\n\n## C\n\nthree\n",
			"changed section A/C:9-11 -> A/C:9-11"},
		{"the whole and the part", "a.md",
			"# A\n\ntext\n\n## B\n\none\n", "# A\n\nother\n\n## B\n\ntwo\n",
			"changed section A:1-7 -> A:1-7\nchanged section A/B:5-7 -> A/B:5-7"},
		{"no units", "a.txt", "a\n", "b\n", ""},
	} {
		if got := show(unitdiff.Compare(parse(t, c.file, c.old), parse(t, c.file, c.new))); got != c.want {
			t.Errorf("%s:\n%s\nwant:\n%s", c.name, got, c.want)
		}
	}
}

func TestCompareWithNothing(t *testing.T) {
	doc := parse(t, "a.go", "package a\n\nfunc f() {}\n")
	if got := show(unitdiff.Compare(nil, doc)); !strings.Contains(got, "added -> f:3-3") {
		t.Error(got)
	}
	if got := show(unitdiff.Compare(doc, nil)); !strings.Contains(got, "removed func f:3-3") {
		t.Error(got)
	}
}

func TestAcross(t *testing.T) {
	empty := "package a\n"
	one := "package a\n\nfunc f(x int) int { return helper(x) + 1 }\n"
	for _, c := range []struct{ name, now, want string }{
		{"as it is", one, "moved func f:3-3 -> f:3-3 0=>1"},
		{"changed", "package a\n\nfunc f(x int) int { return helper(x) + 2 }\n", "changed func f:3-3 -> f:3-3 moved 0=>1"},
		{"another one", "package a\n\nfunc f() { panic(\"nothing in common with the other one\") }\n", "removed func f:3-3"},
	} {
		files := [][]unitdiff.Change{
			unitdiff.Compare(parse(t, "a.go", one), parse(t, "a.go", empty)),
			unitdiff.Compare(parse(t, "b.go", empty), parse(t, "b.go", c.now)),
		}
		unitdiff.Across(files)
		if got := show(files[0]); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		if moved := strings.Contains(c.want, "=>"); moved && show(files[1]) != c.want {
			t.Errorf("%s: the new file says %s", c.name, show(files[1]))
		}
	}
	twice := [][]unitdiff.Change{
		unitdiff.Compare(parse(t, "a.go", one), nil), unitdiff.Compare(parse(t, "b.go", one), nil), unitdiff.Compare(nil, parse(t, "c.go", one)),
	}
	unitdiff.Across(twice)
	if got := show(twice[2]); strings.Contains(got, "=>") {
		t.Errorf("a unit that two files lost moved from one of them: %s", got)
	}
}

// Every unit that one side alone has is accounted for, whatever became of the others,
// and nothing is said of a file that stayed.
func TestCompareAccountsForEveryUnit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before, after := genFile(t, "before"), genFile(t, "after")
		a, b := parse(t, "a.go", before.text()), parse(t, "a.go", after.text())
		if got := unitdiff.Compare(a, a); len(got) > 0 {
			t.Fatalf("a file differs from itself: %s", show(got))
		}
		added, removed := 0, 0
		for _, c := range unitdiff.Compare(a, b) {
			switch c.What {
			case unitdiff.Added:
				added++
			case unitdiff.Removed:
				removed++
			}
			if (c.Old == nil) != (c.What == unitdiff.Added) || (c.New == nil) != (c.What == unitdiff.Removed) {
				t.Fatalf("sides of %s", show([]unitdiff.Change{c}))
			}
		}
		if len(b.Units())-len(a.Units()) != added-removed {
			t.Fatalf("%d added and %d removed between\n%s\nand\n%s", added, removed, before.text(), after.text())
		}
	})
}

// functions are the names and the constants of the functions of a file.
type functions []string

func genFile(t *rapid.T, label string) functions {
	return rapid.SliceOfNDistinct(rapid.StringMatching("[a-e]"), 0, 5, rapid.ID).Draw(t, label)
}

func (f functions) text() string {
	text := "package a\n"
	for i, name := range f {
		text += fmt.Sprintf("\nfunc %s() { run(%d) }\n", name, i)
	}
	return text
}

// Very many units without a partner do not take forever, and neither do very many equal ones.
func TestCompareIsBounded(t *testing.T) {
	var a, b, same strings.Builder
	for i := range 20000 {
		fmt.Fprintf(&a, "\nfunc a%d() { run(%d) }\n", i, i)
		fmt.Fprintf(&b, "\nfunc b%d() { run(%d) }\n", i, i)
		same.WriteString("\nfunc init() { run() }\n")
	}
	head := "package a\n"
	got := unitdiff.Compare(parse(t, "a.go", head+a.String()), parse(t, "a.go", head+b.String()))
	if len(got) < 20000 {
		t.Errorf("%d changes", len(got))
	}
	got = unitdiff.Compare(parse(t, "a.go", head+same.String()), parse(t, "a.go", head+"\nfunc init() { other() }\n"+same.String()))
	if len(got) != 1 {
		t.Errorf("%d changes where one function was added", len(got))
	}
}
