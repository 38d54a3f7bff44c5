package contract

// The closed sets of the contract, each in the order of its constants. The
// published schemas are made from them.
var (
	// Phases are the points of a run.
	Phases = []Phase{
		PhaseInvocation, PhaseParse, PhaseCanonicalization, PhaseEvaluation, PhaseEffects, PhaseObligation,
		PhaseSemanticEdit, PhaseStorage, PhaseHistory, PhaseTransfer, PhasePolicy, PhaseSecurity, PhaseWorktree,
		PhaseIO, PhaseInternal,
	}
	// Severities are how bad a fault can be.
	Severities = []Severity{SeverityError, SeverityWarning}
	// Domains are the authorities that failures belong to.
	Domains = []Domain{
		DomainParser, DomainTypechecker, DomainEvaluator, DomainPackage, DomainPolicy, DomainReplay, DomainPatch,
		DomainBuild, DomainDeployment, DomainStorage, DomainHistory, DomainTransfer, DomainSession, DomainWorktree,
		DomainInvocation, DomainInternal,
	}
	// Classes are the classes of failures.
	Classes = []Class{Permanent, Conflict, Precondition, Transient}
	// ActionKinds, PolicyEffects and ObligationEffects are what a repair may be.
	ActionKinds       = []ActionKind{ActionInspect, ActionVerify, ActionSourcePatch, ActionEffect, ActionPolicyReview}
	PolicyEffects     = []PolicyEffect{PolicyNone, PolicyReview}
	ObligationEffects = []ObligationEffect{ObligationsKept, ObligationsRerun}
)
