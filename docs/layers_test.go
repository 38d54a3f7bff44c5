package docs_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
)

const modulePath = "github.com/genesis-vcs/genesis"

// mayImport is the layer rule of architecture.md: a package may import its own
// layer and these. What is not listed here is an arrow that points the wrong way.
var mayImport = map[string][]string{
	"cmd":         {"porcelain", "plumbing", "refs", "objects", "semantic", "docs"},
	"porcelain":   {"plumbing", "refs", "objects", "semantic", "docs"},
	"plumbing":    {"refs", "objects", "semantic"},
	"refs":        {"objects"},
	"objects":     {},
	"semantic":    {},
	"testscripts": {"porcelain", "plumbing", "refs", "objects", "semantic", "docs"},
	"docs":        {"porcelain"}, // tests that hold the documents against the registry
}

// frame is what every family of porcelain shares; the rest of porcelain's
// packages are families, which never import each other.
var frame = []string{"porcelain/cli", "porcelain/cli/startup", "porcelain/contract", "porcelain/contract/jsontype", "porcelain/diffview", "porcelain/fields", "porcelain/render", "porcelain/shape"}

// composition is the one package of porcelain that imports the families.
const composition = "porcelain/families"

// mayTouchTheProcess lists the layers that print, exit and read the environment.
var mayTouchTheProcess = []string{"cmd", "porcelain", "testscripts"}

// processNames are the identifiers of the standard library that do so.
var processNames = map[string][]string{
	"fmt": {"Print", "Printf", "Println"},
	"os":  {"Stdout", "Stderr", "Stdin", "Exit", "Getenv", "LookupEnv", "Environ", "ExpandEnv"},
	"log": {"Print", "Printf", "Println", "Fatal", "Fatalf", "Fatalln", "Panic", "Panicf", "Panicln"},
}

// layer is the first component of a package's directory.
func layer(pkg string) string {
	first, _, _ := strings.Cut(pkg, "/")
	return first
}

// checkImport says what is wrong with package from importing package to, or "".
// Both are directories below the module's root. A test may use what lies beside
// its package, but not what lies above it.
func checkImport(from, to string, test bool) string {
	a, b := layer(from), layer(to)
	below, known := mayImport[a]
	switch {
	case !known:
		return "is in no layer"
	case a != b && !slices.Contains(below, b):
		return fmt.Sprintf("imports %s: %s may not depend on %s", to, a, b)
	case test || a != b || within(from, to):
		return ""
	case a == "objects" && to != "objects":
		return fmt.Sprintf("imports %s: below objects only objects itself may be imported", to)
	case a == "porcelain" && from != composition && !slices.Contains(frame, to):
		return fmt.Sprintf("imports %s: families share through plumbing and the frame, not with each other", to)
	case a == "cmd":
		return fmt.Sprintf("imports %s: a command is not a library", to)
	}
	return ""
}

// within reports whether two packages are one family: the first two components
// of their directories are equal.
func within(from, to string) bool {
	family := func(pkg string) string {
		parts := strings.SplitN(pkg, "/", 3)
		return strings.Join(parts[:min(2, len(parts))], "/")
	}
	return strings.Contains(to, "/") && family(from) == family(to)
}

// checkTree reads every Go file of a source tree and returns what breaks the
// rules, one line each: imports, use of the process, missing package comments.
func checkTree(tree fs.FS) (problems []string, packages int, err error) {
	documented := map[string]bool{}
	err = fs.WalkDir(tree, ".", func(file string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && skipDir(file):
			return fs.SkipDir
		case entry.IsDir() || path.Ext(file) != ".go":
			return nil
		}
		source, err := fs.ReadFile(tree, file)
		if err != nil {
			return err
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, source, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		problems = append(problems, checkFile(file, parsed)...)
		if !strings.HasSuffix(file, "_test.go") {
			pkg := path.Dir(file)
			documented[pkg] = documented[pkg] || parsed.Doc != nil
		}
		return nil
	})
	for pkg, ok := range documented {
		if !ok {
			problems = append(problems, pkg+" has no package comment")
		}
	}
	slices.Sort(problems)
	return problems, len(documented), err
}

// skipDir leaves out what is not part of the module or is only a fixture.
func skipDir(dir string) bool {
	base := path.Base(dir)
	return base == "testdata" || dir == "tools" || dir == "bin" || base != "." && strings.HasPrefix(base, ".")
}

func checkFile(file string, parsed *ast.File) (problems []string) {
	pkg, test := path.Dir(file), strings.HasSuffix(file, "_test.go")
	names := map[string]string{} // the name that a standard package has in this file
	for _, spec := range parsed.Imports {
		target, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return []string{file + ": " + err.Error()}
		}
		if spec.Name != nil {
			names[spec.Name.Name] = target
		} else {
			names[path.Base(target)] = target
		}
		if ours, ok := strings.CutPrefix(target, modulePath+"/"); ok {
			if problem := checkImport(pkg, ours, test); problem != "" {
				problems = append(problems, file+" "+problem)
			}
		}
	}
	if test || slices.Contains(mayTouchTheProcess, layer(pkg)) {
		return problems
	}
	ast.Inspect(parsed, func(node ast.Node) bool {
		selector, ok := node.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if base, ok := selector.X.(*ast.Ident); ok && slices.Contains(processNames[names[base.Name]], selector.Sel.Name) {
			problems = append(problems, fmt.Sprintf("%s uses %s.%s: only cmd and porcelain may", file, names[base.Name], selector.Sel.Name))
		}
		return true
	})
	return problems
}
