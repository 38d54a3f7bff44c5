package cli

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/render"
)

// globals are the flags that every command has.
type globals struct {
	workspace      string
	store          string
	json           bool
	ndjson         bool
	filter         string
	selected       string
	limit          int
	dryRun         bool
	preview        bool
	truncate       int
	maxOutput      int
	lockTimeout    time.Duration
	timeout        time.Duration
	progress       render.Mode
	noColor        bool
	quiet          bool
	printSchema    bool
	help           bool
	version        bool
	limitAliasUsed bool
}

// defaultLockTimeout is how long a command waits for another process.
const defaultLockTimeout = 30 * time.Second

// minOutput is the least --max-output-bytes: an envelope of a failure and its
// diagnostic fit into it.
const minOutput = 4 << 10

// register declares the global flags.
func (g *globals) register(fs *pflag.FlagSet) {
	fs.StringVarP(&g.workspace, "workspace", "C", "", "run as if started in `DIR`")
	fs.StringVar(&g.store, "store", "", "use the store in `DIR` instead of the workspace's")
	fs.BoolVar(&g.json, "json", false, "answer with one JSON object")
	fs.BoolVar(&g.ndjson, "ndjson", false, "answer with one JSON object a line: the records, then the envelope")
	fs.StringVar(&g.filter, "filter", "", "keep the records for which the jq expression `EXPR` is true")
	fs.StringVar(&g.selected, "select", "", "keep these `FIELDS` of each record: a,b.c")
	fs.IntVar(&g.limit, "limit", 0, "list at most `N` records")
	fs.BoolVar(&g.dryRun, "dry-run", false, "show what would change and change nothing")
	fs.BoolVar(&g.preview, "preview", false, "show the resulting content and change nothing")
	fs.IntVar(&g.truncate, "truncate-content", 0, "shorten texts of content to `N` bytes")
	fs.IntVar(&g.maxOutput, "max-output-bytes", 0, "print at most `N` bytes")
	fs.DurationVar(&g.lockTimeout, "lock-timeout", defaultLockTimeout, "wait at most `DUR` for another process")
	fs.DurationVar(&g.timeout, "timeout", 0, "give up after `DUR`")
	Choice(fs, &g.progress, "progress", render.Modes, render.ProgressAuto, "show progress on stderr as `MODE`")
	fs.BoolVar(&g.noColor, "no-color", false, "never use color")
	fs.BoolVarP(&g.quiet, "quiet", "q", false, "print nothing for people but errors")
	fs.BoolVar(&g.printSchema, printSchemaFlag, false, "print the schema that the next argument names, or the names")
	fs.BoolVarP(&g.help, "help", "h", false, "print the help of the command")
	fs.BoolVar(&g.version, "version", false, "print the version")
}

// machine reports whether the answer is JSON.
func (g *globals) machine() bool { return g.json || g.ndjson }

// wantsJSON finds out from the bare arguments whether the caller wants JSON, so
// that a command line that does not parse is answered in JSON all the same.
func wantsJSON(args []string) bool {
	var json, ndjson bool
	for _, arg := range args {
		if arg == "--" {
			break
		}
		name, value, inline := strings.Cut(arg, "=")
		on, err := strconv.ParseBool(value)
		on = !inline || on || err != nil // whoever asks for it in a wrong way asks for it
		switch name {
		case "--json":
			json = on
		case "--ndjson":
			ndjson = on
		}
	}
	return json || ndjson
}

// refusal is a reason for which a command cannot honor a global flag.
type refusal struct {
	flag    string
	applies func(c *Command, g *globals) bool
	// reason is a sentence without a full stop. The surface manifest has it too.
	reason string
}

// ofCommand is a refusal that depends on the command alone.
func ofCommand(applies func(c *Command) bool) func(*Command, *globals) bool {
	return func(c *Command, _ *globals) bool { return applies(c) }
}

func forPeople(_ *Command, g *globals) bool { return !g.machine() }

// refusals say why a command cannot honor a global flag, in the order in which
// they are looked at. Parser, help and surface manifest use this table.
var refusals = [...]refusal{
	{"dry-run", ofCommand(func(c *Command) bool { return !c.Mutates }), "The command changes nothing, so it has no dry run"},
	{"preview", ofCommand(func(c *Command) bool { return !c.Previews }), "The command writes no content, so it has no preview"},
	{"json", ofCommand(func(c *Command) bool { return c.Raw != NotRaw }), "The result of the command is a raw stream"},
	{"ndjson", ofCommand(func(c *Command) bool { return c.Raw != NotRaw }), "The result of the command is a raw stream"},
	{"ndjson", func(_ *Command, g *globals) bool { return g.json }, "--json and --ndjson exclude each other"},
	{"filter", ofCommand(func(c *Command) bool { return c.records() == "" }), "The result of the command has no list of records"},
	{"select", ofCommand(func(c *Command) bool { return c.records() == "" }), "The result of the command has no list of records"},
	{"select", forPeople, "--select shapes JSON, so it needs --json or --ndjson"},
	{"limit", ofCommand(func(c *Command) bool { return c.records() == "" }), "The result of the command has no list of records"},
	{"limit", func(_ *Command, g *globals) bool { return g.limitAliasUsed }, "--limit and its other name, --max, are one flag and exclude each other"},
	{"truncate-content", ofCommand(func(c *Command) bool { return !c.hasContent() }), "The result of the command has no content that could be shortened"},
	{"truncate-content", forPeople, "--truncate-content shapes JSON, so it needs --json or --ndjson"},
	{"max-output-bytes", ofCommand(func(c *Command) bool { return c.Raw != NotRaw }), "The result of the command is a raw stream"},
	{"max-output-bytes", forPeople, "--max-output-bytes shapes JSON, so it needs --json or --ndjson"},
	{"store", ofCommand(func(c *Command) bool { return c.NoStore }), "The command uses no store"},
	{"lock-timeout", ofCommand(func(c *Command) bool { return c.NoStore }), "The command takes no lock"},
}

