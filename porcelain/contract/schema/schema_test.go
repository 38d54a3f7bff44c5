package schema

import (
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/genesis-vcs/genesis/objects"
)

// listOf stands for the list of records of package cli.
type listOf[T any] struct{ items []T }

func (l listOf[T]) ElementType() reflect.Type    { return reflect.TypeFor[T]() }
func (l listOf[T]) MarshalJSON() ([]byte, error) { return json.Marshal(l.items) }

type part struct {
	Path     string `json:"path"`
	Encoding string `json:"path_encoding,omitempty"`
}

type sample struct {
	part
	Records listOf[record] `json:"records"`
	ID      objects.ID     `json:"id"`
	Maybe   *objects.ID    `json:"maybe"`
	Absent  *part          `json:"absent,omitempty"`
	Words   []string       `json:"words,omitempty" enum:"a,b"`
	Form    string         `json:"form" pattern:"^x$" jsonschema:"a form"`
	Word    *string        `json:"word" enum:"c"`
	Never   bool           `json:"never" enum:"false"`
	On      bool           `json:"on,omitempty"`
	Count   int            `json:"count"`
	Signed  int64          `json:"signed"`
	Time    string         `json:"time"`
	Free    map[string]any `json:"free"`
	Raw     json.RawMessage
	Hidden  int `json:"-"`
}

type record struct {
	Kind objects.Kind `json:"kind"`
}

func TestSchemaOfAType(t *testing.T) {
	d, err := Result{Command: "sample", Summary: "Show", Kind: "genesis/sample-v0.1", Types: []reflect.Type{reflect.TypeFor[*sample]()}}.document()
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("testdata/sample.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(d.Content)); d.Name != "sample-v0.1" || diff != "" {
		t.Errorf("%s: -want +got\n%s", d.Name, diff)
	}
}

// tree holds itself.
type tree struct {
	Name  string  `json:"name"`
	Below []*tree `json:"below"`
}

func TestTypeThatHoldsItself(t *testing.T) {
	type result struct {
		Top *tree `json:"top"`
	}
	d, err := Result{Command: "x", Kind: "genesis/x-v0.1", Types: []reflect.Type{reflect.TypeFor[result]()}}.document()
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(d.Content), `"$ref": "#/$defs/tree"`); n != 2 {
		t.Errorf("%d references in\n%s", n, d.Content)
	}
}

// A result of several types may be any one of them.
func TestResultOfTwoTypes(t *testing.T) {
	types := []reflect.Type{reflect.TypeFor[part](), reflect.TypeFor[record]()}
	d, err := Result{Command: "x", Kind: "genesis/x-v0.1", Types: types}.document()
	if err != nil {
		t.Fatal(err)
	}
	var s struct {
		OneOf []struct {
			Properties map[string]any
		}
	}
	if err := json.Unmarshal(d.Content, &s); err != nil || len(s.OneOf) != 2 || s.OneOf[0].Properties["path"] == nil || s.OneOf[1].Properties["kind"] == nil {
		t.Errorf("%v: %s", err, d.Content)
	}
}

// Part has a field of its own name.
type Part struct{ Part int }

// encoded writes its own JSON, which no schema can be made from.
type encoded struct{}

func (encoded) MarshalJSON() ([]byte, error) { return []byte("1"), nil }

func TestTypesWithoutASchema(t *testing.T) {
	type inside struct {
		Field []encoded `json:"field"`
	}
	type two struct {
		A listOf[part] `json:"a"`
		B listOf[int]  `json:"b"`
	}
	type hiding struct{ Part }
	type covering struct {
		part
		Encoding string `json:"encoding"`
	}
	type misplaced struct {
		N int `json:"n" enum:"1"`
	}
	for _, c := range []struct {
		of   reflect.Type
		says string
	}{
		{reflect.TypeFor[encoded](), "encodes itself"},
		{reflect.TypeFor[*inside](), "inside.Field"},
		{reflect.TypeFor[two](), "second list"},
		{reflect.TypeFor[hiding](), "hides the field schema.Part.Part"},
		{reflect.TypeFor[covering](), "hides the field schema.part.Encoding"},
		{reflect.TypeFor[misplaced](), "misplaced.N"},
	} {
		if _, err := (Result{Command: "x", Kind: "genesis/x-v0.1", Types: []reflect.Type{c.of}}).document(); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", c.of, err)
		}
	}
	if _, err := (Result{Command: "x", Kind: "genesis/x-v0.1"}).document(); err == nil {
		t.Error("a result without a type has a schema")
	}
}
