package contract

import "slices"

// Phase says at what point of a run a fault occurs.
type Phase string

// The phases.
const (
	PhaseInvocation       Phase = "invocation"
	PhaseParse            Phase = "parse"
	PhaseCanonicalization Phase = "canonicalization"
	PhaseEvaluation       Phase = "evaluation"
	PhaseEffects          Phase = "effects"
	PhaseObligation       Phase = "obligation"
	PhaseSemanticEdit     Phase = "semantic-edit"
	PhaseStorage          Phase = "storage"
	PhaseHistory          Phase = "history"
	PhaseTransfer         Phase = "transfer"
	PhasePolicy           Phase = "policy"
	PhaseSecurity         Phase = "security"
	PhaseWorktree         Phase = "worktree"
	PhaseIO               Phase = "io"
	PhaseInternal         Phase = "internal"
)

// Severity says how bad a fault is.
type Severity string

// The severities.
const (
	SeverityError   Severity = "error"
	SeverityWarning Severity = "warning"
)

// Domain names the authority that a failure belongs to.
type Domain string

// The domains of failures.
const (
	DomainParser      Domain = "parser"
	DomainTypechecker Domain = "typechecker"
	DomainEvaluator   Domain = "evaluator"
	DomainPackage     Domain = "package"
	DomainPolicy      Domain = "policy"
	DomainReplay      Domain = "replay"
	DomainPatch       Domain = "patch"
	DomainBuild       Domain = "build"
	DomainDeployment  Domain = "deployment"
	DomainStorage     Domain = "storage"
	DomainHistory     Domain = "history"
	DomainTransfer    Domain = "transfer"
	DomainSession     Domain = "session"
	DomainWorktree    Domain = "worktree"
	DomainInvocation  Domain = "invocation"
	DomainInternal    Domain = "internal"
)

// Fault is a row of the registry. Every field is set in every row, except
// Retryable.
type Fault struct {
	Code     string // <family>/<name>
	Exit     Status
	Phase    Phase
	Severity Severity
	Domain   Domain
	// Kind is the failure context's: what went wrong, whatever the family.
	Kind string
	// Retryable: the same command may succeed later by itself.
	Retryable bool
	// Message is one sentence without a full stop.
	Message           string
	LikelyCauses      []string
	SafeRepairActions []string
	// CandidateFix says what would remove the most likely cause.
	CandidateFix string
	// NextSafeAction is the one action to take first. It never holds a complete
	// destructive command.
	NextSafeAction string
	// Repair is the repair plan's action.
	Repair Repair
}

// Class returns the recovery class, which follows from the exit status.
func (f *Fault) Class() Class { return f.Exit.Row().Class }

// DiagnosticID is the id of the fault's diagnostic.
func (f *Fault) DiagnosticID() string { return "genesis/diagnostic/v1/" + f.Code }

// Documentation lists the places that explain the fault.
func (f *Fault) Documentation() []string {
	anchor := []byte(f.Code)
	for i, c := range anchor {
		if c == '/' {
			anchor[i] = '-'
		}
	}
	return []string{"docs/spec/CLI.md#" + string(anchor)}
}

// families are the parts of the registry.
var families = [...][]Fault{
	usageFaults,
	storeFaults,
	refsFaults,
	historyFaults,
	commitFaults,
	mergeFaults,
	patchFaults,
	worktreeFaults,
	gitFaults,
	languageFaults,
	workspaceFaults,
	opFaults,
	ioFaults,
	agentFaults,
	processFaults,
}

// Faults returns every row of the registry, family by family.
func Faults() []Fault {
	var all []Fault
	for _, family := range families {
		all = append(all, family...)
	}
	return all
}

// Lookup returns the row of the code, or nil. The match is exact.
func Lookup(code string) *Fault {
	for _, family := range families {
		for i := range family {
			if family[i].Code == code {
				return &family[i]
			}
		}
	}
	return nil
}

// HasFault reports whether some fault ends with the status.
func HasFault(status Status) bool {
	return slices.ContainsFunc(families[:], func(family []Fault) bool {
		return slices.ContainsFunc(family, func(f Fault) bool { return f.Exit == status })
	})
}
