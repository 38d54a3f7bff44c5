package cli

import (
	"context"
	"os"
	"strings"
	"testing"
)

func TestDryRunIsStamped(t *testing.T) {
	plan := with(func(_ context.Context, env *Env) (Result, error) {
		if env.DryRun {
			env.Planned(3)
		}
		return &echo{}, nil
	})
	e := frame{args: []string{"vcs", "log", "--json", "--dry-run"}, family: plan}.run(t).envelope(t)
	if e.FilesPlanned == nil || *e.FilesPlanned != 3 {
		t.Errorf("files_planned %v", e.FilesPlanned)
	}
	e = frame{args: []string{"vcs", "log", "--json"}, family: plan}.run(t).envelope(t)
	if e.FilesPlanned != nil {
		t.Error("files_planned without a dry run")
	}
}

func TestTargetIsStamped(t *testing.T) {
	cwd, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	nothing := func(_ context.Context, env *Env) (Result, error) { return &echo{}, nil }
	noted := func(_ context.Context, env *Env) (Result, error) {
		env.Target(env.Abs("x"), "argv")
		env.Target("-", "stdin")
		return &echo{}, nil
	}
	for _, c := range []struct {
		args string
		work func(context.Context, *Env) (Result, error)
		want string
	}{
		{"", nothing, cwd + " workspace cwd"},
		{"--store s", nothing, cwd + "/s argv cwd"},
		{"-C ..", nothing, strings.TrimSuffix(cwd, "/cli") + " workspace argv"},
		{"", noted, cwd + "/x,- argv cwd"},
	} {
		args := append([]string{"vcs", "log", "--json"}, strings.Fields(c.args)...)
		e := frame{args: args, family: with(c.work)}.run(t).envelope(t)
		if got := e.TargetResolved + " " + e.TargetSource + " " + e.WorkspaceSource; got != c.want {
			t.Errorf("%q: %s, want %s", c.args, got, c.want)
		}
	}
}
