package schema

import (
	"fmt"
	"reflect"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/contract/jsontype"
)

// maker makes schemas of types that share definitions.
type maker struct {
	known map[reflect.Type]*jsonschema.Schema
	defs  map[string]*jsonschema.Schema
}

func newMaker() *maker {
	m := &maker{known: typeSchemas(), defs: map[string]*jsonschema.Schema{}}
	m.known[reflect.TypeFor[contract.FailureContext]()] = refTo(FailureContext)
	m.known[reflect.TypeFor[contract.RepairPlan]()] = refTo(RepairPlan)
	return m
}

// of makes the schema of a type.
func (m *maker) of(t reflect.Type) (*jsonschema.Schema, error) {
	if err := m.prepare(t, nil); err != nil {
		return nil, err
	}
	return m.infer(t)
}

func (m *maker) infer(t reflect.Type) (*jsonschema.Schema, error) {
	s, err := jsonschema.ForType(t, &jsonschema.ForOptions{TypeSchemas: m.known})
	if err != nil {
		return nil, err
	}
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return s, m.refine(t, s)
}

// refine tightens what was inferred, along the type.
func (m *maker) refine(t reflect.Type, s *jsonschema.Schema) error {
	if m.known[t] != nil {
		return nil
	}
	switch t.Kind() {
	case reflect.Pointer:
		return m.refine(t.Elem(), s)
	case reflect.Slice, reflect.Array:
		s.Type, s.Types = "array", nil
		return m.refine(t.Elem(), s.Items)
	case reflect.Map:
		return m.refine(t.Elem(), s.AdditionalProperties)
	case reflect.Struct:
		for _, f := range jsontype.Fields(t) {
			property := s.Properties[jsontype.Name(f)]
			if property == nil {
				return fmt.Errorf("%s.%s: the inference does not see the field", t, f.Name)
			}
			if err := m.refine(f.Type, property); err != nil {
				return err
			}
			if err := refineField(f, property); err != nil {
				return fmt.Errorf("%s.%s: %w", t, f.Name, err)
			}
		}
	default: // has no parts
	}
	return nil
}
