package linediff

import (
	"io"
	"strconv"
)

// Hunk is the edits that are near each other, with the equal lines around and
// between them: a[A0:A1] becomes b[B0:B1].
type Hunk struct {
	A0, A1, B0, B1 int
	Edits          []Edit // a part of the script
}

// Hunks groups the edits of a script from a text of so many lines. Each hunk has up to
// context equal lines before its first edit and after its last; edits whose
// contexts touch or overlap share a hunk.
func Hunks(script []Edit, lines, context int) []Hunk {
	var out []Hunk
	for start := 0; start < len(script); {
		end := start + 1
		for end < len(script) && script[end].A0-script[end-1].A1 <= 2*context {
			end++
		}
		first, last := script[start], script[end-1]
		before := min(context, first.A0)
		after := min(context, lines-last.A1)
		out = append(out, Hunk{
			A0: first.A0 - before, A1: last.A1 + after,
			B0: first.B0 - before, B1: last.B1 + after,
			Edits: script[start:end:end],
		})
		start = end
	}
	return out
}

// Section names what a line of the first text stands in, for the header of a hunk
// that begins there, or is "".
type Section func(line int) string

// longestSection is what git diff shows of a line in the header of a hunk.
const longestSection = 80

// Lead is the Section that git diff has for a file it knows nothing of: the last
// line above that begins with a letter, an underscore or a dollar sign. It is for
// one walk over the hunks from the first to the last.
func Lead(a [][]byte) Section {
	seen, name := 0, ""
	return func(line int) string {
		for i := line - 1; i >= seen; i-- {
			if leads(a[i]) {
				name = lead(a[i])
				break
			}
		}
		seen = line
		return name
	}
}

func leads(line []byte) bool {
	c := line[0] | 0x20
	return c >= 'a' && c <= 'z' || line[0] == '_' || line[0] == '$'
}

// lead gives the start of the line without the white space at its end, and without
// half a character.
func lead(line []byte) string {
	if len(line) > longestSection {
		cut := longestSection
		for cut > longestSection-4 && line[cut]&0xc0 == 0x80 {
			cut--
		}
		line = line[:cut]
	}
	for len(line) > 0 && isSpace(line[len(line)-1]) {
		line = line[:len(line)-1]
	}
	return string(line)
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// WriteHunks prints hunks as git diff does. A section that has a line feed in it
// would spoil the output and is cut there. One call of Write is made a hunk.
func WriteHunks(w io.Writer, a, b [][]byte, hunks []Hunk, section Section) error {
	var out []byte
	for _, h := range hunks {
		out = appendHeader(out[:0], h, section)
		at := h.A0
		for _, e := range h.Edits {
			out = appendLines(out, ' ', a[at:e.A0])
			out = appendLines(out, '-', a[e.A0:e.A1])
			out = appendLines(out, '+', b[e.B0:e.B1])
			at = e.A1
		}
		out = appendLines(out, ' ', a[at:h.A1])
		if _, err := w.Write(out); err != nil {
			return err
		}
	}
	return nil
}

func appendHeader(out []byte, h Hunk, section Section) []byte {
	out = append(out, "@@ -"...)
	out = appendRange(out, h.A0, h.A1)
	out = append(out, " +"...)
	out = appendRange(out, h.B0, h.B1)
	out = append(out, " @@"...)
	if name := firstLine(section(h.A0)); name != "" {
		out = append(out, ' ')
		out = append(out, name...)
	}
	return append(out, '\n')
}

func firstLine(s string) string {
	for i := range len(s) {
		if s[i] == '\n' {
			return s[:i]
		}
	}
	return s
}

// appendRange prints the number of the first line, from 1, and how many there are
// if not one. If there is none, the number is of the line before.
func appendRange(out []byte, start, end int) []byte {
	number := start
	if end > start {
		number++
	}
	out = strconv.AppendInt(out, int64(number), 10)
	if end-start != 1 {
		out = append(out, ',')
		out = strconv.AppendInt(out, int64(end-start), 10)
	}
	return out
}

func appendLines(out []byte, sign byte, lines [][]byte) []byte {
	for _, line := range lines {
		out = append(out, sign)
		out = append(out, line...)
		if line[len(line)-1] != '\n' {
			out = append(out, "\n\\ No newline at end of file\n"...)
		}
	}
	return out
}
