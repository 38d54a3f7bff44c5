package contract

import (
	"bytes"
	"encoding/json"
)

// Envelope is the document that a run answers with, in the field order of the
// contract.
type Envelope struct {
	OK                bool         `json:"ok"`
	Kind              Kind         `json:"kind"`
	Data              any          `json:"data,omitempty"`
	Error             *ErrorObject `json:"error,omitempty"`
	DiagnosticsSchema string       `json:"diagnostics_schema"`
	DiagnosticCatalog CatalogRef   `json:"diagnostic_catalog"`
	Diagnostics       []Diagnostic `json:"diagnostics"`
	Stamp
}

// CatalogRef identifies the catalog that the diagnostics come from.
type CatalogRef struct {
	Path     string `json:"path"`
	Version  string `json:"version"`
	Identity string `json:"identity_sha256"`
}

// Stamp is the provenance that the frame alone writes; no command has a field
// of these names.
type Stamp struct {
	// TargetResolved is absolute, or "-" for stdin; several are joined by ",".
	TargetResolved string `json:"target_resolved"`
	// TargetSource is argv, workspace or stdin.
	TargetSource string `json:"target_source"`
	// WorkspaceSource is argv or cwd.
	WorkspaceSource string `json:"workspace_source"`
	// RecordsSuppressed counts records that the run had and did not give out, for
	// whatever flag; set when a flag could suppress some.
	RecordsSuppressed *int `json:"records_suppressed,omitempty"`
	// FilesBudgetDropped counts records that --limit cut off. It is a floor: the
	// command may have stopped looking. Set with --limit.
	FilesBudgetDropped *int `json:"files_budget_dropped,omitempty"`
	// FilesPlanned is set on dry runs only.
	FilesPlanned *int `json:"files_planned,omitempty"`
	// Truncated: --truncate-content or --max-output-bytes shortened something, and
	// TruncatedRecords counts the records in which. Set with these flags.
	Truncated        *bool  `json:"truncated,omitempty"`
	TruncatedRecords *int   `json:"truncated_records,omitempty"`
	Code             string `json:"code,omitempty"`
	Exit             Status `json:"exit,omitempty"`
}

// Success is the envelope of a result.
func Success(kind Kind, data any, stamp Stamp) *Envelope {
	stamp.Code, stamp.Exit = "", OK
	return &Envelope{
		OK:                true,
		Kind:              kind,
		Data:              data,
		DiagnosticsSchema: DiagnosticsSchema,
		DiagnosticCatalog: catalogRef(),
		Diagnostics:       []Diagnostic{},
		Stamp:             stamp,
	}
}

// Failure is the envelope of an error. With data, a refusal that still has a
// result, it keeps the command's kind; without, the kind is KindError.
func Failure(kind Kind, data any, e *Error, operation string, stamp Stamp) *Envelope {
	object, diagnostic := Describe(e, operation)
	if data == nil {
		kind = KindError
	}
	stamp.Code, stamp.Exit = object.Code, e.Row().Exit
	return &Envelope{
		Kind:              kind,
		Data:              data,
		Error:             &object,
		DiagnosticsSchema: DiagnosticsSchema,
		DiagnosticCatalog: catalogRef(),
		Diagnostics:       []Diagnostic{diagnostic},
		Stamp:             stamp,
	}
}

func catalogRef() CatalogRef {
	return CatalogRef{Path: CatalogPath, Version: CatalogVersion, Identity: CatalogIdentity}
}

// Encode returns the envelope as one line with its line feed.
func (e *Envelope) Encode() ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(e); err != nil {
		return nil, err
	}
	return buf.Bytes(), nil
}
