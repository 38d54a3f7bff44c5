package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"github.com/genesis-vcs/genesis/porcelain/contract"
)

// paired is a family whose command declares what does not go together.
func paired() []*Command {
	return []*Command{{
		Path: []string{"vcs", "tag"}, Short: "Tag", Data: []Result{(*records)(nil)},
		Args: []Arg{{Name: "NAME", Optional: true}, {Name: "PATH", Optional: true, Repeat: true, AfterDash: true}},
		Flags: func(fs *pflag.FlagSet) {
			fs.Bool("sure", false, "that it is meant")
			fs.Bool("delete", false, "remove")
			fs.String("text", "", "a `TEXT`")
			fs.String("of", "", "the `KIND` of the text")
		},
		Required:  []string{"sure"},
		Exclusive: []Pair{{"--delete", "--text", "A removal has no text"}, {"--text", "PATH", "A text is of everything"}, {"--limit", "NAME", "Of one there is no list"}},
		Needs:     []Pair{{"--of", "--text", "Without a text there is no kind"}, {"--delete", "NAME", "Say which"}},
		Exits:     []contract.Status{contract.Conflicted},
		NoStore:   true,
		Run: func(_ context.Context, env *Env, args []string) (Result, error) {
			return &echo{Args: args, Dash: env.Dash}, nil
		},
	}}
}

func TestPairs(t *testing.T) {
	const clash, missing = "usage/flag-conflict", "usage/missing-argument"
	for line, want := range map[string]struct{ code, flag, other, message string }{
		"--sure":                              {},
		"--sure n --text x --of y":            {},
		"--sure n --delete":                   {},
		"--sure n --delete --text x":          {clash, "--delete", "--text", "A removal has no text"},
		"--sure n --delete=false --text x":    {},
		"--sure --text x -- p":                {clash, "--text", "PATH", "A text is of everything"},
		"--sure n -- p":                       {},
		"--sure --limit 1":                    {},
		"--sure n --limit 1":                  {clash, "--limit", "NAME", "Of one there is no list"},
		"--sure --of y":                       {missing, "--of", "--text", "Without a text there is no kind"},
		"--sure --delete":                     {missing, "--delete", "NAME", "Say which"},
		"n --delete --text x":                 {missing, "", "--sure", "The flag --sure is missing"},
		"--sure=false":                        {missing, "", "--sure", "The flag --sure is missing"},
		"--sure n --delete --text x -- p q r": {clash, "--delete", "--text", "A removal has no text"},
	} {
		args := append([]string{"vcs", "tag", "--json"}, strings.Fields(line)...)
		a := frame{args: args, family: paired}.run(t)
		e := a.envelope(t)
		if want.code == "" {
			if !e.OK {
				t.Errorf("%s: %s", line, a.stdout)
			}
			continue
		}
		part, other := "flag", "with"
		if want.code == missing {
			part, other = "with", "argument"
		}
		if e.Code != want.code || e.Exit != contract.Usage || e.Error.Message != want.message {
			t.Errorf("%s: %s", line, a.stdout)
			continue
		}
		facts := e.Error.Context.Facts
		if flag, _ := facts[part].(string); flag != want.flag || facts[other] != want.other || facts["command"] != "vcs tag" {
			t.Errorf("%s: the facts are %v", line, facts)
		}
	}
}

