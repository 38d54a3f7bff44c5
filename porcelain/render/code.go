package render

import "strings"

// Span is a part of a line of a file and its style.
type Span struct {
	Style Style
	Text  string
}

// Code writes one line of a file. It is escaped as in Linef but for tabs, with which
// the line is laid out.
func (p *Printer) Code(spans ...Span) {
	var b strings.Builder
	for _, s := range spans {
		if s.Text == "" {
			continue
		}
		color := p.look.Color && sgr[s.Style] != ""
		if color {
			b.WriteString("\x1b[" + sgr[s.Style] + "m")
		}
		for i, text := range strings.Split(s.Text, "\t") {
			if i > 0 {
				b.WriteByte('\t')
			}
			b.WriteString(Escape(text))
		}
		if color {
			b.WriteString(reset)
		}
	}
	p.put(b.String() + "\n")
}

// Width is the number of columns that a line should take.
func (p *Printer) Width() int { return p.look.Width }

// Color reports that styles show.
func (p *Printer) Color() bool { return p.look.Color }
