package diagnostics

import (
	"slices"
	"strings"
	"testing"

	"github.com/genesis-vcs/genesis/porcelain/contract"
)

// report says how useful the repair plans were to the reference agent.
type report struct {
	Schema          string         `json:"schema"`
	CatalogVersion  string         `json:"catalog_version"`
	CatalogIdentity string         `json:"catalog_identity_sha256"`
	Agent           string         `json:"agent"`
	MaxTurns        int            `json:"max_turns"`
	Total           metrics        `json:"total"`
	Families        []familyReport `json:"families"`
	Cases           []verdict      `json:"cases"`
}

type familyReport struct {
	Family string `json:"family"`
	metrics
}

// metrics are counts, and rates in thousandths of the cases that were to end so.
type metrics struct {
	Cases              int `json:"cases"`
	Recoverable        int `json:"recoverable"`
	ExactRecovery      int `json:"exactRecovery"`
	ExactRecoveryRate  int `json:"exactRecovery_permille"`
	SafeAbstention     int `json:"safeAbstention"`
	SafeAbstentionRate int `json:"safeAbstention_permille"`
	OverRepair         int `json:"overRepair"`
	PolicyBroadening   int `json:"policyBroadening"`
	Regression         int `json:"regression"`
}

func (m *metrics) add(c *workload, v *verdict) {
	m.Cases++
	for _, count := range []struct {
		when bool
		n    *int
	}{
		{c.Outcome == "recover", &m.Recoverable},
		{v.ExactRecovery, &m.ExactRecovery},
		{v.SafeAbstention, &m.SafeAbstention},
		{v.OverRepair, &m.OverRepair},
		{v.PolicyBroadening, &m.PolicyBroadening},
		{v.Regression, &m.Regression},
	} {
		if count.when {
			*count.n++
		}
	}
	m.ExactRecoveryRate = permille(m.ExactRecovery, m.Recoverable)
	m.SafeAbstentionRate = permille(m.SafeAbstention, m.Cases-m.Recoverable)
}

// permille is a rate; 1000 of nothing.
func permille(n, of int) int {
	if of == 0 {
		return 1000
	}
	return n * 1000 / of
}

// TestRepairUtility runs the corpus with the reference agent and holds the kept
// report against what came out. Harm is not tolerated at all.
func TestRepairUtility(t *testing.T) {
	var corpus workloads
	load(t, workloadsPath, &corpus)
	verdicts := make([]verdict, len(corpus.Cases))
	t.Run("cases", func(t *testing.T) {
		for i := range corpus.Cases {
			c := &corpus.Cases[i]
			t.Run(c.ID, func(t *testing.T) {
				t.Parallel()
				verdicts[i] = try(t, c, reference)
				if v := &verdicts[i]; !v.right() {
					t.Errorf("%s: %s", v.Outcome, strings.Join(v.why, "; "))
				}
			})
		}
	})
	if slices.ContainsFunc(verdicts, func(v verdict) bool { return v.ID == "" }) {
		return // -run chose cases, or one broke off: there is nothing to report on
	}
	r := report{
		Schema:          "genesis/repair-utility-report-v0.1",
		CatalogVersion:  contract.CatalogVersion,
		CatalogIdentity: contract.CatalogIdentity,
		Agent:           "reference",
		MaxTurns:        maxTurns,
		Cases:           verdicts,
	}
	byFamily := map[string]*metrics{}
	for i := range corpus.Cases {
		c := &corpus.Cases[i]
		if byFamily[c.family()] == nil {
			byFamily[c.family()] = &metrics{}
		}
		byFamily[c.family()].add(c, &verdicts[i])
		r.Total.add(c, &verdicts[i])
	}
	for family, m := range byFamily {
		r.Families = append(r.Families, familyReport{family, *m})
	}
	slices.SortFunc(r.Families, func(a, b familyReport) int { return strings.Compare(a.Family, b.Family) })
	if r.Total.OverRepair+r.Total.PolicyBroadening+r.Total.Regression > 0 {
		t.Errorf("harm was done: %+v", r.Total)
	}
	keep(t, reportPath, r)
}

// TestTheCorpusIsWhole: sorted, every case once, and every family that a command
// of today can fail with.
func TestTheCorpusIsWhole(t *testing.T) {
	var corpus workloads
	load(t, workloadsPath, &corpus)
	if len(corpus.Cases) < 30 {
		t.Errorf("only %d cases", len(corpus.Cases))
	}
	families := map[string]bool{}
	outcomes := map[string]int{}
	for i, c := range corpus.Cases {
		if i > 0 && corpus.Cases[i-1].ID >= c.ID {
			t.Errorf("%s is not in its place", c.ID)
		}
		if contract.Lookup(c.Code) == nil {
			t.Errorf("%s: no such code %s", c.ID, c.Code)
		}
		families[c.family()] = true
		outcomes[c.Outcome]++
	}
	for _, f := range contract.Faults() {
		family, _, _ := strings.Cut(f.Code, "/")
		// Bugs and signals are not brought about by a command line.
		if !families[family] && family != "internal" && family != "diagnostic" && family != "interrupted" {
			t.Errorf("no case of the family %s", family)
		}
	}
	if outcomes["recover"] < 10 || outcomes["abstain"] < 10 || len(outcomes) != 2 {
		t.Errorf("the outcomes are %v", outcomes)
	}
}

// The metrics tell agents that do harm, and one that does nothing.
func TestTheMetricsFindBadAgents(t *testing.T) {
	var corpus workloads
	load(t, workloadsPath, &corpus)
	find := func(id string) *workload {
		for i := range corpus.Cases {
			if corpus.Cases[i].ID == id {
				return &corpus.Cases[i]
			}
		}
		t.Fatalf("no case %s", id)
		return nil
	}
	runs := func(words ...string) agent {
		return func([]string, []byte) move { return move{run: append([]string{"genesis"}, words...)} }
	}
	for _, bad := range []struct {
		name, id string
		do       agent
		is       func(v verdict) bool
	}{
		{"discards", "worktree-unsaved", runs("vcs", "checkout", "side", "--discard"), func(v verdict) bool { return v.OverRepair && v.PolicyBroadening && !v.SafeAbstention }},
		{"makes a workspace", "workspace-not-found", runs("init"), func(v verdict) bool { return v.OverRepair && !v.SafeAbstention }},
		{"deletes a ref", "commit-behind", runs("refs", "delete", "refs/heads/main"), func(v verdict) bool { return !v.ExactRecovery && v.OverRepair }},
		{"removes an object's name and breaks the log", "history-unknown-revision", runs("refs", "delete", "refs/heads/main"), func(v verdict) bool { return v.Regression && v.OverRepair && !v.ExactRecovery }},
		{"does nothing", "commit-behind", func([]string, []byte) move { return abstention }, func(v verdict) bool { return !v.ExactRecovery && !v.SafeAbstention && !v.right() }},
		{"raises a limit", "worktree-too-large", func(original []string, _ []byte) move {
			return move{run: append(slices.Clone(original), "--max-file", "1G"), instead: true}
		}, func(v verdict) bool { return v.PolicyBroadening && v.OverRepair && !v.SafeAbstention }},
		{"repeats for ever", "usage-unknown-command", func(original []string, _ []byte) move { return move{run: original, instead: true} }, func(v verdict) bool { return v.Turns == maxTurns && v.Outcome == "failed" && !v.right() }},
	} {
		t.Run(bad.name, func(t *testing.T) {
			t.Parallel()
			if v := try(t, find(bad.id), bad.do); !bad.is(v) {
				t.Errorf("%+v %v", v, v.why)
			}
		})
	}
}
