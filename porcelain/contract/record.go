package contract

// Record is a fault as the published catalog has it.
type Record struct {
	ID                string       `json:"id" pattern:"^genesis/diagnostic/v1/[a-z][a-z0-9-]*(/[a-z][a-z0-9-]*)+$"`
	Code              string       `json:"code" pattern:"^[a-z][a-z0-9-]*(/[a-z][a-z0-9-]*)+$"`
	Exit              Status       `json:"exit"`
	ErrorClass        Class        `json:"error_class"`
	Phase             Phase        `json:"phase"`
	Severity          Severity     `json:"severity"`
	Domain            Domain       `json:"domain"`
	Kind              string       `json:"kind" pattern:"^[a-z][a-z0-9-]*$"`
	Retryable         bool         `json:"retryable"`
	Message           string       `json:"message" min:"1"`
	LikelyCauses      []string     `json:"likely_causes" min:"1"`
	SafeRepairActions []string     `json:"safe_repair_actions" min:"1"`
	Documentation     []string     `json:"documentation" min:"1"`
	CandidateFix      string       `json:"candidate_fix" min:"1"`
	NextSafeAction    string       `json:"next_safe_action" min:"1"`
	RepairAction      RepairAction `json:"repair_action"`
	// CorrectionAction takes the place of the repair action when the frame knows
	// the command line that was meant.
	CorrectionAction *RepairAction `json:"correction_action,omitempty"`
}

// Record is the catalog's record of the fault.
func (f *Fault) Record() Record {
	return Record{
		ID:                f.DiagnosticID(),
		Code:              f.Code,
		Exit:              f.Exit,
		ErrorClass:        f.Class(),
		Phase:             f.Phase,
		Severity:          f.Severity,
		Domain:            f.Domain,
		Kind:              f.Kind,
		Retryable:         f.Retryable,
		Message:           f.Message,
		LikelyCauses:      f.LikelyCauses,
		SafeRepairActions: f.SafeRepairActions,
		Documentation:     f.Documentation(),
		CandidateFix:      f.CandidateFix,
		NextSafeAction:    f.NextSafeAction,
		RepairAction:      f.RepairAction(),
		CorrectionAction:  f.CorrectionAction(),
	}
}
