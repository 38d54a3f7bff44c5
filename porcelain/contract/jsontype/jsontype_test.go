package jsontype

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"testing"
	"time"
)

type part struct {
	Inner string `json:"inner"`
}

type whole struct {
	part
	Text   string `json:"text"`
	Plain  int
	Empty  string `json:",omitempty"`
	Left   string `json:"-"`
	Number *int   `json:"number,omitempty"`
	hidden int
}

// stamped has the methods of its part, and with them its JSON.
type stamped struct {
	time.Time
	Text string `json:"text"`
}

// What is found is what the encoder writes.
func TestFieldsAreThoseOfTheEncoder(t *testing.T) {
	encoded, err := json.Marshal(whole{Empty: "x", Number: new(1), hidden: 2})
	if err != nil {
		t.Fatal(err)
	}
	var written map[string]any
	if err := json.Unmarshal(encoded, &written); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range Fields(reflect.TypeFor[*whole]()) {
		names = append(names, Name(f))
	}
	slices.Sort(names)
	if want := slices.Sorted(maps.Keys(written)); !slices.Equal(names, want) {
		t.Errorf("%q, the encoder writes %q", names, want)
	}
}

func TestTypesThatEncodeThemselvesHaveNoFields(t *testing.T) {
	for _, c := range []struct {
		t          reflect.Type
		json, text bool
	}{
		{reflect.TypeFor[stamped](), true, true},
		{reflect.TypeFor[json.RawMessage](), true, false},
		{reflect.TypeFor[whole](), false, false},
	} {
		if EncodesJSON(c.t) != c.json || EncodesText(c.t) != c.text || EncodesItself(c.t) != (c.json || c.text) {
			t.Errorf("%s: JSON %v, text %v", c.t, EncodesJSON(c.t), EncodesText(c.t))
		}
		if none := Fields(c.t) == nil; none != (c.json || c.text) {
			t.Errorf("%s has fields: %v", c.t, !none)
		}
	}
}
