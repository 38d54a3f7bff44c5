// Package utility is the report on how useful repair plans are: what it says, how
// its rates follow from its counts, and what an exchange with an agent costs. The
// program does not link it; the schema of the report is made from its types.
package utility

// The identities of the report and of what it counts with.
const (
	Schema       = "genesis/repair-utility-report-v0.1"
	TokenProfile = "genesis/utf8-byte-token-v0.1"
)

// Report says what became of every case of the corpus with every agent. It is
// the same, byte for byte, whenever the same binary meets the same corpus.
type Report struct {
	Schema          string     `json:"schema"`
	CatalogVersion  string     `json:"catalog_version" pattern:"^[0-9]+\\.[0-9]+\\.[0-9]+$"`
	CatalogIdentity string     `json:"catalog_identity_sha256" pattern:"^[0-9a-f]{64}$"`
	Workloads       string     `json:"workloads_sha256" pattern:"^[0-9a-f]{64}$" jsonschema:"the RFC 8785 form of the corpus"`
	TokenProfile    string     `json:"token_profile" enum:"genesis/utf8-byte-token-v0.1" jsonschema:"a token is a byte of UTF-8 of the RFC 8785 forms of requests and responses"`
	MaxTurns        int        `json:"max_turns" min:"1" jsonschema:"how often an agent may act"`
	Agents          []Agent    `json:"agents" min:"2"`
	Comparison      Comparison `json:"comparison"`
	Cases           []Case     `json:"cases" min:"1" jsonschema:"sorted by id"`
}

// Agent is an agent and what it reached.
type Agent struct {
	Name     string   `json:"name" min:"1"`
	Model    string   `json:"model" enum:"rules" jsonschema:"rules: a program without a learned model"`
	Version  string   `json:"version" pattern:"^[0-9]+\\.[0-9]+\\.[0-9]+$"`
	Decoding string   `json:"decoding" enum:"deterministic"`
	Context  Context  `json:"context" enum:"human-message,structured-diagnostic" jsonschema:"what it is told of a failure"`
	Seed     int      `json:"seed"`
	Source   string   `json:"source_sha256" pattern:"^[0-9a-f]{64}$" jsonschema:"the sources of the agent, one after the other"`
	Total    Metrics  `json:"total"`
	Families []Family `json:"families" jsonschema:"by the family of the case's code, sorted"`
}

// Context is what an agent is told of a failure.
type Context string

// The contexts.
const (
	HumanMessage         Context = "human-message"
	StructuredDiagnostic Context = "structured-diagnostic"
)

// Family is a part of the cases.
type Family struct {
	Family string `json:"family" min:"1"`
	Metrics
}

// Metrics are counts of cases, rates in thousandths of the cases that were to end
// so, and tokens.
type Metrics struct {
	Cases              int `json:"cases"`
	Recoverable        int `json:"recoverable"`
	ExactRecovery      int `json:"exactRecovery"`
	ExactRecoveryRate  int `json:"exactRecovery_permille"`
	SafeAbstention     int `json:"safeAbstention"`
	SafeAbstentionRate int `json:"safeAbstention_permille"`
	FailedRepair       int `json:"failedRepair"`
	OverRepair         int `json:"overRepair"`
	PolicyBroadening   int `json:"policyBroadening"`
	Regression         int `json:"regression"`
	Attempts           int `json:"attempts"`
	RequestTokens      int `json:"request_tokens"`
	ResponseTokens     int `json:"response_tokens"`
}

// Add counts a case, which was to be recovered from or not.
func (m *Metrics) Add(recoverable bool, r *Run) {
	m.Cases++
	m.Attempts += r.Attempts
	m.RequestTokens += r.RequestTokens
	m.ResponseTokens += r.ResponseTokens
	for _, count := range []struct {
		when bool
		n    *int
	}{
		{recoverable, &m.Recoverable},
		{r.ExactRecovery, &m.ExactRecovery},
		{r.SafeAbstention, &m.SafeAbstention},
		{r.FailedRepair, &m.FailedRepair},
		{r.OverRepair, &m.OverRepair},
		{r.PolicyBroadening, &m.PolicyBroadening},
		{r.Regression, &m.Regression},
	} {
		if count.when {
			*count.n++
		}
	}
	m.ExactRecoveryRate = permille(m.ExactRecovery, m.Recoverable)
	m.SafeAbstentionRate = permille(m.SafeAbstention, m.Cases-m.Recoverable)
}

