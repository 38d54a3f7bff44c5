// Package generic is the language of source files whose language has no package
// of its own: Python, JavaScript, TypeScript, Rust, Java, C and others. It knows
// of each how comments, strings and brackets are written, by what words
// definitions begin and how imports look, and nothing of its grammar.
//
// # What it accepts
//
// Content whose brackets balance outside of strings and comments, and in which no
// string and no comment is left open. Where indentation is the block structure, a
// block has to follow a colon and nothing else may be deeper, and tabs and spaces
// may not contradict each other. Both branches of an #if may open what one #endif
// closes. A conflict marker is no code. Of tags in JavaScript only the quotes in text are
// minded: tags on several lines are one statement if they stand in parentheses.
//
// # Units
//
//   - definitions by the word that begins them: "class", "func", "struct", "enum",
//     "interface", "trait", "impl", "module", "type", "var", "macro" and so on, and
//     "func" by its shape: a name, parentheses and a block. Within a type these are
//     "method" and "field", and within an enum "member". A function without its
//     block is a "declaration".
//   - "imports": a run of imports, without a name, with each "import" as a unit
//     named by what it imports. It is a Set where their order carries no meaning.
//     The names that an import lists on lines of their own are units "name".
//   - "call": a statement that calls something with a string first, as tests are
//     declared, named by both.
//   - "directive": a line of the preprocessor; "rule" of a style sheet.
//   - "statement": anything else, without a name.
//
// Comments, attributes and decorators above belong to the unit. A comment at the
// top that a blank line parts from the first unit belongs to the file. Units begin
// and end with lines: what shares a line is one unit, named "a; b".
//
// # Hash
//
// The hash is of the words, strings and signs, and of the comments' text. Neither
// white space nor where a comment stands changes it; an indentation or a line break
// counts where it is the structure.
package generic

import "github.com/genesis-vcs/genesis/semantic"

// Language is one of the languages; ForFile gives it.
type Language struct{ syntax *syntax }

// Name is the language in lower case.
func (l Language) Name() string { return l.syntax.name }

// Parse finds the definitions of content.
func (l Language) Parse(content []byte) (*semantic.Document, error) {
	s := scan(l.syntax, content)
	if s.reason == "" {
		s.nest()
	}
	p := &parser{scanner: s}
	var top *list
	if s.reason == "" {
		top = p.top()
	}
	if s.reason != "" {
		return nil, semantic.NewParseError(l.syntax.name, content, s.failed, s.reason)
	}
	return p.document(top), nil
}

// Tokens cuts content into words, numbers, strings, signs, comments and white
// space. None goes on after a line feed.
func (l Language) Tokens(content []byte) []semantic.Span {
	s := scan(l.syntax, content)
	var out []semantic.Span
	at := 0
	put := func(x lexeme) {
		out = semantic.AppendLines(out, content, semantic.Span{Start: at, End: x.start})
		out = semantic.AppendLines(out, content, semantic.Span{Start: x.start, End: x.end})
		at = x.end
	}
	comments := s.comments
	for _, x := range s.code {
		for len(comments) > 0 && comments[0].start < x.start {
			put(comments[0])
			comments = comments[1:]
		}
		put(x)
	}
	for _, x := range comments {
		put(x)
	}
	return semantic.AppendLines(out, content, semantic.Span{Start: at, End: len(content)})
}
