package shape

import (
	"bytes"
	"encoding/json"
	"strings"

	"pgregory.net/rapid"

	"github.com/genesis-vcs/genesis/porcelain/contract"
)

// fatal is what tests, fuzz targets and properties have in common.
type fatal interface {
	Helper()
	Fatalf(format string, args ...any)
}

// mustParse fails unless the text is one JSON object; it returns it.
func mustParse(t fatal, text []byte) (object map[string]any) {
	t.Helper()
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	if err := dec.Decode(&object); err != nil || object == nil {
		t.Fatalf("%.200s: %v", text, err)
	}
	return object
}

var fieldNames = []string{"a", "b", "content", "encoding", "path", "path_encoding", "hash", "kind"}

// drawValue draws a value of JSON with a certain depth of nesting.
func drawValue(t *rapid.T, depth int) any {
	sort := rapid.IntRange(0, 5).Draw(t, "sort")
	if depth == 0 {
		sort %= 4
	}
	switch sort {
	case 0:
		return nil
	case 1:
		return rapid.Int().Draw(t, "number")
	case 2:
		return rapid.SampledFrom([]string{"base64", "percent", "AAECAwQ=", "a%FFb%20", "<&>\u2028", strings.Repeat("0123456789abcdef", 4)}).Draw(t, "known")
	case 3:
		return rapid.String().Draw(t, "text")
	case 4:
		list := make([]any, rapid.IntRange(0, 4).Draw(t, "entries"))
		for i := range list {
			list[i] = drawValue(t, depth-1)
		}
		return list
	}
	return drawFields(t, depth-1)
}

func drawFields(t *rapid.T, depth int) map[string]any {
	object := map[string]any{}
	for range rapid.IntRange(0, 5).Draw(t, "fields") {
		object[rapid.SampledFrom(fieldNames).Draw(t, "name")] = drawValue(t, depth)
	}
	return object
}

// drawObject draws an object as the frame encodes one.
func drawObject(t *rapid.T) []byte {
	out, err := contract.EncodeJSON(drawFields(t, 3))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func drawPaths(t *rapid.T) [][]string {
	name := rapid.SampledFrom(fieldNames)
	return rapid.SliceOfN(rapid.SliceOfN(name, 1, 3), 1, 4).Draw(t, "paths")
}

func drawSelection(t *rapid.T) Selection {
	var texts []string
	seen := map[string]bool{}
	for _, path := range drawPaths(t) {
		if text := strings.Join(path, "."); !seen[text] {
			seen[text] = true
			texts = append(texts, text)
		}
	}
	s, err := ParseSelection(strings.Join(texts, ","))
	if err != nil {
		t.Fatal(err)
	}
	return s
}
