package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/genesis-vcs/genesis/porcelain/contract"
)

// Every schema is printed as it is published, by its name and by the kind whose
// data it describes.
func TestPrintSchemaIsTheFile(t *testing.T) {
	files, err := filepath.Glob("../../docs/spec/*.schema.json")
	if err != nil || len(files) < 30 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	var names []string
	for _, file := range files {
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(file), ".schema.json")
		names = append(names, name)
		if a := invoke(t, "--print-schema", name); a.status != 0 || !bytes.Equal([]byte(a.stdout), want) || a.stderr != "" {
			t.Errorf("%s: status %d, %q", name, a.status, a.stderr)
		}
	}
	slices.Sort(names)
	if a := invoke(t, "--print-schema"); a.status != 0 || a.stdout != strings.Join(names, "\n")+"\n" {
		t.Errorf("the names are %q", a.stdout)
	}
	for _, row := range contract.Kinds {
		want, ok := Schema(row.Kind.SchemaName())
		if !ok {
			continue // a kind without JSON, or of a command to come
		}
		if a := invoke(t, "--print-schema", string(row.Kind)); a.stdout != string(want) {
			t.Errorf("%s: %+v", row.Kind, a)
		}
	}
}

// Whatever stands around the flag, the answer is the same text.
func TestPrintSchemaAnywhere(t *testing.T) {
	want, ok := Schema("version-v0.1")
	if !ok {
		t.Fatal("no schema of the version")
	}
	for _, line := range []string{
		"--print-schema=version-v0.1",
		"--print-schema version-v0.1 --json",
		"--json --print-schema version-v0.1",
		"--ndjson --print-schema version-v0.1 --no-such-flag",
		"store put --print-schema version-v0.1",          // FILE is missing
		"vcs checkout a b c --print-schema version-v0.1", // too many
		"no such command --print-schema version-v0.1",
		"help --print-schema version-v0.1",
		"version --quiet --print-schema version-v0.1",
		"--help --print-schema version-v0.1 store",
		"--print-schema version-v0.1 --print-schema",
	} {
		if a := invoke(t, strings.Fields(line)...); a.status != 0 || a.stdout != string(want) || a.stderr != "" {
			t.Errorf("%s: %+v", line, a)
		}
	}
	names := strings.Join(SchemaNames(), "\n") + "\n"
	for _, line := range []string{"--print-schema --json", "--print-schema -q version-v0.1", "store put --print-schema", "--print-schema -- version-v0.1"} {
		if a := invoke(t, strings.Fields(line)...); a.status != 0 || a.stdout != names || a.stderr != "" {
			t.Errorf("%s: %+v", line, a)
		}
	}
}

// After "--" it is an argument like any other.
func TestPrintSchemaAfterTheDashes(t *testing.T) {
	if a := invoke(t, "commit", "--", "--print-schema"); a.status != 0 || a.stdout != "--print-schema\n" {
		t.Errorf("%+v", a)
	}
}

func TestUnknownSchema(t *testing.T) {
	for _, name := range []string{"version-v0.2", "genesis/versionn-v0.1", "nothing", "", "../CLI", "version-v0.1.schema.json", "genesis/genesis/version-v0.1", "*"} {
		a := invoke(t, "--json", "--print-schema="+name)
		e := a.envelope(t)
		if a.status != contract.Usage || e.Code != "usage/unknown-schema" || len(e.Error.Context.Facts["allowed"].([]any)) != len(SchemaNames()) {
			t.Errorf("%q: %+v", name, a)
		}
		if a := invoke(t, "store", "put", "--print-schema", name); a.status != contract.Usage || a.stdout != "" || !strings.HasPrefix(a.stderr, "usage/unknown-schema: ") {
			t.Errorf("%q: %+v", name, a)
		}
	}
	e := invoke(t, "--json", "--print-schema", "versionn-v0.1").envelope(t)
	if near := e.Error.Context.Facts["suggestions"]; len(near.([]any)) != 1 || near.([]any)[0] != "version-v0.1" {
		t.Errorf("the suggestions are %v", near)
	}
}
