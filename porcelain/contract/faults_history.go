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
	{
		Code:     "history/not-file",
		Exit:     Refused,
		Phase:    PhaseHistory,
		Severity: SeverityError,
		Domain:   DomainHistory,
		Kind:     "not-file",
		Message:  "The path is not a regular file",
		LikelyCauses: []string{
			"the path is a directory, a symlink or a repository of its own",
		},
		SafeRepairActions: []string{
			"name a file below the directory",
			"list the commits that changed the path",
		},
		CandidateFix:   "Name a file",
		NextSafeAction: "Name a file, then run the command again; `genesis store cat-tree` lists them",
		Repair: Repair{
			Description: "Choose a file, below the directory if the path is one",
			Review:      true,
		},
	},
	{
		Code:     "history/no-such-lines",
		Exit:     Usage,
		Phase:    PhaseInvocation,
		Severity: SeverityError,
		Domain:   DomainInvocation,
		Kind:     "no-such-lines",
		Message:  "The file has no such lines",
		LikelyCauses: []string{
			"the file is shorter in that commit",
			"the range ends before it begins",
		},
		SafeRepairActions: []string{
			"use lines up to the number in the fact `lines`",
		},
		CandidateFix:   "Use lines that the file has",
		NextSafeAction: "Use lines up to the number in the fact `lines`, counted from 1",
		Repair: Repair{
			Description: "Give lines that the file has, then run the command again",
			Review:      true,
		},
	},
	{
		Code:     "history/unknown-unit",
		Exit:     NotFound,
		Phase:    PhaseHistory,
		Severity: SeverityError,
		Domain:   DomainHistory,
		Kind:     "unknown-unit",
		Message:  "The file has no such unit",
		LikelyCauses: []string{
			"the name is misspelled",
			"the file does not parse in that commit, so that it has no units",
			"no language knows the file",
		},
		SafeRepairActions: []string{
			"list the units of the file with `genesis vcs hash`",
			"ask about lines instead, with -L",
		},
		CandidateFix:   "Use the name of a unit of the file",
		NextSafeAction: "List the units of the file with `genesis vcs hash --in FILE`, then run the command again",
		Repair: Repair{
			Description: "Choose one of the units that the file has",
			Review:      true,
		},
	},
	{
		Code:     "history/ambiguous-unit",
		Exit:     Usage,
		Phase:    PhaseInvocation,
		Severity: SeverityError,
		Domain:   DomainInvocation,
		Kind:     "ambiguous-unit",
		Message:  "Several units have that name",
		LikelyCauses: []string{
			"units of different kinds, or in different units, have the same name",
		},
		SafeRepairActions: []string{
			"name the unit by its kind and its path, as the fact `candidates` lists them",
			"ask about lines instead, with -L",
		},
		CandidateFix:   "Name one of the candidates",
		NextSafeAction: "Name one of the candidates of the facts, then run the command again",
		Repair: Repair{
			Description: "Choose one of the candidates that the parameters list",
			Review:      true,
		},
	},
}
