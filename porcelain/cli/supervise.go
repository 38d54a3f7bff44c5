package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"syscall"
	"time"

	"github.com/genesis-vcs/genesis/porcelain/contract"
)

// stopGrace is how long a command that was told to stop may take to do so.
const stopGrace = 5 * time.Second

// stopped is the cause with which the context of a command is canceled.
type stopped struct {
	signal  os.Signal     // nil when the time limit passed
	timeout time.Duration // the limit
}

func (s *stopped) Error() string {
	if s.signal == nil {
		return "the time limit passed"
	}
	return "stopped by " + s.signal.String()
}

// fault is the fault of a command that s stopped. prior is what the command
// returned; still says that it had not returned.
func (s *stopped) fault(prior error, still bool) *contract.Error {
	facts := contract.Facts{}
	if prior != nil && !errors.Is(prior, context.Canceled) {
		// That some call was interrupted says no more than the fault itself.
		if code := contract.From(prior).Row().Code; code != "internal/error" {
			facts["prior_error"] = code
		}
	}
	if still {
		facts["still_running"] = true
	}
	code := "interrupted/sigint"
	switch s.signal {
	case nil:
		code = "timeout/exceeded"
		facts["timeout"] = s.timeout.String()
	case syscall.SIGTERM:
		code = "interrupted/sigterm"
	case syscall.SIGHUP: // the terminal went away: told to end, like with SIGTERM
		code = "interrupted/sigterm"
		facts["signal"] = "SIGHUP"
	}
	return &contract.Error{Code: code, Facts: facts, Err: prior}
}

// supervise runs the command under the signals and the time limit. The first
// signal, or the limit, cancels the command's context; a command that succeeds
// all the same has published, and its success counts. A second signal, or
// a grace without an end, answers at once.
func (r *run) supervise() outcome {
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	over := make(chan struct{})
	defer close(over)
	tooMuch := r.watchFilter(over)
	done := make(chan outcome, 1)
	go func() {
		// What ends the goroutine without a panic, as a failed test does, must not
		// leave the run waiting.
		o := outcome{err: contract.Failf("internal/error", nil, "The command left without a result")}
		defer func() { done <- o }()
		o = guard(func() outcome { return r.execute(ctx) })
	}()

	var limit, grace <-chan time.Time
	if r.globals.timeout > 0 {
		timer := time.NewTimer(r.globals.timeout)
		defer timer.Stop()
		limit = timer.C
	}
	var why *stopped
	stop := func(s *stopped) {
		why = s
		r.shape.watch.hurry.Store(true)
		cancel(s)
		atStop()
		grace = time.After(r.grace)
	}
	for {
		select {
		case o := <-done:
			if errors.Is(o.err, errEnded) {
				return r.stuck(<-tooMuch, why)
			}
			return r.ended(o, why)
		case sig := <-r.std.Signals:
			if why != nil {
				return outcome{err: why.fault(nil, true)}
			}
			stop(&stopped{signal: sig})
		case <-limit:
			if why == nil {
				stop(&stopped{timeout: r.globals.timeout})
			}
		case err := <-tooMuch:
			return r.stuck(err, why)
		case <-grace:
			return outcome{err: why.fault(nil, true)}
		}
	}
}

// cutShort reports that the command ended as one does that was interrupted,
// which may be seen before the signal is.
func cutShort(o outcome) bool {
	return o.err != nil && o.stack == nil && (errors.Is(o.err, context.Canceled) ||
		errors.Is(o.err, syscall.EINTR) || contract.From(o.err).Row().Code == "internal/error")
}

// pendingSignal takes the signal that has come and was not seen yet; nil when
// there is none.
func (r *run) pendingSignal() *stopped {
	select {
	case sig := <-r.std.Signals:
		return &stopped{signal: sig}
	default:
		return nil
	}
}

// ended decides what a run reports that ended by itself, or was told to by why.
func (r *run) ended(o outcome, why *stopped) outcome {
	if why == nil && cutShort(o) {
		why = r.pendingSignal()
	}
	return settle(o, why)
}

// settle decides what a run that was told to stop reports.
func settle(o outcome, why *stopped) outcome {
	if why == nil || o.err == nil || o.stack != nil {
		return o
	}
	return outcome{result: o.result, err: why.fault(o.err, false)}
}

// guard turns a panic into internal/panic.
func guard(work func() outcome) (o outcome) {
	defer func() {
		if v := recover(); v != nil {
			o = outcome{
				err:   contract.Fail("internal/panic", contract.Facts{"reason": contract.CleanText(fmt.Sprint(v))}),
				stack: debug.Stack(),
			}
		}
	}()
	return work()
}
