package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/genesis-vcs/genesis/porcelain/contract"
)

// Node is a word of the command tree as data: what help, manuals, completions
// and the machine descriptions are made from. Everything in it comes from
// declarations that the parser enforces. The JSON form is that of a command in
// genesis/cli-schema-v0.1; the other fields are for documents.
type Node struct {
	Name        string   `json:"name"`
	Path        []string `json:"path"` // "genesis" first
	About       string   `json:"about"`
	Options     []Option `json:"options"`
	Subcommands []*Node  `json:"subcommands"` // by name

	Long    string `json:"-"`
	Usage   string `json:"-"` // the whole line, with "genesis"
	Example string `json:"-"`
	// Alias is a word directly below genesis for the same command, or "". Aliases
	// have no nodes of their own.
	Alias string `json:"-"`
	// Exits are the statuses that the command may end with; of a group, those of
	// any of its commands.
	Exits []contract.ExitRow `json:"-"`
	// Command is nil for a group, which does nothing itself.
	Command *CommandData `json:"-"`
}

// CommandData is what only a runnable node has.
type CommandData struct {
	Kind        contract.Kind
	Mutates     bool
	Previews    bool
	Raw         Stream
	Content     bool
	ContentWith []string
	Bare        bool
	NoStore     bool
	// Exclusive and Needs are the pairs that the parser enforces.
	Exclusive, Needs []Pair
	Records          string   // the JSON name of the list of records, or ""
	Honors           []string // the names of the global flags that mean something here
}

// Runnable reports whether the node is a command.
func (n *Node) Runnable() bool { return n.Command != nil }

// Words are the words after "genesis", joined by blanks.
func (n *Node) Words() string { return strings.Join(n.Path[1:], " ") }

// Commands are the runnable nodes from this one down, sorted by their words.
func (n *Node) Commands() []*Node {
	var commands []*Node
	if n.Runnable() {
		commands = append(commands, n)
	}
	for _, sub := range n.Subcommands {
		commands = append(commands, sub.Commands()...)
	}
	slices.SortFunc(commands, func(a, b *Node) int { return strings.Compare(a.Words(), b.Words()) })
	return commands
}

// Find returns the node with these words after "genesis", or nil.
func (n *Node) Find(words ...string) *Node {
	for _, word := range words {
		i := slices.IndexFunc(n.Subcommands, func(sub *Node) bool { return sub.Name == word })
		if i < 0 {
			return nil
		}
		n = n.Subcommands[i]
	}
	return n
}

// Tree describes the commands of this program. The options of the running
// command are not touched.
func (e *Env) Tree() *Node { return Describe(e.run.families...) }

// Describe returns the tree of the commands of the families and of the frame.
func Describe(families ...Family) *Node {
	g := new(globals)
	t := newTree(g, commandsOf(families))
	help := helpCommand()
	t.put(help.Path, help)
	root := t.describe(t.root)
	root.Options = globalOptions()
	return root
}

// describe makes the node of a place in the tree and of what is below.
func (t *tree) describe(at *cobra.Command) *Node {
	n := &Node{
		Name:        at.Name(),
		Path:        strings.Fields(at.CommandPath()),
		About:       at.Short,
		Options:     []Option{},
		Subcommands: []*Node{},
		Usage:       at.CommandPath() + " COMMAND",
	}
	if c := t.commands[at]; c != nil && c.name() == n.Words() { // else an alias
		n.describeCommand(c)
	}
	for _, sub := range at.Commands() {
		if node := t.describe(sub); node.Runnable() || len(node.Subcommands) > 0 {
			n.Subcommands = append(n.Subcommands, node)
		}
	}
	slices.SortFunc(n.Subcommands, func(a, b *Node) int { return strings.Compare(a.Name, b.Name) })
	if !n.Runnable() {
		n.Exits = exitsBelow(n.Subcommands)
	}
	return n
}

// describeCommand adds what the declaration of the command says.
func (n *Node) describeCommand(c *Command) {
	n.About, n.Long, n.Example, n.Alias = c.Short, c.Long, c.Example, c.Alias
	n.Usage = strings.Join(n.Path, " ") + " " + c.usage()
	n.Options = ownOptions(c)
	n.Exits = c.exits()
	n.Command = &CommandData{
		Kind:        c.kind(),
		Mutates:     c.Mutates,
		Previews:    c.Previews,
		Raw:         c.Raw,
		Content:     c.Content,
		ContentWith: c.ContentWith,
		Bare:        c.Bare,
		NoStore:     c.NoStore,
		Records:     c.records(),

		Exclusive: c.exclusive(),
		Needs:     c.Needs,
	}
	globalFlags().VisitAll(func(f *pflag.Flag) {
		if c.honors(f.Name) {
			n.Command.Honors = append(n.Command.Honors, f.Name)
		}
	})
}

// globalFlags are the global flags, bound to nothing.
func globalFlags() *pflag.FlagSet {
	fs := pflag.NewFlagSet("genesis", pflag.ContinueOnError)
	new(globals).register(fs)
	return fs
}
