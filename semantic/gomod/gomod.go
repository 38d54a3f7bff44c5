// Package gomod is the languages of the files that say what a Go module needs:
// go.mod, go.work and go.sum.
//
// # Units
//
// In go.mod and go.work a directive is a unit whose kind is its word, and a block
// of directives is one without a name whose kind is the plural: "requires" with a
// "require" a line. Names are
//
//   - "require": the module's path;
//   - "replace": what stands before the arrow;
//   - "exclude", "retract", "tool", "ignore", "use": all that is named;
//   - "godebug": the key;
//   - "module", "go", "toolchain": the word itself, as there is but one.
//
// A comment such as // indirect belongs to the unit on its line, and one above to
// the unit below it. Comments at the top that a blank line parts from the first
// directive belong to the file.
//
// In go.sum each line is a unit of kind "sum", named "module version" or
// "module version/go.mod".
//
// # Hash
//
// The order of directives and of sums carries no meaning, nor does it matter
// whether a directive stands in a block, so the hash of a file is of its
// directives with their comments, sorted. The toolchain reads the words of a
// comment like // indirect; white space in it does not count.
package gomod

import "github.com/genesis-vcs/genesis/semantic"

// Language is go.mod.
type Language struct{}

// Name is "go.mod".
func (Language) Name() string { return "go.mod" }

// Parse accepts the directives of go.mod, in and out of blocks.
func (Language) Parse(content []byte) (*semantic.Document, error) {
	return parse("go.mod", content, isModDirective)
}

// Tokens cuts content into words, comments and white space; none goes on after a
// line feed.
func (Language) Tokens(content []byte) []semantic.Span { return tokens(content) }

// Work is go.work.
type Work struct{}

// Name is "go.work".
func (Work) Name() string { return "go.work" }

// Parse accepts the directives of go.work, in and out of blocks.
func (Work) Parse(content []byte) (*semantic.Document, error) {
	return parse("go.work", content, isWorkDirective)
}

// Tokens cuts as that of Language does.
func (Work) Tokens(content []byte) []semantic.Span { return tokens(content) }

func isModDirective(word string) bool {
	switch word {
	case "module", "go", "toolchain", "godebug", "require", "replace", "exclude", "retract", "tool", "ignore":
		return true
	}
	return false
}

func isWorkDirective(word string) bool {
	switch word {
	case "go", "toolchain", "godebug", "use", "replace":
		return true
	}
	return false
}
