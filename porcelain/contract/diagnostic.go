package contract

import "strings"

// The schema ids of the documents.
const (
	DiagnosticsSchema    = "genesis/diagnostics-schema-v1"
	FailureContextSchema = "genesis/failure-context-v0.1"
	RepairPlanSchema     = "genesis/diagnostic-repair-plan-v0.1"
	GuardrailsSchema     = "genesis/diagnostic-repair-guardrails-v0.1"
)

// Span is a place in a source; lines and columns count from 1.
type Span struct {
	Source      string `json:"source"`
	StartLine   int    `json:"startLine"`
	StartColumn int    `json:"startColumn"`
	EndLine     int    `json:"endLine"`
	EndColumn   int    `json:"endColumn"`
}

// FailureContext says where and how a run failed.
type FailureContext struct {
	Schema       string         `json:"schema"`
	Domain       Domain         `json:"domain"`
	Kind         string         `json:"kind"`
	Operation    string         `json:"operation"`
	Facts        map[string]any `json:"facts"`
	PrimarySpan  *Span          `json:"primary_span"`
	RelatedSpans []Span         `json:"related_spans"`
}

// ErrorObject is the error of an envelope.
type ErrorObject struct {
	Code    string         `json:"code"`
	Message string         `json:"message"`
	Context FailureContext `json:"context"`
}

// Diagnostic is a fault as a machine acts on it.
type Diagnostic struct {
	ID                 string         `json:"id"`
	Code               string         `json:"code"`
	CatalogVersion     string         `json:"catalog_version"`
	CatalogIdentity    string         `json:"catalog_identity_sha256"`
	Severity           Severity       `json:"severity"`
	Phase              Phase          `json:"phase"`
	PrimarySpan        *Span          `json:"primary_span"`
	RelatedSpans       []Span         `json:"related_spans"`
	Parameters         map[string]any `json:"parameters"`
	LikelyCauses       []string       `json:"likely_causes"`
	SafeRepairActions  []string       `json:"safe_repair_actions"`
	Documentation      []string       `json:"documentation"`
	ErrorClass         Class          `json:"error_class"`
	CandidateFix       string         `json:"candidate_fix"`
	BlockingCapability *string        `json:"blocking_capability"`
	NextSafeAction     string         `json:"next_safe_action"`
	RepairPlan         RepairPlan     `json:"repair_plan"`
}

// RepairPlan binds one safe action to a diagnostic.
type RepairPlan struct {
	Schema          string        `json:"schema"`
	DiagnosticID    string        `json:"diagnostic_id"`
	CatalogIdentity string        `json:"catalog_identity_sha256"`
	Action          RepairAction  `json:"action"`
	Guardrails      Guardrails    `json:"guardrails"`
	Authorization   Authorization `json:"authorization"`
	PolicyDiff      *struct{}     `json:"policy_diff"` // no fault proposes one yet
}

// RepairAction is what a repair plan does. Every action of today only inspects.
type RepairAction struct {
	ID                string   `json:"id"`
	Description       string   `json:"description"`
	Kind              string   `json:"kind"`
	PolicyEffect      string   `json:"policyEffect"`
	ObligationEffect  string   `json:"obligationEffect"`
	AutomaticEligible bool     `json:"automaticEligible"`
	RequiresReview    bool     `json:"requiresReview"`
	Preconditions     []string `json:"preconditions"`
	Postconditions    []string `json:"postconditions"`
	Command           []string `json:"command,omitempty"`
}

// Guardrails say what no repair may do; they are the same in every plan.
type Guardrails struct {
	Schema                string `json:"schema"`
	PromptAuthority       string `json:"promptAuthority"`
	PolicyBroadening      string `json:"policyBroadening"`
	ObligationSuppression string `json:"obligationSuppression"`
	AutomaticActionPolicy string `json:"automaticActionPolicy"`
}

