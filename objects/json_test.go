package objects

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// id2 is the JSON text of idOf(n).
func id2(n byte) string { return strings.Repeat(fmt.Sprintf("%02x", n), 32) }

func TestJSON(t *testing.T) {
	annJSON := `{"name":"Ann %FF Example","name_encoding":"percent","email":"ann@example.org","seconds":1767225600,"time":"2026-01-01T00:00:00Z","zone":"+0100"}`
	nobody := `{"name":"","email":"","seconds":0,"time":"1970-01-01T00:00:00Z","zone":""}`
	git := fmt.Sprintf("%x", "01234567890123456789")
	git256 := fmt.Sprintf("%x", "01234567890123456789012345678901")
	want := []string{
		`{"entries":[]}`,
		`{"entries":[` +
			`{"name":"a%FF\n","name_encoding":"percent","mode":"file","id":"` + id2(1) + `","size":0},` +
			`{"name":"bin","mode":"dir","id":"` + id2(2) + `"},` +
			`{"name":"link","mode":"symlink","id":"` + id2(3) + `"},` +
			`{"name":"odd","mode":"100664","id":"` + id2(4) + `","size":70000},` +
			`{"name":"run","mode":"exec","id":"` + id2(5) + `","size":21474836480},` +
			`{"name":"sub","mode":"gitlink","id":"` + git + `"},` +
			`{"name":"sub256","mode":"gitlink","id":"` + git256 + `"}]}`,
		`{"root":"` + id2(1) + `","files":0,"bytes":0}`,
		`{"root":"` + id2(1) + `","files":3,"bytes":300,"package":{"name":"p","version":"1.2","manifest":"` + id2(2) + `"}}`,
		`{"parents":[],"snapshot":"` + id2(1) + `","author":` + annJSON + `,"committer":` + nobody + `,"message":""}`,
		`{"parents":["` + id2(9) + `","` + id2(8) + `"],"snapshot":"` + id2(1) + `","author":` + annJSON +
			`,"committer":{"name":"bot","email":"bot@x","seconds":-1,"time":"1969-12-31T23:59:59Z","zone":"-0000","agent":"codex"}` +
			`,"message":"one\n\ntwo%FE","message_encoding":"percent","encoding":"ISO-8859-1"` +
			`,"extra":[{"name":"gpgsig","value":"-----BEGIN\n"},{"name":"gpgsig","value":""}]` +
			`,"base":"` + id2(2) + `","patch":"` + id2(3) + `","target":{"kind":"module","id":"m"},"why":"because"` +
			`,"obligations":["a","b"],"evidence":["` + id2(4) + `","` + id2(5) + `"],"session":"s1"}`,
		`{"target":"` + id2(1) + `","kind":"commit","name":"v1","message":""}`,
		`{"target":"` + id2(1) + `","kind":"blob","name":"v%FF","name_encoding":"percent","tagger":` + annJSON +
			`,"message":"m\n","encoding":"latin1","extra":[{"name":"h","value":"v"}]}`,
		`{"level":0,"size":1,"entries":[{"id":"` + id2(1) + `","size":1}]}`,
		`{"level":1,"size":300002,"entries":[{"id":"` + id2(1) + `","size":300000},{"id":"` + id2(1) + `","size":2}]}`,
		`{"seq":1,"workspace":"","actor":{"host":""},"seconds":0,"time":"1970-01-01T00:00:00Z","verb":"init","changes":[]}`,
		`{"seq":7,"parent":"` + id2(6) + `","workspace":"w1","actor":{"name":"Ann%FF","name_encoding":"percent","email":"a@b","agent":"codex","host":"h"}` +
			`,"seconds":1767225600,"time":"2026-01-01T00:00:00Z","verb":"commit new","changes":[` +
			`{"space":"ref","name":"refs/heads/main","old":"` + id2(1) + `","new":"` + id2(2) + `"},` +
			`{"space":"ref","name":"refs/heads/old","old":"` + id2(3) + `"},` +
			`{"space":"head","name":"w1","new":"refs/heads/main"},` +
			`{"space":"pin","name":"` + id2(4) + `","new":""},` +
			`{"space":"mark","name":"origin","old":"","new":"%FF","new_encoding":"percent"}]` +
			`,"worktree_before":"` + id2(10) + `","worktree_after":"` + id2(11) + `","saved":"` + id2(12) + `","subject":"` + id2(13) + `"}`,
		`{"seq":0,"refs":[],"heads":[],"pins":[],"settings":[],"marks":[],"quarantine":[],"tombstones":[],"shallow":[]}`,
		`{"seq":9,"operation":"` + id2(1) + `","refs":[{"name":"refs/heads/main","value":"` + id2(2) + `"}]` +
			`,"heads":[{"name":"w1","value":"` + id2(3) + `"},{"name":"w2","value":"refs/heads/main"}]` +
			`,"pins":[{"name":"` + id2(4) + `","value":"keep %FF","value_encoding":"percent"}]` +
			`,"settings":[{"name":"policy","value":""}],"marks":[{"name":"m","value":"\u0000\u0001"}]` +
			`,"quarantine":["` + id2(5) + `"],"tombstones":["` + id2(6) + `"],"shallow":["` + id2(7) + `","` + id2(8) + `"]}`,
		`{"left":{"id":"` + id2(1) + `"},"right":{"id":"` + id2(2) + `"},"result":{"id":"` + id2(3) + `"},"parts":["` + id2(4) + `","` + id2(5) + `"]}`,
		`{"path":"a%FF","path_encoding":"percent","class":"structure","reason":"modify/delete"` +
			`,"base":{"path":"b","mode":"file","id":"` + id2(1) + `","size":3}` +
			`,"left":{"mode":"gitlink","id":"3031323334353637383930313233343536373839"}` +
			`,"right":{"mode":"symlink","id":"` + id2(2) + `"},"result":{"mode":"dir","id":"` + id2(3) + `"}` +
			`,"regions":[{"unit":"func Open","class":"text","base":{"first":1,"count":2},"left":{"first":3,"count":4}` +
			`,"right":{"first":5,"count":0},"result":{"first":1,"count":9}}` +
			`,{"class":"syntax","base":{"first":0,"count":0},"left":{"first":0,"count":0},"right":{"first":0,"count":0}` +
			`,"result":{"first":0,"count":0},"choice":"set","set":"` + id2(6) + `"}],"state":"settled"}`,
		`{"term":"{\n  :intent \"é\"}","contents":["` + id2(1) + `","` + id2(2) + `"]}`,
		`{"term":"{}","contents":[]}`,
	}
	for i, v := range samples() {
		got, err := JSON(v)
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != want[i] {
			t.Errorf("%s is\n%s, want\n%s", v.Kind(), got, want[i])
		}
		if !json.Valid(got) {
			t.Errorf("%s is not JSON: %s", v.Kind(), got)
		}
	}
}

