package schema

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/genesis-vcs/genesis/porcelain/contract"
)

// The names of the schemas that belong to no command.
const (
	Envelope       = "envelope"
	Catalog        = "GC_DIAGNOSTIC_CATALOG_v0.1"
	FailureContext = "GC_FAILURE_CONTEXT_v0.1"
	RepairPlan     = "GC_DIAGNOSTIC_REPAIR_PLAN_v0.1"
	RepairUtility  = "GC_REPAIR_UTILITY_REPORT_v0.1"
	// Surface is given and not made: it is the manifest's own schema.
	Surface = "SURFACE_MANIFEST_v0.1"
)

// envelope is the schema of the document of --json and of the terminal record of
// --ndjson, for the kinds of the results.
func envelope(results []Result) (Document, error) {
	m := newMaker()
	kinds := []contract.Kind{contract.KindError}
	results = slices.DeleteFunc(slices.Clone(results), func(r Result) bool { return r.Line })
	for _, r := range results {
		kinds = append(kinds, r.Kind)
	}
	m.known[reflect.TypeFor[contract.Kind]()] = enum(kinds...)
	s, err := m.of(reflect.TypeFor[contract.Envelope]())
	if err != nil {
		return Document{}, fmt.Errorf("the envelope: %w", err)
	}
	s.Properties["data"].Type = "object"
	s.AllOf = append(s.AllOf, outcomes(), kindless())
	for _, r := range results {
		s.AllOf = append(s.AllOf, when("kind", string(r.Kind), &jsonschema.Schema{
			Properties: map[string]*jsonschema.Schema{"data": refTo(r.Kind.SchemaName())},
			Required:   []string{"data"},
		}))
	}
	return newDocument(Envelope, "envelope", "The one JSON document that a run with --json answers with, and the last line of a run with --ndjson.", s)
}

// outcomes ties what a failure has, and a success has not, to ok.
func outcomes() *jsonschema.Schema {
	s := when("ok", true, &jsonschema.Schema{
		Properties: map[string]*jsonschema.Schema{
			"error":       never(),
			"diagnostics": {MaxItems: new(0)},
			"code":        never(),
			"exit":        never(),
		},
		PropertyOrder: []string{"error", "diagnostics", "code", "exit"},
	})
	s.Else = &jsonschema.Schema{
		Properties: map[string]*jsonschema.Schema{
			"diagnostics": {MinItems: new(1)},
			"exit":        {Not: constant(0)},
		},
		PropertyOrder: []string{"diagnostics", "exit"},
		Required:      []string{"error", "code", "exit"},
	}
	return s
}

// kindless says that a failure before a result has no data.
func kindless() *jsonschema.Schema {
	return when("kind", string(contract.KindError), &jsonschema.Schema{
		Properties:    map[string]*jsonschema.Schema{"ok": constant(false), "data": never()},
		PropertyOrder: []string{"ok", "data"},
	})
}

// when is a condition on the value of a property.
func when(property string, value any, then *jsonschema.Schema) *jsonschema.Schema {
	return &jsonschema.Schema{
		If: &jsonschema.Schema{
			Properties: map[string]*jsonschema.Schema{property: constant(value)},
			Required:   []string{property},
		},
		Then: then,
	}
}

// never accepts nothing: the property is not there.
func never() *jsonschema.Schema { return &jsonschema.Schema{Not: &jsonschema.Schema{}} }
