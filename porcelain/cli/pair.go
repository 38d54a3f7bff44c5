package cli

import (
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/genesis-vcs/genesis/porcelain/contract"
)

// Pair says something about two parts of a command line: that the command
// refuses the flag beside the other part, or that the flag means nothing without
// it. Parser, help and surface manifest use the same pairs.
type Pair struct {
	Flag  string // with its dashes: "--delete"
	Other string // another flag, or the name of an argument: "--move", "REV"
	// Reason is a sentence without a full stop.
	Reason string
}

// of reports whether the pair is about the flag with this name.
func (p Pair) of(flag string) bool { return p.Flag == "--"+flag || p.Other == "--"+flag }

// given is what a command line has.
type given struct {
	flags *pflag.FlagSet
	// arguments counts the values of each argument of the declaration.
	arguments map[string]int
}

// has reports whether the command line has a flag or an argument. A switch that
// is set to its own "off" asks for nothing.
func (g given) has(part string) bool {
	name, ok := strings.CutPrefix(part, "--")
	if !ok {
		return g.arguments[part] > 0
	}
	f := g.flags.Lookup(name)
	return f != nil && f.Changed && !isOff(f)
}

// checkParts enforces what a command declares about its flags and arguments
// beside each other.
func checkParts(c *Command, g given) *contract.Error {
	for _, flag := range c.Required {
		if !g.has("--" + flag) {
			return contract.Failf("usage/missing-argument", contract.Facts{"argument": "--" + flag, "command": c.name()},
				"The flag --%s is missing", flag)
		}
	}
	if err := checkExclusive(c, c.exclusive(), g); err != nil {
		return err
	}
	for _, p := range c.Needs {
		if g.has(p.Flag) && !g.has(p.Other) {
			return contract.Failf("usage/missing-argument",
				contract.Facts{"argument": p.Other, "with": p.Flag, "command": c.name()}, "%s", p.Reason)
		}
	}
	return nil
}

// checkExclusive refuses the flag of the first pair that the command line has.
func checkExclusive(c *Command, pairs []Pair, g given) *contract.Error {
	for _, p := range pairs {
		if g.has(p.Flag) && g.has(p.Other) {
			e := conflict(c, strings.TrimPrefix(p.Flag, "--"), p.Reason)
			e.Facts["with"] = p.Other
			return e
		}
	}
	return nil
}

// exclusive are the pairs of the declaration, and a flag beside its other name.
func (c *Command) exclusive() []Pair {
	if c.LimitAlias == "" {
		return c.Exclusive
	}
	return append(slices.Clone(c.Exclusive), Pair{"--limit", "--" + c.LimitAlias, "The two are one flag"})
}

// excluded reports whether a flag is refused beside those that are given.
func (c *Command) excluded(flag string, used map[string]bool) bool {
	return slices.ContainsFunc(slices.Concat(c.exclusive(), globalPairs[:]), func(p Pair) bool {
		first, second := strings.TrimPrefix(p.Flag, "--"), strings.TrimPrefix(p.Other, "--")
		return first == flag && used[second] || second == flag && used[first]
	})
}

// pairEntries say which parts of a command line do not go together, and which
// need each other.
func (n *Node) pairEntries() []Entry {
	if !n.Runnable() {
		return nil
	}
	var list []Entry
	for _, p := range n.Command.Exclusive {
		list = append(list, Entry{p.Flag + " not with " + p.Other, p.Reason})
	}
	for _, p := range n.Command.Needs {
		list = append(list, Entry{p.Flag + " only with " + p.Other, p.Reason})
	}
	return list
}
