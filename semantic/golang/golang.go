// Package golang is the language of Go source files. It finds the declarations of
// a file and the parts of those that stand in lines of their own, and keeps the
// layout: nothing is ever printed anew.
//
// # Units
//
//   - "package": the clause, named by the package.
//   - "import": an import, named by its path, behind the alias if that is not the
//     last part of the path: `fmt`, `_ embed`, `str strings`.
//   - "func", and "method" named "Type.Method" without type parameters.
//   - "type", "var", "const". One that declares several names is "a, b"; the blank
//     name is no name.
//   - "imports", "types", "vars", "consts": a declaration in parentheses, without a
//     name, with its specs as units.
//   - within a type: "field", "method", and "embedded" in an interface; what is
//     embedded is named by its type, without its package.
//   - within the value of a variable: "entry", an element of a composite literal,
//     named by its key.
//
// A unit begins and ends with lines. Where a line holds more than one
// declaration, they are one unit, named "a; b". A type or a group whose parts do
// not stand in lines of their own has no units. A license and build constraints,
// which a blank line parts from the package clause, belong to the file.
//
// # Hash
//
// The hash is of the tokens and of the comments' text: neither white space nor
// the comma or semicolon that a line break makes optional change it, nor where a
// comment stands among the tokens, though the order of comments does. A directive
// such as //go:embed is a token. A Set (imports; the methods of an interface;
// constants that do not count; the entries of a map) has the same hash in every
// order, each of its units taking its comments along. What gofmt takes away beyond
// that, such as needless parentheses and empty statements, counts.
package golang

import (
	"errors"
	"go/parser"
	"go/scanner"
	"go/token"

	"github.com/genesis-vcs/genesis/semantic"
)

const name = "go"

// Language is Go.
type Language struct{}

// Name is "go".
func (Language) Name() string { return name }

// Parse finds the declarations of content. It accepts what go/parser accepts,
// which bounds nesting at 100,000.
func (Language) Parse(content []byte) (*semantic.Document, error) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, "", content, parser.SkipObjectResolution)
	if err != nil {
		return nil, parseError(content, err)
	}
	c := &cutter{content: content, file: set.File(file.FileStart)}
	top := c.top(file)
	var all canonical
	h := hasher{content: content, lexemes: lex(content)}
	h.mark()
	h.list(&all, top)
	h.take(&all, len(content)+1)
	return &semantic.Document{Language: name, Content: content, HashKind: "file", Root: semantic.Unit{
		Kind: "file", Span: semantic.Span{End: len(content)},
		Body:  semantic.Span{Start: top.parts[0].start, End: top.parts[len(top.parts)-1].end},
		Hash:  all.sum("file"),
		Units: units(top),
	}}, nil
}

func parseError(content []byte, err error) error {
	var list scanner.ErrorList
	if !errors.As(err, &list) || len(list) == 0 {
		return semantic.NewParseError(name, content, 0, err.Error())
	}
	return semantic.NewParseError(name, content, list[0].Pos.Offset, list[0].Msg)
}
