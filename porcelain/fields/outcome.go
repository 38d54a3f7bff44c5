package fields

import (
	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/porcelain/render"
	"github.com/genesis-vcs/genesis/refs"
)

// Outcome says what a change left behind: the operation that undo can name, or
// that there was nothing to change. A dry run has neither. Embed it last.
type Outcome struct {
	Operation objects.ID `json:"operation,omitzero"`
	Noop      bool       `json:"noop,omitempty"`
	dry       bool
}

// OutcomeOf makes the outcome of a transaction.
func OutcomeOf(r refs.Result, dryRun bool) Outcome {
	if dryRun {
		return Outcome{dry: true}
	}
	return Outcome{Operation: r.Operation, Noop: r.Noop}
}

// Dry reports whether nothing was really done.
func (o Outcome) Dry() bool { return o.dry }

// Line writes the last line of a change for a person.
func (o Outcome) Line(p *render.Printer) {
	switch {
	case o.dry:
		p.Linef("%s", p.Styled(render.Note, "dry run: nothing was changed"))
	case o.Noop:
		p.Linef("%s", p.Styled(render.Faint, "nothing to change"))
	case !o.Operation.IsZero():
		p.Linef("%s", p.Styled(render.Faint, "operation "+Short(o.Operation)))
	}
}

// NoBranch tells a person how a commit that may be on no branch is kept, and
// found again.
func NoBranch(p *render.Printer, commit objects.ID) {
	p.Linef("%s: `genesis branch NAME %s` keeps it, `genesis op log` finds it again",
		p.Styled(render.Note, "no branch holds "+Short(commit)), Short(commit))
}

// Short is the form of an id in text for people.
func Short(id objects.ID) string { return id.String()[:12] }

// OldOf is the value that a row had before a transaction: that of the change,
// or without a change the value that it still has.
func OldOf(changes []objects.OpChange, space objects.Space, name string, still objects.ID) objects.ID {
	for _, c := range changes {
		if c.Space == space && string(c.Name) == name {
			var id objects.ID
			copy(id[:], c.Old)
			return id
		}
	}
	return still
}
