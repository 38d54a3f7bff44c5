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
	fs.StringVar(&g.progress, "progress", string(render.ProgressAuto), "show progress on stderr: `auto`, plain, json or off")
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
			if on, err := strconv.ParseBool(value); err == nil {
				want = on
			}
		}
	}
	return want
}

// check refuses values of global flags that make no sense, and flags that the
// command cannot honor.
func (g *globals) check(c *Command, fs *pflag.FlagSet) *contract.Error {
	switch {
	case g.dryRun && !c.Mutates:
		return conflict(c, "dry-run", "The command changes nothing, so it has no dry run")
	case g.json && c.Raw:
		return conflict(c, "json", "The result of the command is a raw stream")
	case c.NoStore && fs.Changed("store"):
		return conflict(c, "store", "The command uses no store")
	case c.NoStore && fs.Changed("lock-timeout"):
		return conflict(c, "lock-timeout", "The command takes no lock")
	case fs.Changed("store") && g.store == "":
		return badFlag(c, "store", g.store, "The directory is empty")
	case fs.Changed("timeout") && g.timeout <= 0:
		return badFlag(c, "timeout", g.timeout.String(), "The time limit is not above zero")
	case g.lockTimeout < 0:
		return badFlag(c, "lock-timeout", g.lockTimeout.String(), "The time to wait is below zero")
	case !slices.Contains(render.Modes, g.progress):
		return badFlag(c, "progress", g.progress, "The value is not one of "+strings.Join(render.Modes, ", "))
	}
	return nil
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
