// Package markdown is the language of Markdown files. It accepts any content, and
// knows of CommonMark's blocks what it takes to find headings, lists, tables and
// link definitions; it does not look within lines.
//
// # Units
//
//   - "section": a heading, of either style, with what follows it up to the next one
//     of its level or above, named by the heading's text; sections nest by level. A
//     heading in fenced code, in an HTML block or in a comment is none.
//   - "frontmatter": what stands between --- or +++ at the top of the file.
//   - "item": an item of a list, without a name; items of lists within it are units
//     of it.
//   - "row": a row of a table below its header, without a name.
//   - "link": a definition of a link or of a footnote, named by its label.
//   - "block": what stands between those of one section, without a name. Text
//     before the first of them belongs to the section itself, so that a section of
//     text alone has no units.
//
// Blank lines belong to the unit below them, as does a comment right above a
// heading.
//
// # Hash
//
// White space at the end of a line counts only if it breaks the line, several
// blank lines count as one, and a heading may be of either style. In fenced code
// all counts but the kind of line ends. Comments are text like other text.
package markdown

import "github.com/genesis-vcs/genesis/semantic"

const name = "markdown"

// Language is Markdown.
type Language struct{}

// Name is "markdown".
func (Language) Name() string { return name }

// Parse never fails.
func (Language) Parse(content []byte) (*semantic.Document, error) {
	c := cutter{content: content, lines: read(content)}
	root := semantic.Unit{Kind: "file", Span: semantic.Span{End: len(content)}}
	c.finish(&root, 0, len(c.lines))
	root.Units = c.sections(0, len(c.lines))
	return &semantic.Document{Language: name, Content: content, HashKind: "file", Root: root}, nil
}
