package tomllang_test

import (
	"strings"
	"testing"
	"time"

	"github.com/pelletier/go-toml/v2"

	"github.com/genesis-vcs/genesis/semantic"
	"github.com/genesis-vcs/genesis/semantic/semantictest"
	"github.com/genesis-vcs/genesis/semantic/tomllang"
)

func parse(t testing.TB, content string) *semantic.Document {
	t.Helper()
	doc, err := tomllang.Language{}.Parse([]byte(content))
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
	const content = `# A license.

# says what
title = "x" # of it
a."b c".'d' = 1

[package] # first
name = "p"
text = """
# no comment
[no table]
"""

# what it needs
deps = [
  "a", # one
  # two
  "b",
]
  [a.b]

[[bin]]
name = "x"
[[bin]]
name = "y"
# the end
`
	const want = `key title 2-4
key a."b c".d 5-5
table package set 6-19
  key name 8-8
  key text 9-12
  key deps 13-19
table a.b 20-20
item bin set 21-23
  key name 23-23
item bin set 24-26
  key name 25-26
`
	if got := semantictest.Outline(parse(t, content)); got != want {
		t.Errorf("got:\n%s", got)
	}
}

func TestFailures(t *testing.T) {
	for content, want := range map[string]string{
		"a = 1\na = 2\n":                       "toml does not parse at line 2",
		"a = 1\n<<<<<<< x\nb = 1\n":            "toml does not parse at line 2, column 1",
		"[a]\nb = [1,\n":                       "toml does not parse",
		"a = 'x\n":                             "toml does not parse at line 1",
		"[a]\nb = 1\n[a]\nc = 1\n":             "toml does not parse at line 3",
		"x = \"\xff\"\n":                       "toml does not parse",
		"a = " + strings.Repeat("[", 1_000_00): "toml does not parse",
	} {
		if _, err := (tomllang.Language{}).Parse([]byte(content)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%.40q: %.200v", content, err)
		}
	}
}

func TestLayoutKeepsHash(t *testing.T) {
	a := parse(t, "a = [1, 2]\nb='x' # y\n").Root.Hash
	if b := parse(t, "\r\na=[\r\n  1,\r\n  2]\r\n\r\n# y\r\nb = 'x'\r\n").Root.Hash; a != b {
		t.Error("the layout changes the hash")
	}
	if b := parse(t, "a = [1, 2]\nb='x' # z\n").Root.Hash; a == b {
		t.Error("a comment does not change the hash")
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"", "a = 1", "\ufeffa = 1\r\n\r\n[b] # c\r\n", "[[a]]\nb.c = {d = [1,\n2]}\n# e", "a = '''\n''''\nb = \"\"\"\\\"\"\"\"\n", "'a' = \"\n#", " [ a . \"b\" ] \n\tc = 1979-05-27 07:32:00Z\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		if err := semantictest.CheckTokens(tomllang.Language{}, content); err != nil {
			t.Fatal(err)
		}
		doc, err := tomllang.Language{}.Parse(content)
		if err != nil {
			return
		}
		var all map[string]any
		if err := toml.Unmarshal(content, &all); err != nil {
			t.Fatal(err)
		}
		check(t, doc)
	})
}

func TestLargeFilesTakeLinearTime(t *testing.T) {
	for _, each := range []string{"#a\n", "\n", "[[a]]\n", "'", "\"", "\"\"\"", "a.", "a = [[", "a = {b = "} {
		content := []byte(strings.Repeat(each, 200_000/len(each)))
		began := time.Now()
		_, _ = tomllang.Language{}.Parse(content)
		if err := semantictest.CheckTokens(tomllang.Language{}, content); err != nil {
			t.Error(err)
		}
		if took := time.Since(began); took > 10*time.Second {
			t.Errorf("200 kB of %q took %v", each, took)
		}
	}
}
