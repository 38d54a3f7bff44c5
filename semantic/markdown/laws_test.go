package markdown_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/genesis-vcs/genesis/semantic/markdown"
	"github.com/genesis-vcs/genesis/semantic/semantictest"
)

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"", "# A\n\n- x\n  - y\n\n    z\n1. a\n", "---\na: b\n---\r\n\ufeffA\r\n===\r\n", "<!--\n# no\n", "```\n~~~\n", "[a]: b\n c\n|a|\n|-|\n|b|\n",
		"\x00\xff\n\n\n", " \r ", "> a\nb\n---\n- c\nd\n===", "<p>\n# no\n\n# A\n<!-- a --> b\n## B",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		parse(t, string(content))
		if err := semantictest.CheckTokens(markdown.Language{}, content); err != nil {
			t.Fatal(err)
		}
	})
}

func TestRealFiles(t *testing.T) {
	files, err := filepath.Glob("../../docs/guide/*.md")
	if err != nil || len(files) < 2 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		doc := parse(t, string(content))
		if len(doc.Root.Units) == 0 {
			t.Errorf("%s has no units", file)
		}
		dos := parse(t, strings.ReplaceAll(string(content), "\n", "\r\n"))
		if dos.Root.Hash != doc.Root.Hash || semantictest.Outline(dos) != semantictest.Outline(doc) {
			t.Errorf("other line ends change the hash or the units of %s", file)
		}
	}
}

func TestLargeFilesTakeLinearTime(t *testing.T) {
	const n = 50_000
	var deep strings.Builder
	for i := range 1000 {
		deep.WriteString(strings.Repeat("  ", i) + "- a\n")
	}
	for _, test := range []struct{ name, content string }{
		{"headings", strings.Repeat("# A\n", n)},
		{"headings below one", "# A\n" + strings.Repeat("###### B\n", n)},
		{"levels", strings.Repeat("# A\n## B\n### C\n#### D\n##### E\n###### F\n", n/6)},
		{"items", strings.Repeat("- a\n", n)},
		{"deep items", deep.String()},
		{"blank lines", strings.Repeat("\n", n) + "# A\n"},
		{"blank lines between", strings.Repeat("- a\n\n\n\n", n/4)},
		{"comments", strings.Repeat("<!-- a -->\n", n) + "# A\n"},
		{"comments and headings", strings.Repeat("<!-- a -->\n# A\n", n)},
		{"open comment", strings.Repeat("<!-- a\n", n)},
		{"fences", strings.Repeat("```\n", n)},
		{"long fence", strings.Repeat("`", n) + "\n" + strings.Repeat("```\n", n)},
		{"paragraph", strings.Repeat("a\n", n) + "===\n"},
		{"underlines", strings.Repeat("a\n===\n", n)},
		{"long heading", strings.Repeat("#", n) + "\n# " + strings.Repeat("#", n)},
		{"brackets", strings.Repeat("[", n) + "\n" + strings.Repeat("[a]:\n", n)},
		{"rows", "|a|\n|-|\n" + strings.Repeat("|b|\n", n)},
		{"front matter", "---\n" + strings.Repeat("a\n", n)},
	} {
		t.Run(test.name, func(t *testing.T) {
			began := time.Now()
			parse(t, test.content)
			if err := semantictest.CheckTokens(markdown.Language{}, []byte(test.content)); err != nil {
				t.Error(err)
			}
			if took := time.Since(began); took > time.Minute {
				t.Errorf("%d bytes took %v", len(test.content), took)
			}
		})
	}
}

func BenchmarkParse(b *testing.B) {
	content := []byte(strings.Repeat("## Heading\n\nSome text of a paragraph that goes on\nfor two lines.\n\n- an item\n- another one\n\n", 1000))
	b.SetBytes(int64(len(content)))
	for b.Loop() {
		if _, err := (markdown.Language{}).Parse(content); err != nil {
			b.Fatal(err)
		}
	}
}
