// Package jsonlang is the language of JSON files, with or without comments.
//
// # What it accepts
//
// JSON as RFC 8259 has it, and // and /* */ comments and a comma after the last
// element. A document that uses one of the latter is of language "jsonc", so that
// a change from one to the other can be seen. Nesting deeper than 10,000 is
// refused.
//
// # Units
//
// A member of an object is a unit of kind "key" named by its key, an element of an
// array is one of kind "item" without a name. Those of the outermost value are the
// units of the file. An object is a Set, unless it has a key twice. An array that
// stands on one line has no units, and neither has what lies more than 32 deep.
//
// A unit is cut behind its comma, and where nothing but a comment follows on the
// line, behind the line feed; the last one of its parent has no comma. So a
// document with a member a line has units in lines, and one that has all on a
// line, as `{"a": 1, "b": 2}`, has the units `"a": 1,` and ` "b": 2` between the
// brackets. Whoever puts units together minds the commas.
//
// # Hash
//
// Neither white space, nor the order of an object's keys, nor the spelling of a
// string changes the hash; a number counts as it is written. The text of a comment
// counts where its member or element stands, at whatever place within it.
package jsonlang

import "github.com/genesis-vcs/genesis/semantic"

const name = "json"

// commented is the language of a document that is no JSON to others.
const commented = "jsonc"

// Language is JSON.
type Language struct{}

// Name is "json".
func (Language) Name() string { return name }

// Parse finds the members and elements of content.
func (Language) Parse(content []byte) (doc *semantic.Document, err error) {
	p := &parser{scanner: scanner{content: content}}
	defer p.recoverFault(&err)
	root := semantic.Unit{Kind: "file", Span: semantic.Span{End: len(content)}}
	p.skipMark()
	p.skip()
	root.Body.Start = p.at
	v := p.value(0)
	root.Body.End = p.at
	p.skip()
	if p.at < len(content) {
		p.fail(p.at, "there is more after the value")
	}
	root.Units, root.Set = v.units, v.set && len(v.units) > 0
	root.Hash = semantic.Sum(name, "file", p.appendComments(semantic.AppendText(nil, v.canonical), 0))
	doc = &semantic.Document{Language: name, Content: content, HashKind: "file", Root: root}
	if p.lenient {
		doc.Language = commented
	}
	return doc, nil
}
