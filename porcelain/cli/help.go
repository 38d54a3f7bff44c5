package cli

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/render"
)

// helpResult is the data of `help`, --help and a bare `genesis`.
type helpResult struct {
	Command string `json:"command"`
	Help    string `json:"help"`
}

// Human implements Result.
func (r *helpResult) Human(p *render.Printer) { p.Raw([]byte(r.Help)) }

// help makes the help of a node of the tree.
func (t *tree) help(at *cobra.Command) *helpResult {
	var b bytes.Buffer
	c := t.commands[at]
	fmt.Fprintf(&b, "%s\n\nUSAGE\n", summary(at, c))
	if c != nil {
		fmt.Fprintf(&b, "  genesis %s %s\n", c.name(), c.usage())
		if c.Alias != "" {
			fmt.Fprintf(&b, "  genesis %s %s\n", c.Alias, c.usage())
		}
	}
	if at.HasSubCommands() {
		fmt.Fprintf(&b, "  %s COMMAND\n\nCOMMANDS\n", at.CommandPath())
		writeCommands(&b, at)
		if !at.HasParent() {
			b.WriteString("\n`genesis help COMMAND` prints the help of a command.\n")
		}
	}
	if c != nil {
		writeCommand(&b, c)
	}
	fmt.Fprintf(&b, "\nGLOBAL FLAGS\n%s", globalUsages(c))
	b.WriteString("\nEXIT STATUS\n")
	writeExits(&b, c)
	return &helpResult{Command: strings.TrimPrefix(strings.TrimPrefix(at.CommandPath(), "genesis"), " "), Help: b.String()}
}

// globalUsages lists the global flags, of a command those that it honors.
func globalUsages(c *Command) string {
	fs := globalFlags()
	if c == nil {
		return fs.FlagUsages()
	}
	fs.VisitAll(func(f *pflag.Flag) { f.Hidden = !c.honors(f.Name) })
	return fs.FlagUsages()
}

func summary(at *cobra.Command, c *Command) string {
	switch {
	case c == nil:
		return at.Short
	case c.Long != "":
		return c.Short + "\n\n" + strings.TrimRight(c.Long, "\n")
	default:
		return c.Short
	}
}

func writeCommands(b *bytes.Buffer, at *cobra.Command) {
	subs := slices.Clone(at.Commands())
	slices.SortFunc(subs, func(a, b *cobra.Command) int { return strings.Compare(a.Name(), b.Name()) })
	for _, sub := range subs {
		fmt.Fprintf(b, "  %-14s %s\n", sub.Name(), sub.Short)
	}
}

// writeCommand writes what only a runnable node has.
func writeCommand(b *bytes.Buffer, c *Command) {
	if len(c.Args) > 0 {
		b.WriteString("\nARGUMENTS\n")
		for _, arg := range c.Args {
			help := arg.Help
			if len(arg.Values) > 0 {
				help = strings.TrimSpace(help + " (" + strings.Join(arg.Values, ", ") + ")")
			}
			fmt.Fprintf(b, "  %-14s %s\n", arg.Name, help)
		}
	}
	if c.Flags != nil {
		own := pflag.NewFlagSet(c.name(), pflag.ContinueOnError)
		c.Flags(own)
		fmt.Fprintf(b, "\nFLAGS\n%s", own.FlagUsages())
	}
	if c.Example != "" {
		fmt.Fprintf(b, "\nEXAMPLES\n%s\n", strings.TrimRight(c.Example, "\n"))
	}
}

// writeExits writes the statuses that the command may end with.
func writeExits(b *bytes.Buffer, c *Command) {
	for _, row := range exitsOf(c) {
		fmt.Fprintf(b, "  %-4d %-13s %s\n", row.Status, row.Name, row.When)
	}
}

// endsWith reports whether a command can end with the status; one that opens no
// store knows only what can happen to any process.
func endsWith(status contract.Status, store bool) bool {
	switch status {
	case contract.OK, contract.Internal, contract.Usage, contract.IO, contract.Timeout,
		contract.Interrupted, contract.Terminated, contract.Crashed, contract.BrokenPipe:
		return true
	default:
		return store && contract.HasFault(status)
	}
}
