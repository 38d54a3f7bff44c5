package cli

import (
	"slices"
	"strings"

	"github.com/spf13/pflag"
)

// FlagRule is what a global flag means, with what the parser refuses.
type FlagRule struct {
	Flag      string `json:"flag" pattern:"^--[a-z][a-z-]*$"`
	Semantics string `json:"semantics"`
}

// FlagContract lists the rules of the global flags by name. They come from the
// table that refuses.
func FlagContract() []FlagRule {
	var rules []FlagRule
	globalFlags().VisitAll(func(f *pflag.Flag) {
		_, usage := pflag.UnquoteUsage(f)
		rule := FlagRule{Flag: "--" + f.Name, Semantics: usage}
		if reasons := reasonsAgainst(f.Name); len(reasons) > 0 {
			rule.Semantics += ". Refused with exit 2: " + strings.Join(reasons, "; ")
		}
		rules = append(rules, rule)
	})
	return rules
}

// reasonsAgainst are the reasons for which commands refuse a global flag.
func reasonsAgainst(flag string) []string {
	var reasons []string
	for _, r := range refusals {
		if r.flag == flag && !slices.Contains(reasons, r.reason) {
			reasons = append(reasons, r.reason)
		}
	}
	return reasons
}
