package cli

import (
	"fmt"

	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/render"
)

// answer writes what a run ended with and returns the exit status.
func (r *run) answer(o outcome) int {
	r.endOutput(o)
	write := r.answerHuman
	if r.json {
		write = r.answerJSON
	}
	o = r.emit(o, write)
	if o.stack != nil && r.environ.get("GENESIS_DEBUG") != "" {
		_, _ = fmt.Fprintf(r.std.Stderr, "%s\n", o.stack)
	}
	if err := r.stdout.failure(); err != nil {
		return int(r.lostOutput(err))
	}
	return int(statusOf(o))
}

// emit writes an outcome. A result that cannot be written (its rendering
// panics, or does not encode) is answered as the bug that it is.
func (r *run) emit(o outcome, write func(outcome) error) outcome {
	failed := guard(func() outcome { return outcome{err: write(o)} })
	if failed.err == nil {
		return o
	}
	_ = write(failed) // a fault of the registry has nothing that could fail again
	return failed
}

func statusOf(o outcome) contract.Status {
	if o.err == nil {
		return contract.OK
	}
	return contract.From(o.err).Row().Exit
}

// operation names what was done, for the failure context.
func (r *run) operation() string {
	if r.command == nil {
		return "invocation"
	}
	return r.command.operation()
}

// answerJSON writes the one document, or the terminal record of --ndjson.
func (r *run) answerJSON(o outcome) error {
	document, err := r.document(o)
	if err != nil {
		return contract.Fail("internal/error", contract.Facts{"reason": err.Error()})
	}
	_, _ = r.stdout.Write(document) // the sink keeps the error
	return nil
}

// document is the envelope in the shape and the length that the flags ask for.
func (r *run) document(o outcome) ([]byte, error) {
	document, err := r.shaped(o)
	if err != nil {
		return nil, err
	}
	return r.fit(document)
}

// shaped is the envelope in the shape that the flags ask for, however long.
func (r *run) shaped(o outcome) ([]byte, error) {
	envelope := r.envelope(o)
	var err error
	if envelope.Data != nil {
		if envelope.Data, err = r.shapeData(envelope.Data); err != nil {
			return nil, err
		}
	}
	r.stampShape(&envelope.Stamp)
	return envelope.Encode()
}

func (r *run) envelope(o outcome) *contract.Envelope {
	kind, data := contract.KindError, any(nil)
	if o.result != nil {
		kind, data = r.command.kind(), o.result
	}
	if o.err == nil {
		return contract.Success(kind, data, r.stamp())
	}
	return contract.Failure(kind, data, r.explained(contract.From(o.err)), r.operation(), r.stamp())
}

// answerHuman writes the result to stdout, then the error to stderr. --quiet
// drops what is for people, which a bare line is not.
func (r *run) answerHuman(o outcome) error {
	switch {
	case o.result == nil:
	case r.command.Bare:
		if err := r.answerBare(o); err != nil {
			return err
		}
	case r.globals.quiet:
	default:
		p := render.NewPrinter(r.stdout, r.look(r.std.Stdout))
		o.result.Human(p)
		_ = p.Flush() // the sink keeps the error
	}
	if o.err != nil && r.stdout.failure() == nil {
		targets, _ := r.targets()
		r.fail(contract.From(o.err), targets[0])
	}
	return nil
}

// fail writes an error for a person to stderr.
func (r *run) fail(e *contract.Error, target string) {
	p := render.NewPrinter(r.std.Stderr, r.look(r.std.Stderr))
	for _, fault := range append([]*contract.Error{e}, e.Besides...) {
		object, diagnostic := contract.Describe(fault, r.operation())
		p.Failure(&object, &diagnostic, target)
	}
	_ = p.Flush() // there is nowhere left to report to
}

func (r *run) look(stream any) render.Look {
	return render.LookOf(r.environ.lookup, isTerminal(stream), r.globals.noColor)
}

// lostOutput is the status of a run whose stdout could not be written. What
// the command published stays published. A broken pipe is silent: its reader
// has what it wanted.
func (r *run) lostOutput(err error) contract.Status {
	if isBrokenPipe(err) {
		return contract.BrokenPipe
	}
	if !r.json {
		r.fail(contract.Fail("io/stdout", contract.Facts{"reason": err.Error()}), "stdout")
	}
	return contract.IO
}
