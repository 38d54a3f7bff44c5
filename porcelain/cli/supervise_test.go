package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"syscall"
	"testing"
	"time"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/porcelain/contract"
)

func waitForEnd(ctx context.Context, _ *Env) (Result, error) {
	<-ctx.Done()
	return nil, fmt.Errorf("waiting: %w", ctx.Err())
}

func TestTimeLimit(t *testing.T) {
	a := frame{args: []string{"vcs", "log", "--json", "--timeout", "1ms"}, family: with(waitForEnd)}.run(t)
	e := a.envelope(t)
	if a.status != 124 || e.Code != "timeout/exceeded" || e.Error.Context.Facts["timeout"] != "1ms" {
		t.Errorf("%+v", a)
	}
}

func TestSignals(t *testing.T) {
	for sig, code := range map[os.Signal]string{syscall.SIGINT: "interrupted/sigint", syscall.SIGTERM: "interrupted/sigterm"} {
		signals := make(chan os.Signal, 2)
		signals <- sig
		a := frame{args: []string{"vcs", "log", "--json"}, family: with(waitForEnd), signals: signals}.run(t)
		if e := a.envelope(t); e.Code != code || a.status != contract.Lookup(code).Exit {
			t.Errorf("%v: %+v", sig, a)
		}
	}
}

// After the publishing step a signal comes too late, and success is reported.
func TestSuccessAfterASignal(t *testing.T) {
	signals := make(chan os.Signal, 2)
	signals <- syscall.SIGTERM
	published := with(func(ctx context.Context, _ *Env) (Result, error) {
		<-ctx.Done()
		return &echo{}, nil
	})
	a := frame{args: []string{"vcs", "log", "--json"}, family: published, signals: signals}.run(t)
	if e := a.envelope(t); !e.OK || a.status != 0 {
		t.Errorf("%+v", a)
	}
}

// What the command met on its way down is kept as a fact.
func TestPriorErrorOfAnInterruption(t *testing.T) {
	signals := make(chan os.Signal, 2)
	signals <- syscall.SIGINT
	other := with(func(ctx context.Context, _ *Env) (Result, error) {
		<-ctx.Done()
		return nil, &objects.BusyError{}
	})
	e := frame{args: []string{"vcs", "log", "--json"}, family: other, signals: signals}.run(t).envelope(t)
	if e.Code != "interrupted/sigint" || e.Error.Context.Facts["prior_error"] != "store/busy" {
		t.Errorf("%+v", e.Error)
	}
}

// One without a code of its own says nothing and is left out.
func TestPriorErrorThatSaysNothing(t *testing.T) {
	signals := make(chan os.Signal, 2)
	signals <- syscall.SIGINT
	other := with(func(ctx context.Context, _ *Env) (Result, error) {
		<-ctx.Done()
		return nil, errors.New("stopped early")
	})
	e := frame{args: []string{"vcs", "log", "--json"}, family: other, signals: signals}.run(t).envelope(t)
	if _, has := e.Error.Context.Facts["prior_error"]; has || e.Code != "interrupted/sigint" {
		t.Errorf("%+v", e.Error)
	}
}

// A command that does not stop is answered for: after a second signal at once,
// else after the grace.
func TestCommandsThatDoNotStop(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	stubborn := with(func(context.Context, *Env) (Result, error) {
		<-release
		return &echo{}, nil
	})
	signals := make(chan os.Signal, 2)
	signals <- syscall.SIGTERM
	signals <- syscall.SIGINT
	a := frame{args: []string{"vcs", "log", "--json"}, family: stubborn, signals: signals, grace: time.Hour}.run(t)
	if e := a.envelope(t); a.status != 143 || e.Error.Context.Facts["still_running"] != true {
		t.Errorf("second signal: %+v", a)
	}
	a = frame{args: []string{"vcs", "log", "--json", "--timeout", "1ms"}, family: stubborn, grace: time.Millisecond}.run(t)
	if e := a.envelope(t); a.status != 124 || e.Error.Context.Facts["still_running"] != true {
		t.Errorf("grace: %+v", a)
	}
}

// The end of a command that was interrupted may be seen before the signal is.
func TestEndBeforeItsSignal(t *testing.T) {
	for name, c := range map[string]struct {
		err  error
		code string
	}{
		"canceled":      {fmt.Errorf("reading: %w", context.Canceled), "interrupted/sigterm"},
		"a call":        {syscall.EINTR, "interrupted/sigterm"},
		"unknown":       {errors.New("the child was killed"), "interrupted/sigterm"},
		"another fault": {&objects.BusyError{}, "store/busy"},
	} {
		signals := make(chan os.Signal, 1)
		signals <- syscall.SIGTERM
		r := newRun(nil, IO{Signals: signals}, nil)
		o := r.ended(outcome{err: c.err}, nil)
		if got := contract.From(o.err).Code; got != c.code {
			t.Errorf("%s: %s, want %s", name, got, c.code)
		}
	}
	quiet := newRun(nil, IO{}, nil).ended(outcome{err: errors.New("unknown")}, nil)
	if got := contract.From(quiet.err).Code; got != "internal/error" {
		t.Errorf("without a signal: %s", got)
	}
}

// A terminal that goes away ends the command like SIGTERM does.
func TestHangup(t *testing.T) {
	signals := make(chan os.Signal, 2)
	signals <- syscall.SIGHUP
	a := frame{args: []string{"vcs", "log", "--json"}, family: with(waitForEnd), signals: signals}.run(t)
	if e := a.envelope(t); a.status != 143 || e.Code != "interrupted/sigterm" || e.Error.Context.Facts["signal"] != "SIGHUP" {
		t.Errorf("%+v", a)
	}
}

// A goroutine that just ends is answered for like any other bug, not waited for.
func TestCommandThatEndsItsGoroutine(t *testing.T) {
	leave := with(func(context.Context, *Env) (Result, error) {
		runtime.Goexit()
		return nil, nil
	})
	a := frame{args: []string{"vcs", "log", "--json"}, family: leave}.run(t)
	if e := a.envelope(t); e.Code != "internal/error" || a.status != contract.Internal {
		t.Errorf("%+v", a)
	}
}
