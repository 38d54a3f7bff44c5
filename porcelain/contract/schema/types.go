package schema

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/refs"
	"github.com/genesis-vcs/genesis/semantic"
)

// The regular expressions of texts with a form.
const (
	hexID     = `^[0-9a-f]{64}$`
	refName   = `^refs/(heads/|tags/|remotes/[^/]+/|sessions/|git/|attestations$|git-map$)`
	utcTime   = `^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]Z$`
	entryMode = `^(file|exec|symlink|dir|gitlink|[0-7]{6})$`
)

// typeSchemas are the schemas of the types whose JSON their Go form does not
// show, and of those that hold a closed set.
func typeSchemas() map[reflect.Type]*jsonschema.Schema {
	known := map[reflect.Type]*jsonschema.Schema{
		reflect.TypeFor[int]():             {Type: "integer", Minimum: new(0.0)},
		reflect.TypeFor[float64]():         {Type: "number", Minimum: new(0.0)},
		reflect.TypeFor[json.RawMessage](): {},
		reflect.TypeFor[map[string]any]():  {Type: "object"},
		reflect.TypeFor[objects.ID]():      {Type: "string", Pattern: hexID},
		reflect.TypeFor[objects.Kind]():    enum(objects.Kinds...),
		reflect.TypeFor[objects.Mode]():    {Type: "string", Pattern: entryMode},
		reflect.TypeFor[objects.Space]():   enum(objects.Spaces...),
		reflect.TypeFor[refs.Name]():       {Type: "string", Pattern: refName},
		reflect.TypeFor[semantic.Hash]():   {Type: "string", Pattern: hexID},
	}
	maps.Copy(known, contractTypes())
	return known
}

// contractTypes are those of the types of the contract.
func contractTypes() map[reflect.Type]*jsonschema.Schema {
	exits := &jsonschema.Schema{Type: "integer"}
	for _, row := range contract.Exits {
		exits.Enum = append(exits.Enum, int(row.Status))
	}
	return map[reflect.Type]*jsonschema.Schema{
		reflect.TypeFor[contract.Status]():           exits,
		reflect.TypeFor[contract.Class]():            enum(contract.Classes...),
		reflect.TypeFor[contract.Severity]():         enum(contract.Severities...),
		reflect.TypeFor[contract.Phase]():            enum(contract.Phases...),
		reflect.TypeFor[contract.Domain]():           enum(contract.Domains...),
		reflect.TypeFor[contract.ActionKind]():       enum(contract.ActionKinds...),
		reflect.TypeFor[contract.PolicyEffect]():     enum(contract.PolicyEffects...),
		reflect.TypeFor[contract.ObligationEffect](): enum(contract.ObligationEffects...),
	}
}

// enum is the schema of one of some texts, or of values with a text.
func enum[T any](values ...T) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "string"}
	for _, value := range values {
		s.Enum = append(s.Enum, fmt.Sprint(value))
	}
	return s
}
