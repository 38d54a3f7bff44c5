package shape

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/itchyny/gojq"

	"github.com/genesis-vcs/genesis/porcelain/contract"
)

// What a filter may take. The steps are those of gojq's machine; ten million are
// a fraction of a second and bound what an expression can pile up with most
// means of the language. A single step can do any amount of work (sort what was
// piled up, multiply long numbers), so the one who runs a filter has to look at
// the time and the memory that a record takes.
const (
	maxExpression = 16 << 10   // bytes
	maxOutputs    = 10_000     // values for a record that are false or null
	maxSteps      = 10_000_000 // for a record
	maxReason     = 200        // bytes
)

// Filter is a compiled --filter expression. It may be used by one goroutine at
// a time.
type Filter struct {
	expression string
	code       *gojq.Code
}

// ParseFilter compiles a jq expression. It sees one record as its input, and
// neither the environment nor files nor further inputs nor the time zone of the
// machine.
// Errors: *FilterError.
func ParseFilter(expression string) (*Filter, error) {
	f := &Filter{expression: expression}
	switch {
	case len(expression) > maxExpression:
		return nil, f.fail(fmt.Errorf("it is longer than %d bytes", maxExpression))
	case strings.TrimSpace(expression) == "":
		return nil, f.fail(errors.New("it is empty"))
	}
	query, err := gojq.Parse(expression)
	if err != nil {
		return nil, f.fail(parseReason(err))
	}
	if err := checkQuery(query); err != nil {
		return nil, f.fail(err)
	}
	options, err := boundFunctions(query)
	if err != nil {
		return nil, err
	}
	if f.code, err = gojq.Compile(query, options...); err != nil {
		return nil, f.fail(err)
	}
	return f, nil
}

// parseReason adds the place to an error of the parser.
func parseReason(err error) error {
	if e, ok := errors.AsType[*gojq.ParseError](err); ok {
		return fmt.Errorf("%w at byte %d", err, e.Offset)
	}
	return err
}

// Keep reports whether the expression yields at least one value other than
// false and null for the record. It looks at no value behind the first of them.
// Errors: *FilterError, and ctx's.
func (f *Filter) Keep(ctx context.Context, record []byte) (bool, error) {
	dec := json.NewDecoder(bytes.NewReader(record))
	dec.UseNumber() // gojq keeps the precision of numbers that nothing is done to
	var input any
	if err := dec.Decode(&input); err != nil {
		return false, err
	}
	limited := &steps{Context: ctx, left: maxSteps}
	values := f.code.RunWithContext(limited, input)
	for range maxOutputs {
		value, ok := values.Next()
		if !ok {
			return false, nil
		}
		switch value := value.(type) {
		case nil:
		case bool:
			if value {
				return true, nil
			}
		case error:
			return false, f.failRunning(ctx, value)
		default:
			return true, nil
		}
	}
	return false, f.failRunning(ctx, fmt.Errorf("it gives more than %d values for a record", maxOutputs))
}

func (f *Filter) failRunning(ctx context.Context, err error) error {
	if ended := ctx.Err(); ended != nil {
		return ended
	}
	e := f.fail(err)
	e.Running = true
	return e
}

func (f *Filter) fail(err error) *FilterError {
	if halt, ok := errors.AsType[*gojq.HaltError](err); ok {
		err = fmt.Errorf("it halts with exit status %d", halt.ExitCode())
	}
	return &FilterError{Expression: f.expression, Reason: shortReason(err.Error())}
}

// shortReason makes a reason fit for a fact: one line, no path of the host.
func shortReason(reason string) string {
	reason = contract.CleanText(reason)
	if len(reason) <= maxReason {
		return reason
	}
	return reason[:prefix([]byte(reason), inPercent, maxReason, true)] + "…"
}

// FilterError says why an expression does not compile or fails on a record.
type FilterError struct {
	Expression string
	Reason     string
	Running    bool // it compiled, and failed on a record
}

func (e *FilterError) Error() string { return "filter: " + e.Reason }

// steps is a context that ends after a number of looks at it: gojq looks before
// each of its steps.
type steps struct {
	context.Context
	left int
}

// ended is the channel of a context that has ended.
func ended() <-chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}

// Done implements context.Context.
func (s *steps) Done() <-chan struct{} {
	if s.left--; s.left < 0 {
		return ended()
	}
	return s.Context.Done()
}

// Err implements context.Context.
func (s *steps) Err() error {
	if err := s.Context.Err(); err != nil {
		return err
	}
	if s.left < 0 {
		return fmt.Errorf("it takes more than %d steps for a record", maxSteps)
	}
	return nil
}
