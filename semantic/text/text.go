// Package text is the language of everything that no other language knows: lines
// without units. It accepts any content, and its hash is of the bytes.
package text

import "github.com/genesis-vcs/genesis/semantic"

// Language is the text language.
type Language struct{}

// Name is "text".
func (Language) Name() string { return "text" }

// Parse never fails.
func (Language) Parse(content []byte) (*semantic.Document, error) {
	all := semantic.Span{End: len(content)}
	return &semantic.Document{
		Language: "text", Content: content, HashKind: "file",
		Root: semantic.Unit{Kind: "file", Span: all, Body: all, Hash: semantic.Sum("text", "file", content)},
	}, nil
}
