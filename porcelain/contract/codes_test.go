package contract_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/genesis-vcs/genesis/porcelain/contract"
)

// TestCodesAndRowsAgree reads every text in the source of porcelain that has the
// form of a code in one of the registry's families: each has a row, so that no
// code path of ours ends in diagnostic/catalog-miss, and each row has something
// that reports it.
func TestCodesAndRowsAgree(t *testing.T) {
	families := map[string]bool{}
	for _, f := range contract.Faults() {
		family, _, _ := strings.Cut(f.Code, "/")
		families[family] = true
	}
	reported := map[string]bool{}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		for _, code := range codeLiterals(t, path, families) {
			if contract.Lookup(code) == nil {
				t.Errorf("%s: the code %s has no row", path, code)
			}
			reported[code] = reported[code] || !strings.HasPrefix(d.Name(), "faults_")
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range contract.Faults() {
		switch known, seen := reported[f.Code]; {
		case !seen:
			t.Fatalf("the scan does not find %s: it is broken", f.Code)
		case !known:
			t.Errorf("nothing reports %s", f.Code)
		}
	}
}

// codeLiterals lists the string literals of a file that look like codes.
func codeLiterals(t *testing.T, path string, families map[string]bool) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var codes []string
	ast.Inspect(file, func(n ast.Node) bool {
		if _, ok := n.(*ast.ImportSpec); ok {
			return false
		}
		literal, ok := n.(*ast.BasicLit)
		if !ok || literal.Kind != token.STRING {
			return true
		}
		text, err := strconv.Unquote(literal.Value)
		family, name, slash := strings.Cut(text, "/")
		if err == nil && slash && families[family] && codeForm.MatchString(text) && !isRefFamily(family, name) && !isOperation(text) {
			codes = append(codes, text)
		}
		return true
	})
	return codes
}

// isRefFamily tells the families of ref names from codes.
func isRefFamily(family, name string) bool {
	return family == "refs" && (name == "heads" || name == "tags" || name == "remotes" || name == "sessions")
}

// isOperation tells the operation of a failure context, a command's words
// joined by slashes, from codes.
func isOperation(text string) bool {
	return slices.ContainsFunc(contract.Kinds, func(row contract.KindRow) bool {
		return strings.ReplaceAll(row.Command, " ", "/") == text
	})
}
