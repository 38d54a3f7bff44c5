package docs_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/genesis-vcs/genesis/porcelain/contract"
)

// mapFile is the map of the published pages, which the binary carries.
const mapFile = "spec/docs-map.json"

// page is an entry of the map.
type page struct {
	Path   string   `json:"path"` // from the root of the source tree
	Title  string   `json:"title"`
	Topics []string `json:"topics"` // the headings of its sections
}

// TestGeneratedMapOfDocumentsIsFresh holds the map against the headings of the
// pages. `make generate` writes it.
func TestGeneratedMapOfDocumentsIsFresh(t *testing.T) {
	fresh := encodeMap(t, pages(t))
	if *update {
		if err := os.WriteFile(mapFile, fresh, 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	published, err := os.ReadFile(mapFile)
	if err != nil || !bytes.Equal(published, fresh) {
		t.Fatalf("%s is stale (%v): run make generate", mapFile, err)
	}
}

// TestMapOfDocumentsLeadsToPages follows every entry of the map.
func TestMapOfDocumentsLeadsToPages(t *testing.T) {
	var listed []page
	if err := json.Unmarshal([]byte(readText(t, mapFile)), &listed); err != nil {
		t.Fatal(err)
	}
	if len(listed) < 5 {
		t.Fatalf("the map has %d pages", len(listed))
	}
	for _, p := range listed {
		if _, err := os.Stat(filepath.Join("..", filepath.FromSlash(p.Path))); err != nil {
			t.Error(err)
		}
		if p.Title == "" {
			t.Errorf("%s has no title", p.Path)
		}
	}
}

// pages are the pages for those who use the program, by path.
func pages(t *testing.T) []page {
	t.Helper()
	var pages []page
	for _, folder := range []string{"guide", "reference", "spec"} {
		err := filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
			switch {
			case path == folder && errors.Is(err, fs.ErrNotExist):
				return nil // nothing of this sort is published
			case err != nil || filepath.Ext(path) != ".md":
				return err
			}
			pages = append(pages, pageOf(readText(t, path), "docs/"+filepath.ToSlash(path)))
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	slices.SortFunc(pages, func(a, b page) int { return strings.Compare(a.Path, b.Path) })
	return pages
}

// pageOf takes the title and the headings of sections from a page.
func pageOf(text, path string) page {
	p := page{Path: path, Topics: []string{}}
	code := false
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		switch title, top := strings.CutPrefix(line, "# "); {
		case strings.HasPrefix(line, "```"):
			code = !code
		case code:
		case top && p.Title == "":
			p.Title = strings.Trim(title, "`")
		case strings.HasPrefix(line, "## "):
			p.Topics = append(p.Topics, strings.Trim(line[len("## "):], "`"))
		}
	}
	return p
}

func encodeMap(t *testing.T, pages []page) []byte {
	t.Helper()
	document, err := contract.EncodeDocument(pages)
	if err != nil {
		t.Fatal(err)
	}
	return document
}
