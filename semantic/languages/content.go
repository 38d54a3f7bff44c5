package languages

import (
	"bytes"

	"github.com/genesis-vcs/genesis/semantic"
	"github.com/genesis-vcs/genesis/semantic/jsonlang"
)

// sniffed is how many bytes of a file tell its language if its name does not.
const sniffed = 512

// byContent gives the language that the first bytes of a file speak of.
func byContent(content []byte) semantic.Language {
	head := bytes.TrimPrefix(content[:min(len(content), sniffed)], []byte("\ufeff"))
	if opensObject(head) {
		return jsonlang.Language{}
	}
	return Text
}

// opensObject reports whether JSON begins: an object and its first key, as in the
// settings of many tools that are called .toolrc.
func opensObject(head []byte) bool {
	inner, ok := bytes.CutPrefix(bytes.TrimSpace(head), []byte{'{'})
	inner = bytes.TrimSpace(inner)
	return ok && len(inner) > 0 && inner[0] == '"'
}
