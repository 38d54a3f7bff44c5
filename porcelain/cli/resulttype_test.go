package cli

import (
	"encoding/json"
	"reflect"
	"slices"
	"testing"
)

// TypedPath is a part of a record whose fields are the record's.
type TypedPath struct {
	Text     string `json:"path"`
	Encoding string `json:"path_encoding,omitempty"`
}

type typedRecord struct {
	TypedPath
	Content string      `json:"content" cut:"content"`
	Inner   []typedPart `json:"inner"`
	hidden  int
	Left    string `json:"-"`
}

type typedPart struct {
	Text string `json:"text" cut:"content"`
}

// The frame sees the fields that the encoder writes, in their order.
func TestFieldsAreThoseOfTheEncoder(t *testing.T) {
	record := typedRecord{TypedPath: TypedPath{"a", "percent"}, Inner: []typedPart{}, hidden: 1, Left: "x"}
	encoded, err := json.Marshal(record)
	if err != nil {
		t.Fatal(err)
	}
	var written map[string]any
	if err := json.Unmarshal(encoded, &written); err != nil {
		t.Fatal(err)
	}
	fields := fieldsOf(reflect.TypeFor[List[typedRecord]]())
	if len(written) != len(fields) {
		t.Errorf("fields %v of %s", fields.names(), encoded)
	}
	for name := range written {
		if _, ok := fields[name]; !ok {
			t.Errorf("no field %s", name)
		}
	}
	if got := fields.missing([]string{"inner", "txt"}); got != "inner.txt" {
		t.Errorf("missing %q", got)
	}
	want := [][]string{{"content"}, {"inner", "text"}}
	if got := contentPaths(reflect.TypeFor[typedRecord]()); !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("content %v", got)
	}
}
