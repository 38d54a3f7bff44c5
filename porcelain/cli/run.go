package cli

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/genesis-vcs/genesis/porcelain/contract"
)

// Run runs one command line (without the program's name) and returns the exit
// status. It is the whole program but for the process: it ends no process,
// installs no signal handler and reads no environment but environ. std.Stdin
// may be nil.
func Run(args []string, std IO, environ []string, families ...Family) int {
	return newRun(args, std, environ).do(args, families)
}

// run is the state of one command line.
type run struct {
	std      IO
	stdout   *sink
	environ  environment
	families []Family
	globals  globals
	json     bool // how to answer, known even when the flags do not parse
	tree     *tree
	node     *cobra.Command
	command  *Command // nil until resolved
	args     []string // positional arguments
	line     []string // all arguments, as they were given
	env      *Env
	shape    shapes
	cwdErr   error         // why there is no current directory
	uid      int           // effective user id
	grace    time.Duration // how long a command that was told to stop may take
}

// do is Run on a run whose parts a test may have changed.
func (r *run) do(args []string, families []Family) int {
	o := guard(func() outcome { return r.prepare(args, families) })
	if r.std.Ready != nil {
		<-r.std.Ready
	}
	if o.ready {
		o = r.noteMove(r.supervise())
	}
	return r.answer(o)
}

func newRun(args []string, std IO, environ []string) *run {
	if std.Stdout == nil {
		std.Stdout = closedStdout{}
	}
	r := &run{
		std:     std,
		stdout:  &sink{w: std.Stdout},
		environ: environ,
		line:    args,
		json:    wantsJSON(args),
		uid:     os.Geteuid(),
		grace:   stopGrace,
	}
	r.env = &Env{Stdin: std.Stdin, Stdout: outlet{r.stdout}, Stderr: std.Stderr, run: r}
	r.env.Cwd, r.cwdErr = os.Getwd()
	return r
}

// outcome is how a run ended: a result, an error, or both.
type outcome struct {
	ready  bool // prepared: the command is to be run
	result Result
	err    error
	stack  []byte // of a panic
}

// prepare resolves the command, parses flags and arguments, and answers help
// and --version.
func (r *run) prepare(args []string, families []Family) outcome {
	r.families = families
	r.tree = newTree(&r.globals, commandsOf(families))
	if line, ok := completionRequest(args); ok {
		return r.complete(line, args[0] == completeWord)
	}
	switch name, named, ok := schemaRequest(args); {
	case named:
		return r.printSchema(name)
	case ok:
		return r.printSchemaNames()
	}
	if words, ok := r.tree.helpWords(args); ok {
		return r.helpCommand(words)
	}
	node, rest := r.tree.resolve(args)
	r.node, r.command = node, r.tree.commands[node]
	if r.command == nil {
		return r.group(rest)
	}
	return r.leaf(rest)
}

// helpCommand is `genesis help [COMMAND...]`.
func (r *run) helpCommand(args []string) outcome {
	rest, ofHelp := r.tree.helpWords(args)
	if ofHelp {
		args = rest
	}
	node, rest := r.tree.resolve(args)
	if err := node.ParseFlags(rest); err != nil {
		if word, ok := r.tree.unknownWord(rest); ok {
			return outcome{err: r.tree.unknown(node, word)}
		}
		return outcome{err: flagError(err, "help")}
	}
	r.json = r.globals.machine()
	if words := node.Flags().Args(); len(words) > 0 {
		return outcome{err: r.tree.unknown(node, words[0])}
	}
	if err := r.globals.check(helpCommand(), node.Flags()); err != nil {
		return outcome{err: err}
	}
	if ofHelp && !node.HasParent() {
		return r.help(helpCommand().Path)
	}
	return r.help(wordsOf(node))
}

// helpCommand stands for the help in envelopes; it never runs.
func helpCommand() *Command {
	return &Command{
		Path:    []string{"help"},
		Short:   "Print the help of genesis or of a command",
		Example: "  genesis help\n  genesis help vcs log",
		Args:    []Arg{{Name: "COMMAND", Optional: true, Repeat: true, Help: "the words of the command"}},
		Data:    []Result{(*helpResult)(nil)},
		Exits:   []contract.Status{},
		NoStore: true,
	}
}

