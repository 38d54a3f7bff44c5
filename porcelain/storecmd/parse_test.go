package storecmd

import (
	"slices"
	"strings"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/porcelain/contract"
)

func TestSplitPaths(t *testing.T) {
	for _, c := range []struct {
		in   string
		end  byte
		want []string
	}{
		{"", '\n', nil},
		{"a", '\n', []string{"a"}},
		{"a\nb c\n", '\n', []string{"a", "b c"}},
		{"a\nb\x00-\x00", 0, []string{"a\nb", "./-"}},
	} {
		if got, err := splitPaths(strings.NewReader(c.in), c.end); err != nil || !slices.Equal(got, c.want) {
			t.Errorf("splitPaths(%q) = %q, %v, want %q", c.in, got, err, c.want)
		}
	}
	for _, in := range []string{"\n", "a\n\nb", strings.Repeat("x", maxPath+1)} {
		if got, err := splitPaths(strings.NewReader(in), '\n'); err == nil {
			t.Errorf("splitPaths(%.20q) = %.20q, want an error", in, got)
		}
	}
}

func TestParseSubset(t *testing.T) {
	if part, of, err := parseSubset("2/7"); part != 2 || of != 7 || err != nil {
		t.Errorf("2/7: %d, %d, %v", part, of, err)
	}
	if part, of, err := parseSubset(""); part != 0 || of != 0 || err != nil {
		t.Errorf("all: %d, %d, %v", part, of, err)
	}
	for _, text := range []string{"0/1", "2/1", "1", "/", "a/b", "-1/2", "1/2/3", "1/99999999999999999999"} {
		if _, _, err := parseSubset(text); err == nil {
			t.Errorf("%q was accepted", text)
		}
	}
}

// What is put is what the line says, byte for byte, or it is refused.
func TestParseRequestIsStrict(t *testing.T) {
	for line, want := range map[string]string{
		`{"op":"put","content":"a\u00e9\ud83d\ude00\\ud800"}`: "aé😀\\ud800",
		`{"op":"put","content":"","path":null}`:               "",
		"\t{ \"op\":\"put\", \"content\":\"x\" } \r":          "x",
	} {
		req, err := parseRequest([]byte(line))
		if err != nil {
			t.Errorf("%s: %v", line, err)
			continue
		}
		if got, err := req.content(); err != nil || string(got) != want {
			t.Errorf("%s: %q, %v", line, got, err)
		}
	}
	for line, reason := range map[string]string{
		"":      "the line is empty",
		" \r":   "the line is empty",
		"null":  "the line is not a JSON object",
		"[]":    "the line is not a JSON object",
		`"has"`: "the line is not a JSON object",
		"{\"id\":1,\"op\":\"put\",\"content\":\"\xff\"}":  "the line is not UTF-8; other bytes can be put as base64",
		`{"op":"put","content":"\ud800","id":1}`:          "an escape is half of a surrogate pair, which is no character",
		`{"id":1,"op":"put","content":"\ude00\ud83d"}`:    "an escape is half of a surrogate pair, which is no character",
		`{"id":1,"op":"put","content":"\ud83d\u0041"}`:    "an escape is half of a surrogate pair, which is no character",
		`{"id":1,"OP":"put","content":"x"}`:               `there is no key "OP"`,
		`{"id":1,"op":"put","Content":"x","content":"y"}`: `there is no key "Content"`,
		`{"id":1,"op":"put","content":"x","content":"y"}`: `the key "content" comes twice`,
		`{"id":1,"op":"put","content":"x","id":2}`:        `the key "id" comes twice`,
		`{"id":1,"op":"put","content":7}`:                 `the value of "content" is not text`,
		`{"id":1,"op":"put","path":""}`:                   "the path is empty",
		`{"id":1,"op":"put","path":"","content":"x"}`:     "put takes a path or content",
		`{"id":1,"op":"has"}`:                             "has takes a hash only",
		`{"id":1,"op":"put","content":"x"} {}`:            "there is something behind the object",
		`{"id":1,"op":"put","content":"x"`:                "the line ends in the middle of the object",
		`{"id":1,"op":"put","content":"x",}`:              "invalid character '}'",
	} {
		req, err := parseRequest([]byte(line))
		failure := contract.From(err)
		if failure == nil || failure.Code != "store/bad-request" || !strings.HasPrefix(failure.Facts["reason"].(string), reason) {
			t.Errorf("%q: %v", line, failure)
		}
		if hasID := strings.Contains(line, `"id":1`); hasID != (string(req.ID) == "1") {
			t.Errorf("%q: the id is %q", line, req.ID)
		}
	}
}

// The place of a fault is the key and the value that it is about.
func TestRequestFaultsNameThePlace(t *testing.T) {
	for line, want := range map[string]string{
		`{"op":"put", "content":7}`:          `"content":7`,
		`{"id":1,"OP":"put"}`:                `"OP":"put"`,
		`{"op":"put","op":"get"}`:            `"op":"get"`,
		`{"op":"put","content":"x"} {"a":1}`: `{`,
	} {
		_, err := parseRequest([]byte(line))
		span := contract.From(err).Span
		if span == nil {
			t.Errorf("%s: no place", line)
			continue
		}
		if got := line[span.StartColumn-1 : span.EndColumn-1]; got != want || span.StartLine != 1 || span.Source != contract.Stdin {
			t.Errorf("%s: %+v is %q, want %q", line, span, got, want)
		}
	}
}

// A request is understood, or its failure is a fault of the registry; the quick
// way of the usual request says what the parser says.
func FuzzRequest(f *testing.F) {
	hash := strings.Repeat("0123456789abcdef", 4)
	f.Add([]byte(`{"op":"has","hash":"` + hash + `"}`))
	f.Add([]byte(`{"id":1,"op":"put","content":"eA==","encoding":"base64"}`))
	f.Add([]byte(`{"id":null,"op":"get","hash":""} {}`))
	f.Add([]byte(`{"op":"put","path":"x","content":""}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		req, err := parseRequest(line)
		if id, ok := plainHas(line); ok {
			if parsed, perr := objects.ParseID(*req.Hash); err != nil || perr != nil || parsed != id || req.Op != "has" {
				t.Fatalf("%q: the quick way disagrees: %+v, %v", line, req, err)
			}
		}
		if err != nil {
			bad := contract.From(err)
			if bad.Code != "store/bad-request" {
				t.Errorf("%q: %s", line, bad.Code)
			}
			if s := bad.Span; s != nil && (s.StartColumn < 1 || s.EndColumn < s.StartColumn || s.EndColumn > len(line)+1) {
				t.Errorf("%q: %+v", line, s)
			}
			return
		}
		if req.Op == "put" && req.Content != nil {
			if _, err := req.content(); err != nil && contract.From(err).Code != "store/bad-request" {
				t.Errorf("%q: %v", line, err)
			}
		}
	})
}
