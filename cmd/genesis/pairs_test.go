//go:build !windows

package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/families"
)

// The parser refuses every pair that a command declares, every flag without what
// it needs, and every command line without a required flag.
func TestDeclaredPairsAreEnforced(t *testing.T) {
	t.Chdir(t.TempDir())
	tried := 0
	root := cli.Describe(families.All...)
	for _, c := range commands() {
		if c.Raw != cli.NotRaw {
			continue
		}
		node := root.Find(c.Path...)
		b := builder{node, slices.Concat(node.Options, root.Options)}
		for _, flag := range c.Required {
			tried++
			b.refused(t, b.line(required(c, flag)...), "usage/missing-argument", contract.Facts{"argument": "--" + flag})
		}
		for _, p := range node.Command.Exclusive {
			tried++
			b.refused(t, b.line(required(c, "", p.Flag, p.Other)...), "usage/flag-conflict", contract.Facts{"flag": p.Flag, "with": p.Other})
		}
		for _, p := range c.Needs {
			tried++
			b.refused(t, b.line(required(c, "", p.Flag)...), "usage/missing-argument", contract.Facts{"with": p.Flag})
		}
	}
	if tried < 15 {
		t.Errorf("only %d pairs are declared", tried)
	}
}

// required are the parts and the flags that the command needs, but one.
func required(c *cli.Command, but string, parts ...string) []string {
	for _, flag := range c.Required {
		if flag != but {
			parts = append(parts, "--"+flag)
		}
	}
	return parts
}

// builder makes command lines for a command.
type builder struct {
	node    *cli.Node
	options []cli.Option
}

// line has these parts, with the arguments without which there is no command line.
func (b builder) line(parts ...string) []string {
	line, after := slices.Concat([]string{"--json"}, b.node.Path[1:]), []string(nil)
	for _, part := range parts {
		if name, ok := strings.CutPrefix(part, "--"); ok {
			i := slices.IndexFunc(b.options, func(o cli.Option) bool { return o.Long != nil && *o.Long == name })
			line = append(line, part)
			if len(b.options[i].ValueNames) > 0 {
				line = append(line, value(b.options[i]))
			}
		}
	}
	last := slices.IndexFunc(b.options, func(o cli.Option) bool { return o.Positional })
	for i := last; i >= 0 && i < len(b.node.Options); i++ {
		o := b.node.Options[i]
		asked := slices.ContainsFunc(b.node.Options[i:], func(later cli.Option) bool {
			return later.AfterDash == o.AfterDash && slices.Contains(parts, later.ValueNames[0])
		})
		switch {
		case !o.Required && !asked:
		case o.AfterDash:
			after = []string{"--", value(o)}
		default:
			line = append(line, value(o))
		}
	}
	return append(line, after...)
}

func value(o cli.Option) string {
	switch {
	case len(o.Allowed) > 0:
		return o.Allowed[0]
	case o.ValueType == "string":
		return "x"
	}
	return "1"
}

func (b builder) refused(t *testing.T, line []string, code string, facts contract.Facts) {
	t.Helper()
	status, stdout, _ := run(line...)
	var answer struct{ Error contract.ErrorObject }
	if err := json.Unmarshal([]byte(stdout), &answer); err != nil {
		t.Fatalf("%q: %v\n%s", line, err, stdout)
	}
	if status != int(contract.Usage) || answer.Error.Code != code {
		t.Errorf("%q: exit status %d, %s, want %s", line, status, answer.Error.Code, code)
	}
	for name, want := range facts {
		if got := answer.Error.Context.Facts[name]; got != want {
			t.Errorf("%q: the fact %s is %v, want %v", line, name, got, want)
		}
	}
}
