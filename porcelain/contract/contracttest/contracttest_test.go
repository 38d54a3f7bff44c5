package contracttest

import (
	"encoding/json"
	"io/fs"
	"path"
	"strings"
	"testing"

	"github.com/genesis-vcs/genesis/docs"
	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/porcelain/contract"
)

// Compiling holds a schema against the meta-schema of its dialect.
func TestPublishedSchemasAreSchemas(t *testing.T) {
	for _, r := range []reading{whole, projected, opaque} {
		l, err := in(r)
		if err != nil {
			t.Fatal(err)
		}
		if len(l.published) < 30 {
			t.Fatalf("only %d schemas", len(l.published))
		}
		for id := range l.published {
			if _, err := l.schema(id); err != nil {
				t.Errorf("%s, %s: %v", id, r, err)
			}
		}
	}
}

// Every object with properties is closed, but for the manifest's given schema.
func TestPublishedSchemasAreClosed(t *testing.T) {
	published, err := load()
	if err != nil {
		t.Fatal(err)
	}
	objects := 0
	for id, s := range published {
		if id == idOf("SURFACE_MANIFEST_v0.1") {
			continue
		}
		eachObject(s, id, func(at string, schema object) {
			objects++
			if schema["additionalProperties"] != false {
				t.Errorf("%s takes properties that it does not name", at)
			}
		})
	}
	if objects < 50 {
		t.Errorf("only %d objects", objects)
	}
}

// eachObject visits the schemas of objects with properties, which are no
// conditions.
func eachObject(value any, at string, visit func(at string, schema object)) {
	switch v := value.(type) {
	case []any:
		for _, inner := range v {
			eachObject(inner, at, visit)
		}
	case object:
		if _, ok := v["properties"].(object); ok && v["type"] != nil {
			visit(at, v)
		}
		for name, inner := range v {
			eachObject(inner, at+"/"+name, visit)
		}
	}
}

func TestPublishedCatalogIsValid(t *testing.T) {
	document, err := docs.Spec.ReadFile(strings.TrimPrefix(contract.CatalogPath, "docs/"))
	if err != nil {
		t.Fatal(err)
	}
	if err := CheckSchema("GC_DIAGNOSTIC_CATALOG_v0.1", document); err != nil {
		t.Error(err)
	}
}

var stamp = contract.Stamp{TargetResolved: "/w", TargetSource: "workspace", WorkspaceSource: "cwd"}

// envelopeOf is a success with data in JSON.
func envelopeOf(t *testing.T, kind contract.Kind, data string, stamp contract.Stamp) string {
	t.Helper()
	document, err := contract.Success(kind, json.RawMessage(data), stamp).Encode()
	if err != nil {
		t.Fatal(err)
	}
	return string(document)
}

const refsKind contract.Kind = "genesis/refs-list-v0.1"

func TestCheckStream(t *testing.T) {
	record := `{"name":"refs/heads/x","hash":"` + objects.ID{1}.String() + `"}` + "\n"
	terminal := func(count string) string { return envelopeOf(t, refsKind, `{"refs_count":`+count+`}`, stamp) }
	failed, err := contract.Failure(refsKind, nil, contract.Fail("store/corrupt", nil), "refs/list", stamp).Encode()
	if err != nil {
		t.Fatal(err)
	}
	for name, stream := range map[string]string{
		"no record":               terminal("0"),
		"two records":             record + record + terminal("2"),
		"a failure after records": record + string(failed),
	} {
		if err := CheckStream([]byte(stream)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, stream := range map[string]string{
		"nothing":                           "",
		"no terminal record":                record,
		"no line feed":                      strings.TrimSuffix(terminal("0"), "\n"),
		"a wrong count":                     record + terminal("2"),
		"no count":                          record + envelopeOf(t, refsKind, `{}`, stamp),
		"the list itself":                   envelopeOf(t, refsKind, `{"refs":[]}`, stamp),
		"both":                              envelopeOf(t, refsKind, `{"refs":[],"refs_count":0}`, stamp),
		"another record":                    `{"name":"refs/heads/x"}` + "\n" + terminal("1"),
		"another record before a failure":   `{"name":"refs/heads/x"}` + "\n" + string(failed),
		"records of a kind that lists none": record + envelopeOf(t, "genesis/help-v0.1", `{"command":"","help":"x"}`, stamp),
		"an empty line":                     "\n" + terminal("1"),
		"a line behind the terminal record": terminal("0") + record,
	} {
		if CheckStream([]byte(stream)) == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}

// What arguments ask for decides how a run is checked.
func TestCheckRun(t *testing.T) {
	list := envelopeOf(t, refsKind, `{"refs":[]}`, stamp)
	part := envelopeOf(t, refsKind, `{"refs":[{"name":"refs/heads/x"}]}`, stamp)
	counted := envelopeOf(t, refsKind, `{"refs_count":0}`, stamp)
	for _, c := range []struct {
		args           string
		status         int
		stdout, stderr string
		ok             bool
	}{
		{"refs list", 0, "text\n", "warning", true},
		{"refs list -- --json", 0, "text\n", "", true},
		{"refs list --json=false", 0, "text\n", "", true},
		{"refs list --json", 0, list, "", true},
		{"refs list --json=true", 0, "text\n", "", false},
		{"refs list --json=x", 2, list, "", false},
		{"refs list --json", 0, list, "warning", false},
		{"refs list --json --progress json", 0, list, "{}\n", true},
		{"refs list --json", 3, list, "", false},
		{"refs list --json", 0, part, "", false},
		{"refs list --json --select name", 0, part, "", true},
		{"refs list --json --select=name", 0, part, "", true},
		{"refs list --json", 0, counted, "", false},
		{"refs list --ndjson", 0, counted, "", true},
		{"refs list --ndjson", 0, list, "", false},
		{"refs list --ndjson --select name", 0, `{"name":"refs/heads/x"}` + "\n" + envelopeOf(t, refsKind, `{"refs_count":1}`, stamp), "", true},
		{"--json --print-schema envelope", 0, "{\n}\n", "", true},
		{"--json --print-schema nothing", 2, "{\n}\n", "", false},
		{"store batch", 0, `{"id":1,"ok":true,"data":{"present":{},"all":true}}` + "\n", "", true},
		{"store batch", 0, `{"id":1,"ok":true,"data":{"present":{}}}` + "\n", "", false},
		{"store batch", 0, `{"id":1,"ok":true,"more":{}}` + "\n", "", false},
		{"agent-surface", 0, `{"type":"agent_surface"}` + "\n", "", false},
	} {
		err := CheckRun(strings.Fields(c.args), c.status, []byte(c.stdout), []byte(c.stderr))
		if (err == nil) != c.ok {
			t.Errorf("%s, status %d, %q: %v", c.args, c.status, c.stderr, err)
		}
	}
}

// The library knows every published schema under its own name.
func TestNamesOfSchemas(t *testing.T) {
	files, err := fs.Glob(docs.Spec, "spec/*.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	published, err := load()
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if name := strings.TrimSuffix(path.Base(file), ".schema.json"); published[idOf(name)] == nil {
			t.Errorf("%s is not there under its name", name)
		}
	}
	if CheckSchema("nothing", []byte("{}")) == nil {
		t.Error("a schema that does not exist accepts something")
	}
}
