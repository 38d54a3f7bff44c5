package contract

// Record is a fault as the published catalog has it.
type Record struct {
	ID                string       `json:"id"`
	Code              string       `json:"code"`
	Exit              Status       `json:"exit"`
	ErrorClass        Class        `json:"error_class"`
	Phase             Phase        `json:"phase"`
	Severity          Severity     `json:"severity"`
	Domain            Domain       `json:"domain"`
	Kind              string       `json:"kind"`
	Retryable         bool         `json:"retryable"`
	Message           string       `json:"message"`
	LikelyCauses      []string     `json:"likely_causes"`
	SafeRepairActions []string     `json:"safe_repair_actions"`
	Documentation     []string     `json:"documentation"`
	CandidateFix      string       `json:"candidate_fix"`
	NextSafeAction    string       `json:"next_safe_action"`
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
