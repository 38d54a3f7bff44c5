package docs_test

import (
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// topLevel is the fixed layout. Dot files are the tools' own and free.
var topLevel = []string{
	"CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "Makefile", "README.md",
	"cmd", "docs", "go.mod", "go.sum", "objects", "plumbing", "porcelain", "refs",
	"semantic", "testscripts", "tools",
}

// built lists what the Makefile leaves behind, which Git ignores.
var built = []string{"bin", "genesis", "genesis-bench"}

// TestLayers reads the import graph of the whole module.
func TestLayers(t *testing.T) {
	problems, packages, err := checkTree(os.DirFS(".."))
	if err != nil {
		t.Fatal(err)
	}
	if packages < 10 {
		t.Fatalf("only %d packages were read: the walk missed the module", packages)
	}
	for _, problem := range problems {
		t.Error(problem)
	}
}

// TestLayersFindsEachKindOfProblem keeps the checker honest: each tree breaks
// one rule, and exactly that has to be reported.
func TestLayersFindsEachKindOfProblem(t *testing.T) {
	for name, test := range map[string]struct {
		file, source string
		want         string // "" when the file is fine
	}{
		"arrow up":            {"objects/a.go", `import _ "MODULE/refs"`, "objects may not depend on refs"},
		"arrow up in a test":  {"refs/a_test.go", `import _ "MODULE/plumbing/history"`, "refs may not depend on plumbing"},
		"across":              {"semantic/a.go", `import _ "MODULE/objects"`, "semantic may not depend on objects"},
		"no layer":            {"util/a.go", `import _ "MODULE/objects"`, "is in no layer"},
		"sibling of objects":  {"objects/packstore/a.go", `import _ "MODULE/objects/chunk"`, "below objects only objects itself"},
		"family to family":    {"porcelain/vcscmd/a.go", `import _ "MODULE/porcelain/storecmd"`, "not with each other"},
		"frame to family":     {"porcelain/cli/a.go", `import _ "MODULE/porcelain/storecmd"`, "not with each other"},
		"command to command":  {"cmd/genesis-bench/a.go", `import _ "MODULE/cmd/genesis"`, "not a library"},
		"printing":            {"plumbing/history/a.go", `import "fmt"` + "\n" + `func f() { fmt.Println() }`, "uses fmt.Println"},
		"renamed import":      {"refs/a.go", `import sys "os"` + "\n" + `var x = sys.Getenv("HOME")`, "uses os.Getenv"},
		"exit":                {"objects/a.go", `import "os"` + "\n" + `func f() { os.Exit(1) }`, "uses os.Exit"},
		"arrow down":          {"plumbing/history/a.go", `import _ "MODULE/objects/packstore"`, ""},
		"sibling in plumbing": {"plumbing/worktree/a.go", `import _ "MODULE/plumbing/snapshot"`, ""},
		"sibling in a test":   {"objects/packstore/a_test.go", `import _ "MODULE/objects/storetest"`, ""},
		"own family":          {"objects/packstore/record/a.go", `import _ "MODULE/objects/packstore/codec"`, ""},
		"family to frame":     {"porcelain/vcscmd/a.go", `import _ "MODULE/porcelain/cli"`, ""},
		"porcelain prints":    {"porcelain/cli/a.go", `import "os"` + "\n" + `func f() { os.Exit(1) }`, ""},
		"a writer is no print": {"objects/a.go", `import ("fmt"; "io")` + "\n" +
			`func f(w io.Writer) { fmt.Fprintln(w) }`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			source := "// Package p is documented.\npackage p\n" + strings.ReplaceAll(test.source, "MODULE", modulePath)
			problems, _, err := checkTree(fstest.MapFS{test.file: {Data: []byte(source)}})
			if err != nil {
				t.Fatal(err)
			}
			if test.want == "" && len(problems) > 0 {
				t.Fatalf("a sound file is reported: %q", problems)
			}
			if test.want != "" && (len(problems) != 1 || !strings.Contains(problems[0], test.want)) {
				t.Fatalf("got %q, want one problem with %q", problems, test.want)
			}
		})
	}
}

func TestLayersFindsMissingPackageComment(t *testing.T) {
	tree := fstest.MapFS{
		"objects/a.go":      {Data: []byte("package objects\n")},
		"objects/b.go":      {Data: []byte("// Package objects is documented in its second file.\npackage objects\n")},
		"refs/a.go":         {Data: []byte("package refs\n")},
		"refs/a_test.go":    {Data: []byte("// A comment on a test documents nothing.\npackage refs\n")},
		"docs/only_test.go": {Data: []byte("package docs_test\n")},
	}
	problems, packages, err := checkTree(tree)
	if err != nil {
		t.Fatal(err)
	}
	if packages != 2 || !slices.Equal(problems, []string{"refs has no package comment"}) {
		t.Fatalf("%d packages, %q", packages, problems)
	}
}

func TestTopLevelIsFixed(t *testing.T) {
	entries, err := os.ReadDir("..")
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		name := entry.Name()
		if !strings.HasPrefix(name, ".") && !slices.Contains(topLevel, name) && !slices.Contains(built, name) {
			t.Errorf("%s does not belong at the top level; architecture.md says what goes where", name)
		}
	}
}
