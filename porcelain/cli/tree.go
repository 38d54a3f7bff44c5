package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/genesis-vcs/genesis/porcelain/contract"
)

// tree is the command tree of one run.
type tree struct {
	root     *cobra.Command
	commands map[*cobra.Command]*Command // the runnable nodes
	globals  *globals
}

// groups says what the commands below a word are about.
var groups = [...]struct{ word, short string }{
	{"store", "Put, get, list and verify objects"},
	{"refs", "Read and move refs"},
	{"commit", "Make and show commits"},
	{"vcs", "Work with the files of a workspace and their history"},
	{"op", "Look at operations, undo and redo them"},
}

func groupShort(word string) string {
	for _, g := range groups {
		if g.word == word {
			return g.short
		}
	}
	return "Commands of " + word
}

// commandsOf returns the commands of the families and the frame's own.
func commandsOf(families []Family) []*Command {
	commands := []*Command{versionCommand()}
	for _, family := range families {
		commands = append(commands, family()...)
	}
	return commands
}

// Commands are all commands of a program with these families, help included.
func Commands(families ...Family) []*Command { return append(commandsOf(families), helpCommand()) }

// newTree builds the tree. Flags of commands are registered only when a
// command is chosen.
func newTree(g *globals, commands []*Command) *tree {
	t := &tree{
		root: &cobra.Command{
			Use:   "genesis",
			Short: "A content-addressed object store with version-control porcelain",
		},
		commands: make(map[*cobra.Command]*Command, len(commands)),
		globals:  g,
	}
	g.register(t.root.PersistentFlags())
	for _, c := range commands {
		t.put(c.Path, c)
	}
	for _, c := range commands {
		if c.Alias != "" {
			t.put([]string{c.Alias}, c)
		}
	}
	return t
}

// put hangs the command below the groups that its path names. A word that is a
// group already becomes runnable itself: `commit` is `commit new`.
func (t *tree) put(path []string, c *Command) {
	at := t.root
	for i, word := range path {
		next := child(at, word)
		if next == nil {
			next = &cobra.Command{Use: word, Short: groupShort(word)}
			at.AddCommand(next)
		}
		at = next
		if i < len(path)-1 {
			continue
		}
		if t.commands[at] != nil {
			panic("cli: two commands are called " + strings.Join(path, " "))
		}
		t.commands[at] = c
		if !at.HasSubCommands() {
			at.Short, at.Long, at.Example = c.Short, c.Long, c.Example
		}
	}
}

// wordsOf are the words after "genesis" that lead to the node.
func wordsOf(at *cobra.Command) []string { return strings.Fields(at.CommandPath())[1:] }

func child(at *cobra.Command, word string) *cobra.Command {
	for _, sub := range at.Commands() {
		if sub.Name() == word {
			return sub
		}
	}
	return nil
}

// resolve walks from the root along the words of args to a node. rest are the
// arguments without those words. Only global flags may stand before the last
// word.
func (t *tree) resolve(args []string) (at *cobra.Command, rest []string) {
	at = t.root
	for i := 0; i < len(args); i++ {
		arg := args[i]
		if len(arg) > 1 && arg[0] == '-' {
			n := t.globalWidth(arg)
			if n == 0 || i+n > len(args) {
				return at, append(rest, args[i:]...)
			}
			rest = append(rest, args[i:i+n]...)
			i += n - 1
			continue
		}
		next := child(at, arg)
		if next == nil {
			return at, append(rest, args[i:]...)
		}
		at = next
		if !at.HasSubCommands() {
			return at, append(rest, args[i+1:]...)
		}
	}
	return at, rest
}

// helpWords reports whether the first word of args is "help", and returns the
// arguments without it.
func (t *tree) helpWords(args []string) (rest []string, ok bool) {
	for i := 0; i < len(args); i++ {
		if args[i] == "help" {
			return slices.Concat(args[:i], args[i+1:]), true
		}
		n := 0
		if strings.HasPrefix(args[i], "-") {
			n = t.globalWidth(args[i])
		}
		if n == 0 {
			return nil, false
		}
		i += n - 1
	}
	return nil, false
}

// unknownWord is the first word of rest, which resolve left over, unless a flag
// that is not global comes before it.
func (t *tree) unknownWord(rest []string) (word string, ok bool) {
	for i := 0; i < len(rest); {
		if len(rest[i]) < 2 || rest[i][0] != '-' {
			return rest[i], true
		}
		n := t.globalWidth(rest[i])
		if n == 0 {
			return "", false
		}
		i += n
	}
	return "", false
}

// globalWidth is the number of arguments that a global flag takes up, itself
// included; 0 when arg is no global flag (or is "--").
func (t *tree) globalWidth(arg string) int {
	fs := t.root.PersistentFlags()
	if arg == "-" {
		return 0
	}
	if name, ok := strings.CutPrefix(arg, "--"); ok {
		name, _, inline := strings.Cut(name, "=")
		f := fs.Lookup(name)
		switch {
		case f == nil:
			return 0
		case inline || f.NoOptDefVal != "":
			return 1
		default:
			return 2
		}
	}
	f := fs.ShorthandLookup(arg[1:2])
	switch {
	case f == nil:
		return 0
	case len(arg) > 2 || f.NoOptDefVal != "":
		return 1
	default:
		return 2
	}
}

// unknown is the fault for a word that is no command, with the nearest ones.
func (t *tree) unknown(at *cobra.Command, word string) *contract.Error {
	facts := contract.Facts{"command": word}
	near := nearest(word, wordsBelow(at))
	if len(near) == 0 {
		return contract.Failf("usage/unknown-command", facts, "There is no command %s", quote(at, word))
	}
	facts["suggestions"] = near
	return contract.Failf("usage/unknown-command", facts, "There is no command %s; near to it: %s",
		quote(at, word), strings.Join(near, ", "))
}

// wordsBelow are the words that may follow, sorted.
func wordsBelow(at *cobra.Command) []string {
	var words []string
	for _, sub := range at.Commands() {
		words = append(words, sub.Name())
	}
	return words
}

// quote names a word with the group that it was looked for in.
func quote(at *cobra.Command, word string) string {
	if at.HasParent() {
		word = at.Name() + " " + word
	}
	return `"` + word + `"`
}
