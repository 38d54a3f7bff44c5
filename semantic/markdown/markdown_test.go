package markdown_test

import (
	"testing"

	"github.com/genesis-vcs/genesis/semantic"
	"github.com/genesis-vcs/genesis/semantic/markdown"
	"github.com/genesis-vcs/genesis/semantic/semantictest"
)

func parse(t *testing.T, content string) *semantic.Document {
	t.Helper()
	doc, err := markdown.Language{}.Parse([]byte(content))
	if err != nil {
		t.Fatal(err)
	}
	if err := semantictest.Check(doc); err != nil {
		t.Fatalf("%v in:\n%s", err, content)
	}
	if err := semantictest.CheckLines(doc); err != nil {
		t.Fatalf("%v in:\n%s", err, content)
	}
	return doc
}

func TestOutline(t *testing.T) {
	for _, test := range []struct{ name, content, want string }{
		{"empty", "", ""},
		{"text alone", "a\n\nb\n", ""},
		{"sections", `intro

# One #

text

## Two
### Deep
## Three

# Four
`, `section One 2-9
  section Two 6-8
    section Deep 8-8
  section Three 9-9
section Four 10-11
`},
		{"levels that rise", "### A\n## B\n# C\n", "section A 1-1\nsection B 2-2\nsection C 3-3\n"},
		{"underlined", "One\n===\n\nTwo  words\nof text\n---\n\n- a\n---\ntext\n\n---\n", "section One 1-12\n  section Two words of text 3-12\n    item 7-8\n    block 9-12\n"},
		{"no headings", "    # code\n\n#tag\n####### seven\n\\# escaped\n> # quoted\n", ""},
		{"fences", "```sh\n# no\n```\n~~~\n```\n# no\n~~~~\n# Yes\n```\n# no\n", "section Yes 8-10\n"},
		{"comments", "<!--\n# no\n-->\n\n# A\n\ntext\n\n<!-- of B -->\n<!-- more -->\n# B\n", "section A 4-7\nsection B 8-11\n"},
		{"html", "<details>\n# no\n\n# Yes\n</details>\n", "section Yes 3-5\n"},
		{"front matter", "---\ntitle: x\n# no\n---\n\ntext\n\n# A\n", "frontmatter 1-4\nblock 5-6\nsection A 7-8\n"},
		{"front matter with pluses", "+++\n# no\n+++\n# A\n", "frontmatter 1-3\nsection A 4-4\n"},
		{"no front matter", "---\n# A\n", "section A 2-2\n"},
		{"items", `# Changes

Text.

- one
  goes on
lazily

  a second paragraph
- two
  - nested
    text
  - other

* three
1. four
10) five

Text behind.
`, `section Changes 1-19
  item 4-9
  item 10-13
    item 11-12
    item 13-13
  item 14-15
  item 16-16
  item 17-17
  block 18-19
`},
		{"fence in an item", "- a\n  ```\n- no\n  ```\n- b\n", "item 1-4\nitem 5-5\n"},
		{"numbers that begin no item", "In\n1986. Text\n- is one\n", "item 3-3\n"},
		{"links", "# A\n\ntext [b]\n\n[b]: https://b\n[C d]: <c>\n  \"title\"\n[^1]: note\n", "section A 1-8\n  link b 4-5\n  link C d 6-7\n  link ^1 8-8\n"},
		{"table", "# A\n\n| a | b |\n|---|:-:|\n| 1 | 2 |\n| 3 | 4 |\n\ntext\n", "section A 1-8\n  row 5-5\n  row 6-6\n  block 7-8\n"},
		{"line ends", "\ufeff# A\r\n\r\n- x\r\n\r\nB\r\n---\r\n", "section A 1-6\n  item 2-3\n  section B 4-6\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := semantictest.Outline(parse(t, test.content)); got != test.want {
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
		{"line ends and blank lines", true, "# A\n\ntext\n", "\ufeff\r\n# A\r\n\r\n\r\ntext \r\n\r\n"},
		{"style of headings", true, "A b\n===\n\nC\n-\n", "# A b #\n\n## C\n"},
		{"spaces at the end of a paragraph", true, "a  \n\nb\n", "a\n\nb\n"},
		{"text", false, "a\n", "b\n"},
		{"level", false, "# A\n", "## A\n"},
		{"break of a line", false, "a  \nb\n", "a\nb\n"},
		{"indentation", false, "- a\n  - b\n", "- a\n- b\n"},
		{"space in a fence", false, "```\na \n```\n", "```\na\n```\n"},
		{"blank lines in a fence", false, "```\na\n\n\nb\n```\n", "```\na\n\nb\n```\n"},
		{"paragraphs", false, "a\nb\n", "a\n\nb\n"},
		{"text that looks as a heading", false, "# A\n", "    # A\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if (parse(t, test.a).Root.Hash == parse(t, test.b).Root.Hash) != test.same {
				t.Errorf("same is not %v for:\n%s\n%s", test.same, test.a, test.b)
			}
		})
	}
}

func TestBodies(t *testing.T) {
	const content = "\n<!-- c -->\n# A\n\n  - x\n\n\n"
	doc := parse(t, content)
	section := doc.Root.Units[0]
	if got := string(section.Body.In(doc.Content)); got != "# A\n\n  - x" {
		t.Errorf("the body of the section is %q", got)
	}
	if got := string(section.Units[0].Body.In(doc.Content)); got != "- x" {
		t.Errorf("the body of the item is %q", got)
	}
	if section.Span != doc.Root.Span {
		t.Errorf("the section spans %v of %v", section.Span, doc.Root.Span)
	}
}
