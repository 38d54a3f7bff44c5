package contract

// historyFaults are what can go wrong with revisions.
var historyFaults = []Fault{
	{
		Code:     "history/unknown-revision",
		Exit:     NotFound,
		Phase:    PhaseHistory,
		Severity: SeverityError,
		Domain:   DomainHistory,
		Kind:     "unknown-revision",
		Message:  "The revision names nothing",
		LikelyCauses: []string{
			"the name is misspelled",
			"the revision is of another store",
		},
		SafeRepairActions: []string{
			"list the branches and tags",
			"use the full hash of a commit",
		},
		CandidateFix:   "Use a revision that exists",
		NextSafeAction: "List the refs with `genesis refs list`",
		Repair: Repair{
			Description: "List the refs",
			Command:     []string{"genesis", "{location...}", "refs", "list"},
			Automatic:   true,
			Corrects:    true,
		},
	},
	{
		Code:     "history/ambiguous-revision",
		Exit:     Usage,
		Phase:    PhaseInvocation,
		Severity: SeverityError,
		Domain:   DomainInvocation,
		Kind:     "ambiguous-revision",
		Message:  "The revision fits several things",
		LikelyCauses: []string{
			"a short name is the name of a branch and of a tag",
			"a short id has too few digits",
		},
		SafeRepairActions: []string{
			"use the full name of the ref",
			"use the full hash",
		},
		CandidateFix:   "Use one of the candidates that the facts list",
		NextSafeAction: "Use one of the candidates that the facts list",
		Repair: Repair{
			Kind:        ActionVerify,
			Description: "Choose one of the candidates that the parameters list, then run the command again with it",
			Review:      true,
		},
	},
	{
		Code:     "history/not-commit",
		Exit:     Refused,
		Phase:    PhaseHistory,
		Severity: SeverityError,
		Domain:   DomainHistory,
		Kind:     "not-commit",
		Message:  "The object is not a commit",
		LikelyCauses: []string{
			"the hash is of a blob, a tree or a snapshot",
		},
		SafeRepairActions: []string{
			"list the commits",
		},
		CandidateFix:   "Use the hash of a commit",
		NextSafeAction: "List the commits with `genesis vcs log`",
		Repair: Repair{
			Description: "Look at the kind of the object",
			Command:     []string{"genesis", "{location...}", "store", "stat", "{hash}"},
			Automatic:   true,
		},
	},
	{
		Code:     "history/bad-revision",
		Exit:     Usage,
		Phase:    PhaseInvocation,
		Severity: SeverityError,
		Domain:   DomainInvocation,
		Kind:     "bad-revision",
		Message:  "The text is not a revision",
		LikelyCauses: []string{
			"a suffix is misspelled",
			"the form belongs to another version",
		},
		SafeRepairActions: []string{
			"use a branch, a tag or a hash, with ~n or ^n behind it",
		},
		CandidateFix:   "Write the revision as a name or a hash",
		NextSafeAction: "List the refs with `genesis refs list`",
		Repair: Repair{
			Description: "List the refs",
			Command:     []string{"genesis", "{location...}", "refs", "list"},
			Automatic:   true,
		},
	},
}