// honors reports whether the global flag means something to the command.
func (c *Command) honors(flag string) bool {
	json := &globals{json: flag != "ndjson", ndjson: flag == "ndjson"}
	return !slices.ContainsFunc(refusals[:], func(r refusal) bool { return r.flag == flag && r.applies(c, json) })
}

// check refuses flags that the command cannot honor, and values that make no
// sense. A flag that is set to its own "off" asks for nothing.
func (g *globals) check(c *Command, fs *pflag.FlagSet) *contract.Error {
	for _, r := range refusals {
		if f := fs.Lookup(r.flag); f.Changed && !isOff(f) && r.applies(c, g) {
			return conflict(c, r.flag, r.reason)
		}
	}
	if name := emptyFlag(fs); name != "" {
		return badFlag(c, name, "", "The value of --"+name+" is empty")
	}
	switch {
	case fs.Changed("timeout") && g.timeout <= 0:
		return badFlag(c, "timeout", g.timeout.String(), "The time limit is not above zero")
	case g.lockTimeout < 0:
		return badFlag(c, "lock-timeout", g.lockTimeout.String(), "The time to wait is below zero")
	case (fs.Changed("limit") || g.limitAliasUsed) && g.limit < 1:
		return badFlag(c, g.limitName(c), strconv.Itoa(g.limit), "The number of records is not above zero")
	case fs.Changed("truncate-content") && g.truncate < 1:
		return badFlag(c, "truncate-content", strconv.Itoa(g.truncate), "The number of bytes is not above zero")
	case fs.Changed("max-output-bytes") && g.maxOutput < minOutput:
		return badFlag(c, "max-output-bytes", strconv.Itoa(g.maxOutput), "The number of bytes is below "+strconv.Itoa(minOutput))
	}
	return nil
}

// limitName is the name by which the number of records was given.
func (g *globals) limitName(c *Command) string {
	if g.limitAliasUsed {
		return c.LimitAlias
	}
	return "limit"
}

// isOff reports that a switch was set to false.
func isOff(f *pflag.Flag) bool { return f.Value.Type() == "bool" && f.Value.String() == "false" }

// emptyFlag is the first flag with a text that is given and empty: that comes
// from a variable that is not set, and would mean that the flag was not given.
// An empty message has a fault of its own.
func emptyFlag(fs *pflag.FlagSet) (name string) {
	fs.Visit(func(f *pflag.Flag) {
		empty := f.Value.Type() == "string" && f.Value.String() == ""
		if list, ok := f.Value.(pflag.SliceValue); ok {
			empty = slices.Contains(list.GetSlice(), "")
		}
		if empty && name == "" && f.Name != "message" {
			name = f.Name
		}
	})
	return name
}

func conflict(c *Command, flag, message string) *contract.Error {
	return &contract.Error{
		Code:    "usage/flag-conflict",
		Message: message,
		Facts:   contract.Facts{"flag": "--" + flag, "command": c.name()},
	}
}

func badFlag(c *Command, flag, value, message string) *contract.Error {
	return &contract.Error{
		Code:    "usage/bad-argument",
		Message: message,
		Facts:   contract.Facts{"flag": "--" + flag, "value": value, "command": c.name()},
	}
}

// flagError maps an error of the flag parser.
func flagError(err error, command string) *contract.Error {
	facts := contract.Facts{"command": command}
	if e := (*pflag.NotExistError)(nil); errors.As(err, &e) {
		facts["flag"] = dashed(e.GetSpecifiedName(), e.GetSpecifiedShortnames())
		return contract.Failf("usage/unknown-flag", facts, "There is no flag %s here", facts["flag"])
	}
	if e := (*pflag.ValueRequiredError)(nil); errors.As(err, &e) {
		facts["flag"] = dashed(e.GetSpecifiedName(), e.GetSpecifiedShortnames())
		return contract.Failf("usage/missing-argument", facts, "The flag %s needs a value", facts["flag"])
	}
	if e := (*pflag.InvalidValueError)(nil); errors.As(err, &e) {
		flag := "--" + e.GetFlag().Name
		facts["flag"], facts["value"] = flag, e.GetValue()
		if choice := (*choiceError)(nil); errors.As(err, &choice) {
			return notAllowed(flag, e.GetValue(), choice.allowed, facts)
		}
		return contract.Failf("usage/bad-argument", facts, "The value of %s cannot be used", facts["flag"])
	}
	facts["reason"] = err.Error()
	return contract.Fail("usage/bad-argument", facts)
}

func dashed(name, shorthands string) string {
	if shorthands != "" {
		return "-" + name
	}
	return "--" + name
}

// registerOf declares the flags of a command beside the global ones.
func (g *globals) registerOf(c *Command, fs *pflag.FlagSet) {
	if c.Flags != nil {
		c.Flags(fs)
	}
	if c.LimitAlias != "" {
		fs.IntVar(&g.limit, c.LimitAlias, 0, "the same as --limit `N`")
	}
}
