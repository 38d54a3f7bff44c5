package cli

// Some commands have forms, chosen by their arguments, whose results have less
// than the command's others. These methods refuse the flags that such a form
// cannot honor; reason is a sentence without a full stop.

// NoRecords refuses the flags on records: the result has no list.
func (e *Env) NoRecords(reason string) error {
	flags := []string{"filter", "select", "limit"}
	if alias := e.run.command.LimitAlias; alias != "" {
		flags = append(flags, alias)
	}
	return e.cannot(reason, flags...)
}

// NoContent refuses --truncate-content: the result holds no content.
func (e *Env) NoContent(reason string) error { return e.cannot(reason, "truncate-content") }

// cannot is the fault of the first of the flags that was given, or nil.
func (e *Env) cannot(reason string, flags ...string) error {
	for _, flag := range flags {
		if e.run.node.Flags().Changed(flag) {
			return conflict(e.run.command, flag, reason)
		}
	}
	return nil
}
