package render

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Escape returns s with everything that could steer a terminal or hide text
// made visible: control and bidi characters, line separators, and bytes that
// are not UTF-8, these as %XX like in the paths of JSON.
func Escape(s string) string {
	if isHarmless(s) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		writeRune(&b, s[i:i+n], r)
		i += n
	}
	return b.String()
}

func isHarmless(s string) bool {
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if (r == utf8.RuneError && n == 1) || isHostile(r) {
			return false
		}
		i += n
	}
	return true
}

// writeRune writes one rune, escaped where it has to be; raw is its encoding.
func writeRune(b *strings.Builder, raw string, r rune) {
	switch {
	case r == utf8.RuneError && len(raw) == 1:
		fmt.Fprintf(b, "%%%02X", raw[0])
	case !isHostile(r):
		b.WriteString(raw)
	case r == '\n':
		b.WriteString(`\n`)
	case r == '\r':
		b.WriteString(`\r`)
	case r == '\t':
		b.WriteString(`\t`)
	case r < 0x100:
		fmt.Fprintf(b, `\x%02x`, r)
	default:
		fmt.Fprintf(b, `\u%04x`, r)
	}
}

// isHostile reports control characters, the bidi controls, line and paragraph
// separators and the byte order mark.
func isHostile(r rune) bool {
	switch {
	case unicode.IsControl(r):
		return true
	case r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069:
		return true
	case r == 0x200e, r == 0x200f, r == 0x061c, r == 0x2028, r == 0x2029, r == 0xfeff:
		return true
	}
	return false
}
