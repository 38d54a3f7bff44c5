package contract

import "cmp"

// The schema ids of the documents.
const (
	DiagnosticsSchema    = "genesis/diagnostics-schema-v1"
	FailureContextSchema = "genesis/failure-context-v0.1"
)

// Stdin is the source of a span in standard input.
const Stdin = "-"

// Span is a place in a source; lines and columns count from 1, columns the bytes
// of a line. The end is right behind it.
type Span struct {
	Source      string `json:"source" min:"1" jsonschema:"the file, relative to the base of the run; - for standard input"`
	StartLine   int    `json:"startLine" min:"1"`
	StartColumn int    `json:"startColumn" min:"1"`
	EndLine     int    `json:"endLine" min:"1"`
	EndColumn   int    `json:"endColumn" min:"1"`
}

// FailureContext says where and how a run failed.
type FailureContext struct {
	Schema       string         `json:"schema" enum:"genesis/failure-context-v0.1"`
	Domain       Domain         `json:"domain" jsonschema:"the authority that the failure belongs to"`
	Kind         string         `json:"kind" pattern:"^[a-z][a-z0-9-]*$" jsonschema:"what went wrong, whatever the domain"`
	Operation    string         `json:"operation" pattern:"^[a-z0-9][a-z0-9-]*(/[a-z0-9][a-z0-9-]*)*$" jsonschema:"what was done: the words of the command"`
	Facts        map[string]any `json:"facts" jsonschema:"typed values by name in snake case"`
	PrimarySpan  *Span          `json:"primary_span" jsonschema:"where; null when the failure is in no place"`
	RelatedSpans []Span         `json:"related_spans"`
}

// ErrorObject is the error of an envelope.
type ErrorObject struct {
	Code    string         `json:"code" pattern:"^[a-z][a-z0-9-]*(/[a-z][a-z0-9-]*)+$" jsonschema:"the row of the catalog"`
	Message string         `json:"message" min:"1" jsonschema:"one sentence for people; route on the code and the context"`
	Context FailureContext `json:"context"`
}

// Diagnostic is a fault as a machine acts on it.
type Diagnostic struct {
	ID                 string         `json:"id" pattern:"^genesis/diagnostic/v1/[a-z][a-z0-9-]*(/[a-z][a-z0-9-]*)+$"`
	Code               string         `json:"code" pattern:"^[a-z][a-z0-9-]*(/[a-z][a-z0-9-]*)+$"`
	CatalogVersion     string         `json:"catalog_version" pattern:"^[0-9]+\\.[0-9]+\\.[0-9]+$"`
	CatalogIdentity    string         `json:"catalog_identity_sha256" pattern:"^[0-9a-f]{64}$"`
	Severity           Severity       `json:"severity"`
	Phase              Phase          `json:"phase" jsonschema:"at what point of the run"`
	PrimarySpan        *Span          `json:"primary_span"`
	RelatedSpans       []Span         `json:"related_spans"`
	Parameters         map[string]any `json:"parameters" jsonschema:"typed values that the advice refers to"`
	LikelyCauses       []string       `json:"likely_causes" min:"1"`
	SafeRepairActions  []string       `json:"safe_repair_actions" min:"1"`
	Documentation      []string       `json:"documentation" min:"1"`
	ErrorClass         Class          `json:"error_class" jsonschema:"what a caller can do: try again, read again, change the state, or change the command"`
	CandidateFix       string         `json:"candidate_fix" min:"1"`
	BlockingCapability *string        `json:"blocking_capability" jsonschema:"the capability that was denied"`
	NextSafeAction     string         `json:"next_safe_action" min:"1" jsonschema:"the one action to take first"`
	RepairPlan         RepairPlan     `json:"repair_plan"`
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
			Kind:         cmp.Or(e.Kind, row.Kind),
			Operation:    operation,
			Facts:        facts,
			PrimarySpan:  e.Span,
			RelatedSpans: append([]Span{}, e.Related...),
		},
	}
	plan, parameters := row.repairPlan(e, facts)
	diagnostic := Diagnostic{
		ID:                row.DiagnosticID(),
		Code:              row.Code,
		CatalogVersion:    CatalogVersion,
		CatalogIdentity:   CatalogIdentity,
		Severity:          row.Severity,
		Phase:             row.Phase,
		PrimarySpan:       object.Context.PrimarySpan,
		RelatedSpans:      object.Context.RelatedSpans,
		Parameters:        parameters,
		LikelyCauses:      row.LikelyCauses,
		SafeRepairActions: row.SafeRepairActions,
		Documentation:     row.Documentation(),
		ErrorClass:        row.Class(),
		CandidateFix:      row.CandidateFix,
		NextSafeAction:    row.NextSafeAction,
		RepairPlan:        plan,
	}
	if e.Denied != nil {
		diagnostic.BlockingCapability = &e.Denied.Capability
	}
	return object, diagnostic
}
