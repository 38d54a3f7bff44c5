package cli

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/genesis-vcs/genesis/porcelain/contract/jsontype"
	"github.com/genesis-vcs/genesis/porcelain/shape"
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
// those in records and nested objects included.
func contentPaths(t reflect.Type) [][]string {
	return pathsOf(t, func(f reflect.StructField) bool { return f.Tag.Get("cut") == "content" }, nil)
}

// mapPaths are the JSON paths of the fields whose names are data.
func mapPaths(t reflect.Type) [][]string {
	return pathsOf(t, func(f reflect.StructField) bool {
		return f.Type.Kind() == reflect.Map && !jsontype.EncodesItself(f.Type)
	}, nil)
}

// optionalPaths are the JSON paths of the lists and maps that are left out when
// they are empty.
func optionalPaths(t reflect.Type) [][]string {
	return pathsOf(t, func(f reflect.StructField) bool {
		kind := f.Type.Kind()
		return (kind == reflect.Slice || kind == reflect.Map) && strings.Contains(f.Tag.Get("json"), ",omitempty")
	}, nil)
}

// leastEntries are the lists with the tag `min`, which never have fewer entries.
func leastEntries(t reflect.Type) []shape.Least {
	var least []shape.Least
	of := func(f reflect.StructField) int {
		n, _ := strconv.Atoi(f.Tag.Get("min"))
		return n
	}
	for _, n := range [...]int{1, 2} {
		for _, path := range pathsOf(t, func(f reflect.StructField) bool { return f.Type.Kind() == reflect.Slice && of(f) == n }, nil) {
			least = append(least, shape.Least{Path: append([]string{"data"}, path...), Entries: n})
		}
	}
	return least
}

// pathsOf are the JSON paths of the fields that are wanted. A type that holds
// itself is searched once.
func pathsOf(t reflect.Type, wanted func(reflect.StructField) bool, outer []reflect.Type) [][]string {
	var paths [][]string
	if slices.Contains(outer, t) {
		return nil
	}
	outer = append(outer, t)
	for _, f := range jsontype.Fields(t) {
		if wanted(f) {
			paths = append(paths, []string{jsontype.Name(f)})
			continue
		}
		for _, inner := range pathsOf(elementOf(f.Type), wanted, outer) {
			paths = append(paths, append([]string{jsontype.Name(f)}, inner...))
		}
	}
	return paths
}

// places are the paths of what can be made smaller in an envelope of the
// command, which may be nil.
func (c *Command) places() shape.Places {
	var p shape.Places
	if c == nil {
		return p
	}
	if c.records() != "" {
		p.Records = []string{"data", c.records()}
	}
	for _, data := range c.Data {
		t := reflect.TypeOf(data)
		p.Content = append(p.Content, inData(contentPaths(t))...)
		p.Maps = append(p.Maps, inData(mapPaths(t))...)
		p.Least = append(p.Least, leastEntries(t)...)
		p.Optional = append(p.Optional, inData(optionalPaths(t))...)
	}
	return p
}

// inData are the paths from the envelope on.
func inData(paths [][]string) [][]string {
	var out [][]string
	for _, path := range paths {
		out = append(out, append([]string{"data"}, path...))
	}
	return out
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
