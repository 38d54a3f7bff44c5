package contract

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func TestCleanText(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"", ""},
		{"plain text", "plain text"},
		{"and/or a/b", "and/or a/b"},
		{"/", "/"},
		{"/home/u/x", "x"},
		{"open /home/u/x: permission denied", "open x: permission denied"},
		{`stat "/home/u/x"`, `stat "x"`},
		{"link /a/b -> /c/d", "link b -> d"},
		{"file:///etc/shadow", "file:shadow"},
		{"a\x1b[31mb\nc\td\x00", "a [31mb c d "},
		{"bad \xff byte", "bad %FF byte"},
	} {
		if got := CleanText(c.in); got != c.want {
			t.Errorf("CleanText(%q) = %q, want %q", c.in, got, c.want)
		}
	}
	long := CleanText(strings.Repeat("é", 1000))
	if len(long) > maxMessage+len("…") || !utf8.ValidString(long) {
		t.Errorf("a long text has %d bytes", len(long))
	}
}

func TestPercentEncode(t *testing.T) {
	for _, c := range []struct {
		in, want string
		changed  bool
	}{
		{"100%", "100%", false},
		{"a\nb%", "a%0Ab%25", true},
		{"\xffé", "%FFé", true},
		{"\u0085", "%C2%85", true},
		{"\xff\n%", "%FF%0A%25", true},
	} {
		got, changed := percentEncode(c.in)
		if got != c.want || changed != c.changed {
			t.Errorf("percentEncode(%q) = %q, %v; want %q, %v", c.in, got, changed, c.want, c.changed)
		}
	}
}

type named string

type shown struct{ text string }

func (s shown) String() string { return s.text }

func TestCleanFacts(t *testing.T) {
	var missing *Error
	got := cleanFacts(Facts{
		"text": named("x"), "number": uint64(1) << 60, "flag": true, "none": nil, "nil_pointer": missing,
		"path": "/home/u/a b", "raw": "a\xff", "stringer": shown{"/x/y"}, "verbatim": Verbatim(`the path "/a"`), "sent": []Verbatim{"/b", "c\n"},
		"paths": []string{"a", "b\n"}, "ignored": []Facts{{"path": "b\n", "kind": "fifo"}}, "unsaved": []string{"b\n"}, "list": []any{"/p/q", 2}, "map": map[string]int{"k": 1},
		"groups": [][]string{{"A", "a"}}, "struct": struct{ N int }{3},
	})
	want := map[string]any{
		"text": "x", "number": uint64(1) << 60, "flag": true, "none": nil, "nil_pointer": nil,
		"path": "a b", "raw": "a%FF", "raw_encoding": "percent", "stringer": "y", "verbatim": `the path "/a"`, "sent": []any{"/b", "c%0A"},
		"paths":   []any{map[string]any{"path": "a"}, map[string]any{"path": "b%0A", "path_encoding": "percent"}},
		"ignored": []any{map[string]any{"path": "b%0A", "path_encoding": "percent", "kind": "fifo"}},
		"unsaved": []any{map[string]any{"path": "b%0A", "path_encoding": "percent"}},
		"list":    []any{"q", 2}, "map": map[string]any{"k": 1},
		"groups": []any{[]any{"A", "a"}}, "struct": "{3}",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func FuzzCleanText(f *testing.F) {
	for _, seed := range []string{"open /a/b: x", "a\x1bb", "\xff/x", "//", ":/a"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := CleanText(s)
		if !utf8.ValidString(got) || strings.IndexFunc(got, unicode.IsControl) >= 0 {
			t.Errorf("CleanText(%q) = %q", s, got)
		}
		if again := CleanText(got); again != got {
			t.Errorf("CleanText is not stable: %q, then %q", got, again)
		}
	})
}
