package helpcmd

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/genesis-vcs/genesis/porcelain/cli"
)

// manTitle is the title that manual pages have for a section of the help.
func manTitle(title cli.Title) string {
	switch title {
	case cli.UsageSection:
		return "SYNOPSIS"
	case cli.FlagSection:
		return "OPTIONS"
	case cli.GlobalSection:
		return "GLOBAL OPTIONS"
	default:
		return string(title)
	}
}

// PageName is the name of the manual page of a command, without its section.
func PageName(words string) string {
	return strings.ReplaceAll(strings.TrimSpace("genesis "+words), " ", "-")
}

// ManPage renders a manual in the macros of man(7). It has no date, so that it
// is the same wherever it is made.
func ManPage(m cli.Manual) []byte {
	p := &page{}
	p.macro("TH", strings.ToUpper(PageName(m.Words)), "1", "", "genesis", "Genesis Manual")
	p.macro("SH", "NAME")
	p.line(PageName(m.Words) + " - " + m.About)
	// The synopsis stands before the description.
	for i, s := range m.Sections {
		p.section(s)
		if i == 0 && len(m.Text) > 0 {
			p.description(m.Text)
		}
	}
	p.macro("SH", "SEE ALSO")
	for i, name := range m.SeeAlso {
		end := ","
		if i == len(m.SeeAlso)-1 {
			end = ""
		}
		p.macro("BR", PageName(name), "(1)"+end)
	}
	return p.Bytes()
}

// page is a page of roff in the making.
type page struct{ bytes.Buffer }

// macro writes a macro and its arguments.
func (p *page) macro(name string, args ...string) {
	p.WriteString("." + name)
	for _, arg := range args {
		p.WriteString(` "` + strings.ReplaceAll(escape(arg), `"`, `\(dq`) + `"`)
	}
	p.WriteByte('\n')
}

// line writes a line of text. A first character that begins a macro is hidden.
func (p *page) line(text string) {
	text = escape(text)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, `\(aq`) {
		text = `\&` + text
	}
	p.WriteString(text + "\n")
}

func (p *page) description(text []cli.Paragraph) {
	p.macro("SH", "DESCRIPTION")
	for i, part := range text {
		switch {
		case part.Verbatim:
			p.verbatim(strings.Split(part.Text, "\n"))
			continue
		case i > 0:
			p.macro("PP")
		}
		p.line(part.Text)
	}
}

// verbatim writes lines that are not filled.
func (p *page) verbatim(lines []string) {
	p.macro("PP")
	p.macro("nf")
	for _, line := range lines {
		p.line(line)
	}
	p.macro("fi")
}

func (p *page) section(s cli.Section) {
	p.macro("SH", manTitle(s.Title))
	if len(s.Lines) > 0 {
		p.macro("nf")
		for _, line := range s.Lines {
			p.line(line)
		}
		p.macro("fi")
	}
	for _, e := range s.Entries {
		p.macro("TP")
		p.macro("B", strings.Join(strings.Fields(e.Term), " "))
		p.line(e.Text)
	}
}

// escape makes the text mean itself in roff.
func escape(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '\\':
			b.WriteString(`\e`)
		case r == '-':
			b.WriteString(`\-`)
		case r == '\'':
			b.WriteString(`\(aq`)
		case r == '`':
			b.WriteString(`\(ga`)
		case r == '^':
			b.WriteString(`\(ha`)
		case r == '~':
			b.WriteString(`\(ti`)
		case r > 126:
			fmt.Fprintf(&b, `\[u%04X]`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
