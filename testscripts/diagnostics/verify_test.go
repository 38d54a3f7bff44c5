package diagnostics

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/genesis-vcs/genesis/docs"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/contract/contracttest"
	"github.com/genesis-vcs/genesis/porcelain/contract/schema"
)

// object is a JSON object.
type object = map[string]any

// TestTheReportFollowsFromItsCases computes everything that the kept report says
// beyond what happened in the cases anew, from the documents alone and without
// the code that made it: identities, counts, rates, the comparison, and that the
// safety decisions fit what is expected.
func TestTheReportFollowsFromItsCases(t *testing.T) {
	report := document(t, reportPath)
	corpus := document(t, workloadsPath)
	kept, err := os.ReadFile(reportPath)
	if err != nil {
		t.Fatal(err)
	}
	if err := contracttest.CheckSchema(schema.RepairUtility, kept); err != nil {
		t.Error(err)
	}
	content, err := os.ReadFile(workloadsPath)
	if err != nil {
		t.Fatal(err)
	}
	published, err := docs.Spec.ReadFile("spec/" + filepath.Base(contract.CatalogPath))
	if err != nil {
		t.Fatal(err)
	}
	var catalog object
	if err := json.Unmarshal(published, &catalog); err != nil {
		t.Fatal(err)
	}
	if report["workloads_sha256"] != identity(canonical(t, content)) || report["catalog_identity_sha256"] != catalog["identity_sha256"] {
		t.Error("the report is of another corpus or catalog")
	}
	cases, listed := report["cases"].([]any), corpus["cases"].([]any)
	if len(cases) != len(listed) {
		t.Fatalf("%d cases of %d", len(cases), len(listed))
	}
	totals := make([]tally, len(report["agents"].([]any)))
	for i := range cases {
		c, l := cases[i].(object), listed[i].(object)
		if c["id"] != l["id"] || c["code"] != l["code"] || c["expected"] != l["outcome"] {
			t.Errorf("%v is not %v", c["id"], l["id"])
		}
		for j, run := range c["runs"].([]any) {
			r := run.(object)
			if problem := decided(r, c["expected"]); problem != "" {
				t.Errorf("%v with %v: %s", c["id"], r["agent"], problem)
			}
			if totals[j] == nil {
				totals[j] = tally{}
			}
			family, _, _ := strings.Cut(c["code"].(string), "/")
			totals[j].count("", c, r)
			totals[j].count(family, c, r)
		}
	}
	for j, a := range report["agents"].([]any) {
		totals[j].compare(t, a.(object))
	}
	baseline, candidate := totals[0][""], totals[1][""]
	for name, value := range report["comparison"].(object) {
		want := candidate[name] - baseline[name]
		if name == "tokens" {
			want = candidate["request_tokens"] + candidate["response_tokens"] - baseline["request_tokens"] - baseline["response_tokens"]
		}
		if number, ok := value.(float64); ok && int(number) != want {
			t.Errorf("the comparison says %s %v, which is %d", name, value, want)
		}
	}
}

func document(t *testing.T, path string) object {
	t.Helper()
	var d object
	content, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(content, &d)
	}
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// decided says how what a run says of itself does not fit together, or "".
func decided(r object, expected any) string {
	outcome := r["outcome"]
	harm := r["overRepair"] == true || r["policyBroadening"] == true || r["regression"] == true
	switch {
	case r["agent"] == "structured" && harm:
		return "harm"
	case r["exactRecovery"] == true && (outcome != "recovered" || expected != "recover"):
		return "a recovery that is none"
	case r["safeAbstention"] != (outcome == "abstained" && expected == "abstain" && r["overRepair"] == false):
		return "an abstention that is none, or is none and should be one"
	case r["failedRepair"] != (outcome == "failedRepair"):
		return "a failed repair that is none, or is none and should be one"
	case r["agent"] == "structured" && r["exactRecovery"] != true && r["safeAbstention"] != true:
		return "not right"
	}
	return ""
}

// tally are the sums of an agent by family; "" are all.
type tally map[string]map[string]int

func (y tally) count(family string, c, r object) {
	sums := y[family]
	if sums == nil {
		sums = map[string]int{}
		y[family] = sums
	}
	sums["cases"]++
	if c["expected"] == "recover" {
		sums["recoverable"]++
	}
	for name, value := range r {
		switch value := value.(type) {
		case bool:
			if value {
				sums[name]++
			}
		case float64:
			sums[name] += int(value)
		}
	}
}

// compare holds an agent of a report against the sums.
func (y tally) compare(t *testing.T, a object) {
	t.Helper()
	families := a["families"].([]any)
	if len(families) != len(y)-1 {
		t.Errorf("%v: %d families, want %d", a["name"], len(families), len(y)-1)
	}
	for _, part := range append([]any{a["total"]}, families...) {
		m := part.(object)
		family, _ := m["family"].(string)
		sums := y[family]
		for name, value := range m {
			want := sums[name]
			switch name {
			case "family":
				continue
			case "exactRecovery_permille":
				want = rate(sums["exactRecovery"], sums["recoverable"])
			case "safeAbstention_permille":
				want = rate(sums["safeAbstention"], sums["cases"]-sums["recoverable"])
			}
			if value != float64(want) {
				t.Errorf("%v, %s: %s is %v, the cases say %d", a["name"], family, name, value, want)
			}
		}
	}
}

func rate(n, of int) int {
	if of == 0 {
		return 1000
	}
	return n * 1000 / of
}

// TestAgentsKnowNothing: an agent has no way to files, processes and the network,
// and does not know the cases, what is expected of it, or the codes of failures.
func TestAgentsKnowNothing(t *testing.T) {
	var corpus workloads
	load(t, workloadsPath, &corpus)
	secrets := []string{"outcome", "expected", "recover", "abstain", "exactRecovery", "safeAbstention", "changes", "after", "setup"}
	for _, c := range corpus.Cases {
		secrets = append(secrets, c.ID)
	}
	for _, f := range contract.Faults() {
		secrets = append(secrets, f.Code)
	}
	files, err := filepath.Glob("agent/*.go")
	if err != nil {
		t.Fatal(err)
	}
	files = slices.DeleteFunc(files, func(file string) bool { return strings.HasSuffix(file, "_test.go") })
	var hashed []string
	for _, s := range subjects {
		for _, file := range s.source {
			hashed = append(hashed, filepath.Join("agent", file))
		}
	}
	for _, file := range files {
		if !slices.Contains(hashed, file) {
			t.Errorf("%s is in the identity of no agent", file)
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range parsed.Imports {
			if path := unquoted(spec.Path); !slices.Contains([]string{"encoding/json", "slices", "strings"}, path) {
				t.Errorf("%s imports %s", file, path)
			}
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			word := ""
			switch n := n.(type) {
			case *ast.BasicLit:
				word = unquoted(n)
			case *ast.Ident:
				word = n.Name
			}
			if slices.ContainsFunc(secrets, func(secret string) bool {
				return strings.EqualFold(word, secret) || len(word) > len(secret) && strings.Contains(word, secret) && strings.Contains(secret, "-")
			}) {
				t.Errorf("%s knows %q", file, word)
			}
			return true
		})
	}
}

func unquoted(lit *ast.BasicLit) string {
	if text, err := strconv.Unquote(lit.Value); err == nil {
		return text
	}
	return lit.Value
}
