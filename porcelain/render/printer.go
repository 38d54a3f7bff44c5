package render

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Style names a meaning that colour may show.
type Style int

// The styles.
const (
	Plain Style = iota
	Strong
	Good
	Bad
	Note
	Faint
	Place    // where in a file
	BadWord  // what went within a line
	GoodWord // what came within a line
)

// sgr are the ANSI parameters of the styles.
var sgr = [...]string{Plain: "", Strong: "1", Good: "32", Bad: "31", Note: "33", Faint: "2", Place: "36", BadWord: "31;7", GoodWord: "32;7"}

// reset ends every styled text.
const reset = "\x1b[0m"

// Look says how output should appear.
type Look struct {
	Color bool
	Width int // columns; 0 means DefaultWidth
}

// Printer writes human output through a buffer; whoever made it flushes it.
// It keeps the first write error and writes nothing after it.
type Printer struct {
	w    *bufio.Writer
	look Look
	// styled holds every colored text that Styled gave out, so that Linef can
	// tell them from escape sequences that came with the data.
	styled map[string]bool
}

// NewPrinter returns a Printer on w.
func NewPrinter(w io.Writer, look Look) *Printer {
	if look.Width == 0 {
		look.Width = DefaultWidth
	}
	return &Printer{w: bufio.NewWriterSize(w, 32<<10), look: look}
}

// Flush writes what is buffered and returns the first error of any write.
func (p *Printer) Flush() error { return p.w.Flush() }

// Linef writes one line. Arguments are escaped: control and bidi characters
// never reach a terminal. The format itself is trusted.
func (p *Printer) Linef(format string, args ...any) {
	safe := make([]any, len(args))
	for i, arg := range args {
		safe[i] = p.guard(arg)
	}
	p.put(fmt.Sprintf(format, safe...) + "\n")
}

// Raw writes bytes as they are (the content of a blob).
func (p *Printer) Raw(b []byte) { _, _ = p.w.Write(b) }

// put writes text that is safe already. The buffer keeps the first error, and
// Flush returns it.
func (p *Printer) put(s string) { _, _ = p.w.WriteString(s) }

// Styled returns text, escaped and in the colour of the style when colour is
// on. The result may be an argument, or a part of one, of Linef and Table.
func (p *Printer) Styled(s Style, text string) string {
	text = Escape(text)
	if !p.look.Color || sgr[s] == "" || text == "" {
		return text
	}
	out := "\x1b[" + sgr[s] + "m" + text + reset
	if p.styled == nil {
		p.styled = map[string]bool{}
	}
	p.styled[out] = true
	return out
}

// guarded formats a value with its verb, then escapes what came out.
type guarded struct {
	p     *Printer
	value any
}

// Format implements fmt.Formatter.
func (g guarded) Format(f fmt.State, verb rune) {
	_, _ = io.WriteString(f, g.p.escape(fmt.Sprintf(fmt.FormatString(f, verb), g.value)))
}

// guard wraps an argument so that its text is escaped. Plain numbers pass,
// because a width given by "*" must stay an int, and texts with nothing to
// escape, because lists for people may be long.
func (p *Printer) guard(arg any) any {
	if s, ok := arg.(string); ok && isHarmless(s) {
		return arg
	}
	switch arg.(type) {
	case int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64, float32, float64, bool, nil:
		return arg
	}
	return guarded{p, arg}
}

// escape is Escape, but lets texts through that Styled made.
func (p *Printer) escape(s string) string {
	if len(p.styled) == 0 {
		return Escape(s)
	}
	var b strings.Builder
	for s != "" {
		i := strings.IndexByte(s, '\x1b')
		if i < 0 {
			i = len(s)
		}
		b.WriteString(Escape(s[:i]))
		s = s[i:]
		if s == "" {
			break
		}
		if n := p.styledPrefix(s); n > 0 {
			b.WriteString(s[:n])
			s = s[n:]
			continue
		}
		b.WriteString(Escape(s[:1]))
		s = s[1:]
	}
	return b.String()
}

// styledPrefix returns the length of the styled text that s begins with, or 0.
func (p *Printer) styledPrefix(s string) int {
	i := strings.Index(s, reset)
	if i < 0 || !p.styled[s[:i+len(reset)]] {
		return 0
	}
	return i + len(reset)
}

// columns is the number of columns that escaped text takes, ANSI not counted.
func (p *Printer) columns(s string) int {
	n := 0
	for s != "" {
		if s[0] == '\x1b' {
			if i := strings.IndexByte(s, 'm'); i >= 0 {
				s = s[i+1:]
				continue
			}
		}
		_, size := utf8.DecodeRuneInString(s)
		s = s[size:]
		n++
	}
	return n
}
