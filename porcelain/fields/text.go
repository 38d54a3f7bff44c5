package fields

import (
	"strings"

	"github.com/genesis-vcs/genesis/objects"
)

// Percent is the value of an encoding field.
const Percent = "percent"

// Encode turns bytes into text for JSON, and names the encoding where the bytes
// are not UTF-8: Percent, as objects.EscapeBytes writes it.
func Encode(bytes string) (text, encoding string) {
	text, escaped := objects.EscapeBytes(bytes)
	if escaped {
		encoding = Percent
	}
	return text, encoding
}

// Path is a path in a result; embed it first. Its field has another name,
// because the embedded part would hide one of its own.
type Path struct {
	Text         string `json:"path" min:"1"`
	TextEncoding string `json:"path_encoding,omitempty"`
}

// PathOf makes the field of the bytes of a path.
func PathOf(bytes string) Path {
	text, encoding := Encode(bytes)
	return Path{Text: text, TextEncoding: encoding}
}

// PathsOf makes the fields of several paths.
func PathsOf(paths []string) []Path {
	out := make([]Path, len(paths))
	for i, p := range paths {
		out[i] = PathOf(p)
	}
	return out
}

// Subject is the first line of a message that has text.
func Subject(message string) string {
	first, _, _ := strings.Cut(strings.TrimLeft(message, "\n"), "\n")
	return strings.TrimRight(first, "\r ")
}
