package cli

import (
	"slices"

	"github.com/genesis-vcs/genesis/porcelain/contract"
)

// checkArgs enforces the declaration of a command's arguments and counts the
// values of each. dash is the index of the first argument after "--", or
// len(args).
func checkArgs(c *Command, args []string, dash int) (counts map[string]int, err *contract.Error) {
	counts = make(map[string]int, len(c.Args))
	specs, before := c.Args, args
	if n := len(specs); n > 0 && specs[n-1].AfterDash {
		if err := checkPart(c, specs[n-1:], args[dash:], counts); err != nil {
			return nil, err
		}
		specs, before = specs[:n-1], args[:dash]
		if tooMany := len(before) - len(specs); tooMany > 0 && !slices.ContainsFunc(specs, func(a Arg) bool { return a.Repeat }) {
			return nil, misplaced(c, before[len(specs)], c.Args[n-1].Name)
		}
	}
	return counts, checkPart(c, specs, before, counts)
}

// separator is what stands before the arguments that may look like others.
const separator = "--"

// misplaced is the fault of an argument that belongs behind the separator.
func misplaced(c *Command, arg, name string) *contract.Error {
	return contract.Failf("usage/bad-argument", contract.Facts{"argument": arg, "separator": separator, "command": c.name()},
		"The command takes a %s only behind %s", name, separator)
}

// checkPart matches arguments with specs from left to right.
func checkPart(c *Command, specs []Arg, args []string, counts map[string]int) *contract.Error {
	for _, spec := range specs {
		take := 1
		if spec.Repeat {
			take = len(args)
		}
		if len(args) == 0 {
			if spec.Optional {
				continue
			}
			return contract.Failf("usage/missing-argument", contract.Facts{"argument": spec.Name, "command": c.name()},
				"The argument %s is missing", spec.Name)
		}
		for _, arg := range args[:take] {
			if err := spec.check(c, arg); err != nil {
				return err
			}
		}
		args, counts[spec.Name] = args[take:], take
	}
	if len(args) > 0 {
		return contract.Failf("usage/bad-argument", contract.Facts{"argument": args[0], "command": c.name()},
			"The command takes no further argument here")
	}
	return nil
}

// check refuses a value that is not allowed, and an empty one: it comes from a
// variable that is not set, and as a path it would mean everything.
func (a *Arg) check(c *Command, value string) *contract.Error {
	if value == "" {
		return contract.Failf("usage/bad-argument", contract.Facts{"argument": a.Name, "value": value, "command": c.name()},
			"The value of %s is empty", a.Name)
	}
	if len(a.Values) == 0 || slices.Contains(a.Values, value) {
		return nil
	}
	return notAllowed(a.Name, value, a.Values, contract.Facts{"argument": a.Name, "command": c.name()})
}
