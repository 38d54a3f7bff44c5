package docs_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	markdownLink = regexp.MustCompile(`\]\(([^)#\s]+)(#[^)\s]*)?\)`)
	requirement  = regexp.MustCompile(`(?m)^\s*(?:require )?([a-z0-9.-]+\.[a-z]+/\S+) v\S+$`)
)

// TestLinksLeadSomewhere follows the relative links of every document.
func TestLinksLeadSomewhere(t *testing.T) {
	links := 0
	for _, document := range documents(t) {
		for _, match := range markdownLink.FindAllStringSubmatch(readText(t, document), -1) {
			if strings.Contains(match[1], "://") {
				continue
			}
			links++
			if _, err := os.Stat(filepath.Join(filepath.Dir(document), match[1])); err != nil {
				t.Errorf("%s: %v", document, err)
			}
		}
	}
	if links < 10 {
		t.Errorf("only %d links were found: the pattern does not fit", links)
	}
}

// documents are the Markdown files of the top level and of docs.
func documents(t *testing.T) []string {
	t.Helper()
	list, err := filepath.Glob("../*.md")
	if err != nil {
		t.Fatal(err)
	}
	err = filepath.WalkDir(".", func(path string, _ fs.DirEntry, err error) error {
		if filepath.Ext(path) == ".md" {
			list = append(list, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestDependenciesAreExplained fails on a direct requirement of go.mod that
// dependencies.md does not name, and on one that it names and that is gone.
func TestDependenciesAreExplained(t *testing.T) {
	explained := readText(t, "dependencies.md")
	var direct []string
	for _, match := range requirement.FindAllStringSubmatch(readText(t, "../go.mod"), -1) {
		direct = append(direct, match[1])
		if !strings.Contains(explained, "`"+match[1]+"`") {
			t.Errorf("dependencies.md does not explain %s", match[1])
		}
	}
	for _, match := range regexp.MustCompile("(?m)^\\| `([^`]+)` ").FindAllStringSubmatch(explained, -1) {
		if !slices.Contains(direct, match[1]) {
			t.Errorf("dependencies.md explains %s, which go.mod does not require directly", match[1])
		}
	}
}

func readText(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