// group answers a node that is no command: help, the version, or a fault.
func (r *run) group(rest []string) outcome {
	if err := r.node.ParseFlags(rest); err != nil {
		if word, ok := r.tree.unknownWord(rest); ok {
			// Whose flags they are depends on the word.
			return outcome{err: r.tree.unknown(r.node, word)}
		}
		return outcome{err: flagError(err, r.node.CommandPath())}
	}
	r.json = r.globals.machine()
	words := r.node.Flags().Args()
	switch {
	case len(words) > 0:
		return outcome{err: r.tree.unknown(r.node, words[0])}
	case r.globals.help:
		return r.help(wordsOf(r.node))
	case r.globals.version:
		r.command = versionCommand()
		return r.leaf(rest)
	case !r.node.HasParent():
		return r.helpCommand(rest)
	}
	return outcome{err: contract.Failf("usage/missing-argument",
		contract.Facts{"argument": "COMMAND", "command": r.node.Name()},
		"The command %s needs a further word", r.node.Name())}
}

// leaf parses the flags and arguments of a command.
func (r *run) leaf(rest []string) outcome {
	fs := r.node.Flags()
	r.globals.registerOf(r.command, fs)
	if err := r.node.ParseFlags(rest); err != nil {
		return outcome{err: flagError(err, r.command.name())}
	}
	r.json = r.globals.machine()
	r.globals.limitAliasUsed = r.command.LimitAlias != "" && fs.Changed(r.command.LimitAlias)
	if r.globals.help {
		return r.help(wordsOf(r.node))
	}
	if r.globals.version {
		r.command = versionCommand()
	}
	r.args = fs.Args()
	r.env.Dash = fs.ArgsLenAtDash()
	if r.env.Dash < 0 {
		r.env.Dash = len(r.args)
	}
	r.env.Preview = r.globals.preview
	r.env.DryRun, r.env.JSON = r.globals.dryRun || r.env.Preview, r.json
	if err := r.globals.check(r.command, fs); err != nil {
		return outcome{err: err}
	}
	counts, err := checkArgs(r.command, r.args, r.env.Dash)
	if err == nil {
		err = checkParts(r.command, given{fs, counts})
	}
	if err != nil {
		return outcome{err: err}
	}
	if err := r.prepareShape(); err != nil {
		return outcome{err: err}
	}
	if err := r.checkAgent(); err != nil {
		return outcome{err: err}
	}
	if err := r.changeDirectory(); err != nil {
		return outcome{err: err}
	}
	if err := r.checkStdout(); err != nil {
		return outcome{err: err}
	}
	return outcome{ready: true}
}

// changeDirectory makes -C the directory that the command works from. The
// process stays where it is.
func (r *run) changeDirectory() error {
	if r.cwdErr != nil && !r.command.NoStore && !filepath.IsAbs(r.globals.workspace) {
		return r.cwdErr
	}
	if r.globals.workspace == "" {
		return nil
	}
	dir := r.env.Abs(r.globals.workspace)
	if err := checkDirectory(r.command, dir); err != nil {
		r.env.Target(dir, "argv")
		return err
	}
	r.env.Cwd = dir
	return nil
}

// checkDirectory refuses a directory for -C that is none.
func checkDirectory(c *Command, dir string) error {
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return contract.Fail("workspace/no-such-directory", contract.Facts{"directory": filepath.Base(dir)})
	case err != nil:
		return err
	case !info.IsDir():
		return badFlag(c, "workspace", filepath.Base(dir), "The path is not a directory")
	}
	return nil
}

// execute runs the command and closes what it opened. After a panic nothing is
// closed: the locks that it would need may be held, and the end of the process
// does it as well as it does after a kill.
func (r *run) execute(ctx context.Context) outcome {
	defer r.env.endProgress()
	atRun()
	result, err := r.command.Run(ctx, r.env, r.args)
	err = r.env.suggestRef(ctx, err)
	err = r.env.close(err)
	if result == nil && err == nil && r.command.Raw == NotRaw {
		err = contract.Failf("internal/error", nil, "The command ended without a result")
	}
	if bug := r.checkList(result); bug != nil {
		return outcome{err: bug}
	}
	return outcome{result: result, err: err}
}
