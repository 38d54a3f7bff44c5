package contract

// languageFaults are what can be wrong with the text of a source.
var languageFaults = []Fault{
	{
		Code:     "parse/coreform",
		Exit:     Parse,
		Phase:    PhaseParse,
		Severity: SeverityError,
		Domain:   DomainParser,
		Kind:     "unexpected-token",
		Message:  "The source is not CoreForm",
		LikelyCauses: []string{
			"a bracket or a quote has no partner",
			"a string has an escape that there is not",
			"the file is in another language",
		},
		SafeRepairActions: []string{
			"look at the place that the span names, and at the fact `reason`",
			"look at what was last changed in the file",
		},
		CandidateFix:   "Correct the source at the span",
		NextSafeAction: "Correct the source at the place that the span names, then run the command again",
		Repair:         Repair{Kind: ActionSourcePatch, Description: "Correct the source at the primary span, for the reason that the parameters name", Review: true},
	},
	{
		Code:     "canonicalize/coreform",
		Exit:     Parse,
		Phase:    PhaseCanonicalization,
		Severity: SeverityError,
		Domain:   DomainParser,
		Kind:     "malformed-form",
		Message:  "A form of the source has no canonical form",
		LikelyCauses: []string{
			"def, fn, if, begin, let, prim, quote, seal or unseal has not the parts that it needs",
			"one of these names is used as that of a function",
			"forms nest too deeply, or their text would be too long",
		},
		SafeRepairActions: []string{
			"look at the place that the span names, and at the fact `reason`",
			"quote what is meant as data",
		},
		CandidateFix:   "Correct the form at the span",
		NextSafeAction: "Correct the form at the place that the span names, then run the command again",
		Repair:         Repair{Kind: ActionSourcePatch, Description: "Correct the form at the primary span, for the reason that the parameters name", Review: true},
	},
	{
		Code:     "parse/source",
		Exit:     Parse,
		Phase:    PhaseParse,
		Severity: SeverityError,
		Domain:   DomainParser,
		Kind:     "syntax",
		Message:  "A file does not parse in its language",
		LikelyCauses: []string{
			"the file was saved in the middle of a change",
			"the file is in another language than its name says",
		},
		SafeRepairActions: []string{
			"look at the place that the facts name",
		},
		CandidateFix:   "Correct the file at the place that the facts name",
		NextSafeAction: "Correct the file at the place that the facts name, then run the command again",
		Repair:         Repair{Kind: ActionSourcePatch, Description: "Correct the file at the line and column that the parameters name", Review: true},
	},
	{
		Code:     "fmt/not-formatted",
		Exit:     Format,
		Phase:    PhaseCanonicalization,
		Severity: SeverityError,
		Domain:   DomainParser,
		Kind:     "not-formatted",
		Message:  "Files are not in canonical layout",
		LikelyCauses: []string{
			"the files were changed by hand",
			"a form has sugar that its canonical form does not have",
		},
		SafeRepairActions: []string{
			"see with `--preview` and without `--check` what the files would become",
			"format the files that the facts list",
		},
		CandidateFix:   "Format the files that the facts list",
		NextSafeAction: "Format the files that the facts list, then check again",
		Repair:         Repair{Kind: ActionSourcePatch, Description: "Format the files that the parameters list, which changes their layout and nothing that a hash covers", Review: true},
	},
}
