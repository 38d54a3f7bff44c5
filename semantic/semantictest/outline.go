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
	outline(&b, d, d.Root.Units, "")
	return b.String()
}

func outline(b *strings.Builder, d *semantic.Document, units []semantic.Unit, indent string) {
	for i := range units {
		u := &units[i]
		b.WriteString(indent + u.Kind)
		if u.Name != "" {
			b.WriteString(" " + u.Name)
		}
		if u.Set {
			b.WriteString(" set")
		}
		fmt.Fprintf(b, " %d-%d\n", d.LineOf(u.Span.Start), d.LineOf(u.Span.End-1))
		outline(b, d, u.Units, indent+"  ")
	}
}
