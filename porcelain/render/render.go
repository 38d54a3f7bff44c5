// Package render writes text for people: tables, colour, width, progress.
package render

// Printer writes human output to a buffer; the frame flushes it to stdout.
type Printer struct{}

// Linef writes one line. Arguments are escaped: control and bidi characters
// never reach a terminal.
func (p *Printer) Linef(format string, args ...any) { panic("todo") }

// Table writes rows with aligned columns; header may be nil.
func (p *Printer) Table(header []string, rows [][]string) { panic("todo") }

// Raw writes bytes as they are (the content of a blob).
func (p *Printer) Raw(b []byte) { panic("todo") }

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
)

// Styled returns s, escaped and in the colour of the style when colour is on.
func (p *Printer) Styled(s Style, text string) string { panic("todo") }

// Progress shows how far long work has come. All methods may be called from
// several goroutines; a nil *Progress does nothing.
type Progress struct{}

// Add counts further objects and bytes.
func (p *Progress) Add(objects int, bytes uint64) {}

// Total sets what is to be expected; 0 is unknown.
func (p *Progress) Total(objects int, bytes uint64) {}
