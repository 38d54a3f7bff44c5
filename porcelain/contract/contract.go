// Package contract is the machine contract: kinds, faults, diagnostics and the
// envelope. Source: the CLI contract, contract.md §1–4.
package contract

// Kind is the id of a command's result, for example genesis/store-put-v0.2.
type Kind string

// Facts are the typed values of a failure context: snake_case keys, JSON values.
type Facts map[string]any

// Error is a fault that occurred: a row of the registry with its facts.
type Error struct {
	Code    string // exactly a code of the registry
	Message string // one sentence; empty takes the row's
	Facts   Facts
	Err     error // the cause, may be nil
}

func (e *Error) Error() string { return e.Code + ": " + e.Message }
func (e *Error) Unwrap() error { return e.Err }

// Fail makes an Error with the row's message.
func Fail(code string, facts Facts) *Error { return &Error{Code: code, Facts: facts} }

// Failf makes an Error with a message of its own, one sentence without a full
// stop at the end.
func Failf(code string, facts Facts, format string, args ...any) *Error { panic("todo") }

// From turns any error of any layer into an Error of the registry, by errors.As
// over the typed errors of the layers below. What no row knows is internal/error.
func From(err error) *Error { panic("todo") }
