package fields

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Percent is the value of an encoding field.
const Percent = "percent"

// Encode turns bytes into text for JSON. Where they are UTF-8 they are the text
// and encoding is empty; else every byte that is not part of a character, and
// every '%', is "%" and two upper-case hex digits, and encoding is Percent.
func Encode(bytes string) (text, encoding string) {
	if utf8.ValidString(bytes) {
		return bytes, ""
	}
	var b strings.Builder
	for i := 0; i < len(bytes); {
		r, n := utf8.DecodeRuneInString(bytes[i:])
		if r == '%' || (r == utf8.RuneError && n == 1) {
			fmt.Fprintf(&b, "%%%02X", bytes[i])
		} else {
			b.WriteString(bytes[i : i+n])
		}
		i += n
	}
	return b.String(), Percent
}

// Path is a path in a result; embed it first.
type Path struct {
	Path     string `json:"path"`
	Encoding string `json:"path_encoding,omitempty"`
}

// PathOf makes the field of the bytes of a path.
func PathOf(bytes string) Path {
	text, encoding := Encode(bytes)
	return Path{Path: text, Encoding: encoding}
}

// PathsOf makes the fields of several paths.
func PathsOf(paths []string) []Path {
	out := make([]Path, len(paths))
	for i, p := range paths {
		out[i] = PathOf(p)
	}
	return out
}

// Size writes a number of bytes for a person: "0 B", "999 B", "1.4 MiB".
func Size(n uint64) string {
	if n < 1024 {
		return fmt.Sprintf("%d B", n)
	}
	value, units := float64(n), "KMGTPE"
	for i := range units {
		value /= 1024
		if value < 999.95 || i == len(units)-1 {
			return fmt.Sprintf("%.1f %ciB", value, units[i])
		}
	}
	panic("unreachable: the loop returns at its last step")
}

// Count writes a number with its noun: "1 file", "2 files".
func Count[N int | uint64](n N, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	if stem, ok := strings.CutSuffix(noun, "y"); ok {
		noun = stem + "ie"
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// Subject is the first line of a message that has text.
func Subject(message string) string {
	first, _, _ := strings.Cut(strings.TrimLeft(message, "\n"), "\n")
	return strings.TrimRight(first, "\r ")
}
