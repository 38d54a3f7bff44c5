package objects

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

func TestParseID(t *testing.T) {
	id := Sum(KindBlob, nil)
	if got, err := ParseID(id.String()); err != nil || got != id {
		t.Errorf("ParseID(%s) = %s, %v", id, got, err)
	}
	for _, bad := range []string{
		"", "00", strings.Repeat("0", 63), strings.Repeat("0", 65),
		strings.Repeat("A", 64), strings.Repeat("g", 64), " " + strings.Repeat("0", 63),
	} {
		var e *BadIDError
		if _, err := ParseID(bad); !errors.As(err, &e) || e.Text != bad {
			t.Errorf("ParseID(%q): %v, want a BadIDError", bad, err)
		}
		if err := new(ID).UnmarshalText([]byte(bad)); !errors.As(err, &e) {
			t.Errorf("UnmarshalText(%q): %v, want a BadIDError", bad, err)
		}
	}
}

func TestIDInJSON(t *testing.T) {
	want := map[string]ID{"a": idOf(0xab)}
	data, err := json.Marshal(want)
	if err != nil || string(data) != `{"a":"`+strings.Repeat("ab", 32)+`"}` {
		t.Fatalf("%s, %v", data, err)
	}
	var got map[string]ID
	if err := json.Unmarshal(data, &got); err != nil || got["a"] != want["a"] {
		t.Errorf("%v, %v", got, err)
	}
}

func TestKinds(t *testing.T) {
	for _, k := range Kinds {
		got, ok := ParseKind(k.String())
		if !ok || got != k || !k.Valid() {
			t.Errorf("ParseKind(%s) = %s, %v", k, got, ok)
		}
		if k.Structured() != (k != KindBlob && k != KindChunk) {
			t.Errorf("%s: structured is %v", k, k.Structured())
		}
	}
	for _, k := range []Kind{0, KindPatch + 1} {
		if k.Valid() || k.Structured() || k.String() != "unknown" {
			t.Errorf("kind %d passes for %s", k, k)
		}
	}
	if _, ok := ParseKind("unknown"); ok {
		t.Error("unknown is a kind")
	}
	if text, err := json.Marshal(KindTree); err != nil || string(text) != `"tree"` {
		t.Errorf("%s, %v", text, err)
	}
}
