package coreform

import (
	"errors"
	"slices"

	"github.com/genesis-vcs/genesis/semantic"
)

// Module is a sequence of forms and the comments behind the last one.
type Module struct {
	Forms []Term
	End   []string
	spans []semantic.Span // of the forms in the source; none unless it was read
}

// Spans are where the forms stand in the source that the module was read from,
// without their comments.
func (m *Module) Spans() []semantic.Span { return m.spans }

// Canonical is the module in canonical form, with its comments. The error is a
// *FormError.
func (m *Module) Canonical() (*Module, error) {
	forms, err := Canonicalize(m.Forms)
	if err != nil {
		return nil, err
	}
	return &Module{Forms: forms, End: m.End, spans: m.spans}, nil
}

// Canonicalize gives the canonical form of each form. The error is a *FormError.
func Canonicalize(forms []Term) ([]Term, error) {
	out := make([]Term, len(forms))
	for i, form := range forms {
		canonical, err := code(form)
		if err != nil {
			failed := &FormError{Form: i, At: form.Offset(), Msg: err.Error()}
			if bad, ok := errors.AsType[*badForm](err); ok {
				failed.At = bad.at
			}
			return nil, failed
		}
		out[i] = canonical
	}
	return out, nil
}

// WithForms is a module of other forms with the same comments at its end.
func (m *Module) WithForms(forms []Term) *Module {
	return &Module{Forms: slices.Clone(forms), End: m.End}
}
