//go:build !windows

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/families"
)

// Every command has what help, machine descriptions and contract rely on.
func TestCommandsAreWellFormed(t *testing.T) {
	s := describeSurface(t)
	for _, c := range cli.Commands(families.All...) {
		for _, missing := range lacks(c, s) {
			t.Errorf("%s: %s", strings.Join(c.Path, " "), missing)
		}
	}
}

// surface is what the program says about its commands.
type surface struct {
	tree  *cli.Node
	tools map[string]string // schema hints by name
}

func describeSurface(t *testing.T) surface {
	t.Helper()
	var manifest struct {
		Tools []struct {
			Name   string
			Schema string `json:"schema_hint"`
		}
	}
	status, stdout, stderr := run("agent-surface")
	if err := json.Unmarshal([]byte(stdout), &manifest); err != nil || status != 0 {
		t.Fatalf("%v: %d %s%s", err, status, stdout, stderr)
	}
	s := surface{tree: cli.Describe(families.All...), tools: map[string]string{}}
	for _, tool := range manifest.Tools {
		s.tools[tool.Name] = tool.Schema
	}
	return s
}

var (
	example = regexp.MustCompile(`^  (.*\| )?genesis `)
	argName = regexp.MustCompile(`^[A-Z][A-Z-]*(=[A-Z]+)?$`)
)

// lacks says what is missing of a command, one text each.
func lacks(c *cli.Command, s surface) (missing []string) {
	say := func(bad bool, format string, args ...any) {
		if bad {
			missing = append(missing, fmt.Sprintf(format, args...))
		}
	}
	name := strings.Join(c.Path, " ")
	i := slices.IndexFunc(contract.Kinds, func(row contract.KindRow) bool { return row.Command == name })
	say(i < 0, "a kind: add a row to contract.Kinds")
	say(c.Short == "" || strings.HasSuffix(c.Short, ".") || strings.Contains(c.Short, "\n"), "Short: one line without a full stop, not %q", c.Short)
	say(c.Run == nil && name != "help", "Run")
	say(len(c.Data) == 0 && c.Raw == cli.NotRaw, "Data: zero values of the types of its result")
	say(!example.MatchString(c.Example), "Example: two blanks and a command line with genesis, not %q", c.Example)
	say(c.Raw != cli.NotRaw && strings.Contains(c.Example, "--json"), "an example that works: it refuses --json")
	for i, arg := range c.Args {
		last := i == len(c.Args)-1
		say(!argName.MatchString(arg.Name), "an argument's name in capitals, not %q", arg.Name)
		say(arg.Help == "", "Help of the argument %s", arg.Name)
		say((arg.Repeat || arg.AfterDash) && !last && !c.Args[i+1].AfterDash, "an end: the argument %s repeats before others", arg.Name)
	}
	if i >= 0 && len(c.Data) > 0 {
		schema := contract.Kinds[i].Kind.SchemaName()
		_, ok := cli.Schema(schema)
		say(!ok, "docs/spec/%s.schema.json: run make generate", schema)
	}
	node := s.tree.Find(c.Path...)
	say(node == nil || !node.Runnable(), "a place in cli-schema")
	say(c.Exits == nil, "Exits: the statuses that its own work may end with; an empty list when there are none")
	for _, status := range c.Exits {
		say(!contract.HasFault(status), "a fault that ends with the status %d of its Exits", status)
	}
	for _, flag := range c.Required {
		say(!hasFlag(node, flag), "the flag %s, which is required", flag)
	}
	for _, p := range slices.Concat(c.Exclusive, c.Needs) {
		for _, part := range []string{p.Flag, p.Other} {
			say(!s.hasPart(c, node, part), "%s, which %s and %s name", part, p.Flag, p.Other)
		}
		say(p.Reason == "" || strings.HasSuffix(p.Reason, "."), "a reason for %s and %s: a sentence without a full stop", p.Flag, p.Other)
		say(!strings.HasPrefix(p.Flag, "--"), "a flag before %s, not %s", p.Other, p.Flag)
	}
	for _, flag := range c.DestroysWith {
		say(!hasFlag(node, flag), "the flag %s, with which it destroys", flag)
	}
	hint, ok := s.tools[name]
	say(!ok, "a tool in agent-surface")
	if ok {
		_, published := cli.Schema(hint)
		say(!published, "a schema that its schema_hint %q names", hint)
	}
	return missing
}

// hasFlag reports whether a node has a flag of its own.
func hasFlag(node *cli.Node, name string) bool {
	return node != nil && slices.ContainsFunc(node.Options, func(o cli.Option) bool { return o.Long != nil && *o.Long == name })
}

// hasPart reports whether a command has a flag, which may be a global one, or an
// argument.
func (s surface) hasPart(c *cli.Command, node *cli.Node, part string) bool {
	if name, ok := strings.CutPrefix(part, "--"); ok {
		return hasFlag(node, name) || hasFlag(s.tree, name)
	}
	return slices.ContainsFunc(c.Args, func(a cli.Arg) bool { return a.Name == part })
}

// A command that is only a word lacks everything, and each thing is named.
func TestWhatACommandLacksIsNamed(t *testing.T) {
	s := describeSurface(t)
	word := &cli.Command{
		Path: []string{"frobnicate"}, DestroysWith: []string{"all"}, Required: []string{"some"},
		Args:      []cli.Arg{{Name: "x", Repeat: true}, {Name: "Y"}},
		Exclusive: []cli.Pair{{Flag: "--more", Other: "Z"}}, Needs: []cli.Pair{{Flag: "Y", Other: "--json", Reason: "So it is."}},
	}
	all := strings.Join(lacks(word, s), "\n")
	for _, want := range []string{"contract.Kinds", "Short", "Run", "Data", "Example", "in capitals", "Help of the argument x", "repeats", "cli-schema", "agent-surface", "the flag all",
		"Exits", "the flag some", "--more, which --more and Z name", "Z, which --more and Z name", "a reason for --more and Z", "a reason for Y and --json", "a flag before --json"} {
		if !strings.Contains(all, want) {
			t.Errorf("%q is not among\n%s", want, all)
		}
	}
	work := func(context.Context, *cli.Env, []string) (cli.Result, error) { return nil, nil }
	noSchema := &cli.Command{Path: []string{"gc", "plan"}, Short: "Plan", Example: "  genesis gc plan", Run: work, Data: make([]cli.Result, 1)}
	if all := strings.Join(lacks(noSchema, s), "\n"); !strings.Contains(all, "gc-plan-v0.1.schema.json") {
		t.Errorf("the schema is not among\n%s", all)
	}
	noFault := &cli.Command{Path: []string{"version"}, Exits: []contract.Status{contract.Replay}}
	if all := strings.Join(lacks(noFault, s), "\n"); !strings.Contains(all, "the status 40") || strings.Contains(all, "Exits:") {
		t.Errorf("the status is not among\n%s", all)
	}
}
