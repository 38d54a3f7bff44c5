package contract

import "testing"

// What a program reads needs no escapes for HTML.
func TestEncode(t *testing.T) {
	value := map[string]any{"a": "<&>", "b": []int{1}}
	line, err := EncodeJSON(value)
	if want := `{"a":"<&>","b":[1]}`; err != nil || string(line) != want {
		t.Errorf("%q, %v", line, err)
	}
	document, err := EncodeDocument(value)
	if want := "{\n  \"a\": \"<&>\",\n  \"b\": [\n    1\n  ]\n}\n"; err != nil || string(document) != want {
		t.Errorf("%q, %v", document, err)
	}
	if _, err := EncodeJSON(func() {}); err == nil {
		t.Error("a function has a form in JSON")
	}
}
