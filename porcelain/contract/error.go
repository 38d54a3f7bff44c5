package contract

import "fmt"

// Facts are the typed values of a failure context: snake_case keys, JSON values.
type Facts map[string]any

// Error is a fault that occurred: a row of the registry with its facts.
type Error struct {
	Code    string // exactly a code of the registry
	Kind    string // of the failure context; empty takes the row's
	Message string // one sentence; empty takes the row's
	Facts   Facts
	Err     error // the cause, may be nil

	// Span is where in a source it is, and Related are further places that matter.
	Span    *Span
	Related []Span

	// Besides are faults that the same run leaves behind, for people and programs to
	// deal with after this one. Each has a diagnostic of its own.
	Besides []*Error

	// Corrected is the command line that was meant, or nil; the frame finds it.
	Corrected *Correction
	// Place says where the command line worked, for the commands of repair plans.
	Place Place
	// DryRun: the command line was to change nothing, so no plan may by itself.
	DryRun bool
	// Denied is what a policy denied, or nil.
	Denied *Denial
}

func (e *Error) Error() string {
	if e.Message != "" {
		return e.Code + ": " + e.Message
	}
	if row := Lookup(e.Code); row != nil {
		return e.Code + ": " + row.Message
	}
	return e.Code
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Fail makes an Error with the row's message.
func Fail(code string, facts Facts) *Error { return &Error{Code: code, Facts: facts} }

// Failf makes an Error with a message of its own, one sentence without a full
// stop at the end.
func Failf(code string, facts Facts, format string, args ...any) *Error {
	return &Error{Code: code, Facts: facts, Message: fmt.Sprintf(format, args...)}
}

// At sets where it is.
func (e *Error) At(span Span) *Error {
	e.Span = &span
	return e
}

// Row returns the fault's row; a code that the registry lacks gets the row of
// diagnostic/catalog-miss.
func (e *Error) Row() *Fault {
	if row := Lookup(e.Code); row != nil {
		return row
	}
	return Lookup("diagnostic/catalog-miss")
}

// FailCleanup makes the Error of a clean-up in a subsystem that failed for a
// reason, beside the failure prior that it follows; prior may be nil.
func FailCleanup(subsystem string, reason, prior error) *Error {
	facts := Facts{"cleanup_subsystem": subsystem, "reason": reason.Error()}
	if prior != nil {
		facts["prior_error"] = From(prior).Row().Code
	}
	return &Error{Code: "io/cleanup", Facts: facts, Err: reason}
}

// Is reports whether err would be reported with the code.
func Is(err error, code string) bool { return err != nil && From(err).Code == code }
