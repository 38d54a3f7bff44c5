package linediff

import (
	"strings"
	"unicode/utf8"
)

// Quote writes a path as git diff does: as it is, or within quotes and with
// escapes if it has a control character, a quote, a backslash or a byte that is
// not UTF-8. Other characters beyond ASCII stay, as with core.quotePath off.
func Quote(path string) string {
	if !needsQuotes(path) {
		return path
	}
	var out strings.Builder
	out.WriteByte('"')
	for i := 0; i < len(path); {
		if _, size := utf8.DecodeRuneInString(path[i:]); size > 1 {
			out.WriteString(path[i : i+size])
			i += size
			continue
		}
		writeEscaped(&out, path[i])
		i++
	}
	out.WriteByte('"')
	return out.String()
}

func needsQuotes(path string) bool {
	for i := range len(path) {
		if c := path[i]; c < ' ' || c == '"' || c == '\\' || c == 0x7f {
			return true
		}
	}
	return !utf8.ValidString(path)
}

func writeEscaped(out *strings.Builder, c byte) {
	if at := strings.IndexByte("\a\b\t\n\v\f\r\"\\", c); at >= 0 {
		out.WriteByte('\\')
		out.WriteByte(`abtnvfr"\`[at])
		return
	}
	if c < ' ' || c >= 0x7f {
		out.Write([]byte{'\\', '0' + c>>6, '0' + c>>3&7, '0' + c&7})
		return
	}
	out.WriteByte(c)
}
