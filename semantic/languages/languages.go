// Package languages picks the language of a file by its name and its first bytes.
package languages

import (
	"github.com/genesis-vcs/genesis/semantic"
	"github.com/genesis-vcs/genesis/semantic/text"
)

// Text is the language that accepts everything.
var Text semantic.Language = text.Language{}

// For gives the language of the file at path whose content is content; only its
// first bytes are looked at.
func For(path string, content []byte) semantic.Language {
	return Text
}

// Parse reads content in the language of path. If that does not accept it, the
// document is in the text language and the error says why; the document is never
// nil.
func Parse(path string, content []byte) (*semantic.Document, error) {
	doc, err := For(path, content).Parse(content)
	if err == nil {
		return doc, nil
	}
	doc, _ = Text.Parse(content) // never fails
	return doc, err
}