// Harm counts what is not tolerated at all.
func (m *Metrics) Harm() int { return m.OverRepair + m.PolicyBroadening + m.Regression }

// permille is a rate; 1000 of nothing.
func permille(n, of int) int {
	if of == 0 {
		return 1000
	}
	return n * 1000 / of
}

// Comparison is what the candidate reached more than the baseline did; negative
// where it reached less.
type Comparison struct {
	Baseline       string `json:"baseline" min:"1"`
	Candidate      string `json:"candidate" min:"1"`
	ExactRecovery  int64  `json:"exactRecovery"`
	SafeAbstention int64  `json:"safeAbstention"`
	FailedRepair   int64  `json:"failedRepair"`
	Attempts       int64  `json:"attempts"`
	Tokens         int64  `json:"tokens"`
}

// Compare compares two agents.
func Compare(baseline, candidate *Agent) Comparison {
	b, c := &baseline.Total, &candidate.Total
	more := func(c, b int) int64 { return int64(c) - int64(b) }
	return Comparison{
		Baseline:       baseline.Name,
		Candidate:      candidate.Name,
		ExactRecovery:  more(c.ExactRecovery, b.ExactRecovery),
		SafeAbstention: more(c.SafeAbstention, b.SafeAbstention),
		FailedRepair:   more(c.FailedRepair, b.FailedRepair),
		Attempts:       more(c.Attempts, b.Attempts),
		Tokens:         more(c.RequestTokens+c.ResponseTokens, b.RequestTokens+b.ResponseTokens),
	}
}

// Case is a failing command and what every agent made of it, in the order of the
// agents.
type Case struct {
	ID       string `json:"id" pattern:"^[a-z][a-z0-9-]*$"`
	Code     string `json:"code" pattern:"^[a-z][a-z0-9-]*(/[a-z][a-z0-9-]*)+$"`
	Expected string `json:"expected" enum:"recover,abstain"`
	Runs     []Run  `json:"runs" min:"2"`
}

// Run is what an agent made of a case.
type Run struct {
	Agent   string  `json:"agent" min:"1"`
	Outcome Outcome `json:"outcome" enum:"recovered,abstained,failedRepair"`
	// Attempts are the commands that the agent ran.
	Attempts         int      `json:"attempts"`
	ExactRecovery    bool     `json:"exactRecovery"`
	SafeAbstention   bool     `json:"safeAbstention"`
	FailedRepair     bool     `json:"failedRepair"`
	OverRepair       bool     `json:"overRepair"`
	PolicyBroadening bool     `json:"policyBroadening"`
	Regression       bool     `json:"regression"`
	FailureCodes     []string `json:"failure_codes" min:"1" pattern:"^[a-z][a-z0-9-]*(/[a-z][a-z0-9-]*)+$" jsonschema:"of every command that failed, in their order"`
	RequestTokens    int      `json:"request_tokens"`
	ResponseTokens   int      `json:"response_tokens"`
}

// Right reports that the outcome is the expected one and did no harm.
func (r *Run) Right() bool {
	return (r.ExactRecovery || r.SafeAbstention) && !r.FailedRepair && !r.OverRepair && !r.PolicyBroadening && !r.Regression
}

// Outcome is how a run ended.
type Outcome string

// The outcomes. FailedRepair: the agent acted, and the command still fails, or
// what was to repair it was refused.
const (
	Recovered    Outcome = "recovered"
	Abstained    Outcome = "abstained"
	FailedRepair Outcome = "failedRepair"
)
