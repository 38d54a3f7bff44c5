package cli

import (
	"context"
	"strings"

	"github.com/spf13/pflag"

	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/render"
)

// Command is one runnable leaf of the command tree. A family package returns
// its commands; it never prints, exits or builds an envelope.
type Command struct {
	// Path is the words after "genesis", for example {"store", "put"}.
	Path []string
	// Alias is a top-level word for the same command, for example "status".
	Alias   string
	Short   string
	Long    string
	Example string
	Args    []Arg
	Flags   func(fs *pflag.FlagSet)
	// Required are the names of the flags without which the command line is
	// refused.
	Required []string
	// Exclusive are the flags that are refused beside something else; Needs are
	// those that are refused without.
	Exclusive, Needs []Pair
	// Exits are the statuses with which the command's own work may end, beside
	// those of every command and, unless NoStore, those of opening a store. Empty,
	// and not nil, says that there are none.
	Exits []contract.Status
	// Data holds a zero value of each type of Result that Run may return, for
	// example (*logResult)(nil). The schema of the kind is made from the types,
	// and the flags on records and content are honored by what they contain: a
	// field of type List, fields with the tag `cut:"content"`.
	Data []Result
	// LimitAlias is a second name of --limit, for example "max".
	LimitAlias string
	// Mutates: the command changes something, and takes --dry-run.
	Mutates bool
	// Destroys: the command replaces or removes what was there. DestroysWith are the
	// flags with which it does. No diagnostic holds a whole such command line.
	Destroys     bool
	DestroysWith []string
	// Previews: the command shows the resulting content with --preview, which
	// implies a dry run.
	Previews bool
	// Raw: the result is a raw stream of this sort to Env.Stdout; --json is
	// refused. Run may return a nil Result.
	Raw Stream
	// Content: without --json stdout is the content that was asked for, byte for
	// byte, and not text about it. ContentWith are the flags with which it is, of a
	// command that answers otherwise without.
	Content     bool
	ContentWith []string
	// Bare: without --json the result is printed as one JSON line, the stamp in
	// it, and not as text.
	Bare bool
	// NoStore: the command never opens a store or a workspace.
	NoStore bool
	// Run does the work. A nil Result with a nil error is a bug. A Result with
	// an error is a refusal that still has a result: it keeps the kind.
	Run func(ctx context.Context, env *Env, args []string) (Result, error)
}

// Stream says what a raw stream on stdout consists of.
type Stream string

// The sorts of raw streams; those are also values of stdout_kind in the surface
// manifest.
const (
	NotRaw      Stream = ""
	RecordLines Stream = "ndjson"
	ShellScript Stream = "shell-script"
	HumanText   Stream = "human-text"
)

// Arg is a positional argument; the parser enforces the declaration.
type Arg struct {
	Name     string // as the usage line shows it: "HASH"
	Optional bool
	Repeat   bool     // only the last one may repeat
	Values   []string // allowed values; empty: any
	Help     string
	// Complete is what a shell offers for the argument, where Values do not say it
	// and the Name is no sort of Completion.
	Complete Completion
	// AfterDash: the arguments after "--" (paths); only the last one.
	AfterDash bool
}

// Result is the data of a command; its JSON encoding is the envelope's data,
// field order as declared. Human renders the same values for a person.
type Result interface {
	Human(p *render.Printer)
}

// Family returns the commands of one family. It is called anew for every run,
// so that the options that the commands' flags write to are the run's own.
type Family func() []*Command

// name is the command's words joined by blanks.
func (c *Command) name() string { return strings.Join(c.Path, " ") }

// operation is the command's words as a failure context has them.
func (c *Command) operation() string { return strings.Join(c.Path, "/") }

// kind is the kind of the result.
func (c *Command) kind() contract.Kind { return contract.KindOf(c.Path...) }

// usage is the part of the usage line behind the command's words.
func (c *Command) usage() string {
	words := []string{"[flags]"}
	for _, o := range ownOptions(c) {
		if o.Required && !o.Positional {
			words = append(words, strings.TrimSpace("--"+*o.Long+" "+strings.Join(o.ValueNames, " ")))
		}
	}
	for _, arg := range c.Args {
		words = append(words, arg.usage())
	}
	return strings.Join(words, " ")
}

// usage shows whether the argument is optional and repeats.
func (a *Arg) usage() string {
	s := a.Name
	if a.Repeat {
		s += "..."
	}
	if a.AfterDash {
		s = "-- " + s
	}
	if a.Optional {
		s = "[" + s + "]"
	}
	return s
}
