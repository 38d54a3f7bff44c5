package cli

import (
	"slices"
	"strings"

	"github.com/spf13/pflag"
)

// Option is a flag or a positional argument as data, in the JSON form of
// genesis/cli-schema-v0.1.
type Option struct {
	Name       string  `json:"name" pattern:"^[a-z][a-z0-9_]*$"`
	Long       *string `json:"long" jsonschema:"without the dashes; null for an argument"`
	Short      *string `json:"short" jsonschema:"a letter or a digit"`
	Help       string  `json:"help"`
	Required   bool    `json:"required"`
	Global     bool    `json:"global"`
	Positional bool    `json:"positional"`
	// ValueNames has one entry for an option that takes a value.
	ValueNames []string `json:"value_names"`
	Defaults   []string `json:"default_values"`
	// Allowed are the only values that the parser accepts; empty: it does not
	// know them all.
	Allowed   []string `json:"allowed_values"`
	Action    Action   `json:"action" enum:"set,set_true,append,help,version"`
	ValueType string   `json:"value_type" enum:"string,boolean,integer,duration,size"`
	// Multiple: the option may be given several times, and all values count.
	Multiple  bool `json:"multiple"`
	MinValues int  `json:"min_values"` // of one use
	MaxValues *int `json:"max_values"` // of one use; nil: any number

	// AfterDash: the values of the argument stand after "--".
	AfterDash bool `json:"-"`
}

// Action says what an option does with what it is given.
type Action string

// The actions.
const (
	ActionSet     Action = "set"      // takes the value
	ActionSetTrue Action = "set_true" // a switch
	ActionAppend  Action = "append"   // takes every value
	ActionHelp    Action = "help"     // the help is printed instead
	ActionVersion Action = "version"  // the version is printed instead
)

// allowedValues is a flag value that accepts nothing else.
type allowedValues interface{ Allowed() []string }

// globalOptions are the flags of every command, by name.
func globalOptions() []Option {
	options := flagOptions(globalFlags())
	for i := range options {
		options[i].Global = true
	}
	return options
}

// ownOptions are the flags of one command by name, then its arguments in the
// order in which they are given.
func ownOptions(c *Command) []Option {
	fs := pflag.NewFlagSet(c.name(), pflag.ContinueOnError)
	new(globals).registerOf(c, fs)
	options := flagOptions(fs)
	for i := range options {
		options[i].Required = slices.Contains(c.Required, *options[i].Long)
	}
	for i := range c.Args {
		options = append(options, c.Args[i].option())
	}
	return options
}

// flagOptions describes the flags in the order of their names.
func flagOptions(fs *pflag.FlagSet) []Option {
	options := []Option{}
	fs.VisitAll(func(f *pflag.Flag) { options = append(options, flagOption(f)) })
	return options
}

func flagOption(f *pflag.Flag) Option {
	name, help := pflag.UnquoteUsage(f)
	o := Option{
		Name:      snake(f.Name),
		Long:      &f.Name,
		Help:      help,
		Defaults:  defaults(f),
		Allowed:   []string{},
		ValueType: f.Value.Type(),
		MinValues: 1,
		MaxValues: new(1),
	}
	if f.Shorthand != "" {
		o.Short = &f.Shorthand
	}
	if v, ok := f.Value.(allowedValues); ok {
		o.Allowed = v.Allowed()
	}
	o.Action, o.ValueType = actionOf(f)
	o.Multiple = o.Action == ActionAppend
	o.ValueNames = []string{name}
	if f.NoOptDefVal == "" {
		return o
	}
	o.MinValues = 0
	if f.Name != printSchemaFlag { // which takes the next argument
		o.ValueNames, *o.MaxValues = []string{}, 0
	} else {
		o.ValueNames = []string{"NAME"}
	}
	return o
}

// actionOf is the action of a flag and the type of its values.
func actionOf(f *pflag.Flag) (Action, string) {
	kind := f.Value.Type()
	switch {
	case f.Name == "help":
		return ActionHelp, "boolean"
	case f.Name == "version":
		return ActionVersion, "boolean"
	case f.Name == printSchemaFlag:
		return ActionSet, "string"
	case kind == "bool":
		return ActionSetTrue, "boolean"
	case kind == "int":
		return ActionSet, "integer"
	}
	if _, ok := f.Value.(pflag.SliceValue); ok {
		return ActionAppend, "string"
	}
	if _, ok := f.Value.(allowedValues); ok {
		return ActionSet, "string"
	}
	return ActionSet, kind
}

// defaults holds the value that an absent flag stands for, when that is not
// the same as no value.
func defaults(f *pflag.Flag) []string {
	switch f.DefValue {
	case "", "false", "0", "0s", "[]":
		return []string{}
	}
	return []string{f.DefValue}
}

// option describes the argument.
func (a *Arg) option() Option {
	o := Option{
		Name:       snake(a.Name),
		Help:       a.Help,
		Required:   !a.Optional,
		Positional: true,
		ValueNames: []string{a.Name},
		Defaults:   []string{},
		Allowed:    append([]string{}, a.Values...),
		Action:     ActionSet,
		ValueType:  "string",
		AfterDash:  a.AfterDash,
	}
	if a.AfterDash {
		o.Help = "after --: " + o.Help
	}
	if o.Required {
		o.MinValues = 1
	}
	if a.Repeat {
		o.Action, o.Multiple = ActionAppend, true
	} else {
		o.MaxValues = new(1)
	}
	return o
}

func snake(name string) string { return strings.ToLower(strings.ReplaceAll(name, "-", "_")) }
