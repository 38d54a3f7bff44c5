package contract

// commitFaults are what can keep a commit from being made or shown.
var commitFaults = []Fault{
	{
		Code:     "commit/nothing-to-commit",
		Exit:     Refused,
		Phase:    PhaseHistory,
		Severity: SeverityError,
		Domain:   DomainHistory,
		Kind:     "nothing-to-commit",
		Message:  "Nothing changed since the last commit",
		LikelyCauses: []string{
			"the files are as the last commit has them",
			"the changed files are ignored",
		},
		SafeRepairActions: []string{
			"look at the changes",
			"give --allow-empty to make an empty commit on purpose",
		},
		CandidateFix:   "Change a file first",
		NextSafeAction: "Look at the changes with `genesis vcs status`",
		Repair: Repair{
			Description: "List the changes of the working tree",
			Command:     []string{"genesis", "{location...}", "vcs", "status"},
			Automatic:   true,
		},
	},
	{
		Code:     "commit/no-identity",
		Exit:     Refused,
		Phase:    PhaseHistory,
		Severity: SeverityError,
		Domain:   DomainHistory,
		Kind:     "no-identity",
		Message:  "The author is not known well enough",
		LikelyCauses: []string{
			"neither flags, environment nor configuration name the author",
		},
		SafeRepairActions: []string{
			"give --author",
			"set GENESIS_AUTHOR_NAME and GENESIS_AUTHOR_EMAIL",
			"set the author in the user configuration",
		},
		CandidateFix:   "Say who the author is",
		NextSafeAction: "Set GENESIS_AUTHOR_NAME and GENESIS_AUTHOR_EMAIL, then run the command again",
		Repair: Repair{
			Kind:        ActionVerify,
			Description: "Decide who the author is and say so with GENESIS_AUTHOR_NAME and GENESIS_AUTHOR_EMAIL, then run the command again",
			Review:      true,
		},
	},
	{
		Code:     "commit/no-message",
		Exit:     Refused,
		Phase:    PhaseHistory,
		Severity: SeverityError,
		Domain:   DomainHistory,
		Kind:     "no-message",
		Message:  "The commit has no message",
		LikelyCauses: []string{
			"neither --message nor --message-file was given",
			"the message is empty",
		},
		SafeRepairActions: []string{
			"give a message with -m",
		},
		CandidateFix:   "Give a message with -m",
		NextSafeAction: "Run the command again with -m and a message",
		Repair: Repair{
			Kind:        ActionVerify,
			Description: "Write a message, then run the command again with -m",
			Review:      true,
		},
	},
	{
		Code:     "commit/not-snapshot",
		Exit:     Refused,
		Phase:    PhaseHistory,
		Severity: SeverityError,
		Domain:   DomainHistory,
		Kind:     "not-snapshot",
		Message:  "The object is not a snapshot",
		LikelyCauses: []string{
			"the hash is of a tree, a commit or a blob",
		},
		SafeRepairActions: []string{
			"make a snapshot with `genesis vcs snapshot`",
		},
		CandidateFix:   "Use the hash of a snapshot",
		NextSafeAction: "List the snapshots with `genesis store ls --kind snapshot`",
		Repair: Repair{
			Description: "List the snapshots of the store",
			Command:     []string{"genesis", "{location...}", "store", "ls", "--kind", "snapshot"},
			Automatic:   true,
		},
	},
	{
		Code:     "commit/bad-author",
		Exit:     Usage,
		Phase:    PhaseInvocation,
		Severity: SeverityError,
		Domain:   DomainInvocation,
		Kind:     "bad-author",
		Message:  "The author is not of the form Name <email>",
		LikelyCauses: []string{
			"the angle brackets are missing",
			"the name or email holds a control character",
		},
		SafeRepairActions: []string{
			"write the author as Name <email>",
		},
		CandidateFix:   "Write the author as Name <email>",
		NextSafeAction: "Run the command again with an author of the form Name <email>",
		Repair: Repair{
			Kind:        ActionVerify,
			Description: "Write the author as Name <email>, then run the command again",
			Review:      true,
		},
	},
	{
		Code:     "commit/bad-date",
		Exit:     Usage,
		Phase:    PhaseInvocation,
		Severity: SeverityError,
		Domain:   DomainInvocation,
		Kind:     "bad-date",
		Message:  "The date is not an RFC 3339 time",
		LikelyCauses: []string{
			"the zone is missing",
			"the date has another form",
		},
		SafeRepairActions: []string{
			"write the date as 2006-01-02T15:04:05Z",
		},
		CandidateFix:   "Write the date as 2006-01-02T15:04:05Z",
		NextSafeAction: "Run the command again with an RFC 3339 date",
		Repair: Repair{
			Kind:        ActionVerify,
			Description: "Write the date as an RFC 3339 time, then run the command again",
			Review:      true,
		},
	},
	{
		Code:     "commit/behind",
		Exit:     Conflicted,
		Phase:    PhaseHistory,
		Severity: SeverityError,
		Domain:   DomainHistory,
		Kind:     "behind",
		Message:  "The files are of another commit than the branch holds",
		LikelyCauses: []string{
			"another workspace moved the branch",
			"another workspace removed the branch",
		},
		SafeRepairActions: []string{
			"check the branch out again",
			"make a removed branch again, where the files are, with `genesis switch -c`",
		},
		CandidateFix:   "Check the branch out again; one that was removed is made again with `genesis switch -c`",
		NextSafeAction: "Check the branch out again, or make it again with `genesis switch -c` if it was removed",
		Repair: Repair{
			Kind:             ActionEffect,
			Description:      "Check the branch out again, which carries changes along and refuses to overwrite them",
			Command:          []string{"genesis", "{location...}", "vcs", "checkout", "{branch}"},
			Automatic:        true,
			ObligationEffect: ObligationsRerun,
			Preconditions: []string{
				"the workspace is on the branch that the parameters name",
			},
			Postconditions: []string{
				"the files are of the commit that the branch holds",
				"every change that was not committed is still in the working tree",
			},
		},
	},
	{
		Code:     "commit/unborn",
		Exit:     Refused,
		Phase:    PhaseHistory,
		Severity: SeverityError,
		Domain:   DomainHistory,
		Kind:     "unborn",
		Message:  "The branch has no commit yet",
		LikelyCauses: []string{
			"nothing was committed in this workspace",
		},
		SafeRepairActions: []string{
			"make the first commit",
		},
		CandidateFix:   "Make the first commit",
		NextSafeAction: "Look at what a first commit would take with `genesis vcs status`",
		Repair: Repair{
			Description: "List what a first commit would take",
			Command:     []string{"genesis", "{location...}", "vcs", "status"},
			Automatic:   true,
		},
	},
}
