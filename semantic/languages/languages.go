// Package languages picks the language of a file by its name and its first bytes.
package languages

import (
	"path"

	"github.com/genesis-vcs/genesis/semantic"
	"github.com/genesis-vcs/genesis/semantic/coreform"
	"github.com/genesis-vcs/genesis/semantic/generic"
	"github.com/genesis-vcs/genesis/semantic/golang"
	"github.com/genesis-vcs/genesis/semantic/gomod"
	"github.com/genesis-vcs/genesis/semantic/jsonlang"
	"github.com/genesis-vcs/genesis/semantic/markdown"
	"github.com/genesis-vcs/genesis/semantic/text"
	"github.com/genesis-vcs/genesis/semantic/tomllang"
	"github.com/genesis-vcs/genesis/semantic/yamllang"
)

// Text is the language that accepts everything.
var Text semantic.Language = text.Language{}

// For gives the language of the file called name whose content is content; only its
// first bytes are looked at.
func For(name string, content []byte) semantic.Language {
	switch path.Base(name) {
	case "go.mod":
		return gomod.Language{}
	case "go.work":
		return gomod.Work{}
	case "go.sum", "go.work.sum":
		return gomod.Sum{}
	case "composer.lock", "Pipfile.lock", "flake.lock", "deno.lock":
		return jsonlang.Language{}
	}
	switch path.Ext(name) {
	case ".gc":
		return coreform.Language{}
	case ".gcpatch":
		return coreform.Language{Term: true}
	case ".go":
		return golang.Language{}
	case ".json", ".jsonc", ".webmanifest", ".geojson", ".topojson", ".ipynb", ".avsc", ".har", ".sarif", ".arb", ".tfstate", ".code-workspace":
		return jsonlang.Language{}
	case ".yaml", ".yml":
		return yamllang.Language{}
	case ".toml":
		return tomllang.Language{}
	case ".md", ".markdown", ".mdown", ".mkd", ".mdx":
		return markdown.Language{}
	}
	if l, ok := generic.ForFile(name); ok {
		return l
	}
	return byContent(content)
}

// Parse reads content in the language of the file called name. If that does not accept it, the
// document is in the text language and the error says why; the document is never
// nil.
func Parse(name string, content []byte) (*semantic.Document, error) {
	doc, err := For(name, content).Parse(content)
	if err == nil {
		return doc, nil
	}
	doc, _ = Text.Parse(content) // never fails
	return doc, err
}
