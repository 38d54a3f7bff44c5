package cli

import (
	"context"
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/contract/contracttest"
)

func TestSuccess(t *testing.T) {
	if a := invoke(t, "store", "put", "a", "b"); a.status != 0 || a.stdout != "a b\n" || a.stderr != "" {
		t.Errorf("human: %+v", a)
	}
	a := invoke(t, "store", "put", "a", "--json", "b")
	e := a.envelope(t)
	if a.status != 0 || !e.OK || e.Kind != "genesis/store-put-v0.2" || fmt.Sprint(e.Data["args"]) != "[a b]" {
		t.Errorf("json: %+v %+v", a, e)
	}
	if a := invoke(t, "store", "put", "a", "-q"); a.status != 0 || a.stdout+a.stderr != "" {
		t.Errorf("quiet: %+v", a)
	}
	if a := invoke(t, "store", "put", "a", "--json", "--quiet"); !a.envelope(t).OK {
		t.Errorf("quiet json: %+v", a)
	}
}

func TestFailuresOfCommands(t *testing.T) {
	fail := with(func(context.Context, *Env) (Result, error) {
		return nil, fmt.Errorf("reading: %w", &objects.NotFoundError{ID: objects.ID{1}})
	})
	a := frame{args: []string{"vcs", "log"}, family: fail}.run(t)
	if a.status != 44 || a.stdout != "" || !strings.HasPrefix(a.stderr, "store/not-found: vcs log: 01000000") {
		t.Errorf("human: %+v", a)
	}
	e := frame{args: []string{"vcs", "log", "--json"}, family: fail}.run(t).envelope(t)
	if e.Code != "store/not-found" || e.Error.Context.Operation != "vcs/log" || e.Data != nil {
		t.Errorf("json: %+v", e)
	}
}

// A refusal that still has a result shows both.
func TestPartialResult(t *testing.T) {
	partial := with(func(context.Context, *Env) (Result, error) {
		return &echo{Args: []string{"damage"}}, contract.Fail("store/verify-failed", nil)
	})
	a := frame{args: []string{"vcs", "log"}, family: partial}.run(t)
	if a.status != 50 || a.stdout != "damage\n" || !strings.HasPrefix(a.stderr, "store/verify-failed: ") {
		t.Errorf("human: %+v", a)
	}
	a = frame{args: []string{"vcs", "log", "--json"}, family: partial}.run(t)
	if e := a.envelope(t); e.OK || e.Kind != "genesis/vcs-log-v0.1" || e.Data == nil || a.status != 50 {
		t.Errorf("json: %+v", e)
	}
}

func TestBugsOfCommands(t *testing.T) {
	for name, c := range map[string]struct {
		work func(context.Context, *Env) (Result, error)
		code string
	}{
		"panic": {func(context.Context, *Env) (Result, error) { panic("at /home/u/x\x1b") }, "internal/panic"},
		"runtime": {func(_ context.Context, env *Env) (Result, error) {
			return nil, fmt.Errorf("%d", make([]int, env.Dash)[env.Dash])
		}, "internal/panic"},
		"no result":  {func(context.Context, *Env) (Result, error) { return nil, nil }, "internal/error"},
		"no row":     {func(context.Context, *Env) (Result, error) { return nil, contract.Fail("no/row", nil) }, "diagnostic/catalog-miss"},
		"marshal":    {func(context.Context, *Env) (Result, error) { return &echo{bad: "marshal"}, nil }, "internal/error"},
		"json panic": {func(context.Context, *Env) (Result, error) { return &echo{bad: "panic"}, nil }, "internal/panic"},
	} {
		a := frame{args: []string{"vcs", "log", "--json"}, family: with(c.work)}.run(t)
		if e := a.envelope(t); a.status != 1 || e.Code != c.code {
			t.Errorf("%s: %+v", name, a)
		}
	}
	human := with(func(context.Context, *Env) (Result, error) { return &echo{bad: "human"}, nil })
	if a := (frame{args: []string{"vcs", "log"}, family: human}).run(t); a.status != 1 || !strings.HasPrefix(a.stderr, "internal/panic: ") {
		t.Errorf("human: %+v", a)
	}
	broken := func() []*Command { panic("no commands") }
	if a := (frame{args: []string{"--json", "version"}, family: broken}).run(t); a.envelope(t).Code != "internal/panic" {
		t.Errorf("family: %+v", a)
	}
}

// The stack is for whoever asks for it.
func TestStackOnlyWithDebug(t *testing.T) {
	bug := with(func(context.Context, *Env) (Result, error) { panic("bug") })
	a := frame{args: []string{"vcs", "log", "--json"}, family: bug, environ: []string{"GENESIS_DEBUG=1"}}.run(t)
	if !strings.Contains(a.stderr, "frame_test.go") {
		t.Errorf("no stack: %q", a.stderr)
	}
	if err := contracttest.CheckFrame([]byte(a.stdout)); err != nil {
		t.Error(err)
	}
}

// failing is a stdout that cannot be written.
type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

func TestStdoutThatCannotBeWritten(t *testing.T) {
	for _, args := range [][]string{{"store", "put", "x"}, {"store", "put", "x", "--json"}, {"store", "batch"}, {"--json", "frob"}, {"help"}} {
		a := frame{args: args, stdout: failing{&os.PathError{Op: "write", Path: "/dev/stdout", Err: syscall.EPIPE}}}.run(t)
		if a.status != 141 || a.stderr != "" {
			t.Errorf("%v: broken pipe: %+v", args, a)
		}
		a = frame{args: args, stdout: failing{syscall.ENOSPC}}.run(t)
		if a.status != 70 {
			t.Errorf("%v: full disk: %+v", args, a)
		}
		if json := wantsJSON(args); json != (a.stderr == "") {
			t.Errorf("%v: stderr %q", args, a.stderr)
		}
	}
}

// A limit of the output that is refused does not cut the refusal.
func TestRefusedLimitOfTheOutput(t *testing.T) {
	for _, limit := range []string{"-1", "1", "4095"} {
		a := invoke(t, "--json", "--max-output-bytes", limit, "store", "put", "x")
		if e := a.envelope(t); a.status != 2 || e.Code != "usage/bad-argument" {
			t.Errorf("%s: %+v", limit, a)
		}
	}
}

func TestRawCommand(t *testing.T) {
	if a := invoke(t, "store", "batch"); a.status != 0 || a.stdout != "input" {
		t.Errorf("%+v", a)
	}
}
