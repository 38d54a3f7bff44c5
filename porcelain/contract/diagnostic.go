package contract

// The schema ids of the documents.
const (
	DiagnosticsSchema    = "genesis/diagnostics-schema-v1"
	FailureContextSchema = "genesis/failure-context-v0.1"
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
	plan, parameters := row.repairPlan(e, facts)
	diagnostic := Diagnostic{
		ID:                row.DiagnosticID(),
		Code:              row.Code,
		CatalogVersion:    CatalogVersion,
		CatalogIdentity:   CatalogIdentity,
		Severity:          row.Severity,
		Phase:             row.Phase,
		RelatedSpans:      []Span{},
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
