package diagnostics

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/contract/contracttest"
	"github.com/genesis-vcs/genesis/porcelain/contract/schema"
	"github.com/genesis-vcs/genesis/porcelain/contract/utility"
	"github.com/genesis-vcs/genesis/testscripts/diagnostics/agent"
)

// The agents that are compared: the baseline first.
var subjects = [...]struct {
	subject
	version string
	source  []string // files of the package of agents
}{
	{subject{"human", utility.HumanMessage, agent.Human}, "0.1.0", []string{"agent.go", "human.go"}},
	{subject{"structured", utility.StructuredDiagnostic, agent.Structured}, "0.1.0", []string{"agent.go", "structured.go"}},
}

// TestRepairUtility runs the corpus with the agents and holds the kept report
// against what came out. Of the structured agent nothing but the right outcome is
// tolerated, in any case: no harm and no repair that fails. What the baseline does
// with the words alone is only measured. A new report is accepted only after a second
// execution that says the same, byte for byte; otherwise the kept one is the other
// execution.
func TestRepairUtility(t *testing.T) {
	var corpus workloads
	content := load(t, workloadsPath, &corpus)
	r := execute(t, &corpus, content)
	if r == nil {
		return // -run chose cases, or one broke off: there is nothing to report on
	}
	fresh := encode(t, r)
	if err := contracttest.CheckSchema(schema.RepairUtility, fresh); err != nil {
		t.Errorf("the report: %v", err)
	}
	if *update {
		if second := execute(t, &corpus, content); second == nil || !bytes.Equal(fresh, encode(t, second)) {
			t.Fatalf("a second execution says something else\n%s\n%s", fresh, encode(t, second))
		}
	}
	if !t.Failed() || !*update {
		keep(t, reportPath, r)
	}
}

// execute runs every case with every agent; nil when not all cases ran.
func execute(t *testing.T, corpus *workloads, content []byte) *utility.Report {
	t.Helper()
	verdicts := make([][]verdict, len(corpus.Cases))
	t.Run("cases", func(t *testing.T) {
		for i := range corpus.Cases {
			c := &corpus.Cases[i]
			t.Run(c.ID, func(t *testing.T) {
				t.Parallel()
				for _, s := range subjects {
					v := try(t, c, func(*world) subject { return s.subject })
					if s.context == utility.StructuredDiagnostic && !v.Right() {
						t.Errorf("%s: %s", v.Outcome, strings.Join(v.why, "; "))
					}
					verdicts[i] = append(verdicts[i], v)
				}
			})
		}
	})
	if slices.ContainsFunc(verdicts, func(v []verdict) bool { return len(v) != len(subjects) }) {
		return nil
	}
	r := &utility.Report{
		Schema:          utility.Schema,
		CatalogVersion:  contract.CatalogVersion,
		CatalogIdentity: contract.CatalogIdentity,
		Workloads:       identity(canonical(t, content)),
		TokenProfile:    utility.TokenProfile,
		MaxTurns:        maxTurns,
	}
	for i := range corpus.Cases {
		c := &corpus.Cases[i]
		row := utility.Case{ID: c.ID, Code: c.Code, Expected: c.Outcome}
		for _, v := range verdicts[i] {
			row.Runs = append(row.Runs, v.Run)
		}
		r.Cases = append(r.Cases, row)
	}
	for i := range subjects {
		r.Agents = append(r.Agents, summary(t, i, r.Cases))
	}
	if total := &r.Agents[1].Total; total.Harm()+total.FailedRepair > 0 {
		t.Errorf("the plans did harm or failed: %+v", total)
	}
	r.Comparison = utility.Compare(&r.Agents[0], &r.Agents[1])
	return r
}

// summary is what the agent at i reached in the cases.
func summary(t *testing.T, i int, cases []utility.Case) utility.Agent {
	t.Helper()
	s := &subjects[i]
	a := utility.Agent{
		Name: s.name, Model: "rules", Version: s.version, Decoding: "deterministic", Context: s.context, Source: sourceIdentity(t, s.source),
	}
	byFamily := map[string]*utility.Metrics{}
	for j := range cases {
		family, _, _ := strings.Cut(cases[j].Code, "/")
		if byFamily[family] == nil {
			byFamily[family] = &utility.Metrics{}
		}
		recoverable := cases[j].Expected == "recover"
		byFamily[family].Add(recoverable, &cases[j].Runs[i])
		a.Total.Add(recoverable, &cases[j].Runs[i])
	}
	for family, m := range byFamily {
		a.Families = append(a.Families, utility.Family{Family: family, Metrics: *m})
	}
	slices.SortFunc(a.Families, func(a, b utility.Family) int { return strings.Compare(a.Family, b.Family) })
	return a
}

// sourceIdentity is the identity of some sources of the package of agents.
func sourceIdentity(t *testing.T, files []string) string {
	t.Helper()
	var all []byte
	for _, file := range files {
		content, err := os.ReadFile(filepath.Join("agent", file))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, content...)
	}
	return identity(all)
}

func identity(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// TestTheCorpusIsWhole: sorted, every case once, and every code of the registry
// either in a case or in the list of those of which there can be none.
func TestTheCorpusIsWhole(t *testing.T) {
	var corpus workloads
	load(t, workloadsPath, &corpus)
	covered := map[string]bool{}
	outcomes := map[string]int{}
	for i, c := range corpus.Cases {
		if i > 0 && corpus.Cases[i-1].ID >= c.ID {
			t.Errorf("%s is not in its place", c.ID)
		}
		covered[c.Code] = true
		outcomes[c.Outcome]++
	}
	if outcomes["recover"] < 10 || outcomes["abstain"] < 10 || len(outcomes) != 2 {
		t.Errorf("the outcomes are %v", outcomes)
	}
	excused := map[string]bool{}
	for i, w := range corpus.Without {
		if i > 0 && corpus.Without[i-1].Code >= w.Code {
			t.Errorf("%s is not in its place", w.Code)
		}
		if covered[w.Code] || len(w.Reason) < 20 {
			t.Errorf("%s has a case or no reason to have none", w.Code)
		}
		excused[w.Code] = true
	}
	for _, f := range contract.Faults() {
		if !covered[f.Code] && !excused[f.Code] {
			t.Errorf("%s has neither a case nor a reason to have none", f.Code)
		}
		// What may be done without asking is measured.
		if action := f.RepairAction(); excused[f.Code] && action.AutomaticEligible && action.Kind != contract.ActionInspect {
			t.Errorf("%s has a repair that runs by itself and no case", f.Code)
		}
		delete(covered, f.Code)
		delete(excused, f.Code)
	}
	if len(covered)+len(excused) > 0 {
		t.Errorf("no such codes: %v %v", covered, excused)
	}
}
