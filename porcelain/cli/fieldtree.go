package cli

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/genesis-vcs/genesis/porcelain/contract/jsontype"
)

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
	for _, f := range jsontype.Fields(t) {
		tree[jsontype.Name(f)] = fieldsOf(f.Type)
	}
	if len(tree) == 0 && !isLeaf(t) {
		return nil
	}
	return tree
}

// isLeaf reports whether values of the type are texts, numbers or truth values
// in JSON.
func isLeaf(t reflect.Type) bool {
	if jsontype.EncodesJSON(t) {
		return false
	}
	switch t.Kind() {
	case reflect.Interface, reflect.Map, reflect.Struct, reflect.Array, reflect.Slice:
		return jsontype.EncodesText(t)
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
func (t fieldTree) names() []string { return slices.Sorted(maps.Keys(t)) }

// beside are the paths of the fields that there are where a path that is missing
// goes wrong, sorted: of a field that contains none, itself.
func (t fieldTree) beside(missing string) []string {
	last := strings.LastIndexByte(missing, '.')
	if last < 0 {
		return t.names()
	}
	for name := range strings.SplitSeq(missing[:last], ".") {
		t = t[name]
	}
	paths := t.names()
	for i, name := range paths {
		paths[i] = missing[:last+1] + name
	}
	if len(paths) == 0 {
		return []string{missing[:last]}
	}
	return paths
}
