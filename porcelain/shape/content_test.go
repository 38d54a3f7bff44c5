package shape

import (
	"encoding/base64"
	"net/url"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/genesis-vcs/genesis/porcelain/contract"
)

func TestCutContent(t *testing.T) {
	for _, c := range []struct {
		object string
		n      int
		want   string // "" when nothing is cut
	}{
		{`{"content":"abcdef"}`, 6, ""},
		{`{"content":"abcdef"}`, 5, `{"content":"abcde"}`},
		{`{"content":"abcdef","size":6}`, 1, `{"content":"a","size":6}`},
		{`{"content":"héllo"}`, 2, `{"content":"h"}`}, // not inside of a character
		{`{"content":"h\u00e9llo"}`, 2, `{"content":"h"}`},
		{`{"content":"h\u00e9llo"}`, 3, `{"content":"h\u00e9"}`},
		{`{"content":"a\nb\"c"}`, 2, `{"content":"a\n"}`},
		{`{"content":"a\nb\"c"}`, 5, ""}, // it is written with more bytes
		{`{"content":"\ud83d\ude00x"}`, 3, `{"content":""}`},
		{`{"content":"\ud83d\ude00x"}`, 4, `{"content":"\ud83d\ude00"}`},
		{`{"content":"\ud83d\ud83dx"}`, 3, `{"content":"\ud83d"}`}, // half a character stands for U+FFFD
		{`{"content":"AAECAw==","encoding":"base64"}`, 4, ""},
		{`{"content":"AAECAw==","encoding":"base64"}`, 3, `{"content":"AAEC","encoding":"base64"}`},
		{`{"content":"AAECAw==","encoding":"base64"}`, 2, `{"content":"AAE=","encoding":"base64"}`},
		{`{"encoding":"base64","content":"AAECAw=="}`, 1, `{"encoding":"base64","content":"AA=="}`},
		{`{"content":"no base64!","encoding":"base64"}`, 2, `{"content":"no","encoding":"base64"}`},
		{`{"content":"a%FFb","encoding":"percent"}`, 3, ""},
		{`{"content":"a%FFb","encoding":"percent"}`, 2, `{"content":"a%FF","encoding":"percent"}`},
		{`{"content":"a%FFb","encoding":"percent"}`, 1, `{"content":"a","encoding":"percent"}`},
		{`{"content":"a%FFb"}`, 2, `{"content":"a%"}`},
		{`{"content":["abc","d",null,["efg"]]}`, 1, `{"content":["a","d",null,["e"]]}`},
		{`{"content":7}`, 1, ""},
		{`{"content":null,"other":"abc"}`, 1, ""},
		{`{"files":[{"text":"abc"},{"text":"%41%42","text_encoding":"percent"},"abc"]}`, 1, `{"files":[{"text":"a"},{"text":"%41","text_encoding":"percent"},"abc"]}`},
	} {
		out, cut, err := CutContent([]byte(c.object), [][]string{{"content"}, {"files", "text"}}, c.n)
		want := c.want
		if want == "" {
			want = c.object
		}
		if err != nil || cut != (c.want != "") || string(out) != want {
			t.Errorf("%s to %d: %s, %v, %v", c.object, c.n, out, cut, err)
		}
	}
}

func TestCutContentOfWhatIsNoObject(t *testing.T) {
	for _, object := range badObjects {
		if out, _, err := CutContent([]byte(object), [][]string{{"a"}}, 1); err == nil {
			t.Errorf("%s: %s", object, out)
		}
	}
}

// Whatever the text and its encoding: what is left decodes to the beginning of
// what the text decodes to, is at most n bytes long, and is as much as possible.
func TestCutContentDecodes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		raw := rapid.SliceOf(rapid.Byte()).Draw(t, "bytes")
		n := rapid.IntRange(0, 40).Draw(t, "n")
		coding := rapid.SampledFrom([]string{"", "base64", "percent"}).Draw(t, "encoding")
		text := string(raw)
		switch coding {
		case "":
			text = strings.ToValidUTF8(text, "é")
		case "base64":
			text = base64.StdEncoding.EncodeToString(raw)
		case "percent":
			text = url.PathEscape(text)
		}
		object, err := contract.EncodeJSON(map[string]any{"content": text, "encoding": coding})
		if err != nil {
			t.Fatal(err)
		}
		out, cut, err := CutContent(object, [][]string{{"content"}}, n)
		if err != nil {
			t.Fatal(err)
		}
		whole, left := decodeContent(t, text, coding), decodeContent(t, mustParse(t, out)["content"].(string), coding)
		most := n
		if coding == "" {
			for most = min(n, len(whole)); most < len(whole) && !utf8.RuneStart(whole[most]); most-- {
			}
		}
		if want := whole[:min(most, len(whole))]; left != want || cut != (left != whole) {
			t.Fatalf("%q to %d: %q, want %q (cut %v)", whole, n, left, want, cut)
		}
	})
}

