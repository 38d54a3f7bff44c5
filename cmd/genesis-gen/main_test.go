package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/genesis-vcs/genesis/porcelain/contract/schema"
)

const root = "../.."

func TestPublishedDocumentsAreFresh(t *testing.T) {
	files, err := documents()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		there, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(f.path)))
		if err != nil || !bytes.Equal(there, f.content) {
			t.Errorf("%s is stale: run make generate", f.path)
		}
	}
	stray, err := strays(root, files)
	if err != nil || len(stray) > 0 {
		t.Errorf("%v belong to no command and no document: run make generate (%v)", stray, err)
	}
}

// Two runs make the same bytes, whatever the order of maps.
func TestDocumentsAreDeterministic(t *testing.T) {
	first, err := documents()
	if err != nil {
		t.Fatal(err)
	}
	second, err := documents()
	if err != nil {
		t.Fatal(err)
	}
	for i := range first {
		if first[i].path != second[i].path || !bytes.Equal(first[i].content, second[i].content) {
			t.Errorf("%s differs from run to run", first[i].path)
		}
	}
}

// Every schema says what it is, and names no host.
func TestSchemasHaveAHead(t *testing.T) {
	files, err := schemas()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		var head struct {
			Schema      string `json:"$schema"`
			ID          string `json:"$id"`
			Title       string
			Description string
		}
		if err := json.Unmarshal(f.content, &head); err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(f.path), ".schema.json")
		if head.Schema != schema.Draft || head.ID != schema.ID(name) || head.Title == "" || head.Description == "" {
			t.Errorf("%s begins with %+v", f.path, head)
		}
		if rest := bytes.ReplaceAll(f.content, []byte(schema.Draft), nil); bytes.Contains(rest, []byte("://")) {
			t.Errorf("%s names a host", f.path)
		}
	}
}

// The program carries what was made and not what makes it.
func TestTheProgramDoesNotLinkTheGenerator(t *testing.T) {
	list := exec.CommandContext(t.Context(), "go", "list", "-deps", "./cmd/genesis")
	list.Dir = root
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	deps := strings.Fields(string(out))
	if len(deps) < 50 {
		t.Fatalf("only %d packages", len(deps))
	}
	for _, pkg := range deps {
		for _, banned := range []string{"/jsonschema", "contract/schema", "contract/catalog", "contracttest", "gowebpki/jcs"} {
			if strings.Contains(pkg, banned) {
				t.Errorf("the program links %s", pkg)
			}
		}
	}
}

// write leaves files alone that are as they should be, writes the others, and
// removes only schemas that belong to nothing.
func TestWrite(t *testing.T) {
	dir := t.TempDir()
	put := func(path, content string) {
		path = filepath.Join(dir, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o444); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{schemaFile("same"), schemaFile("gone"), schemaFile(schema.Surface), "docs/spec/other.json"} {
		put(name, name)
	}
	same, fresh := schemaFile("same"), schemaFile("fresh")
	if err := write(dir, []file{{same, []byte(same)}, {fresh, []byte("new")}}); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		same: same, fresh: "new", schemaFile("gone"): "", schemaFile(schema.Surface): schemaFile(schema.Surface), "docs/spec/other.json": "docs/spec/other.json",
	} {
		if got, _ := os.ReadFile(filepath.Join(dir, path)); string(got) != want {
			t.Errorf("%s holds %q, want %q", path, got, want)
		}
	}
}
