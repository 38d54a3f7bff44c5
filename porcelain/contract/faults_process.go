package contract

// processFaults are interruptions, time limits and bugs.
var processFaults = []Fault{
	{
		Code:     "interrupted/sigint",
		Exit:     Interrupted,
		Phase:    PhaseInvocation,
		Severity: SeverityError,
		Domain:   DomainInvocation,
		Kind:     "interrupted",
		Message:  "The command was interrupted",
		LikelyCauses: []string{
			"a key or a program sent SIGINT",
		},
		SafeRepairActions: []string{
			"look at the state, then run the command again",
		},
		CandidateFix:   "Let the command finish",
		NextSafeAction: "Run the same command again",
		Repair: Repair{
			Description: "List the operations, the newest of which the command may have published",
			Command:     []string{"genesis", "{location...}", "op", "log"},
			Automatic:   true,
		},
	},
	{
		Code:     "interrupted/sigterm",
		Exit:     Terminated,
		Phase:    PhaseInvocation,
		Severity: SeverityError,
		Domain:   DomainInvocation,
		Kind:     "interrupted",
		Message:  "The command was terminated",
		LikelyCauses: []string{
			"a program sent SIGTERM",
			"the terminal went away (SIGHUP)",
		},
		SafeRepairActions: []string{
			"look at the state, then run the command again",
		},
		CandidateFix:   "Let the command finish",
		NextSafeAction: "Run the same command again",
		Repair: Repair{
			Description: "List the operations, the newest of which the command may have published",
			Command:     []string{"genesis", "{location...}", "op", "log"},
			Automatic:   true,
		},
	},
	{
		Code:     "timeout/exceeded",
		Exit:     Timeout,
		Phase:    PhaseInvocation,
		Severity: SeverityError,
		Domain:   DomainInvocation,
		Kind:     "timeout",
		Message:  "The command took longer than --timeout",
		LikelyCauses: []string{
			"the limit is too short for the work",
			"another process held the store",
		},
		SafeRepairActions: []string{
			"give a longer --timeout",
		},
		CandidateFix:   "Give a longer --timeout",
		NextSafeAction: "Run the command again with a longer --timeout",
		Repair: Repair{
			Kind:        ActionVerify,
			Description: "Decide on a longer --timeout, then run the command again",
			Review:      true,
		},
	},
	{
		Code:     "internal/panic",
		Exit:     Internal,
		Phase:    PhaseInternal,
		Severity: SeverityError,
		Domain:   DomainInternal,
		Kind:     "panic",
		Message:  "Genesis has a bug and stopped the command",
		LikelyCauses: []string{
			"a bug of genesis",
		},
		SafeRepairActions: []string{
			"verify the store",
			"report the bug with the output of `genesis version`",
		},
		CandidateFix:   "Report the bug",
		NextSafeAction: "Report the bug with the output of `genesis version`",
		Repair: Repair{
			Description: "Print the version for the report",
			Command:     []string{"genesis", "version"},
			Automatic:   true,
		},
	},
	{
		Code:     "internal/error",
		Exit:     Internal,
		Phase:    PhaseInternal,
		Severity: SeverityError,
		Domain:   DomainInternal,
		Kind:     "error",
		Message:  "Genesis met an error that it does not know",
		LikelyCauses: []string{
			"a bug of genesis",
		},
		SafeRepairActions: []string{
			"verify the store",
			"report the bug with the output of `genesis version`",
		},
		CandidateFix:   "Report the bug",
		NextSafeAction: "Report the bug with the output of `genesis version`",
		Repair: Repair{
			Description: "Print the version for the report",
			Command:     []string{"genesis", "version"},
			Automatic:   true,
		},
	},
	{
		Code:     "diagnostic/catalog-miss",
		Exit:     Internal,
		Phase:    PhaseInternal,
		Severity: SeverityError,
		Domain:   DomainInternal,
		Kind:     "catalog-miss",
		Message:  "Genesis reported a fault that its catalog does not list",
		LikelyCauses: []string{
			"a bug of genesis",
		},
		SafeRepairActions: []string{
			"report the bug with the code that the parameters name",
		},
		CandidateFix:   "Report the bug",
		NextSafeAction: "Report the bug with the output of `genesis version`",
		Repair: Repair{
			Description: "Print the version for the report",
			Command:     []string{"genesis", "version"},
			Automatic:   true,
		},
	},
}
