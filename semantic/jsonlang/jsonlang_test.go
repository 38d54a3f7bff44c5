package jsonlang_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/genesis-vcs/genesis/semantic"
	"github.com/genesis-vcs/genesis/semantic/jsonlang"
	"github.com/genesis-vcs/genesis/semantic/semantictest"
)

func parse(t *testing.T, content string) *semantic.Document {
	t.Helper()
	doc, err := jsonlang.Language{}.Parse([]byte(content))
	if err != nil {
		t.Fatal(err)
	}
	if err := semantictest.Check(doc); err != nil {
		t.Fatalf("%v in:\n%s", err, content)
	}
	return doc
}

func TestOutline(t *testing.T) {
	for _, test := range []struct{ name, content, want string }{
		{"scalar", " 1 ", ""},
		{"empty", "{}\n", ""},
		{"keys", `{
  "name": "x", // trailing
  // leading
  "deps": {
    "a": "1",

    "b": "2"
  },
  "list": [
    1,
    {"x": 1},
    [2, 3]
  ]
  // tail
}
`, `key name 2-2
key deps set 3-8
  key a 5-5
  key b 6-7
key list 9-13
  item 10-10
  item set 11-11
    key x 11-11
  item 12-12
`},
		{"outermost array", "[\n  1,\n  2\n]\n", "item 2-2\nitem 3-3\n"},
		{"a key twice", "{\n\"o\": {\n\"a\": 1,\n\"a\": 2\n}\n}", "key o 2-5\n  key a 3-3\n  key a 4-4\n"},
		{"escaped key", `{"a\u0062\/\n": 1}`, "key ab/\n 1-1\n"},
		{"line ends", "\ufeff{\r\n\"a\": 1,\r\n\"b\": [\r\n]\r\n}\r\n", "key a 2-2\nkey b 3-4\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := semantictest.Outline(parse(t, test.content)); got != test.want {
				t.Errorf("got:\n%swant:\n%s", got, test.want)
			}
		})
	}
}

func TestCuts(t *testing.T) {
	for _, test := range []struct {
		content string
		want    []string
	}{
		{`{"a": 1, "b": 2}`, []string{`"a": 1,`, ` "b": 2`}},
		{`{ "a": 1 , "b": 2 }`, []string{` "a": 1 ,`, ` "b": 2`}},
		{"{\n \"a\": 1, // x\n \"b\": 2 // y\n // z\n}", []string{" \"a\": 1, // x\n", " \"b\": 2 // y\n"}},
		{"{ // o\n \"a\": 1 // x\n , \"b\": 2}", []string{" \"a\": 1 // x\n ,", ` "b": 2`}},
		{"{\n\"a\": 1, /* x\n y */\n\"b\": 2, /* z */ \"c\": 3,\n}", []string{"\"a\": 1, /* x\n y */\n", `"b": 2,`, " /* z */ \"c\": 3,\n"}},
		{"[{\n\"a\": 1\n}, {\n}]", []string{"{\n\"a\": 1\n},", " {\n}"}},
	} {
		doc := parse(t, test.content)
		var got []string
		for _, u := range doc.Root.Units {
			got = append(got, string(u.Span.In(doc.Content)))
		}
		if strings.Join(got, "|") != strings.Join(test.want, "|") {
			t.Errorf("%q is cut into %q, not %q", test.content, got, test.want)
		}
	}
}

func TestDialect(t *testing.T) {
	for content, want := range map[string]string{
		`{"a": [1, 2], "b": "//"}`: "json",
		`{"a": 1,}`:                "jsonc",
		`[1,]`:                     "jsonc",
		"// x\n1":                  "jsonc",
		"[1 /* x */]":              "jsonc",
		"1 // x":                   "jsonc",
	} {
		if got := parse(t, content).Language; got != want {
			t.Errorf("%s is %s, not %s", content, got, want)
		}
	}
}

func TestHash(t *testing.T) {
	for _, test := range []struct {
		name string
		same bool
		a, b string
	}{
		{"white space", true, `{"a":[1,2]}`, "\ufeff{\r\n\t\"a\" : [ 1 ,\n2 ] }\n"},
		{"order of keys", true, `{"a":1,"b":{"c":2,"d":3}}`, `{"b":{"d":3,"c":2},"a":1}`},
		{"escapes", true, `["a\u00e9\/\ud83d\ude00"]`, `["aé/😀"]`},
		{"place of a comment", true, "{\n// x\n\"a\": 1\n}", "{\n\"a\": /* x */ 1\n}"},
		{"optional comma", true, "[1, 2]", "[1, 2,]"},
		{"layout of an array", true, "[1, {\"a\": 2}]", "[\n1,\n{\"a\": 2}\n]"},
		{"order of elements", false, "[1, 2]", "[2, 1]"},
		{"order of a key's values", false, `{"a":1,"a":2}`, `{"a":2,"a":1}`},
		{"kind", false, `["1"]`, `[1]`},
		{"key and value", false, `{"a":"b"}`, `{"b":"a"}`},
		{"nesting", false, `[[1],2]`, `[[1,2]]`},
		{"empty", false, `{}`, `[]`},
		{"text of a comment", false, "[1] // x", "[1] // y"},
		{"member of a comment", false, "[1, /* x */\n 2]", "[1,\n 2 /* x */\n]"},
		{"half a pair", false, `"\ud800"`, `"\ufffd"`},
		{"number", false, "1.0", "1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if (parse(t, test.a).Root.Hash == parse(t, test.b).Root.Hash) != test.same {
				t.Errorf("same is not %v for:\n%s\n%s", test.same, test.a, test.b)
			}
		})
	}
}

func TestParseError(t *testing.T) {
	for _, test := range []struct {
		content      string
		line, column int
	}{
		{"", 1, 1},
		{" \n", 2, 1},
		{"{\n<<<<<<< ours\n}", 2, 1},
		{`{"a"}`, 1, 5},
		{`{"a": }`, 1, 7},
		{`{"a": 1 "b": 2}`, 1, 9},
		{`{"a": 1`, 1, 8},
		{`{a: 1}`, 1, 2},
		{`{,}`, 1, 2},
		{`[1,,2]`, 1, 4},
		{`[1}`, 1, 3},
		{`[1] 2`, 1, 5},
		{"[\"a\nb\"]", 1, 2},
		{`["\x"]`, 1, 3},
		{`["\u12"]`, 1, 3},
		{"[\"\\\n\"]", 1, 2},
		{"[1 / 2]", 1, 4},
		{"[1 /* 2]", 1, 4},
		{"01", 1, 1},
		{"1.", 1, 1},
		{".5", 1, 1},
		{"1e", 1, 1},
		{"-", 1, 1},
		{"+1", 1, 1},
		{"True", 1, 1},
		{"nul", 1, 1},
		{"'a'", 1, 1},
		{strings.Repeat("[", 100_000), 1, 10_002},
	} {
		_, err := jsonlang.Language{}.Parse([]byte(test.content))
		var at *semantic.ParseError
		if !errors.As(err, &at) {
			t.Fatalf("%.40q: %v", test.content, err)
		}
		if at.Language != "json" || at.Line != test.line || at.Column != test.column {
			t.Errorf("%.40q: %v, not line %d, column %d", test.content, err, test.line, test.column)
		}
	}
}
