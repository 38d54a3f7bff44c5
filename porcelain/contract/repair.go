package contract

import "cmp"

// The schema ids of the documents.
const (
	RepairPlanSchema = "genesis/diagnostic-repair-plan-v0.1"
	GuardrailsSchema = "genesis/diagnostic-repair-guardrails-v0.1"
)

// ActionKind says what a repair action does.
type ActionKind string

// The kinds of repair actions. A verify-command without a command is the
// original command line: run again as it was when the action is automatic, else
// after someone corrected it.
const (
	ActionInspect      ActionKind = "inspect"
	ActionVerify       ActionKind = "verify-command"
	ActionSourcePatch  ActionKind = "source-patch"
	ActionEffect       ActionKind = "effect-command"
	ActionPolicyReview ActionKind = "policy-review"
)

// PolicyEffect says whether an action needs a change of a policy.
type PolicyEffect string

// The effects on policies.
const (
	PolicyNone   PolicyEffect = "none"
	PolicyReview PolicyEffect = "review-required"
)

// ObligationEffect says what an action means for declared obligations. None is
// ever suppressed.
type ObligationEffect string

// The effects on obligations.
const (
	ObligationsKept  ObligationEffect = "preserve"
	ObligationsRerun ObligationEffect = "rerun-required"
)

// Repair is the action of a row: the most useful one that is safe. The zero
// values are the safe ones: it only looks, is nobody's to run by itself, and
// touches neither policies nor obligations.
type Repair struct {
	Kind        ActionKind // empty: ActionInspect
	Description string
	// Command is the argument vector, or nil. An element "{name}" stands for the
	// diagnostic's parameter of that name, "{name...}" for the elements of a list.
	Command []string
	// Automatic: it can do no harm, so an agent may do it without asking.
	Automatic bool
	// Review: it needs a decision first, so it is never automatic.
	Review bool
	// Corrects: the frame may know the command line that was meant, which is then
	// the action instead of this one.
	Corrects         bool
	PolicyEffect     PolicyEffect     // empty: PolicyNone
	ObligationEffect ObligationEffect // empty: ObligationsKept
	// Preconditions and Postconditions are those beyond what holds for every action.
	Preconditions  []string
	Postconditions []string
}

// Correction is a command line with the mistake corrected.
type Correction struct {
	// Command is the argument vector, which begins with "genesis".
	Command []string
	// Review: running it needs a decision, because it changes something.
	Review bool
}

// Place says where and with which command a command line worked.
type Place struct {
	// Flags are the flags that say it, for example -C and its value.
	Flags []string
	// Hidden: the flags may not be repeated, because they hold an absolute path.
	Hidden bool
	// Command are the words of the command that it was for; none where that is not
	// known.
	Command []string
}

// RepairAction is what a repair plan does.
type RepairAction struct {
	ID                string           `json:"id" min:"1"`
	Description       string           `json:"description" min:"1"`
	Kind              ActionKind       `json:"kind"`
	PolicyEffect      PolicyEffect     `json:"policyEffect"`
	ObligationEffect  ObligationEffect `json:"obligationEffect"`
	AutomaticEligible bool             `json:"automaticEligible" jsonschema:"whether an agent may do it without asking"`
	RequiresReview    bool             `json:"requiresReview" jsonschema:"whether someone has to decide first"`
	Preconditions     []string         `json:"preconditions" min:"2"`
	Postconditions    []string         `json:"postconditions" min:"2"`
	Command           []string         `json:"command,omitempty" jsonschema:"an argument vector: {name} stands for a parameter of the diagnostic and {name...} for the elements of one"`
}

// RepairAction is the row's repair action as the catalog lists it.
func (f *Fault) RepairAction() RepairAction {
	kind := cmp.Or(f.Repair.Kind, ActionInspect)
	preconditions, postconditions := conditions(kind)
	return RepairAction{
		ID:                string(kind) + "/" + f.Code,
		Description:       f.Repair.Description,
		Kind:              kind,
		PolicyEffect:      cmp.Or(f.Repair.PolicyEffect, PolicyNone),
		ObligationEffect:  cmp.Or(f.Repair.ObligationEffect, ObligationsKept),
		AutomaticEligible: f.Repair.Automatic && !f.Repair.Review,
		RequiresReview:    f.Repair.Review,
		Preconditions:     append(preconditions, f.Repair.Preconditions...),
		Postconditions:    append(postconditions, f.Repair.Postconditions...),
		Command:           f.Repair.Command,
	}
}

// CorrectionAction is the action that takes the place of the row's when the
// frame knows the command line that was meant; nil when it never does.
func (f *Fault) CorrectionAction() *RepairAction {
	if !f.Repair.Corrects {
		return nil
	}
	preconditions, postconditions := conditions(ActionVerify)
	return &RepairAction{
		ID:                "correction/" + f.Code,
		Description:       "Run the command again with the one word corrected, if nothing is changed by it; else let someone decide",
		Kind:              ActionVerify,
		PolicyEffect:      PolicyNone,
		ObligationEffect:  ObligationsKept,
		AutomaticEligible: true,
		Preconditions:     append(preconditions, "the corrected command and the original one differ in one word alone"),
		Postconditions:    postconditions,
		Command:           []string{"{" + correctedCommand + "...}"},
	}
}

// conditions are what holds before and after every action of the kind.
func conditions(kind ActionKind) (before, after []string) {
	before = []string{
		"the plan's diagnostic_id and catalog_identity_sha256 are those of the present diagnostic",
		"the workspace and the store are the ones that the diagnostic was made for",
	}
	after = []string{
		"the original command, corrected where the plan says so, is run again and its exit status decides",
		"every declared obligation is still in force",
	}
	switch kind {
	case ActionInspect:
		after = append(after, "nothing was changed by the inspection")
	case ActionEffect:
		before = append(before, "nothing that is stored nowhere else would be lost")
	case ActionPolicyReview:
		before = append(before, "the change of the policy was reviewed as a diff of its own")
	case ActionVerify, ActionSourcePatch:
	}
	return before, after
}

// The parameters that only repair commands have.
const (
	correctedCommand = "corrected_command"
	location         = "location"
	helpOf           = "help_of"
)
