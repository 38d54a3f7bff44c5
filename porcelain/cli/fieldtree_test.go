package cli

import (
	"encoding/json"
	"reflect"
	"slices"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
)

type embedded struct {
	Inner string `json:"inner"`
}

// varied is a record with every sort of field.
type varied struct {
	embedded
	ID     objects.ID        `json:"id"`
	Number *int              `json:"number,omitempty"`
	Free   map[string]string `json:"free"`
	Any    any               `json:"any"`
	Raw    json.RawMessage   `json:"raw"`
	Deep   []*part           `json:"deep"`
	Hidden string            `json:"-"`
	Named  bool
}

// A selection is refused where no record can have the field, and passes where
// it depends on the record.
func TestFieldTree(t *testing.T) {
	tree := fieldsOf(reflect.TypeFor[*varied]())
	if want := []string{"Named", "any", "deep", "free", "id", "inner", "number", "raw"}; !slices.Equal(tree.names(), want) {
		t.Errorf("%q", tree.names())
	}
	for _, c := range []struct {
		path []string
		want string
	}{
		{[]string{"id"}, ""},
		{[]string{"inner"}, ""},
		{[]string{"Named"}, ""},
		{[]string{"deep", "hash"}, ""},
		{[]string{"free", "x", "y"}, ""},
		{[]string{"any", "x"}, ""},
		{[]string{"raw", "x"}, ""},
		{[]string{"id", "x"}, "id.x"},         // a text
		{[]string{"number", "x"}, "number.x"}, // a number
		{[]string{"deep", "x", "y"}, "deep.x"},
		{[]string{"Hidden"}, "Hidden"},
		{[]string{"embedded"}, "embedded"},
		{[]string{"x", "y"}, "x"},
	} {
		if got := tree.missing(c.path); got != c.want {
			t.Errorf("%v: %q, want %q", c.path, got, c.want)
		}
	}
	for missing, want := range map[string][]string{
		"x":      tree.names(),
		"deep.x": {"deep.hash", "deep.path"},
		"id.x":   {"id"},
	} {
		if got := tree.beside(missing); !slices.Equal(got, want) {
			t.Errorf("beside %s: %q", missing, got)
		}
	}
}
