package cli

import (
	"reflect"
	"slices"
	"strings"
)

// The frame knows a result by its Go type: which field is the list of records,
// which fields are content.

// records is the JSON name of the command's list of records, or "".
func (c *Command) records() string {
	for _, data := range c.Data {
		if name, _ := recordListOf(reflect.TypeOf(data)); name != "" {
			return name
		}
	}
	return ""
}

// recordListOf finds the List among the fields of a result type.
func recordListOf(t reflect.Type) (name string, element reflect.Type) {
	for _, f := range jsonFields(t) {
		if list, ok := reflect.Zero(f.Type).Interface().(recordList); ok {
			return jsonName(f), list.ElementType()
		}
	}
	return "", nil
}

// recordsOf is the List of a result, or nil.
func recordsOf(result Result) recordList {
	v := reflect.Indirect(reflect.ValueOf(result))
	if v.Kind() != reflect.Struct || encodesItself(v.Type()) {
		return nil
	}
	return recordsIn(v)
}

// recordsIn looks among the fields of a struct and of its embedded parts.
func recordsIn(v reflect.Value) recordList {
	for f := range v.Type().Fields() {
		if f.Anonymous && f.Type.Kind() == reflect.Struct {
			if list := recordsIn(v.FieldByIndex(f.Index)); list != nil {
				return list
			}
		} else if f.IsExported() && f.Type.Implements(reflect.TypeFor[recordList]()) {
			return v.FieldByIndex(f.Index).Interface().(recordList)
		}
	}
	return nil
}

// hasContent reports whether some result of the command holds content.
func (c *Command) hasContent() bool {
	return slices.ContainsFunc(c.Data, func(data Result) bool { return len(contentPaths(reflect.TypeOf(data))) > 0 })
}

// contentPaths are the JSON paths of the fields with the tag `cut:"content"`,
// those in records and nested objects included. A type that holds itself is
// searched once.
func contentPaths(t reflect.Type) [][]string { return contentPathsWithin(t, nil) }

func contentPathsWithin(t reflect.Type, outer []reflect.Type) [][]string {
	var paths [][]string
	if slices.Contains(outer, t) {
		return nil
	}
	outer = append(outer, t)
	for _, f := range jsonFields(t) {
		if f.Tag.Get("cut") == "content" {
			paths = append(paths, []string{jsonName(f)})
			continue
		}
		for _, inner := range contentPathsWithin(elementOf(f.Type), outer) {
			paths = append(paths, append([]string{jsonName(f)}, inner...))
		}
	}
	return paths
}

// fieldTree are the names of the fields of a record and of what they contain; a
// nil tree has unknown fields.
type fieldTree map[string]fieldTree

// recordFields are the fields of the command's records.
func (c *Command) recordFields() fieldTree {
	for _, data := range c.Data {
		if _, element := recordListOf(reflect.TypeOf(data)); element != nil {
			return fieldsOf(element)
		}
	}
	return nil
}

func fieldsOf(t reflect.Type) fieldTree {
	t = elementOf(t)
	tree := fieldTree{}
	for _, f := range jsonFields(t) {
		tree[jsonName(f)] = fieldsOf(f.Type)
	}
	if len(tree) == 0 && !isLeaf(t) {
		return nil
	}
	return tree
}

// isLeaf reports whether values of the type are texts, numbers or truth values
// in JSON.
func isLeaf(t reflect.Type) bool {
	if hasMethod(t, "MarshalJSON") {
		return false
	}
	switch t.Kind() {
	case reflect.Interface, reflect.Map, reflect.Struct, reflect.Array, reflect.Slice:
		return hasMethod(t, "MarshalText")
	default:
		return true
	}
}

// missing is the beginning of a path up to the first name that does not exist,
// or "".
func (t fieldTree) missing(path []string) string {
	for i, name := range path {
		inner, ok := t[name]
		switch {
		case ok:
			t = inner
		case t == nil && i > 0:
			return "" // what is below is free
		default:
			return strings.Join(path[:i+1], ".")
		}
	}
	return ""
}

// names are the names at the top, sorted.
func (t fieldTree) names() []string {
	names := make([]string, 0, len(t))
	for name := range t {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// elementOf goes through pointers, lists and slices to what they hold.
func elementOf(t reflect.Type) reflect.Type {
	for {
		if list, ok := reflect.Zero(t).Interface().(recordList); ok {
			t = list.ElementType()
			continue
		}
		if t.Kind() != reflect.Pointer && (t.Kind() != reflect.Slice || encodesItself(t)) {
			return t
		}
		t = t.Elem()
	}
}

// jsonFields are the fields of a struct, or of one behind a pointer, that
// encoding/json writes; nil for other types and for those that encode
// themselves.
func jsonFields(t reflect.Type) []reflect.StructField {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || encodesItself(t) {
		return nil
	}
	var fields []reflect.StructField
	for _, f := range reflect.VisibleFields(t) {
		if !f.Anonymous && f.IsExported() && jsonName(f) != "" {
			fields = append(fields, f)
		}
	}
	return fields
}

// encodesItself reports whether the type writes its own JSON or text. The
// embedded methods of a part do not count: its fields are promoted as well.
func encodesItself(t reflect.Type) bool {
	return hasMethod(t, "MarshalJSON") || hasMethod(t, "MarshalText")
}

// hasMethod reports whether a value of the type that can be addressed has it.
func hasMethod(t reflect.Type, name string) bool {
	_, ok := reflect.PointerTo(t).MethodByName(name)
	return ok
}

func jsonName(f reflect.StructField) string {
	tag := f.Tag.Get("json")
	name, _, _ := strings.Cut(tag, ",")
	switch {
	case tag == "-":
		return ""
	case name == "":
		return f.Name
	}
	return name
}
