package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// line is what stands on a command line before the word that is being typed, as
// the parser would read it. It does not parse: half of a line is no command.
type line struct {
	run     *run
	node    *cobra.Command
	command *Command // nil in a group
	flags   *pflag.FlagSet

	used       map[string]bool // long names of the flags that are given
	ownFlags   bool            // some of them are the command's own
	args       []string        // arguments so far
	dash       bool            // "--" was given
	beforeDash int             // arguments before it
	pending    *pflag.Flag     // the flag whose value is being typed
	schema     bool            // the name of a schema is being typed
	help       bool            // the line asks for the help of a command
	dead       bool            // the line has a flag that does not exist
}

// readLine reads the words of a line. Of the flags, -C and --store take effect.
func (r *run) readLine(words []string) *line {
	l := &line{run: r, used: map[string]bool{}}
	if rest, ok := r.tree.helpWords(words); ok {
		l.help, words = true, rest
	}
	var rest []string
	l.node, rest = r.tree.resolve(words)
	l.command = r.tree.commands[l.node]
	l.flags = l.node.Flags()
	l.flags.AddFlagSet(r.tree.root.PersistentFlags())
	switch {
	case l.help:
		l.command = helpCommand()
	case l.command != nil:
		r.globals.registerOf(l.command, l.flags)
	}
	for _, word := range rest {
		l.read(word)
	}
	return l
}

// read takes in one word.
func (l *line) read(word string) {
	switch {
	case l.pending != nil:
		l.take(l.pending, word)
		l.pending = nil
	case l.schema && !strings.HasPrefix(word, "-"):
		l.schema, l.dead = false, true // the name ends the line
	case l.dash || word == "-" || !strings.HasPrefix(word, "-"):
		l.args = append(l.args, word)
	case word == "--":
		l.dash, l.beforeDash = true, len(l.args)
	case strings.HasPrefix(word, "--"):
		l.readLong(word[2:])
	default:
		l.readShort(word[1:])
	}
}

func (l *line) readLong(word string) {
	name, value, inline := strings.Cut(word, "=")
	f := l.flags.Lookup(name)
	switch {
	case f == nil:
		l.dead = true
		return
	case f.Name == printSchemaFlag:
		l.schema, l.dead = !inline, inline
	case inline:
		l.take(f, value)
	case f.NoOptDefVal == "":
		l.pending = f
	}
	l.note(f)
}

// readShort reads flags of one letter, of which the last may have its value
// attached.
func (l *line) readShort(letters string) {
	for i := range letters {
		f := l.flags.ShorthandLookup(letters[i : i+1])
		if f == nil {
			l.dead = true
			return
		}
		l.note(f)
		if f.NoOptDefVal != "" {
			continue
		}
		if value := letters[i+1:]; value != "" {
			l.take(f, strings.TrimPrefix(value, "="))
		} else {
			l.pending = f
		}
		return
	}
}

func (l *line) note(f *pflag.Flag) {
	l.used[f.Name] = true
	l.ownFlags = l.ownFlags || l.run.tree.root.PersistentFlags().Lookup(f.Name) == nil
}

// take sets the flags that say where the command works.
func (l *line) take(f *pflag.Flag, value string) {
	if slices.Contains([]string{"workspace", "store"}, f.Name) {
		_ = f.Value.Set(value) // a text takes every value
	}
}
