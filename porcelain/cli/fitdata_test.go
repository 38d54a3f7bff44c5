package cli_test

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/contract/contracttest"
	"github.com/genesis-vcs/genesis/porcelain/families"
	"github.com/genesis-vcs/genesis/porcelain/shape"
)

// A result of any command that is made to fit keeps to the schema of its kind: no
// field goes, and what is left of lists, maps and texts is what may be there.
func TestFittedDataKeepsToItsSchema(t *testing.T) {
	const least = 4<<10 - 64 // of the least --max-output-bytes what is left for counts
	for _, c := range cli.Commands(families.All...) {
		if c.Raw != cli.NotRaw || c.Path[0] == "agent-index" { // whose texts are those of the registry
			continue
		}
		kind := contract.KindOf(c.Path...)
		t.Run(strings.Join(c.Path, " "), func(t *testing.T) {
			d := drawer{root: schemaOf(t, kind.SchemaName())}
			rapid.Check(t, func(t *rapid.T) {
				document, err := contract.Success(kind, d.draw(t, d.root, 0), contract.Stamp{TargetResolved: "/x"}).Encode()
				if err != nil {
					t.Fatal(err)
				}
				fitted, err := shape.Fit(document, cli.PlacesOf(c), least)
				if err != nil {
					t.Fatal(err)
				}
				var e struct{ Data json.RawMessage }
				if err := json.Unmarshal(fitted.Document, &e); err != nil || len(fitted.Document) > least {
					t.Fatalf("%d bytes, %v", len(fitted.Document), err)
				}
				if err := contracttest.CheckSchema(kind.SchemaName(), e.Data); err != nil {
					t.Fatalf("%v\n%s", err, fitted.Document)
				}
			})
		})
	}
}

// The record of every fault fits.
func TestFittedRecordsOfFaults(t *testing.T) {
	for _, f := range contract.Faults() {
		var stdout bytes.Buffer
		line := []string{"agent-index", "--diagnostic", f.Code, "--json", "--max-output-bytes", "4096"}
		status := cli.Run(line, cli.IO{Stdout: &stdout, Stderr: io.Discard}, nil, families.All...)
		if err := contracttest.Check(stdout.Bytes()); status != 0 || err != nil || stdout.Len() > 4096 {
			t.Errorf("%s: %d bytes, status %d, %v", f.Code, stdout.Len(), status, err)
		}
	}
}

type object = map[string]any

func schemaOf(t *testing.T, name string) object {
	t.Helper()
	text, ok := cli.Schema(name)
	var schema object
	if !ok || json.Unmarshal(text, &schema) != nil {
		t.Fatalf("no schema %s", name)
	}
	return schema
}

// drawer draws values of a schema, with the keywords that schemas of data have.
type drawer struct{ root object }

func (d drawer) draw(t *rapid.T, schema object, depth int) any {
	if ref, ok := schema["$ref"].(string); ok {
		return d.draw(t, d.root["$defs"].(object)[strings.TrimPrefix(ref, "#/$defs/")].(object), depth)
	}
	if value, ok := schema["const"]; ok {
		return value
	}
	if values, ok := schema["enum"].([]any); ok {
		return rapid.SampledFrom(values).Draw(t, "value")
	}
	for _, choice := range []string{"anyOf", "oneOf"} {
		if forms, ok := schema[choice].([]any); ok {
			shared := maps.Clone(schema) // what all of the forms have
			delete(shared, choice)
			return d.draw(t, withForm(shared, forms, rapid.IntRange(0, len(forms)-1).Draw(t, "form")), depth)
		}
	}
	switch kind := kindOf(t, schema); kind {
	case "object":
		return d.object(t, schema, depth)
	case "array":
		return d.array(t, schema, depth)
	case "string":
		return text(t, schema)
	case "integer", "number":
		least, _ := schema["minimum"].(float64)
		return rapid.IntRange(int(least), 1<<40).Draw(t, "number")
	case "boolean":
		return rapid.Bool().Draw(t, "truth")
	case "null":
		return nil
	default:
		t.Fatalf("a value of the type %q", kind)
		return nil
	}
}

// withForm is a schema with one of its forms, which are whole schemas, or the
// names of a field of which there is exactly one.
func withForm(shared object, forms []any, at int) object {
	properties, ok := shared["properties"].(object)
	if !ok {
		return forms[at].(object)
	}
	properties = maps.Clone(properties)
	for i, form := range forms {
		field := form.(object)["required"].([]any)[0]
		if i == at {
			required, _ := shared["required"].([]any)
			shared["required"] = append([]any{field}, required...)
		} else {
			delete(properties, field.(string))
		}
	}
	shared["properties"] = properties
	return shared
}

func kindOf(t *rapid.T, schema object) string {
	switch kind := schema["type"].(type) {
	case string:
		return kind
	case []any:
		return rapid.SampledFrom(kind).Draw(t, "type").(string)
	}
	if schema["properties"] != nil {
		return "object"
	}
	return "null" // anything may be here
}

func (d drawer) object(t *rapid.T, schema object, depth int) object {
	value := object{}
	properties, _ := schema["properties"].(object)
	required, _ := schema["required"].([]any)
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		property, ok := properties[name].(object)
		if !ok { // it may not be there
			continue
		}
		if slices.Contains(required, any(name)) || depth < 4 && rapid.Bool().Draw(t, name) {
			value[name] = d.draw(t, property, depth+1)
			for longName(name, value[name]) {
				value[name] = d.draw(t, property, depth+1)
			}
		}
	}
	if of, ok := schema["additionalProperties"].(object); ok {
		for range rapid.SampledFrom([]int{0, 3, 100}).Draw(t, "names") {
			value[rapid.StringMatching("[0-9a-f]{8,64}").Draw(t, "name")] = d.draw(t, of, depth+1)
		}
	}
	return value
}

// longName reports whether a text is longer than what its field names ever is: such
// a text is not cut to fit.
func longName(field string, value any) bool {
	text, ok := value.(string)
	return ok && len(text) > 64 && slices.Contains([]string{"id", "code", "kind"}, field)
}

func (d drawer) array(t *rapid.T, schema object, depth int) []any {
	least, _ := schema["minItems"].(float64)
	lengths := []int{int(least), int(least) + 1, 60}
	if depth > 2 {
		lengths = lengths[:2]
	}
	if depth > 6 {
		lengths = lengths[:1]
	}
	list := []any{}
	for range rapid.SampledFrom(lengths).Draw(t, "length") {
		list = append(list, d.draw(t, schema["items"].(object), depth+1))
	}
	return list
}

// text draws a text that may be long, unless a pattern says what it is.
func text(t *rapid.T, schema object) string {
	if pattern, ok := schema["pattern"].(string); ok {
		return rapid.StringMatching(pattern).Draw(t, "text")
	}
	return "x" + strings.Repeat(rapid.StringN(0, 10, -1).Draw(t, "text"), rapid.SampledFrom([]int{1, 1, 20, 300}).Draw(t, "times"))
}
