package contract

// Envelope is the document that a run answers with, in the field order of the
// contract.
type Envelope struct {
	OK                bool         `json:"ok" jsonschema:"whether the command did what it was asked to do"`
	Kind              Kind         `json:"kind" jsonschema:"the id of the result; genesis/error-v0.2 when there is none"`
	Data              any          `json:"data,omitempty" jsonschema:"the result, whose schema the kind names"`
	Error             *ErrorObject `json:"error,omitempty" jsonschema:"what went wrong"`
	DiagnosticsSchema string       `json:"diagnostics_schema" enum:"genesis/diagnostics-schema-v1"`
	DiagnosticCatalog CatalogRef   `json:"diagnostic_catalog" jsonschema:"the catalog that the diagnostics are of"`
	Diagnostics       []Diagnostic `json:"diagnostics" jsonschema:"what a caller can do about a failure; empty on success"`
	Stamp
}

// CatalogRef identifies the catalog that the diagnostics come from.
type CatalogRef struct {
	Path     string `json:"path" jsonschema:"in the source tree"`
	Version  string `json:"version" pattern:"^[0-9]+\\.[0-9]+\\.[0-9]+$"`
	Identity string `json:"identity_sha256" pattern:"^[0-9a-f]{64}$"`
}

// Stamp is the provenance that the frame alone writes; no command has a field
// of these names.
type Stamp struct {
	// TargetResolved is absolute, or "-" for stdin; several are joined by ",".
	TargetResolved string `json:"target_resolved" min:"1" jsonschema:"what the run worked on: absolute, or - for standard input; several are joined by commas"`
	// TargetEncoding is "percent" where a target holds a comma or bytes that are not
	// UTF-8: then these and percent signs are escaped.
	TargetEncoding string `json:"target_resolved_encoding,omitempty" jsonschema:"percent where target_resolved is escaped: bytes that are not UTF-8, percent signs, and commas inside of a target"`
	// TargetSource is argv, workspace or stdin.
	TargetSource string `json:"target_source" enum:"argv,workspace,stdin" jsonschema:"where the target came from"`
	// WorkspaceSource is argv or cwd.
	WorkspaceSource string `json:"workspace_source" enum:"argv,cwd" jsonschema:"where the workspace came from"`
	// RecordsSuppressed counts records that the run had and did not give out, for
	// whatever flag; set when a flag could suppress some.
	RecordsSuppressed *int `json:"records_suppressed,omitempty" jsonschema:"records that the run had and did not give out, for whatever flag"`
	// FilesBudgetDropped counts records that --limit cut off. It is a floor: the
	// command may have stopped looking. Set with --limit.
	FilesBudgetDropped *int `json:"files_budget_dropped,omitempty" jsonschema:"records that --limit cut off, at least"`
	// FilesPlanned is set on dry runs only.
	FilesPlanned *int `json:"files_planned,omitempty" jsonschema:"files that a run without --dry-run or --preview would have written, stored or removed"`
	// Truncated: --truncate-content or --max-output-bytes shortened something, and
	// TruncatedRecords counts the records in which. Set with these flags.
	Truncated        *bool  `json:"truncated,omitempty" jsonschema:"whether --truncate-content or --max-output-bytes shortened something"`
	TruncatedRecords *int   `json:"truncated_records,omitempty" jsonschema:"records that were shortened"`
	Code             string `json:"code,omitempty" pattern:"^[a-z][a-z0-9-]*(/[a-z][a-z0-9-]*)+$" jsonschema:"the code of the failure"`
	Exit             Status `json:"exit,omitempty" jsonschema:"the exit status of the process, on failure"`
}

// Success is the envelope of a result.
func Success(kind Kind, data any, stamp Stamp) *Envelope {
	stamp.Code, stamp.Exit = "", OK
	return &Envelope{
		OK:                true,
		Kind:              kind,
		Data:              data,
		DiagnosticsSchema: DiagnosticsSchema,
		DiagnosticCatalog: PublishedCatalog(),
		Diagnostics:       []Diagnostic{},
		Stamp:             stamp,
	}
}

// Failure is the envelope of an error. With data, a refusal that still has a
// result, it keeps the command's kind; without, the kind is KindError.
func Failure(kind Kind, data any, e *Error, operation string, stamp Stamp) *Envelope {
	object, diagnostic := Describe(e, operation)
	diagnostics := []Diagnostic{diagnostic}
	for _, other := range e.Besides {
		_, diagnostic := Describe(other, operation)
		diagnostics = append(diagnostics, diagnostic)
	}
	if data == nil {
		kind = KindError
	}
	stamp.Code, stamp.Exit = object.Code, e.Row().Exit
	return &Envelope{
		Kind:              kind,
		Data:              data,
		Error:             &object,
		DiagnosticsSchema: DiagnosticsSchema,
		DiagnosticCatalog: PublishedCatalog(),
		Diagnostics:       diagnostics,
		Stamp:             stamp,
	}
}

// PublishedCatalog identifies the catalog that this build carries.
func PublishedCatalog() CatalogRef {
	return CatalogRef{Path: CatalogPath, Version: CatalogVersion, Identity: CatalogIdentity}
}

// Encode returns the envelope as one line with its line feed.
func (e *Envelope) Encode() ([]byte, error) {
	encoded, err := EncodeJSON(e)
	if err != nil {
		return nil, err
	}
	return append(encoded, '\n'), nil
}
