package vcscmd

import (
	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/porcelain/fields"
	"github.com/genesis-vcs/genesis/porcelain/render"
	"github.com/genesis-vcs/genesis/refs"
)

// revOrHead is the revision of the arguments NAME [REV].
func revOrHead(args []string) string {
	if len(args) == 2 {
		return args[1]
	}
	return "HEAD"
}

// named is what a change of branches or tags did, told to a person in place of
// the list, which would not show it.
type named struct{ changes []objects.OpChange }

func namedBy(done refs.Result) named { return named{done.Changes} }

// write writes a line for each name; false says that nothing was changed.
func (n named) write(p *render.Printer) bool {
	for _, c := range n.changes {
		if c.Space != objects.SpaceRef {
			continue
		}
		name := refs.Name(c.Name)
		what := "tag"
		if name.IsBranch() {
			what = "branch"
		}
		switch {
		case c.Old == nil:
			p.Linef("%s %s made; it holds %s", what, p.Styled(render.Strong, name.Short()), fields.Short(objects.ID(c.New)))
		case c.New == nil:
			p.Linef("%s %s removed; it held %s", what, p.Styled(render.Strong, name.Short()), fields.Short(objects.ID(c.Old)))
		}
	}
	return len(n.changes) > 0
}