func decodeContent(t *rapid.T, text, coding string) string {
	var err error
	out := text
	switch coding {
	case "base64":
		var b []byte
		b, err = base64.StdEncoding.DecodeString(text)
		out = string(b)
	case "percent":
		out, err = url.PathUnescape(text)
	}
	if err != nil || coding == "" && !utf8.ValidString(text) {
		t.Fatalf("%q: %v", text, err)
	}
	return out
}

// Where nothing is to be shortened, nothing changes.
func TestCutContentLeavesTheRest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		object := drawObject(t)
		out, cut, err := CutContent(object, drawPaths(t), 1<<20)
		if err != nil || cut || string(out) != string(object) {
			t.Fatalf("%s: %s, %v, %v", object, out, cut, err)
		}
	})
}

func FuzzCutContent(f *testing.F) {
	f.Add(`{"content":"a\ud83d\ude00%FF","encoding":"percent"}`, 3)
	f.Add(`{"content":["AAEC"],"encoding":"base64"}`, 1)
	f.Add(`{"content":"\ud800\\u0041"}`, 2)
	for _, object := range badObjects {
		f.Add(object, 0)
	}
	f.Fuzz(func(t *testing.T, object string, n int) {
		out, cut, err := CutContent([]byte(object), [][]string{{"content"}, {"a", "content"}}, max(0, n))
		if err != nil {
			return
		}
		if mustParse(t, out); utf8.ValidString(object) != utf8.Valid(out) && !cut {
			t.Errorf("%q became %q", object, out)
		}
		if again, cut, err := CutContent(out, [][]string{{"content"}, {"a", "content"}}, max(0, n)); err != nil || cut || string(again) != string(out) {
			t.Errorf("%s, then %s (%v)", out, again, err)
		}
	})
}

func TestCountList(t *testing.T) {
	out, err := CountList([]byte(`{"a":1,"commits":[{"x":"<"}],"b":1e5}`), "commits", "commits_count", 3)
	if err != nil || string(out) != `{"a":1,"commits_count":3,"b":1e5}` {
		t.Errorf("%s, %v", out, err)
	}
	for _, object := range append([]string{`{"b":1}`, `{"a":1,"a_count":2}`}, badObjects...) {
		if out, err := CountList([]byte(object), "a", "a_count", 1); err == nil {
			t.Errorf("%s: %s", object, out)
		}
	}
}

func TestPatch(t *testing.T) {
	out, err := Patch([]byte(`{"a":1,"b":{"c":[1],"a":2.50},"e":"<"}`+"\n"), map[string]any{"a": "<&>", "x": 4, "b.c": 6})
	if err != nil || string(out) != `{"a":"<&>","b":{"c":[1],"a":2.50},"e":"<"}`+"\n" {
		t.Errorf("%s, %v", out, err)
	}
	out, err = Patch([]byte(`{"a":1,"b":{"a":2,"c":{"a":3}}}`), Values{"b": Values{"a": 4, "x": 5, "c": Values{"a": map[string]int{"d": 6}}}})
	if err != nil || string(out) != `{"a":1,"b":{"a":4,"c":{"a":{"d":6}}}}` {
		t.Errorf("nested: %s, %v", out, err)
	}
	if out, err := Patch([]byte(`{"a":1}`), Values{"a": Values{"b": 1}}); err == nil {
		t.Errorf("within a number: %s", out)
	}
	if out, err := Patch([]byte(`{"a":1}`), map[string]any{"a": func() {}}); err == nil {
		t.Errorf("%s", out)
	}
	for _, object := range badObjects {
		if out, err := Patch([]byte(object), map[string]any{"a": 1}); err == nil {
			t.Errorf("%s: %s", object, out)
		}
	}
}

func FuzzPatch(f *testing.F) {
	f.Add(`{"a":{"a":1},"b":2}`, "a", 2)
	f.Add(`{"a":[]}`, "b", 2)
	f.Fuzz(func(t *testing.T, object, field string, value int) {
		out, err := Patch([]byte(object), map[string]any{field: value})
		if err != nil {
			return
		}
		mustParse(t, out)
		if again, err := Patch(out, map[string]any{field: value}); err != nil || string(again) != string(out) {
			t.Errorf("%s, then %s (%v)", out, again, err)
		}
	})
}
