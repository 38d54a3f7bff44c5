package merge3

import (
	"strings"
	"testing"

	"github.com/genesis-vcs/genesis/semantic/languages"
)

// merged merges texts of the file called name and gives the content.
func merged(name, base, left, right string, opts Options) *Result {
	return Merge(Input{
		Base: []byte(base), Left: []byte(left), Right: []byte(right),
		Language: languages.For(name, []byte(base)), Options: opts,
	})
}

func TestSteps(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		step                          Step
		file, base, left, right, want string
	}{
		{
			StepAdjacent, "a.txt",
			"the first line is here\nthe second line is here\n", "the first line is new\nthe second line is here\n", "the first line is here\nthe second one is here\n",
			"the first line is new\nthe second one is here\n",
		},
		{StepContained, "a.txt", "x := f(a)\n", "x := f(a, b)\n", "x, err := f(a, b)\n", "x, err := f(a, b)\n"},
		{StepAdded, "a.txt", "# list\n", "# list\nlemon\n", "# list\nmelon\n", "# list\nlemon\nmelon\n"},
		{StepSet, "a.py", "import a\nimport d\n", "import a\nimport b\nimport d\n", "import a\nimport c\nimport d\n", "import a\nimport b\nimport c\nimport d\n"},
		{StepTokens, "a.txt", "if a == 1 && b == 2 then\n", "if a == 3 && b == 2 then\n", "if a == 1 && b == 4 then\n", "if a == 3 && b == 4 then\n"},
		{StepTokens, "package.json", "{\n\"v\": \"1.2.0\"\n}\n", "{\n\"v\": \"1.10.0\"\n}\n", "{\n\"v\": \"1.9.3\"\n}\n", "{\n\"v\": \"1.10.0\"\n}\n"},
		{
			StepUnits, "a.go", // left moves f behind g, right changes it
			"package a\n\nfunc f() int {\n\treturn 1\n}\n\nfunc g(a, b int) int {\n\tif a > b {\n\t\treturn a\n\t}\n\treturn b\n}\n",
			"package a\n\nfunc g(a, b int) int {\n\tif a > b {\n\t\treturn a\n\t}\n\treturn b\n}\n\nfunc f() int {\n\treturn 1\n}\n",
			"package a\n\nfunc f() int {\n\treturn 2\n}\n\nfunc g(a, b int) int {\n\tif a > b {\n\t\treturn a\n\t}\n\treturn b\n}\n",
			"package a\n\nfunc g(a, b int) int {\n\tif a > b {\n\t\treturn a\n\t}\n\treturn b\n}\n\nfunc f() int {\n\treturn 2\n}\n",
		},
	} {
		t.Run(string(c.step), func(t *testing.T) {
			t.Parallel()
			got := merged(c.file, c.base, c.left, c.right, Options{})
			if !got.Clean() || string(got.Content) != c.want || got.Proof != (Proof{true, true, true}) {
				t.Fatalf("%+v\n%s", got.Conflicts, got.Content)
			}
			took := false
			for _, d := range got.Decisions {
				took = took || d.Step == c.step
			}
			if !took {
				t.Errorf("decided by %+v", got.Decisions)
			}
			if without := merged(c.file, c.base, c.left, c.right, Options{Without: Steps()}); without.Clean() {
				t.Errorf("without any step the merge is clean")
			}
		})
	}
}

func TestWhatNobodyMaySettle(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		file, base, left, right string
		class                   Class
		unit                    string
	}{
		"two words for one": {"a.txt", "one\n", "two\n", "three\n", ClassText, ""},
		"one word twice":    {"a.txt", "f(a, b)\n", "f(ctx, a, b)\n", "f(a, ctx, c)\n", ClassText, ""},
		"deleted and changed": {
			"a.go", "package a\n\nfunc f() int {\n\treturn 1\n}\n\nfunc g() {}\n",
			"package a\n\nfunc g() {}\n", "package a\n\nfunc f() int {\n\treturn 2\n}\n\nfunc g() {}\n", ClassStructure, "func f",
		},
		"the same name at two places": {
			"a.go", "package a\n\nfunc f() {}\n\nfunc g() {}\n\nfunc h() {}\n",
			"package a\n\nfunc x() {}\n\nfunc f() {}\n\nfunc g() {}\n\nfunc h() {}\n",
			"package a\n\nfunc f() {}\n\nfunc g() {}\n\nfunc h() {}\n\nfunc x() { g() }\n", ClassStructure, "func x",
		},
		"not text": {"a.txt", "a\x00b\n", "a\x00c\n", "a\x00d\n", ClassBinary, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := merged(c.file, c.base, c.left, c.right, Options{})
			if got.Clean() || got.Proof != (Proof{}) {
				t.Fatalf("clean, %+v:\n%s", got.Proof, got.Content)
			}
			if g := got.Conflicts[0]; g.Class != c.class || g.Unit != c.unit {
				t.Errorf("%+v", got.Conflicts)
			}
		})
	}
}

