package contract

// agentFaults are mistakes of those who ask what the program can do.
var agentFaults = []Fault{
	{
		Code:     "agent-index/diagnostic-not-found",
		Exit:     NotFound,
		Phase:    PhaseInvocation,
		Severity: SeverityError,
		Domain:   DomainInvocation,
		Kind:     "diagnostic-not-found",
		Message:  "The catalog has no diagnostic with exactly this code",
		LikelyCauses: []string{
			"the code is misspelled, or its case differs",
			"the code has blanks around it, or is the id of the diagnostic",
			"the code belongs to another version",
		},
		SafeRepairActions: []string{
			"copy the code from the field code of the failure",
			"list the codes with `genesis agent-index`",
		},
		CandidateFix:   "Use a code of the catalog, letter by letter",
		NextSafeAction: "List the codes of the catalog with `genesis agent-index --json`",
		Repair: Repair{
			Description: "List the codes of the catalog",
			Command:     []string{"genesis", "agent-index", "--json"},
			Automatic:   true,
			Corrects:    true,
		},
	},
}
