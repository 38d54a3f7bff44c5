package linediff

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func regular(path, content string) *File {
	return &File{Path: path, Mode: 0o100644, Content: []byte(content)}
}

// executable, link and identified change one thing of a file.
func executable(f *File) *File { f.Mode = 0o100755; return f }

func link(f *File) *File { f.Mode = 0o120000; return f }

func identified(f *File, id string) *File { f.ID = id; return f }

func TestUnified(t *testing.T) {
	for _, c := range []struct {
		name     string
		from, to *File
		f        Format
		want     string
	}{
		{"equal", regular("x", "a\n"), regular("x", "a\n"), Format{}, ""},
		{"edit", regular("x", "a\nb\nc\n"), regular("x", "a\nB\nc\n"), Format{Context: 1},
			"diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n"},
		{"identities", identified(regular("x", "a\n"), "0a"), identified(regular("x", "b\n"), "0b"), Format{},
			"diff --git a/x b/x\nindex 0a..0b 100644\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n"},
		{"one identity only", identified(regular("x", "a\n"), "0a"), regular("x", "b\n"), Format{},
			"diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n"},
		{"no line end", regular("x", "a"), regular("x", "a\n"), Format{},
			"diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n"},
		{"carriage returns", regular("x", "a\r\nb\rc\n"), regular("x", "a\nb\rc\n"), Format{Context: 1},
			"diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-a\r\n+a\n b\rc\n"},
		{"new", nil, identified(regular("x", "a\n"), "0b"), Format{},
			"diff --git a/x b/x\nnew file mode 100644\nindex 00..0b\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+a\n"},
		{"new and empty", nil, regular("x", ""), Format{}, "diff --git a/x b/x\nnew file mode 100644\n"},
		{"deleted", executable(regular("x", "a\nb\n")), nil, Format{},
			"diff --git a/x b/x\ndeleted file mode 100755\n--- a/x\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-a\n-b\n"},
		{"mode", regular("x", "a\n"), executable(regular("x", "a\n")), Format{},
			"diff --git a/x b/x\nold mode 100644\nnew mode 100755\n"},
		{"rename", regular("x", "a\n"), regular("y/z", "a\n"), Format{},
			"diff --git a/x b/y/z\nsimilarity index 100%\nrename from x\nrename to y/z\n"},
		{"rename and edit", regular("x", "aaa\nb\n"), regular("y", "aaa\nc\n"), Format{},
			"diff --git a/x b/y\nsimilarity index 66%\nrename from x\nrename to y\n--- a/x\n+++ b/y\n@@ -2 +2 @@ aaa\n-b\n+c\n"},
		{"link to file", link(regular("x", "target")), regular("x", "a\n"), Format{},
			"diff --git a/x b/x\ndeleted file mode 120000\n--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-target\n\\ No newline at end of file\n" +
				"diff --git a/x b/x\nnew file mode 100644\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+a\n"},
		{"space in the path", regular("a b", "a\n"), regular("a b", "b\n"), Format{},
			"diff --git a/a b b/a b\n--- a/a b\t\n+++ b/a b\t\n@@ -1 +1 @@\n-a\n+b\n"},
		{"binary", regular("x", "a\x00"), regular("x", "b\x00"), Format{},
			"diff --git a/x b/x\nBinary files a/x and b/x differ\n"},
		{"new and binary", nil, regular("x", "b\x00"), Format{},
			"diff --git a/x b/x\nnew file mode 100644\nBinary files /dev/null and b/x differ\n"},
		{"binary renamed", regular("x", "a\x00"), regular("y", "a\x00"), Format{BinaryPatch: true},
			"diff --git a/x b/y\nsimilarity index 100%\nrename from x\nrename to y\n"},
		{"section", regular("x", "a\n"), regular("x", "b\n"), Format{Section: func(int) string { return "func F\ninjected" }},
			"diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@ func F\n-a\n+b\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got bytes.Buffer
			if err := Unified(&got, c.from, c.to, c.f); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got.String()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Edits share a hunk exactly if no line is between their contexts.
func TestHunksMergeWhereContextsTouch(t *testing.T) {
	for gap, want := range map[int]int{1: 1, 3: 1, 4: 1, 5: 2, 9: 2} {
		equal := strings.Repeat("x\n", gap)
		a, b := Split([]byte("a\n"+equal+"c\n")), Split([]byte("b\n"+equal+"d\n"))
		hunks := Hunks(Diff(a, b), len(a), 2)
		if len(hunks) != want {
			t.Errorf("%d lines apart with a context of 2: %d hunks, not %d", gap, len(hunks), want)
		}
	}
}

func TestLead(t *testing.T) {
	long := strings.Repeat("ä", 60)
	a := Split([]byte("func f() {\r\n\tx\n}\n_b \t\n 1\n" + long + "\nx" + long + "\n2\n"))
	section := Lead(a)
	for _, c := range []struct {
		line int
		want string
	}{{0, ""}, {1, "func f() {"}, {3, "func f() {"}, {4, "_b"}, {6, "_b"}, {7, "x" + strings.Repeat("ä", 39)}, {8, "x" + strings.Repeat("ä", 39)}} {
		if got := section(c.line); got != c.want {
			t.Errorf("line %d stands in %q, not %q", c.line, got, c.want)
		}
	}
}

func TestQuote(t *testing.T) {
	for path, want := range map[string]string{
		"dir/file name":    "dir/file name",
		"größe":            "größe",
		"tab\there":        `"tab\there"`,
		"quote\"back\\":    `"quote\"back\\"`,
		"\a\b\n\v\f\r\x01": `"\a\b\n\v\f\r\001"`,
		"\x7fä\xff\xc3":    `"\177ä\377\303"`,
	} {
		if got := Quote(path); got != want {
			t.Errorf("%q is quoted as %s, not %s", path, got, want)
		}
	}
}

// A run of changed lines goes where blank lines and indentation say that something
// begins, and not where it happened to be found.
func TestRunsSlideToWhereTheyRead(t *testing.T) {
	a := Split([]byte("func a() {\n\tx()\n}\n\nfunc c() {\n\tx()\n}\n"))
	b := Split([]byte("func a() {\n\tx()\n}\n\nfunc b() {\n\tx()\n}\n\nfunc c() {\n\tx()\n}\n"))
	for _, algorithm := range algorithms {
		want := []Edit{{A0: 4, A1: 4, B0: 4, B1: 8}}
		if diff := cmp.Diff(want, DiffWith(a, b, Options{Algorithm: algorithm})); diff != "" {
			t.Errorf("algorithm %d: %s", algorithm, diff)
		}
	}
}

var errFull = errors.New("full")

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestUnifiedReportsAFailedWrite(t *testing.T) {
	for _, to := range []*File{regular("x", "b\n"), regular("x", "b\x00"), link(regular("x", "b"))} {
		if err := Unified(full{}, regular("x", "a\n"), to, Format{}); !errors.Is(err, errFull) {
			t.Errorf("a failed write of %q gives %v", to.Content, err)
		}
	}
}
