package contract

import (
	"errors"

	"github.com/genesis-vcs/genesis/semantic"
	"github.com/genesis-vcs/genesis/semantic/coreform"
)

// fromLanguage maps what is wrong with a text. Which file the text is of, and the
// span in it, is for the caller to add.
func fromLanguage(err error) *Error {
	if e, ok := as[*coreform.SyntaxError](err); ok {
		fault := Fail("parse/coreform", Facts{"byte_offset": e.At, "reason": e.Error()})
		switch e.Kind {
		case coreform.EOF:
			fault.Kind = "unexpected-end"
		case coreform.Escape:
			fault.Kind = "invalid-escape"
		case coreform.Unexpected:
		}
		return fault
	}
	if e, ok := as[*coreform.FormError](err); ok {
		return Fail("canonicalize/coreform", Facts{"byte_offset": e.At, "form": e.Form, "reason": e.Error()})
	}
	if errors.Is(err, coreform.ErrTooLong) {
		return Fail("canonicalize/coreform", Facts{"reason": coreform.ErrTooLong.Error()})
	}
	if e, ok := as[*semantic.ParseError](err); ok {
		return Fail("parse/source", Facts{
			"language": e.Language, "byte_offset": e.Offset, "line": e.Line, "column": e.Column, "reason": e.Reason,
		})
	}
	return nil
}
