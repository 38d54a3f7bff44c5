package contract

// opFaults are what can go wrong with the log of operations.
var opFaults = []Fault{
	{
		Code:     "op/nothing-to-undo",
		Exit:     Refused,
		Phase:    PhaseHistory,
		Severity: SeverityError,
		Domain:   DomainHistory,
		Kind:     "nothing-to-undo",
		Message:  "There is no operation left to take back or make again",
		LikelyCauses: []string{
			"every operation of this workspace is undone",
			"no operation changed anything",
			"an operation followed the undo",
		},
		SafeRepairActions: []string{
			"look at the operations",
		},
		CandidateFix:   "Name an operation that can be taken back",
		NextSafeAction: "List the operations with `genesis op log`",
		Repair: Repair{
			Description: "List the operations",
			Command:     []string{"genesis", "{location...}", "op", "log"},
			Automatic:   true,
		},
	},
	{
		Code:     "op/undo-conflict",
		Exit:     Conflicted,
		Phase:    PhaseHistory,
		Severity: SeverityError,
		Domain:   DomainHistory,
		Kind:     "undo-conflict",
		Message:  "A later operation changed what would be taken back",
		LikelyCauses: []string{
			"a ref was moved again after the operation",
		},
		SafeRepairActions: []string{
			"look at the later operations",
			"take back the later operation first",
		},
		CandidateFix:   "Take back the later operation first",
		NextSafeAction: "List the operations with `genesis op log`",
		Repair: Repair{
			Description: "Read the later operations, then decide which to take back",
			Command:     []string{"genesis", "{location...}", "op", "log"},
			Review:      true,
		},
	},
	{
		Code:     "op/ambiguous-id",
		Exit:     Usage,
		Phase:    PhaseInvocation,
		Severity: SeverityError,
		Domain:   DomainInvocation,
		Kind:     "ambiguous-id",
		Message:  "The short id fits several operations",
		LikelyCauses: []string{
			"the short id has too few digits",
		},
		SafeRepairActions: []string{
			"use more digits of the id",
		},
		CandidateFix:   "Use the full id of one of the candidates",
		NextSafeAction: "Use one of the candidates that the facts list",
		Repair: Repair{
			Kind:        ActionVerify,
			Description: "Choose one of the candidates that the parameters list, then run the command again with it",
			Review:      true,
		},
	},
	{
		Code:     "op/not-found",
		Exit:     NotFound,
		Phase:    PhaseHistory,
		Severity: SeverityError,
		Domain:   DomainHistory,
		Kind:     "not-found",
		Message:  "There is no such operation",
		LikelyCauses: []string{
			"the id is misspelled",
			"the operation is of another store",
		},
		SafeRepairActions: []string{
			"look at the operations",
		},
		CandidateFix:   "Use the id of an operation that exists",
		NextSafeAction: "List the operations with `genesis op log`",
		Repair: Repair{
			Description: "List the operations",
			Command:     []string{"genesis", "{location...}", "op", "log"},
			Automatic:   true,
		},
	},
}
