package cli

import (
	"slices"
	"strconv"

	"github.com/spf13/pflag"

	"github.com/genesis-vcs/genesis/porcelain/contract"
)

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
	{"filter", ofCommand(func(c *Command) bool { return c.records() == "" }), "The result of the command has no list of records"},
	{"select", ofCommand(func(c *Command) bool { return c.records() == "" }), "The result of the command has no list of records"},
	{"select", forPeople, "--select shapes JSON, so it needs --json or --ndjson"},
	{"limit", ofCommand(func(c *Command) bool { return c.records() == "" }), "The result of the command has no list of records"},
	{"truncate-content", ofCommand(func(c *Command) bool { return !c.hasContent() }), "The result of the command has no content that could be shortened"},
	{"truncate-content", forPeople, "--truncate-content shapes JSON, so it needs --json or --ndjson"},
	{"max-output-bytes", ofCommand(func(c *Command) bool { return c.Raw != NotRaw }), "The result of the command is a raw stream"},
	{"max-output-bytes", forPeople, "--max-output-bytes shapes JSON, so it needs --json or --ndjson"},
	{"store", ofCommand(func(c *Command) bool { return c.NoStore }), "The command uses no store"},
	{"lock-timeout", ofCommand(func(c *Command) bool { return c.NoStore }), "The command takes no lock"},
}

// globalPairs are global flags that no command takes together.
var globalPairs = [...]Pair{{"--ndjson", "--json", "--json and --ndjson exclude each other"}}

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
	if err := checkExclusive(c, globalPairs[:], given{flags: fs}); err != nil {
		return err
	}
	if name := emptyFlag(fs); name != "" {
		return badFlag(c, name, "", emptyValue)
	}
	for _, b := range bounds() {
		name := b.flag
		if name == "limit" {
			name = g.limitName(c)
		}
		if f := fs.Lookup(name); f.Changed && !b.keeps(g) {
			return badFlag(c, name, f.Value.String(), b.reason)
		}
	}
	return nil
}

// bound is a limit of the values of a global flag.
type bound struct {
	flag   string
	keeps  func(g *globals) bool
	reason string // as in refusal
}

// bounds are looked at in this order. The surface manifest has them too.
func bounds() []bound {
	return []bound{
		{"timeout", func(g *globals) bool { return g.timeout > 0 }, "The time limit is not above zero"},
		{"lock-timeout", func(g *globals) bool { return g.lockTimeout >= 0 }, "The time to wait is below zero"},
		{"limit", func(g *globals) bool { return g.limit >= 1 }, "The number of records is not above zero"},
		{"truncate-content", func(g *globals) bool { return g.truncate >= 1 }, "The number of bytes is not above zero"},
		{"max-output-bytes", func(g *globals) bool { return g.maxOutput >= minOutput }, "The number of bytes is below " + strconv.Itoa(minOutput)},
	}
}

// limitName is the name by which the number of records was given.
func (g *globals) limitName(c *Command) string {
	if g.limitAliasUsed && c.LimitAlias != "" { // --version stands in for any command
		return c.LimitAlias
	}
	return "limit"
}

// isOff reports that a switch was set to false.
func isOff(f *pflag.Flag) bool { return f.Value.Type() == "bool" && f.Value.String() == "false" }

// emptyValue is the reason against a text without a letter.
const emptyValue = "The value is empty"

// emptyFlag is the first flag with a text that is given and empty: that comes
// from a variable that is not set, and would mean that the flag was not given.
// An empty message has a fault of its own.
func emptyFlag(fs *pflag.FlagSet) (name string) {
	fs.Visit(func(f *pflag.Flag) {
		empty := isText(f) && f.Value.String() == ""
		if list, ok := f.Value.(pflag.SliceValue); ok {
			empty = slices.Contains(list.GetSlice(), "")
		}
		if empty && name == "" && f.Name != "message" {
			name = f.Name
		}
	})
	return name
}

func isText(f *pflag.Flag) bool { return f.Value.Type() == "string" }

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