// RFC 3339 has no year 10000 and none before 0.
func TestJSONOfTimesWithoutACalendar(t *testing.T) {
	for _, seconds := range []int64{1 << 62, -1 << 62, 253402300800} {
		got, err := JSON(&Commit{Author: Person{Seconds: seconds}})
		if err != nil || strings.Contains(string(got[:strings.Index(string(got), "committer")]), `"time"`) || !json.Valid(got) {
			t.Errorf("%d: %s, %v", seconds, got, err)
		}
	}
}

func TestEscapeBytes(t *testing.T) {
	for in, want := range map[string]string{
		"plain": "plain", "100%": "100%", "é": "é", "": "", "\ufffd": "\ufffd",
		"a\xffb": "a%FFb", "100%\xfe": "100%25%FE", "é\xc3": "é%C3", "\ufffd\x80": "\ufffd%80",
	} {
		got, escaped := EscapeBytes(in)
		if got != want || escaped != (got != in) {
			t.Errorf("EscapeBytes(%q) = %q, %v; want %q", in, got, escaped, want)
		}
	}
}

// No text is lost or changed on its way through JSON.
func TestJSONIsLossless(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		message := string(rapid.SliceOf(rapid.Byte()).Draw(t, "bytes"))
		if rapid.Bool().Draw(t, "text") {
			message = rapid.String().Draw(t, "string")
		}
		data, err := JSON(&Tag{Message: Bytes(message)})
		if err != nil {
			t.Fatal(err)
		}
		var got struct {
			Message  string `json:"message"`
			Encoding string `json:"message_encoding"`
		}
		if err := json.Unmarshal(data, &got); err != nil {
			t.Fatalf("%s: %v", data, err)
		}
		if got.Encoding == "percent" {
			got.Message = unescape(got.Message)
		}
		if got.Message != message {
			t.Fatalf("%q comes back as %q", message, got.Message)
		}
	})
}

// unescape undoes percent-escaping.
func unescape(s string) string {
	var out []byte
	for i := 0; i < len(s); i++ {
		var b byte
		if s[i] != '%' {
			out = append(out, s[i])
			continue
		}
		if _, err := fmt.Sscanf(s[i:i+3], "%%%02X", &b); err != nil {
			panic(err)
		}
		out = append(out, b)
		i += 2
	}
	return string(out)
}
