package contract

import (
	"maps"
	"strings"
)

// RepairPlan binds one safe action to a diagnostic.
type RepairPlan struct {
	Schema          string        `json:"schema" enum:"genesis/diagnostic-repair-plan-v0.1"`
	DiagnosticID    string        `json:"diagnostic_id" pattern:"^genesis/diagnostic/v1/[a-z][a-z0-9-]*(/[a-z][a-z0-9-]*)+$"`
	CatalogIdentity string        `json:"catalog_identity_sha256" pattern:"^[0-9a-f]{64}$"`
	Action          RepairAction  `json:"action"`
	Guardrails      Guardrails    `json:"guardrails"`
	Authorization   Authorization `json:"authorization"`
	PolicyDiff      *PolicyDiff   `json:"policy_diff" jsonschema:"a proposal that is never applied by itself; null when none is needed"`
}

// Guardrails say what no repair may do; they are the same in every plan.
type Guardrails struct {
	Schema                string `json:"schema" enum:"genesis/diagnostic-repair-guardrails-v0.1"`
	PromptAuthority       string `json:"promptAuthority" enum:"none"`
	PolicyBroadening      string `json:"policyBroadening" enum:"separate-reviewed-diff"`
	ObligationSuppression string `json:"obligationSuppression" enum:"forbidden"`
	AutomaticActionPolicy string `json:"automaticActionPolicy" enum:"catalog-eligible-only"`
}

// Authorization says what a repair may do by itself.
type Authorization struct {
	AutomaticAllowed             bool `json:"automatic_allowed" jsonschema:"whether the action may be done without asking"`
	PolicyChangeAllowed          bool `json:"policy_change_allowed" enum:"false"`
	ObligationSuppressionAllowed bool `json:"obligation_suppression_allowed" enum:"false"`
	RequiresReview               bool `json:"requires_review"`
	RequiresSeparatePolicyDiff   bool `json:"requires_separate_policy_diff"`
}

// repairPlan binds an action of the row to an occurrence, and returns the
// parameters of the diagnostic: the facts and what the command needs beyond
// them. An occurrence narrows what the catalog allows and never widens it.
func (f *Fault) repairPlan(e *Error, facts map[string]any) (RepairPlan, map[string]any) {
	action, parameters := f.RepairAction(), facts
	if correction := f.CorrectionAction(); correction != nil && e.Corrected != nil {
		action, parameters = *correction, with(facts, correctedCommand, e.Corrected.Command)
		action.AutomaticEligible = !e.Corrected.Review
		action.RequiresReview = e.Corrected.Review
	}
	action.Command, parameters = bind(action.Command, e.Place, parameters)
	if action.Command == nil && action.Kind != ActionVerify {
		action.AutomaticEligible = false
	}
	if action.Kind == ActionEffect && e.DryRun {
		action.AutomaticEligible, action.RequiresReview = false, true
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
			AutomaticAllowed:           action.AutomaticEligible,
			RequiresReview:             action.RequiresReview,
			RequiresSeparatePolicyDiff: action.PolicyEffect == PolicyReview,
		},
		PolicyDiff: e.Denied.proposal(action.Kind),
	}, parameters
}

// bind returns the command for an occurrence, nil when it needs a parameter that
// the occurrence lacks, with the parameters that it needs.
func bind(command []string, place Place, parameters map[string]any) ([]string, map[string]any) {
	var bound []string
	for _, word := range command {
		name, variable := strings.CutPrefix(word, "{")
		name = strings.TrimSuffix(name, "}")
		list, spread := strings.CutSuffix(name, "...")
		switch {
		case !variable:
		case spread && list == location:
			if place.Hidden {
				return nil, parameters
			}
			if len(place.Flags) == 0 {
				continue // nothing to repeat
			}
			parameters = with(parameters, location, place.Flags)
		case spread && list == helpOf:
			if len(place.Command) == 0 {
				continue // the help of genesis itself
			}
			parameters = with(parameters, helpOf, place.Command)
		case spread:
			if _, ok := parameters[list].([]string); !ok {
				return nil, parameters
			}
		case !isWord(parameters, name):
			return nil, parameters
		}
		bound = append(bound, word)
	}
	return bound, parameters
}

// isWord reports whether a parameter is a text that means the same as an
// argument: as it was, and not to be taken for a flag.
func isWord(parameters map[string]any, name string) bool {
	text, ok := parameters[name].(string)
	_, encoded := parameters[name+"_encoding"]
	return ok && !encoded && text != "" && text[0] != '-'
}

// with returns the parameters and one more.
func with(parameters map[string]any, name string, value []string) map[string]any {
	out := maps.Clone(parameters)
	out[name] = value
	return out
}
