package coreform

import "fmt"

// ErrorKind is the sort of a reader's error.
type ErrorKind uint8

// The sorts of errors.
const (
	EOF        ErrorKind = iota // the source ends where a term is expected
	Unexpected                  // a token that cannot stand there, or does not end
	Escape                      // an escape in a string
)

// Code is the code under which the language itself reports the error.
func (k ErrorKind) Code() string {
	return [...]string{"core/parse/eof", "core/parse/unexpected", "core/parse/escape"}[k]
}

// SyntaxError is why a source is not CoreForm.
type SyntaxError struct {
	Kind ErrorKind
	At   int    // the offset into the source in bytes
	Msg  string // empty for EOF
}

func (e *SyntaxError) Error() string {
	switch e.Kind {
	case Unexpected:
		return fmt.Sprintf("unexpected token at byte %d: %s", e.At, e.Msg)
	case Escape:
		return fmt.Sprintf("invalid escape at byte %d: %s", e.At, e.Msg)
	default:
		return "unexpected end of input"
	}
}

// FormError is why a form has no canonical form.
type FormError struct {
	Form int // its index in the module
	At   int // the offset of the part that is to blame, in bytes
	Msg  string
}

func (e *FormError) Error() string { return fmt.Sprintf("canonicalize form %d: %s", e.Form, e.Msg) }
