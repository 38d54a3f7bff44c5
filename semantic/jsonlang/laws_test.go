package jsonlang_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/genesis-vcs/genesis/semantic/jsonlang"
	"github.com/genesis-vcs/genesis/semantic/semantictest"
)

// What encoding/json accepts is JSON, and nothing else is; only comments, the
// optional comma and a byte order mark are more.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"", "null", `{"a": [1, 2.5e-3, "x\u00e9"], "b": {}}`, "\ufeff{\r\n\"a\": 1, // x\r\n\"b\": [\r\n],\r\n}",
		"[1, /* a\n */ 2 /* b */\n/* c */]", `{"a": 1, "a": "\ud800\u0041\n"}`, "[-0, 1E+2, 01, \"\t\", tru]", "{\"\\\"\\\"\\\"", "[/*[",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		if err := semantictest.CheckTokens(jsonlang.Language{}, content); err != nil {
			t.Fatal(err)
		}
		before := bytes.Clone(content)
		doc, err := jsonlang.Language{}.Parse(content)
		if !bytes.Equal(before, content) {
			t.Fatal("the content was changed")
		}
		strict := json.Valid(content)
		if err != nil {
			if strict {
				t.Fatalf("%v", err)
			}
			return
		}
		if err := semantictest.Check(doc); err != nil {
			t.Fatal(err)
		}
		if !strict && doc.Language == "json" && !bytes.HasPrefix(content, []byte("\ufeff")) {
			t.Fatal("others do not accept this")
		}
	})
}

// Indenting changes no hash, and makes units of lines.
func TestLayoutKeepsHash(t *testing.T) {
	value := rapid.Deferred(func() *rapid.Generator[any] { return values(3) })
	rapid.Check(t, func(t *rapid.T) {
		compact, err := json.Marshal(value.Draw(t, "value"))
		if err != nil {
			t.Fatal(err)
		}
		var indented bytes.Buffer
		if err := json.Indent(&indented, compact, "", "  "); err != nil {
			t.Fatal(err)
		}
		a, errA := jsonlang.Language{}.Parse(compact)
		b, errB := jsonlang.Language{}.Parse(indented.Bytes())
		if errA != nil || errB != nil {
			t.Fatal(errA, errB)
		}
		if a.Root.Hash != b.Root.Hash {
			t.Fatalf("the hash of %s changes with its layout", compact)
		}
		if err := semantictest.Check(a); err != nil {
			t.Fatal(err)
		}
		if err := semantictest.CheckLines(b); err != nil {
			t.Fatalf("%v in:\n%s", err, indented.Bytes())
		}
	})
}

func values(depth int) *rapid.Generator[any] {
	scalar := rapid.OneOf(
		rapid.Int().AsAny(), rapid.String().AsAny(), rapid.Bool().AsAny(), rapid.Float64Range(-1e9, 1e9).AsAny(), rapid.Just[any](nil),
	)
	if depth == 0 {
		return scalar
	}
	inner := values(depth - 1)
	return rapid.OneOf(
		scalar,
		rapid.SliceOfN(inner, 0, 5).AsAny(),
		rapid.MapOfN(rapid.String(), inner, 0, 5).AsAny(),
	)
}

func TestLargeFilesTakeLinearTime(t *testing.T) {
	const n = 100_000
	for _, test := range []struct{ name, content string }{
		{"numbers", "[\n" + strings.Repeat("1,\n", n) + "1]"},
		{"line", "[" + strings.Repeat("1,", n) + "1]"},
		{"one key", "{" + strings.Repeat("\"a\": 1,", n) + "\"a\": 1}"},
		{"keys", "{" + keys(n) + "\"a\": 1}"},
		{"deep", strings.Repeat("[\n", 9_999) + strings.Repeat("\n]", 9_999)},
		{"deep with comments", strings.Repeat("{\"a\": // x\n", 9_999) + "1" + strings.Repeat("\n}", 9_999)},
		{"too deep", strings.Repeat("[", n)},
		{"open comments", "[" + strings.Repeat("/*", n)},
		{"slashes", strings.Repeat("/", n)},
		{"comments", strings.Repeat("// a\n", n) + "1"},
		{"escaped quotes", "\"" + strings.Repeat("\\\"", n)},
		{"open strings", strings.Repeat("\"\n", n)},
		{"spaces", "[1" + strings.Repeat(" \n", n) + "]"},
		{"words", strings.Repeat("a", n)},
	} {
		t.Run(test.name, func(t *testing.T) {
			began := time.Now()
			_, _ = jsonlang.Language{}.Parse([]byte(test.content))
			if err := semantictest.CheckTokens(jsonlang.Language{}, []byte(test.content)); err != nil {
				t.Error(err)
			}
			if took := time.Since(began); took > time.Minute {
				t.Errorf("%d bytes took %v", len(test.content), took)
			}
		})
	}
}

func keys(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "\"k%d\": 1,\n", i)
	}
	return b.String()
}

func BenchmarkParse(b *testing.B) {
	content := []byte("{\n" + strings.Repeat("  \"package\": {\n    \"version\": \"1.0.0\",\n    \"dev\": true\n  },\n", 1000) + "  \"last\": 1\n}\n")
	b.SetBytes(int64(len(content)))
	for b.Loop() {
		if _, err := (jsonlang.Language{}).Parse(content); err != nil {
			b.Fatal(err)
		}
	}
}
