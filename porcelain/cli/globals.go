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
	workspace   string
	store       string
	json        bool
	dryRun      bool
	lockTimeout time.Duration
	timeout     time.Duration
	progress    string
	noColor     bool
	quiet       bool
	help        bool
	version     bool
}

// defaultLockTimeout is how long a command waits for another process.
const defaultLockTimeout = 30 * time.Second

// register declares the global flags.
func (g *globals) register(fs *pflag.FlagSet) {
	fs.StringVarP(&g.workspace, "workspace", "C", "", "run as if started in `DIR`")
	fs.StringVar(&g.store, "store", "", "use the store in `DIR` instead of the workspace's")
	fs.BoolVar(&g.json, "json", false, "answer with one JSON object")
	fs.BoolVar(&g.dryRun, "dry-run", false, "show what would change and change nothing")
	fs.DurationVar(&g.lockTimeout, "lock-timeout", defaultLockTimeout, "wait at most `DUR` for another process")
	fs.DurationVar(&g.timeout, "timeout", 0, "give up after `DUR`")
	fs.StringVar(&g.progress, "progress", string(render.ProgressAuto), "show progress on stderr as `MODE`: auto, plain, json or off")
	fs.BoolVar(&g.noColor, "no-color", false, "never use color")
	fs.BoolVarP(&g.quiet, "quiet", "q", false, "print nothing for people but errors")
	fs.BoolVarP(&g.help, "help", "h", false, "print the help of the command")
	fs.BoolVar(&g.version, "version", false, "print the version")
}

// wantsJSON finds out from the bare arguments whether the caller wants JSON, so
// that a command line that does not parse is answered in JSON all the same.
func wantsJSON(args []string) bool {
	want := false
	for _, arg := range args {
		if arg == "--" {
			break
		}
		if arg == "--json" {
			want = true
		} else if value, ok := strings.CutPrefix(arg, "--json="); ok {
			on, err := strconv.ParseBool(value)
			want = on || err != nil // whoever asks for it in a wrong way asks for it
		}
	}
	return want
}

// refusals say why a command cannot honor a global flag, in the order in which
// they are looked at.
var refusals = [...]struct {
	flag    string
	applies func(c *Command) bool
	reason  string
}{
	{"dry-run", func(c *Command) bool { return !c.Mutates }, "The command changes nothing, so it has no dry run"},
	{"json", func(c *Command) bool { return c.Raw }, "The result of the command is a raw stream"},
	{"store", func(c *Command) bool { return c.NoStore }, "The command uses no store"},
	{"lock-timeout", func(c *Command) bool { return c.NoStore }, "The command takes no lock"},
}

// honors reports whether the global flag means something to the command.
func (c *Command) honors(flag string) bool {
	for _, r := range refusals {
		if r.flag == flag {
			return !r.applies(c)
		}
	}
	return true
}

// check refuses flags that the command cannot honor, and values that make no
// sense. A flag that is set to its own "off" asks for nothing.
func (g *globals) check(c *Command, fs *pflag.FlagSet) *contract.Error {
	for _, r := range refusals {
		off := r.flag == "dry-run" && !g.dryRun || r.flag == "json" && !g.json
		if fs.Changed(r.flag) && !off && r.applies(c) {
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
	case !slices.Contains(render.Modes, g.progress):
		return badFlag(c, "progress", g.progress, "The value is not one of "+strings.Join(render.Modes, ", "))
	}
	return nil
}

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
		facts["flag"], facts["value"] = "--"+e.GetFlag().Name, e.GetValue()
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
