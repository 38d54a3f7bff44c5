package schema

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/genesis-vcs/genesis/porcelain/contract/jsontype"
)

// prepare finds what the inference cannot know: lists of records, types that
// contain themselves, and types that encode themselves, which are an error. path
// are the types on the way from the beginning.
func (m *maker) prepare(t reflect.Type, path []reflect.Type) error {
	if m.known[t] != nil {
		return nil
	}
	if element := jsontype.ElementOf(t); element != nil {
		return m.list(t, element, path)
	}
	switch t.Kind() {
	case reflect.Pointer, reflect.Array, reflect.Map:
		return m.prepare(t.Elem(), path)
	case reflect.Slice:
		if i := slices.Index(path, structOf(t)); i >= 0 {
			return m.recursive(t)
		}
		return m.prepare(t.Elem(), path)
	case reflect.Struct:
		if jsontype.EncodesItself(t) {
			return fmt.Errorf("%s encodes itself and has no schema", t)
		}
		if err := checkEmbedded(t); err != nil {
			return err
		}
		path = append(slices.Clone(path), t)
		for _, f := range jsontype.Fields(t) {
			if err := m.prepare(f.Type, path); err != nil {
				return fmt.Errorf("%s.%s: %w", t, f.Name, err)
			}
		}
	default: // has no parts
	}
	return nil
}

// checkEmbedded refuses an embedded type with a field that Go hides, behind the
// embedding or behind a field of the same name, and encoding/json does not.
func checkEmbedded(t reflect.Type) error {
	visible := map[string]bool{}
	for _, f := range jsontype.Fields(t) {
		visible[jsontype.Name(f)] = true
	}
	for i := range t.NumField() {
		part := t.Field(i)
		if !part.Anonymous || part.Type.Kind() != reflect.Struct {
			continue
		}
		for _, f := range jsontype.Fields(part.Type) {
			if !visible[jsontype.Name(f)] {
				return fmt.Errorf("%s hides the field %s.%s", t, part.Type, f.Name)
			}
		}
	}
	return nil
}

// list makes the definition of a record and the schema of their list.
func (m *maker) list(t, element reflect.Type, path []reflect.Type) error {
	if m.defs[Record] != nil {
		return fmt.Errorf("%s is a second list of records", t)
	}
	if err := m.prepare(element, path); err != nil {
		return err
	}
	record, err := m.infer(element)
	if err != nil {
		return err
	}
	m.defs[Record] = record
	m.known[t] = &jsonschema.Schema{Type: "array", Items: &jsonschema.Schema{Ref: "#/$defs/" + Record}}
	return nil
}

// recursive makes the definition of a type that holds a slice of its own.
func (m *maker) recursive(slice reflect.Type) error {
	t := structOf(slice)
	name := strings.ToLower(t.Name())
	m.known[slice] = &jsonschema.Schema{Type: "array", Items: &jsonschema.Schema{Ref: "#/$defs/" + name}}
	for _, f := range jsontype.Fields(t) {
		if err := m.prepare(f.Type, []reflect.Type{t}); err != nil {
			return err
		}
	}
	s, err := m.infer(t)
	m.defs[name], m.known[t] = s, &jsonschema.Schema{Ref: "#/$defs/" + name}
	return err
}

// structOf goes through slices and pointers.
func structOf(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Slice || t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t
}
