package shape

import (
	"strconv"
	"strings"
	"testing"
	"time"
)

var places = Places{
	Records:  []string{"data", "commits"},
	Content:  [][]string{{"data", "commits", "message"}, {"data", "content"}},
	Optional: [][]string{{"data", "optional"}},
	Least:    []Least{{[]string{"data", "two"}, 2}},
	Maps:     [][]string{{"data", "named"}, {"data", "deep", "named"}, {"data", "nothing"}},
}

func fit(t *testing.T, document string, limit int) Fitted {
	t.Helper()
	out, err := Fit([]byte(document+"\n"), places, limit)
	if err != nil {
		t.Fatal(err)
	}
	if len(out.Document) > limit {
		t.Errorf("%d bytes for %d", len(out.Document), limit)
	}
	return out
}

// The steps, each with a document that the earlier ones do not make fit.
func TestFitSteps(t *testing.T) {
	long := strings.Repeat("0123456789", 10)
	for name, c := range map[string]struct {
		document string
		limit    int
		want     string
		fitted   Fitted
	}{
		"as it is": {
			`{"data":{"commits":[1, 2]}}`, 28, `{"data":{"commits":[1, 2]}}`, Fitted{},
		},
		"records": {
			`{"data":{"commits":[{"n":1},{"n":2},{"n":3}],"more":[4]}}`, 52,
			`{"data":{"commits":[{"n":1},{"n":2}],"more":[4]}}`, Fitted{Dropped: 1},
		},
		"content of the first record": {
			`{"data":{"commits":[{"message":"` + long + `"},{"message":"x"}],"content":"abc"}}`, 80,
			`{"data":{"commits":[{"message":"01234567890123456789012345"}],"content":"abc"}}`, Fitted{Dropped: 1, Cut: 1},
		},
		"content outside": {
			`{"data":{"commits":[{"n":1}],"content":"%FF%FF%FF%FF","encoding":"percent"}}`, 72,
			`{"data":{"commits":[{"n":1}],"content":"%FF%FF","encoding":"percent"}}`, Fitted{Outside: true},
		},
		"content in base64, and in a list": {
			`{"data":{"commits":[],"content":["AAECAwQF","AAEC"],"encoding":"base64"}}`, 72,
			`{"data":{"commits":[],"content":["AAEC","AAEC"],"encoding":"base64"}}`, Fitted{Outside: true},
		},
		"the longest content": {
			`{"data":{"commits":[{"message":"0123456789"}],"content":"abcdefghijkl"}}`, 71,
			`{"data":{"commits":[{"message":"0123456789"}],"content":"abcdefghij"}}`, Fitted{Outside: true},
		},
		"the first record": {
			`{"data":{"commits":[{"name":"` + long + `"}]}}`, 30, `{"data":{"commits":[]}}`, Fitted{Dropped: 1},
		},
		"other lists": {
			`{"data":{"commits":[],"a":["0123456789","0123456789"],"b":["0123456789","x"],"c":[1]}}`, 75,
			`{"data":{"commits":[],"a":["0123456789"],"b":["0123456789"],"c":[1]}}`, Fitted{Outside: true},
		},
		"maps": {
			`{"data":{"commits":[],"deep":{"named":{"a":1,"b":2},"more":"x"},"named":{"a":true,"b":{"x":1},"c":"x"}}}`, 98,
			`{"data":{"commits":[],"deep":{"named":{"a":1,"b":2},"more":"x"},"named":{"a":true,"b":{"x":1}}}}`, Fitted{Outside: true},
		},
		"whole maps": {
			`{"data":{"commits":[],"deep":{"named":{"a":1,"b":2},"more":"x"},"named":{"a":1}}}`, 68,
			`{"data":{"commits":[],"deep":{"named":{},"more":"x"},"named":{}}}`, Fitted{Outside: true},
		},
		"a list that has two": {
			`{"data":{"commits":[],"two":[1,2,3,4,5,6,7,8,9],"list":[1,2]}}`, 46,
			`{"data":{"commits":[],"two":[1,2],"list":[]}}`, Fitted{Outside: true},
		},
		"an optional list": {
			`{"data":{"commits":[],"optional":[1,2,3,4,5,6,7,8,9],"list":[1]}}`, 48,
			`{"data":{"commits":[],"list":[]}}`, Fitted{Outside: true},
		},
		"other texts": {
			`{"data":{"commits":[],"name":"` + long + `","hash":"` + long + `","short":"0123456789"}}`, 230,
			`{"data":{"commits":[],"name":"` + long[:65] + `","hash":"` + long + `","short":"0123456789"}}`, Fitted{Outside: true},
		},
	} {
		got := fit(t, c.document, c.limit)
		if text := strings.TrimSuffix(string(got.Document), "\n"); text != c.want {
			t.Errorf("%s: %s, want %s", name, text, c.want)
		}
		got.Document = nil
		if got.Dropped != c.fitted.Dropped || got.Cut != c.fitted.Cut || got.Outside != c.fitted.Outside {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestFitThatCannot(t *testing.T) {
	for document, limit := range map[string]int{
		`{"data":{"commits":[],"deep":{"more":1},"named":[]}}` + "\n":              50, // no field goes
		`{"data":{"commits":[]},"more":"` + strings.Repeat("x", 100) + `"}` + "\n": 50,
		`{"data":{}}` + "\n":           0,
		"{\"data\":\n{\"a\":\"b\"}}\n": 5,
		"[1,2,3]\n":                    5,
		`{"a":1,"a":2}` + "\n":         5,
		"{\n":                          1,
	} {
		if out, err := Fit([]byte(document), Places{}, limit); err == nil {
			t.Errorf("%s: %s", document, out.Document)
		}
	}
}

// A million records, texts or entries take about as long as reading them.
func TestFitIsLinear(t *testing.T) {
	const n = 200_000
	for name, entry := range map[string]string{
		"commits": `{"hash":"` + strings.Repeat("a", 64) + `"}`,
		"more":    `{"path":"` + strings.Repeat("p", 70) + `"}`,
	} {
		document := `{"data":{"` + name + `":[` + strings.Repeat(entry+",", n-1) + entry + `]}}`
		start := time.Now()
		fit(t, document, 8192)
		if took := time.Since(start); took > 20*time.Second {
			t.Errorf("%s: %v", name, took)
		}
	}
}

func TestWaterline(t *testing.T) {
	for _, c := range []struct {
		sizes             []int
		needed, few, want int
	}{
		{nil, 5, 0, 0},
		{[]int{10}, 3, 0, 7},
		{[]int{10, 4, 7}, 3, 0, 7},
		{[]int{10, 4, 7}, 4, 0, 6},
		{[]int{10, 4, 7}, 5, 0, 6},
		{[]int{10, 4, 7}, 100, 0, 0},
		{[]int{10, 4, 7}, 100, 3, 3},
		{[]int{10, 10, 10}, 1, 2, 9},
		{[]int{1}, 1, 2, 2},
	} {
		if got := waterline(c.sizes, c.needed, c.few); got != c.want {
			t.Errorf("%v: %d, want %d", c, got, c.want)
		}
	}
}

func FuzzFit(f *testing.F) {
	f.Add(`{"data":{"commits":[{"message":"abc","encoding":"base64"}],"content":"x"},"error":{"message":"m","context":{"facts":{"a":["b"]}}},"diagnostics":[{"parameters":{"a":["b"]},"repair_plan":{"action":{"command":["x","{a...}"],"automaticEligible":true},"authorization":{"automatic_allowed":true}}}]}`, 60)
	f.Add(`{"data":{"commits":{"a":{}},"b":[1,2,3]}}`, 30)
	f.Add(`{}`, -1)
	f.Add(`{"data":[1,2],"error":7,"diagnostics":{"parameters":1},"target_resolved":["x"]}`, 20)
	f.Fuzz(func(t *testing.T, document string, limit int) {
		out, err := Fit([]byte(document+"\n"), places, limit)
		if err != nil || len(document)+1 <= limit {
			return
		}
		mustParse(t, out.Document)
		if len(out.Document) > limit || strings.Count(string(out.Document), "\n") != 1 {
			t.Errorf("%s to %d: %s", document, limit, out.Document)
		}
	})
}

func BenchmarkFit(b *testing.B) {
	var records strings.Builder
	for i := range 100_000 {
		records.WriteString(`,{"hash":"` + strings.Repeat("a", 64) + `","n":` + strconv.Itoa(i) + `}`)
	}
	document := []byte(`{"data":{"commits":[` + records.String()[1:] + `]}}` + "\n")
	b.SetBytes(int64(len(document)))
	for b.Loop() {
		if _, err := Fit(document, Places{Records: []string{"data", "commits"}}, 1<<16); err != nil {
			b.Fatal(err)
		}
	}
}

// A list of targets ends with one of them, however short it gets.
func TestFitTargets(t *testing.T) {
	document := `{"target_resolved":"` + strings.Repeat("/abc,", 60) + `/abc"}`
	for limit := 150; limit < 170; limit++ {
		if out := string(fit(t, document, limit).Document); strings.HasSuffix(out, ",\"}\n") {
			t.Errorf("%d: %s", limit, out)
		}
	}
}

// The target is shortened between escapes, not within one.
func TestFitTarget(t *testing.T) {
	document := `{"target_resolved":"/` + strings.Repeat("%2C", 100) + `","target_resolved_encoding":"percent"}`
	for limit := 250; limit < 260; limit++ {
		out := string(fit(t, document, limit).Document)
		text := strings.TrimPrefix(out[:strings.Index(out, `",`)], `{"target_resolved":"/`)
		if text == "" || strings.ReplaceAll(text, "%2C", "") != "" {
			t.Errorf("%d: %s", limit, out)
		}
	}
}
