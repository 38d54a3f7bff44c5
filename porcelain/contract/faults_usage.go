package contract

// usageFaults are mistakes in the command line.
var usageFaults = []Fault{
	{
		Code:     "usage/unknown-flag",
		Exit:     Usage,
		Phase:    PhaseInvocation,
		Severity: SeverityError,
		Domain:   DomainInvocation,
		Kind:     "unknown-flag",
		Message:  "The command has no such flag",
		LikelyCauses: []string{
			"the flag is misspelled",
			"the flag belongs to another command",
		},
		SafeRepairActions: []string{
			"read the flags of the command in its help",
		},
		CandidateFix:   "Use a flag that the help of the command lists",
		NextSafeAction: "Read the help of the command with --help",
		Inspect:        Inspection{Description: "Read the help of the command", Command: []string{"genesis", "help"}},
	},
	{
		Code:     "usage/unknown-command",
		Exit:     Usage,
		Phase:    PhaseInvocation,
		Severity: SeverityError,
		Domain:   DomainInvocation,
		Kind:     "unknown-command",
		Message:  "There is no such command",
		LikelyCauses: []string{
			"the command is misspelled",
			"the command belongs to another version",
		},
		SafeRepairActions: []string{
			"read the list of commands in the help",
		},
		CandidateFix:   "Use a command that the help lists",
		NextSafeAction: "List the commands with `genesis help`",
		Inspect:        Inspection{Description: "Read the list of commands", Command: []string{"genesis", "help"}},
	},
	{
		Code:     "usage/missing-argument",
		Exit:     Usage,
		Phase:    PhaseInvocation,
		Severity: SeverityError,
		Domain:   DomainInvocation,
		Kind:     "missing-argument",
		Message:  "A required argument is missing",
		LikelyCauses: []string{
			"an argument was left out",
			"a variable in a script is empty",
		},
		SafeRepairActions: []string{
			"read the usage line in the help of the command",
		},
		CandidateFix:   "Give the argument that the facts name",
		NextSafeAction: "Read the help of the command with --help",
		Inspect:        Inspection{Description: "Read the help of the command", Command: []string{"genesis", "help"}},
	},
	{
		Code:     "usage/bad-argument",
		Exit:     Usage,
		Phase:    PhaseInvocation,
		Severity: SeverityError,
		Domain:   DomainInvocation,
		Kind:     "bad-argument",
		Message:  "An argument has a value that the command does not accept",
		LikelyCauses: []string{
			"the value is misspelled or has the wrong form",
			"there are more arguments than the command takes",
		},
		SafeRepairActions: []string{
			"read what the help of the command says about the argument",
		},
		CandidateFix:   "Give a value of the form that the help describes",
		NextSafeAction: "Read the help of the command with --help",
		Inspect:        Inspection{Description: "Read the help of the command", Command: []string{"genesis", "help"}},
	},
	{
		Code:     "usage/flag-conflict",
		Exit:     Usage,
		Phase:    PhaseInvocation,
		Severity: SeverityError,
		Domain:   DomainInvocation,
		Kind:     "flag-conflict",
		Message:  "The command cannot honor this flag here",
		LikelyCauses: []string{
			"two flags exclude each other",
			"the command has no use for the flag",
		},
		SafeRepairActions: []string{
			"read the flags of the command in its help",
		},
		CandidateFix:   "Leave out the flag that the facts name",
		NextSafeAction: "Run the command again without the flag",
		Inspect:        Inspection{Description: "Read the help of the command", Command: []string{"genesis", "help"}},
	},
}
