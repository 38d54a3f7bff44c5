// Package yamllang is the language of YAML files. It knows YAML's lines, as people
// write them in settings and pipelines: mappings and sequences in lines, scalars of
// every style, flow collections, comments and documents. It resolves no value.
//
// # What it accepts
//
// Content in which every line is a key, an item, a comment or goes on with what
// began above it, and in which quotes and brackets are closed. Keys of one mapping
// and items of one sequence are equally deep, and no tab indents them. That a file
// is accepted does not say that every tool takes it.
//
// # Units
//
//   - "key": an entry of a mapping in lines, named by its key.
//   - "item": an item of a sequence in lines, named by what its name, id or key is
//     if no two have the same.
//   - "document": where there are several, named by the kind and the name in it.
//
// A mapping is a Set, unless it has a key twice. The entries of a mapping that
// begins behind the dash of an item, other than the first, are units only if the
// dash stands alone. What lies more than 16 deep has no units. Comments and blank
// lines above belong to a unit.
//
// # Hash
//
// The hash is of the keys and values as they are written, without white space at the
// ends of lines and between words, of how they nest, and of the comments' text. The
// order of keys does not change it.
package yamllang

import (
	"bytes"

	"github.com/genesis-vcs/genesis/semantic"
)

const name = "yaml"

// Language is YAML.
type Language struct{}

// Name is "yaml".
func (Language) Name() string { return name }

// Parse finds the keys and items of content.
func (Language) Parse(content []byte) (*semantic.Document, error) {
	r := &reader{content: content}
	r.read()
	c := &cutter{reader: r}
	root := semantic.Unit{Kind: "file", Span: semantic.Span{End: len(content)}}
	var all []byte
	root.Units, root.Set, all = c.file()
	if r.reason != "" {
		return nil, semantic.NewParseError(name, content, r.failed, r.reason)
	}
	root.Body = c.body(0, len(r.lines))
	root.Hash = semantic.Sum(name, "file", all)
	return &semantic.Document{Language: name, Content: content, HashKind: "file", Root: root}, nil
}

// Tokens cuts content into words, signs and white space. None goes on after a line
// feed.
func (Language) Tokens(content []byte) []semantic.Span {
	var out []semantic.Span
	for at := 0; at < len(content); {
		end := at + 1
		for of := classOf(content[at]); of != sign && end < len(content) && classOf(content[end]) == of; {
			end++
		}
		out = semantic.AppendLines(out, content, semantic.Span{Start: at, End: end})
		at = end
	}
	return out
}

type class uint8

const (
	space class = iota
	word
	sign
)

func classOf(c byte) class {
	switch {
	case c <= ' ':
		return space
	case 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '_' || c >= 0x80:
		return word
	}
	return sign
}

func trimmed(line []byte) []byte { return bytes.Trim(line, " \t\r\n") }
