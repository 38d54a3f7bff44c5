package yamllang_test

import (
	"strings"
	"testing"
	"time"

	"github.com/genesis-vcs/genesis/semantic"
	"github.com/genesis-vcs/genesis/semantic/semantictest"
	"github.com/genesis-vcs/genesis/semantic/yamllang"
)

func parse(t testing.TB, content string) *semantic.Document {
	t.Helper()
	doc, err := yamllang.Language{}.Parse([]byte(content))
	if err != nil {
		t.Fatalf("%v in:\n%s", err, content)
	}
	check(t, doc)
	return doc
}

func check(t testing.TB, doc *semantic.Document) {
	t.Helper()
	if err := semantictest.Check(doc); err != nil {
		t.Fatalf("%v in:\n%s", err, doc.Content)
	}
	if err := semantictest.CheckLines(doc); err != nil {
		t.Fatalf("%v in:\n%s", err, doc.Content)
	}
}

func TestUnits(t *testing.T) {
	for _, test := range []struct{ name, content, want string }{
		{"pipeline", `# A license.

name: CI
on:
  push: { branches: [main,
    dev] }
  "pull request":
# what runs
jobs:
  test:
    steps:
    - name: a
      run: |
        # no comment
        x: y

      with:
        k: v
    # the second
    - name: b # odd
      run: 'it''s
        long'
  # of jobs
# the end
`, `key name 2-3
key on set 4-7
  key push 5-6
  key pull request 7-7
key jobs set 8-24
  key test set 10-24
    key steps 11-24
      item a set 12-18
        key run 13-15
        key with set 16-18
          key k 18-18
      item b set 19-24
        key run 21-24
`},
		{"documents", "---\nkind: Pod\nmetadata:\n  name: a\n---\n# b\nkind: Pod\nmetadata:\n  labels: {}\n  name: b\n...\n", `document Pod a set 1-4
  key kind 2-2
  key metadata set 3-4
    key name 4-4
document Pod b set 5-11
  key kind 6-7
  key metadata set 8-11
    key labels 9-9
    key name 10-11
`},
		{"items", "- a\n- b: 1\n- - c\n-\n  d: 1\n  e: \"x: y\n\n    z\"\n", `item 1-1
item 2-2
item 3-3
item set 4-8
  key d 5-5
  key e 6-8
`},
		{"twice", "a: 1\na: 2\n", "key a 1-1\nkey a 2-2\n"},
		{"scalar", "just\nwords # here\n", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := semantictest.Outline(parse(t, test.content)); got != test.want {
				t.Errorf("got:\n%s", got)
			}
		})
	}
}

func TestFailures(t *testing.T) {
	for content, want := range map[string]string{
		"a: 1\n<<<<<<< x\nb: 1\n": "line 2, column 1: a conflict marker",
		"a:\n    b: 1\n  c: 2\n":  "line 3, column 3: the line is indented",
		"a: 1\nb\n":               "line 2, column 1: the line is neither",
		"a: 1\n- b\n":             "line 2, column 1: a key or an item",
		"- a\nb: 1\n":             "line 2, column 1: keys and items",
		"a: [1,\n":                "line 2, column 1: a string or a bracket",
		"a: 'x\n---\nb: 1\n":      "line 2, column 1: a string or a bracket",
		"a: [1}\n":                "a bracket closes that another",
		"a: b\n  c: d\n":          "line 2, column 1: a key or an item",
		"a:\n\tb: 1\n":            "line 2, column 1: a tab",
	} {
		if _, err := (yamllang.Language{}).Parse([]byte(content)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", content, err)
		}
	}
}

func TestHash(t *testing.T) {
	a := parse(t, "a: 1\nb:\n- x\n- y: |\n    k\n").Root.Hash
	for _, same := range []string{"b:\r\n    - x\r\n    - y:  |\r\n           k\r\n\r\na:   1\r\n", "b:\n\n- x\n- y: |\n    k\n\na:   1"} {
		if parse(t, same).Root.Hash != a {
			t.Errorf("%q has another hash", same)
		}
	}
	for _, other := range []string{"a: 2\nb:\n- x\n- y: |\n    k\n", "a: 1\nb:\n- y: |\n    k\n- x\n", "a: 1\n# c\nb:\n- x\n- y: |\n    k\n"} {
		if parse(t, other).Root.Hash == a {
			t.Errorf("%q has the same hash", other)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"", "a: 1", "\ufeffa:\r\n  - b: |-\r\n      c\r\n    d: [x, 'y', {z: \"\\\"\"}]\r\n# e", "%YAML 1.2\n---\na\n...\n--- >\nb\n", "- - a\n-\n- ? b\n", "&a !b c: *d\n? x\n", "a:\n- b\n- c: d\n   # x\n  e:\nf: g\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		if err := semantictest.CheckTokens(yamllang.Language{}, content); err != nil {
			t.Fatal(err)
		}
		if doc, err := (yamllang.Language{}).Parse(content); err == nil {
			check(t, doc)
		}
	})
}

func TestLargeFilesTakeLinearTime(t *testing.T) {
	for _, each := range []string{"#a\n", "\n", "a: 1\n", "- a\n", "- ", "- name: a\n", "[", "'", "a: |\n", "---\n", "{a: ", "? ", "a\n", "a:", "- - a: 1\n"} {
		content := []byte(strings.Repeat(each, 200_000/len(each)))
		began := time.Now()
		_, _ = yamllang.Language{}.Parse(content)
		if err := semantictest.CheckTokens(yamllang.Language{}, content); err != nil {
			t.Error(err)
		}
		if took := time.Since(began); took > 10*time.Second {
			t.Errorf("200 kB of %q took %v", each, took)
		}
	}
	var deep strings.Builder
	for i := range 1000 {
		deep.WriteString(strings.Repeat(" ", i) + "a:\n")
	}
	parse(t, deep.String())
}
