package languages_test

import (
	"testing"

	"github.com/genesis-vcs/genesis/semantic/languages"
)

func TestForPicksByName(t *testing.T) {
	for name, want := range map[string]string{
		"a/mod.gc": "coreform", "fix.gcpatch": "coreform",
		"a/b.go": "go", "go.mod": "go.mod", "a/go.work": "go.work", "go.sum": "go.sum", "go.work.sum": "go.sum",
		"a/package.json": "json", "composer.lock": "json", "x.jsonc": "json",
		"README.md": "markdown", "a.markdown": "markdown",
		"a/b.py": "python", "Cargo.toml": "toml", "a.yml": "yaml", "b.tsx": "tsx", "c.mjs": "javascript", "lib.rs": "rust", "A.java": "java", "a.h": "c", "x.cc": "cpp",
		"README": "text", "gc": "text", "go": "text", "a.go/b": "text",
	} {
		if got := languages.For(name, nil).Name(); got != want {
			t.Errorf("%s is in %s, not in %s", name, got, want)
		}
	}
}

func TestForPicksByContent(t *testing.T) {
	for content, want := range map[string]string{
		"\ufeff\n{\r\n  \"a\": 1}": "json",
		"{ a: 1 }":                 "text",
		"{":                        "text",
		"":                         "text",
	} {
		if got := languages.For(".toolrc", []byte(content)).Name(); got != want {
			t.Errorf("%q is in %s, not in %s", content, got, want)
		}
	}
	if got := languages.For("a.go", []byte("{\"a\": 1}")).Name(); got != "go" {
		t.Errorf("the content of a.go makes it %s", got)
	}
}

// What its language does not accept is text, and the error says why.
func TestParseFallsBack(t *testing.T) {
	doc, err := languages.Parse("mod.gc", []byte("(def x"))
	if doc.Language != "text" || err == nil {
		t.Errorf("language %s, %v", doc.Language, err)
	}
}
