package schema

import (
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/genesis-vcs/genesis/porcelain/contract"
)

// recordList is a list of records, as package cli has it.
type recordList interface{ ElementType() reflect.Type }

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

// prepare finds what the inference cannot know: lists of records, types that
// contain themselves, and types that encode themselves, which are an error. path
// are the types on the way from the beginning.
func (m *maker) prepare(t reflect.Type, path []reflect.Type) error {
	if m.known[t] != nil {
		return nil
	}
	if list, ok := reflect.Zero(t).Interface().(recordList); ok {
		return m.list(t, list.ElementType(), path)
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
		if encodesItself(t) {
			return fmt.Errorf("%s encodes itself and has no schema", t)
		}
		if err := checkEmbedded(t); err != nil {
			return err
		}
		path = append(slices.Clone(path), t)
		for _, f := range fieldsOf(t) {
			if err := m.prepare(f.Type, path); err != nil {
				return fmt.Errorf("%s.%s: %w", t, f.Name, err)
			}
		}
	}
	return nil
}

// checkEmbedded refuses an embedded type with a field that Go hides, behind the
// embedding or behind a field of the same name, and encoding/json does not.
func checkEmbedded(t reflect.Type) error {
	visible := map[string]bool{}
	for _, f := range fieldsOf(t) {
		visible[jsonName(f)] = true
	}
	for i := range t.NumField() {
		part := t.Field(i)
		if !part.Anonymous || part.Type.Kind() != reflect.Struct {
			continue
		}
		for _, f := range fieldsOf(part.Type) {
			if !visible[jsonName(f)] {
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
	for _, f := range fieldsOf(t) {
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
		for _, f := range fieldsOf(t) {
			property := s.Properties[jsonName(f)]
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
	}
	return nil
}

// refineField applies the tags and the name of a field.
func refineField(f reflect.StructField, s *jsonschema.Schema) error {
	name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
	if strings.Contains(options, "omit") {
		notEmpty(f, s, strings.Contains(options, "omitempty"))
	} else if s.Ref != "" && hasType(s, "null") {
		s.AnyOf = []*jsonschema.Schema{{Type: "null"}, {Ref: s.Ref}}
		s.Ref, s.Types = "", nil
	}
	if err := refineMinimum(f, s); err != nil {
		return err
	}
	if names, ok := f.Tag.Lookup("schemas"); ok {
		for _, name := range strings.Split(names, ",") {
			s.AnyOf = append(s.AnyOf, refTo(name))
		}
	}
	// The form of a list of texts is that of its elements.
	value := s
	if s.Type == "array" {
		value = s.Items
	}
	values, closed := f.Tag.Lookup("enum")
	pattern, formed := f.Tag.Lookup("pattern")
	switch isText := hasType(value, "string"); {
	case closed && (isText || hasType(value, "boolean")):
		closeSet(value, strings.Split(values, ","))
	case formed && isText:
		value.Pattern = pattern
	case closed || formed:
		return errors.New("the tags enum and pattern are for texts")
	case isText && name == "time":
		value.Pattern = utcTime
	case isText && strings.HasSuffix(name, "_encoding"):
		closeSet(value, []string{"percent"})
	}
	if hasType(value, "null") && value.Enum != nil {
		value.Enum = append(slices.Clone(value.Enum), nil)
	}
	return nil
}

// refineMinimum applies the tag min: the least number, or how many characters or
// elements there are at least.
func refineMinimum(f reflect.StructField, s *jsonschema.Schema) error {
	tag, ok := f.Tag.Lookup("min")
	if !ok {
		return nil
	}
	least, err := strconv.Atoi(tag)
	switch {
	case err != nil:
		return err
	case hasType(s, "integer"):
		s.Minimum = new(float64(least))
	case hasType(s, "array"):
		s.MinItems = &least
	case hasType(s, "string"):
		s.MinLength = &least
	default:
		return errors.New("the tag min is for numbers, texts and lists")
	}
	return nil
}

func hasType(s *jsonschema.Schema, name string) bool {
	return s.Type == name || slices.Contains(s.Types, name)
}

// closeSet leaves only these values.
func closeSet(s *jsonschema.Schema, values []string) {
	s.Enum, s.MinLength = nil, nil
	for _, value := range values {
		if hasType(s, "boolean") {
			s.Enum = append(s.Enum, value == "true")
		} else {
			s.Enum = append(s.Enum, value)
		}
	}
	if len(values) == 1 && !hasType(s, "null") {
		s.Const, s.Enum = &s.Enum[0], nil
	}
}

// notEmpty says that an optional field is not empty when it is there. Only a list
// may be empty and not be zero.
func notEmpty(f reflect.StructField, s *jsonschema.Schema, omitEmpty bool) {
	if f.Type.Kind() == reflect.Pointer && hasType(s, "null") {
		s.Type, s.Types = strings.Join(s.Types[1:], ""), nil // a reference has no type beside it
		return
	}
	switch f.Type.Kind() {
	case reflect.String:
		if s.Enum == nil && s.Pattern == "" && f.Tag.Get("cut") == "" {
			s.MinLength = new(1)
		}
	case reflect.Slice:
		if s.Type == "array" && omitEmpty {
			s.MinItems = new(1)
		}
	case reflect.Bool:
		s.Const = new(any(true))
	case reflect.Int, reflect.Uint64:
		if s.Enum == nil {
			s.Minimum = new(1.0)
		}
	}
}

// fieldsOf are the fields of a struct that encoding/json writes.
func fieldsOf(t reflect.Type) []reflect.StructField {
	var fields []reflect.StructField
	for _, f := range reflect.VisibleFields(t) {
		if !f.Anonymous && f.IsExported() && f.Tag.Get("json") != "-" {
			fields = append(fields, f)
		}
	}
	return fields
}

func jsonName(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	if name == "" {
		return f.Name
	}
	return name
}

func encodesItself(t reflect.Type) bool {
	p := reflect.PointerTo(t)
	return p.Implements(reflect.TypeFor[json.Marshaler]()) || p.Implements(reflect.TypeFor[encoding.TextMarshaler]())
}
