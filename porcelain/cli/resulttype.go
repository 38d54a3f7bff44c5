package cli

import (
	"reflect"
	"slices"

	"github.com/genesis-vcs/genesis/porcelain/contract/jsontype"
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
	for _, f := range jsontype.Fields(t) {
		if element := jsontype.ElementOf(f.Type); element != nil {
			return jsontype.Name(f), element
		}
	}
	return "", nil
}

// recordsOf is the List of a result, or nil.
func recordsOf(result Result) recordList {
	v := reflect.Indirect(reflect.ValueOf(result))
	if v.Kind() != reflect.Struct || jsontype.EncodesItself(v.Type()) {
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
	for _, f := range jsontype.Fields(t) {
		if f.Tag.Get("cut") == "content" {
			paths = append(paths, []string{jsontype.Name(f)})
			continue
		}
		for _, inner := range contentPathsWithin(elementOf(f.Type), outer) {
			paths = append(paths, append([]string{jsontype.Name(f)}, inner...))
		}
	}
	return paths
}

// elementOf goes through pointers, lists and slices to what they hold.
func elementOf(t reflect.Type) reflect.Type {
	for {
		if element := jsontype.ElementOf(t); element != nil {
			t = element
			continue
		}
		if t.Kind() != reflect.Pointer && (t.Kind() != reflect.Slice || jsontype.EncodesItself(t)) {
			return t
		}
		t = t.Elem()
	}
}
