package cli

import (
	"maps"
	"slices"
	"strings"

	"github.com/spf13/pflag"
)

// FlagRule is what a flag means, with what the parser refuses.
type FlagRule struct {
	Flag      string `json:"flag" pattern:"^--[a-z][a-z-]*$"`
	Semantics string `json:"semantics"`
}

// FlagContract lists the rules of the global flags, and of those flags of the
// commands below the root that the parser refuses somewhere, by name. They come
// from the tables with which it does.
func FlagContract(root *Node) []FlagRule {
	meanings, reasons := map[string][]string{}, map[string][]string{}
	globalFlags().VisitAll(func(f *pflag.Flag) {
		_, usage := pflag.UnquoteUsage(f)
		meanings[f.Name], reasons[f.Name] = []string{usage}, reasonsAgainst(f)
	})
	for _, node := range root.Commands() {
		for _, o := range node.Options {
			if against := node.reasonsAgainst(o); len(against) > 0 {
				meanings[*o.Long] = append(meanings[*o.Long], o.Help+" ("+node.Words()+")")
			}
		}
		for _, o := range slices.Concat(node.Options, root.Options) {
			for _, reason := range node.reasonsAgainst(o) {
				reasons[*o.Long] = append(reasons[*o.Long], node.Words()+" "+reason)
			}
		}
	}
	var rules []FlagRule
	for _, name := range slices.Sorted(maps.Keys(meanings)) {
		rule := FlagRule{Flag: "--" + name, Semantics: strings.Join(meanings[name], "; ")}
		if len(reasons[name]) > 0 {
			rule.Semantics += ". Refused with exit 2: " + strings.Join(reasons[name], "; ")
		}
		rules = append(rules, rule)
	}
	return rules
}

// reasonsAgainst are the reasons for which commands refuse a global flag.
func reasonsAgainst(f *pflag.Flag) []string {
	var reasons []string
	for _, r := range refusals {
		if r.flag == f.Name && !slices.Contains(reasons, r.reason) {
			reasons = append(reasons, r.reason)
		}
	}
	for _, p := range globalPairs {
		if p.of(f.Name) {
			reasons = append(reasons, p.Reason)
		}
	}
	for _, b := range bounds() {
		if b.flag == f.Name {
			reasons = append(reasons, b.reason)
		}
	}
	if isText(f) {
		reasons = append(reasons, emptyValue)
	}
	return reasons
}

// reasonsAgainst are what the command says against an option beside others, or
// without.
func (n *Node) reasonsAgainst(o Option) []string {
	if o.Positional {
		return nil
	}
	var reasons []string
	if o.Required && !o.Global {
		reasons = append(reasons, "without it")
	}
	for _, p := range n.Command.Exclusive {
		if p.of(*o.Long) {
			other := p.Other
			if other == "--"+*o.Long {
				other = p.Flag
			}
			reasons = append(reasons, "with "+other+": "+p.Reason)
		}
	}
	for _, p := range n.Command.Needs {
		if p.Flag == "--"+*o.Long {
			reasons = append(reasons, "without "+p.Other+": "+p.Reason)
		}
	}
	return reasons
}
