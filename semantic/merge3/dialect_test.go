package merge3_test

import (
	"encoding/json"
	"testing"

	"github.com/genesis-vcs/genesis/semantic/jsonlang"
	"github.com/genesis-vcs/genesis/semantic/merge3"
)

// What both sides add to a list in JSON is never merged into a list with a comma
// that others do not read.
func TestJSONStaysJSON(t *testing.T) {
	const base = "{\n  \"a\": 1,\n  \"b\": 2\n}\n"
	for _, sides := range [][2]string{
		{"{\n  \"a\": 1\n}\n", "{\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 3\n}\n"},
		{"{\n  \"a\": 1\n}\n", "{\n  \"b\": 2\n}\n"},
		{"{\n  \"a\": 1,\n  \"b\": 2,\n  \"x\": 3\n}\n", "{\n  \"a\": 1,\n  \"b\": 2,\n  \"y\": 3\n}\n"},
		{"{\n  \"x\": 1,\n  \"a\": 1\n}\n", "{\n  \"b\": 2\n}\n"},
	} {
		result := merge3.Merge(merge3.Input{
			Base: []byte(base), Left: []byte(sides[0]), Right: []byte(sides[1]), Language: jsonlang.Language{},
		})
		if result.Clean() && !json.Valid(result.Content) {
			t.Errorf("%q and %q merge into %q", sides[0], sides[1], result.Content)
		}
	}
}