func TestLineEndsFollowTheSideThatChangedThem(t *testing.T) {
	t.Parallel()
	base, changed := "a\nb\nc\nd\n", "a\nB\nc\nd\n"
	crlf := func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }
	for name, c := range map[string]struct{ base, left, right, want string }{
		"left converts":                 {base, crlf(base), changed, crlf(changed)},
		"right converts back":           {crlf(base), crlf(changed), base, changed},
		"the end of the last line":      {base, strings.TrimSuffix(base, "\n"), changed, strings.TrimSuffix(changed, "\n")},
		"an end for the last line":      {"a\nb\nc\nd", "a\nB\nc\nd", base, changed},
		"a region with ends of its own": {"a\nb\nc\r\nd\n", "a\nB\nc\r\nd\n", "a\nb\nc\r\nd\ne\r\n", "a\nB\nc\r\nd\ne\r\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := merged("a.txt", c.base, c.left, c.right, Options{}); !got.Clean() || string(got.Content) != c.want {
				t.Errorf("%q, want %q", got.Content, c.want)
			}
		})
	}
}

func TestMarkers(t *testing.T) {
	t.Parallel()
	base, left, right := "a\nold\nz\n", "a\nsame\nleft side\nz\n", "a\nsame\nother\nz\n"
	labels := Labels{Base: "base", Left: "ours", Right: "theirs"}
	for style, want := range map[string]string{
		"merge":  "a\nsame\n<<<<<<< ours\nleft side\n=======\nother\n>>>>>>> theirs\nz\n",
		"diff3":  "a\n<<<<<<< ours\nsame\nleft side\n||||||| base\nold\n=======\nsame\nother\n>>>>>>> theirs\nz\n",
		"zdiff3": "a\nsame\n<<<<<<< ours\nleft side\n||||||| base\nold\n=======\nother\n>>>>>>> theirs\nz\n",
	} {
		s, ok := ParseStyle(style)
		if !ok {
			t.Fatalf("no style %s", style)
		}
		if got := merged("a.txt", base, left, right, Options{Style: s, Labels: labels}); string(got.Content) != want {
			t.Errorf("%s:\n%s", style, got.Content)
		}
	}
	if _, ok := ParseStyle("fancy"); ok {
		t.Error("a style is called fancy")
	}
}

func TestMarkersDifferFromTheContent(t *testing.T) {
	t.Parallel()
	got := merged("a.rst", "Title\n========\n\nold\n", "Title\n========\n\nleft\n", "Title\n========\n\nright\n", Options{})
	want := "Title\n========\n\n<<<<<<<<<\nleft\n=========\nright\n>>>>>>>>>\n"
	if string(got.Content) != want {
		t.Errorf("%s", got.Content)
	}
	if c := got.Conflicts[0]; c.Result != (Lines{4, 5}) || c.Left != (Lines{4, 1}) {
		t.Errorf("%+v", c)
	}
}

func TestVersionsAreOrdered(t *testing.T) {
	t.Parallel()
	rising := []string{"0.9.9", "1.0.0-alpha.1", "1.0.0-alpha.2", "1.0.0-alpha.10", "1.0.0-rc1", "1.0.0", "1.0.1", "1.2.0", "1.10.0", "2.0.0.M1", "2.0.0.RELEASE"}
	for i, a := range rising {
		for j, b := range rising {
			if got := compareVersions([]byte(a), []byte(b)); (got < 0) != (i < j) || (got > 0) != (i > j) {
				t.Errorf("%s against %s: %d", a, b, got)
			}
		}
	}
	for text, n := range map[string]int{"1.2.3,": 5, "v1.2 ": 4, "1.27 kB": 0, "v0.1.6-0.2021-9b2e)": 18, "1.2.3x": 0, "12": 0, "2.0.0.RELEASE\"": 13} {
		if got := versionLen([]byte(text)); got != n {
			t.Errorf("%q begins with a version of %d bytes, not %d", text, got, n)
		}
	}
}
