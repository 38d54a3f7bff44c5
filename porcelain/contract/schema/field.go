package schema

import (
	"errors"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
)

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
	default: // what can be empty is listed above
	}
}
