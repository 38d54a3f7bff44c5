package cli

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/genesis-vcs/genesis/porcelain/render"
)

// helpResult is the data of `help`, --help and a bare `genesis`.
type helpResult struct {
	Command string `json:"command"`
	Help    string `json:"help" min:"1"`
}

// Human implements Result.
func (r *helpResult) Human(p *render.Printer) { p.Raw([]byte(r.Help)) }

// help makes the help of the words of a command.
func (r *run) help(words []string) outcome {
	r.command = helpCommand()
	manual, ok := Describe(r.families...).Manual(words...)
	if !ok {
		panic("cli: no manual of " + strings.Join(words, " "))
	}
	return outcome{result: &helpResult{Command: strings.Join(words, " "), Help: manual.text()}}
}

// Manual is what is said about a word of the command tree. Words that are no
// command are the fault usage/unknown-command.
func (e *Env) Manual(words []string) (Manual, error) {
	manual, ok := e.Tree().Manual(words...)
	if !ok {
		at, rest := e.run.tree.resolve(words)
		if len(rest) == 0 {
			rest = words
		}
		return Manual{}, e.run.tree.unknown(at, rest[0])
	}
	return manual, nil
}

const (
	helpWidth = 80 // columns that a line of help may take
	helpTerm  = 26 // columns of a term that has its text beside it
)

// text renders the manual for a terminal.
func (m Manual) text() string {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s\n", m.About)
	for _, part := range m.Text {
		b.WriteByte('\n')
		if part.Verbatim {
			b.WriteString(part.Text + "\n")
		} else {
			b.WriteString(fill(part.Text, "", helpWidth))
		}
	}
	for _, s := range m.Sections {
		fmt.Fprintf(&b, "\n%s\n", s.Title)
		for _, line := range s.Lines {
			b.WriteString("  " + line + "\n")
		}
		writeEntries(&b, s.Entries)
		if s.Title == CommandSection && m.Words == "" {
			b.WriteString("\n`genesis help COMMAND` prints the help of a command.\n")
		}
	}
	return b.String()
}

// writeEntries writes terms and their texts in two columns.
func writeEntries(b *bytes.Buffer, entries []Entry) {
	width := 0
	for _, e := range entries {
		if n := utf8.RuneCountInString(e.Term); n <= helpTerm {
			width = max(width, n)
		}
	}
	indent := strings.Repeat(" ", width+4)
	for _, e := range entries {
		text := fill(e.Text, indent, helpWidth)
		if text == "" || utf8.RuneCountInString(e.Term) > width {
			fmt.Fprintf(b, "  %s\n%s", e.Term, text)
			continue
		}
		fmt.Fprintf(b, "  %-*s%s", width, e.Term, text[len(indent)-2:])
	}
}

// fill breaks a text into lines of at most width columns, each behind indent. A
// word that is longer stays whole.
func fill(text, indent string, width int) string {
	var b strings.Builder
	column := 0
	for word := range strings.FieldsSeq(text) {
		n := utf8.RuneCountInString(word)
		switch {
		case column == 0:
			b.WriteString(indent)
			column = len(indent)
		case column+1+n > width:
			b.WriteString("\n" + indent)
			column = len(indent)
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += n
	}
	if column > 0 {
		b.WriteByte('\n')
	}
	return b.String()
}