// What is enforced is said: in the usage line, in the help, in the description of
// the options and in the contract of the flags.
func TestPairsAreSaid(t *testing.T) {
	root := Describe(paired)
	node := root.Find("vcs", "tag")
	if want := "genesis vcs tag [flags] --sure [NAME] [-- PATH...]"; node.Usage != want {
		t.Errorf("the usage is %q, want %q", node.Usage, want)
	}
	for _, o := range node.Options {
		if o.Required != (o.Name == "sure") {
			t.Errorf("%s: required is %v", o.Name, o.Required)
		}
	}
	help := frame{args: []string{"vcs", "tag", "--help"}, family: paired}.run(t).stdout
	for _, want := range []string{
		"      --sure       that it is meant; required\n",
		"COMBINATIONS\n", "  --delete not with --text  A removal has no text\n", "  --of only with --text     Without a text there is no kind\n",
	} {
		if !strings.Contains(help, want) {
			t.Errorf("the help lacks %q:\n%s", want, help)
		}
	}
	rules := map[string]string{}
	all := FlagContract(root)
	for _, rule := range all {
		rules[rule.Flag] = rule.Semantics
	}
	for flag, want := range map[string]string{
		"--sure":   "that it is meant (vcs tag). Refused with exit 2: vcs tag without it",
		"--delete": "remove (vcs tag). Refused with exit 2: vcs tag with --text: A removal has no text; vcs tag without NAME: Say which",
		"--text":   "a TEXT (vcs tag). Refused with exit 2: vcs tag with --delete: A removal has no text; vcs tag with PATH: A text is of everything",
		"--of":     "the KIND of the text (vcs tag). Refused with exit 2: vcs tag without --text: Without a text there is no kind",
	} {
		if rules[flag] != want {
			t.Errorf("%s is %q, want %q", flag, rules[flag], want)
		}
	}
	if !strings.Contains(rules["--limit"], "; vcs tag with NAME: Of one there is no list") {
		t.Errorf("--limit is %q", rules["--limit"])
	}
	if !slices.IsSortedFunc(all, func(a, b FlagRule) int { return strings.Compare(a.Flag, b.Flag) }) {
		t.Errorf("the rules are out of order: %v", all)
	}
}

// Values beyond the bounds are refused for the reason that the contract states.
func TestBoundsAreSaid(t *testing.T) {
	rules := map[string]string{}
	for _, rule := range FlagContract(Describe(paired)) {
		rules[rule.Flag] = rule.Semantics
	}
	for flag, bad := range map[string]string{
		"--limit": "0", "--max-output-bytes": "4095", "--timeout": "0s", "--lock-timeout": "-1s", "--truncate-content": "0", "--filter": "",
	} {
		a := runList(t, lister(first(1)), "--json", flag, bad)
		e := a.envelope(t)
		if e.Code != "usage/bad-argument" || !strings.Contains(rules[flag], e.Error.Message) {
			t.Errorf("%s %q: %s; the contract says: %s", flag, bad, a.stdout, rules[flag])
		}
	}
}

// A shell is offered what is required, and not what is refused.
func TestPairsComplete(t *testing.T) {
	for line, want := range map[string]string{
		"vcs tag ":                   "--sure",
		"vcs tag --sure ":            "",
		"vcs tag --sure --delete --": "text",
		"vcs tag --sure --text x --": "delete",
	} {
		a := frame{args: append([]string{completeNoDescWord}, strings.Split(line, " ")...), family: paired}.run(t)
		if strings.HasSuffix(line, "--") {
			if strings.Contains(a.stdout, "--"+want+"\n") || !strings.Contains(a.stdout, "--of\n") {
				t.Errorf("%q: %s", line, a.stdout)
			}
			continue
		}
		if got, _, _ := strings.Cut(a.stdout, ":"); strings.TrimSpace(got) != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}

// A command may end with what it declares, with what opening a store leads to
// unless it opens none, and with what any process may end with.
func TestMayEndWith(t *testing.T) {
	for line, want := range map[string]string{
		"vcs tag":      "0 1 2 3 20 44 70 124 130 134 141 143",
		"help vcs tag": "0 1 2 20 44 70 124 130 134 141 143",
		"store put f":  "0 1 2 10 20 41 44 50 70 75 124 130 134 141 143",
	} {
		family := paired
		if strings.HasPrefix(line, "store") {
			family = testCommands
		}
		var got []string
		for _, row := range contract.Exits {
			if _, ok := MayEndWith(strings.Fields(line), row.Status, family); ok {
				got = append(got, fmt.Sprint(int(row.Status)))
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}
