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
	say(node != nil && len(node.Exits) < 2, "exit statuses")
	for _, flag := range c.DestroysWith {
		ofNode := func(o cli.Option) bool { return o.Long != nil && *o.Long == flag }
		say(node == nil || !slices.ContainsFunc(node.Options, ofNode), "the flag %s, with which it destroys", flag)
	}
	hint, ok := s.tools[name]
	say(!ok, "a tool in agent-surface")
	if ok {
		_, published := cli.Schema(hint)
		say(!published, "a schema that its schema_hint %q names", hint)
	}
	return missing
}

// A command that is only a word lacks everything, and each thing is named.
func TestWhatACommandLacksIsNamed(t *testing.T) {
	s := describeSurface(t)
	all := strings.Join(lacks(&cli.Command{Path: []string{"frobnicate"}, DestroysWith: []string{"all"}, Args: []cli.Arg{{Name: "x", Repeat: true}, {Name: "Y"}}}, s), "\n")
	for _, want := range []string{"contract.Kinds", "Short", "Run", "Data", "Example", "in capitals", "Help of the argument x", "repeats", "cli-schema", "agent-surface", "the flag all"} {
		if !strings.Contains(all, want) {
			t.Errorf("%q is not among\n%s", want, all)
		}
	}
	work := func(context.Context, *cli.Env, []string) (cli.Result, error) { return nil, nil }
	noSchema := &cli.Command{Path: []string{"gc", "plan"}, Short: "Plan", Example: "  genesis gc plan", Run: work, Data: make([]cli.Result, 1)}
	if all := strings.Join(lacks(noSchema, s), "\n"); !strings.Contains(all, "gc-plan-v0.1.schema.json") {
		t.Errorf("the schema is not among\n%s", all)
	}
}
