package semantictest

import (
	"fmt"
	"strings"

	"github.com/genesis-vcs/genesis/semantic"
)

// Outline prints the units of a document, one a line and indented by their depth:
// kind, name, "set" if the order carries no meaning, and the lines of the span.
func Outline(d *semantic.Document) string {
	var b strings.Builder
	outline(&b, semantic.LinesOf(d.Content), d.Root.Units, "")
	return b.String()
}

func outline(b *strings.Builder, at semantic.Lines, units []semantic.Unit, indent string) {
	for i := range units {
		u := &units[i]
		b.WriteString(indent + u.Kind)
		if u.Name != "" {
			b.WriteString(" " + u.Name)
		}
		if u.Set {
			b.WriteString(" set")
		}
		first, last := at.Of(u.Span)
		fmt.Fprintf(b, " %d-%d\n", first, last)
		outline(b, at, u.Units, indent+"  ")
	}
}