// Authorization says what a repair may do by itself.
type Authorization struct {
	AutomaticAllowed             bool `json:"automatic_allowed"`
	PolicyChangeAllowed          bool `json:"policy_change_allowed"`
	ObligationSuppressionAllowed bool `json:"obligation_suppression_allowed"`
	RequiresReview               bool `json:"requires_review"`
	RequiresSeparatePolicyDiff   bool `json:"requires_separate_policy_diff"`
}

// RepairAction is the row's repair action as the catalog lists it.
func (f *Fault) RepairAction() RepairAction {
	return RepairAction{
		ID:               "inspect/" + f.Code,
		Description:      f.Inspect.Description,
		Kind:             "inspect",
		PolicyEffect:     "none",
		ObligationEffect: "preserve",
		// An inspection without a command is a person's.
		AutomaticEligible: len(f.Inspect.Command) > 0,
		Preconditions: []string{
			"the plan's diagnostic_id and catalog_identity_sha256 are those of the present diagnostic",
			"the workspace and the store are the ones that the diagnostic was made for",
		},
		Postconditions: []string{
			"the original command is run again and its exit status decides",
			"every declared obligation is still in force",
			"nothing was changed by the inspection",
		},
		Command: f.Inspect.Command,
	}
}

// repairPlan binds the row's action to an occurrence: a command that needs a
// parameter which the occurrence lacks is left out.
func (f *Fault) repairPlan(parameters map[string]any) RepairPlan {
	action := f.RepairAction()
	if !bindable(action.Command, parameters) {
		action.Command, action.AutomaticEligible = nil, false
	}
	return RepairPlan{
		Schema:          RepairPlanSchema,
		DiagnosticID:    f.DiagnosticID(),
		CatalogIdentity: CatalogIdentity,
		Action:          action,
		Guardrails: Guardrails{
			Schema:                GuardrailsSchema,
			PromptAuthority:       "none",
			PolicyBroadening:      "separate-reviewed-diff",
			ObligationSuppression: "forbidden",
			AutomaticActionPolicy: "catalog-eligible-only",
		},
		Authorization: Authorization{
			AutomaticAllowed: action.AutomaticEligible,
			RequiresReview:   action.RequiresReview,
		},
	}
}

func bindable(command []string, parameters map[string]any) bool {
	for _, word := range command {
		if name, ok := strings.CutPrefix(word, "{"); ok {
			if _, ok := parameters[strings.TrimSuffix(name, "}")].(string); !ok {
				return false
			}
		}
	}
	return true
}

// Describe turns an error into the error object and the diagnostic of an
// envelope. operation is the command's words joined by slashes.
func Describe(e *Error, operation string) (ErrorObject, Diagnostic) {
	row := e.Row()
	facts := cleanFacts(e.Facts)
	message := CleanText(e.Message)
	if row.Code != e.Code {
		facts["reported_code"] = CleanText(e.Code)
		message = ""
	}
	if message == "" {
		message = row.Message
	}
	object := ErrorObject{
		Code:    row.Code,
		Message: message,
		Context: FailureContext{
			Schema:       FailureContextSchema,
			Domain:       row.Domain,
			Kind:         row.Kind,
			Operation:    operation,
			Facts:        facts,
			RelatedSpans: []Span{},
		},
	}
	diagnostic := Diagnostic{
		ID:                row.DiagnosticID(),
		Code:              row.Code,
		CatalogVersion:    CatalogVersion,
		CatalogIdentity:   CatalogIdentity,
		Severity:          row.Severity,
		Phase:             row.Phase,
		RelatedSpans:      []Span{},
		Parameters:        facts,
		LikelyCauses:      row.LikelyCauses,
		SafeRepairActions: row.SafeRepairActions,
		Documentation:     row.Documentation(),
		ErrorClass:        row.Class(),
		CandidateFix:      row.CandidateFix,
		NextSafeAction:    row.NextSafeAction,
		RepairPlan:        row.repairPlan(facts),
	}
	return object, diagnostic
}
