package shape

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestBadSelections(t *testing.T) {
	for text, reason := range map[string]string{
		"":         "is empty",
		",":        "has an empty element 1",
		"a,":       "has an empty element 2",
		"a,,b":     "has an empty element 2",
		"a, b":     "has a blank in its element 2",
		"a ,b":     "has a blank in its element 1",
		"\t":       "has a blank in its element 1",
		"a\u00a0b": "has a blank in its element 1",
		".a":       "has an empty name in its element 1",
		"a.":       "has an empty name in its element 1",
		"b,a..b":   "has an empty name in its element 2",
		".":        "has an empty name in its element 1",
		"a,b,a":    "has the field of its element 3 twice",
		"a.b,a.b":  "has the field of its element 2 twice",
	} {
		_, err := ParseSelection(text)
		e, ok := errors.AsType[*SelectionError](err)
		if !ok || e.Reason != reason || e.Text != text {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestSelectionPaths(t *testing.T) {
	s := selectionOf(t, "hash,parents.hash")
	if got := s.Paths(); len(got) != 2 || !slices.Equal(got[1], []string{"parents", "hash"}) {
		t.Errorf("%v", got)
	}
}

func selectionOf(t testing.TB, text string) Selection {
	t.Helper()
	s, err := ParseSelection(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestProject(t *testing.T) {
	for _, c := range []struct{ selection, record, want string }{
		{"a", `{"b":1,"a":2}`, `{"a":2}`},
		{"b,a", `{"a":1,"x":0,"b":2}`, `{"a":1,"b":2}`}, // in the order of the record
		{"a.b", `{"a":{"c":1,"b":{"d":[1, 2]}},"b":3}`, `{"a":{"b":{"d":[1, 2]}}}`},
		{"a,a.b", `{"a":{"c":1,"b":2}}`, `{"a":{"c":1,"b":2}}`}, // the wider one counts
		{"n", `{"n":12345678901234567890.10e3}`, `{"n":12345678901234567890.10e3}`},
		{"t", `{"t":"<&>\u00e9\ud83d\ude00"}`, `{"t":"<&>\u00e9\ud83d\ude00"}`},
		{"k", `{"\u006b":1}`, `{"\u006b":1}`},
		{"p.hash", `{"p":[{"hash":"1","x":0},{"hash":"2"}]}`, `{"p":[{"hash":"1"},{"hash":"2"}]}`},
		{"p.hash", `{"p":[{"hash":"1"},{"x":0},7,[{"hash":"3"}]]}`, `{"p":[{"hash":"1"},{},null,[{"hash":"3"}]]}`},
		{"p", `{"p":null}`, `{"p":null}`},
		{"p", `{"p":[]}`, `{"p":[]}`},
		// what says how a text is encoded stays with it
		{"path", `{"path":"%FF","path_encoding":"percent","x":1}`, `{"path":"%FF","path_encoding":"percent"}`},
		{"content", `{"content":"/w==","encoding":"base64","content_encoding":"x"}`, `{"content":"/w==","encoding":"base64","content_encoding":"x"}`},
		{"f.path", `{"f":[{"path":"%FF","path_encoding":"percent"}],"path_encoding":"x"}`, `{"f":[{"path":"%FF","path_encoding":"percent"}]}`},
		{"path_encoding", `{"path":"%FF","path_encoding":"percent"}`, `{"path_encoding":"percent"}`},
	} {
		out, empty, err := selectionOf(t, c.selection).Project([]byte(c.record))
		if err != nil || empty || string(out) != c.want {
			t.Errorf("%s of %s: %s, %v, %v", c.selection, c.record, out, empty, err)
		}
	}
}

func TestProjectNothing(t *testing.T) {
	for selection, record := range map[string]string{
		"a":       `{"b":1}`,
		"a.b":     `{"a":{"c":1}}`,
		"a.c":     `{"a":[{"b":1}]}`,
		"a.d":     `{"a":[]}`,
		"a.e":     `{"a":null}`,
		"path":    `{"path_encoding":"percent"}`, // of nothing
		"content": `{"encoding":"base64"}`,
	} {
		if out, empty, err := selectionOf(t, selection).Project([]byte(record)); err != nil || !empty {
			t.Errorf("%s of %s: %s, %v", selection, record, out, err)
		}
	}
	if out, empty, err := (Selection{}).Project([]byte(`{"a":1}`)); err != nil || !empty || string(out) != "{}" {
		t.Errorf("the zero value: %s, %v, %v", out, empty, err)
	}
}

// badObjects are refused by everything that changes an object.
var badObjects = []string{"", " ", "{", "[]", "1", `"a"`, "null", `{"a":1}x`, `{"a":}`, `{"a":1,"a":2}`, `{"a":1,"\u0061":2}`, manyFields(17) + `,"f3":0}`}

func manyFields(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(`,"f` + strings.Repeat("x", i) + `":0`)
	}
	return "{" + b.String()[1:] + `,"f3":1`
}

func TestProjectOfWhatIsNoRecord(t *testing.T) {
	for _, record := range badObjects {
		if out, _, err := selectionOf(t, "a").Project([]byte(record)); err == nil {
			t.Errorf("%s: %s", record, out)
		}
	}
}

// Whatever the record, the outcome is JSON, holds nothing new, and does not
// change when it is projected again.
func TestProjectOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		record := drawObject(t)
		s := drawSelection(t)
		once, empty, err := s.Project(record)
		if err != nil {
			t.Fatal(err)
		}
		mustParse(t, once)
		if len(once) > len(record)+nulls(once) {
			t.Fatalf("%s became %s", record, once)
		}
		again, emptyAgain, err := s.Project(once)
		if err != nil || string(again) != string(once) || empty != emptyAgain {
			t.Fatalf("%s, then %s (%v)", once, again, err)
		}
	})
}

func nulls(text []byte) int { return 4 * strings.Count(string(text), "null") }

func FuzzProject(f *testing.F) {
	f.Add("a.b,c", `{"a":[{"b":1}],"c":"x","c_encoding":"percent"}`)
	f.Add("content", `{"encoding":"base64","content":"AA=="}`)
	for _, record := range badObjects {
		f.Add("a", record)
	}
	f.Fuzz(func(t *testing.T, selection, record string) {
		s, err := ParseSelection(selection)
		if err != nil {
			return
		}
		out, _, err := s.Project([]byte(record))
		if err == nil {
			mustParse(t, out)
		}
	})
}
