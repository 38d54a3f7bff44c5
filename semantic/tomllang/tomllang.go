// Package tomllang is the language of TOML files. It accepts what TOML 1.0 has, and
// a key that stands twice is refused.
//
// # Units
//
//   - "key": a key and its value, named by the key as it is written without quotes
//     around the parts that need none.
//   - "table": a table with its keys as units; "item": an element of an array of
//     tables, the same.
//
// The keys of a table are a Set. A unit begins and ends with lines; the comments and
// blank lines above belong to it. A comment at the top that a blank line parts from
// the first unit belongs to the file.
//
// # Hash
//
// The hash is of keys and values as they are written, without white space and line
// ends, and of the comments' text.
package tomllang

import (
	"bytes"
	"errors"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/genesis-vcs/genesis/semantic"
)

const name = "toml"

// Language is TOML.
type Language struct{}

// Name is "toml".
func (Language) Name() string { return name }

// Parse finds the tables and keys of content.
func (Language) Parse(content []byte) (*semantic.Document, error) {
	if err := check(content); err != nil {
		return nil, err
	}
	mark := len(content) - len(bytes.TrimPrefix(content, []byte("\ufeff")))
	entries, err := read(content, mark)
	if err != nil {
		return nil, semantic.NewParseError(name, content, mark, err.Error())
	}
	c := cutter{content: content}
	root := semantic.Unit{
		Kind: "file", Span: semantic.Span{End: len(content)}, Body: semantic.Span{Start: len(content), End: len(content)},
		Hash: semantic.Sum(name, "file", c.canonical(mark, len(content))),
	}
	if len(entries) > 0 {
		root.Units = c.units(entries)
		root.Body = semantic.Span{Start: root.Units[0].Body.Start, End: root.Units[len(root.Units)-1].Body.End}
	}
	return &semantic.Document{Language: name, Content: content, HashKind: "file", Root: root}, nil
}

// check decodes content, which finds what breaks a rule beyond the grammar.
func check(content []byte) error {
	var all map[string]any
	err := toml.Unmarshal(content, &all)
	if err == nil {
		return nil
	}
	var decoding *toml.DecodeError
	if !errors.As(err, &decoding) {
		return semantic.NewParseError(name, content, 0, err.Error())
	}
	line, column := decoding.Position()
	at := 0
	for ; line > 1; line-- {
		n := bytes.IndexByte(content[at:], '\n')
		if n < 0 {
			break
		}
		at += n + 1
	}
	return semantic.NewParseError(name, content, at+column-1, decoding.Error())
}

// entry is a key or the head of a table.
type entry struct {
	kind, name string
	start      int // of its code
	lead       int // of the comments right above it
}

// read gives the entries of content in their order.
func read(content []byte, mark int) ([]entry, error) {
	p := unstable.Parser{KeepComments: true}
	p.Reset(content[mark:])
	var out []entry
	lead := -1
	for p.NextExpression() {
		x := p.Expression()
		if x.Kind == unstable.Comment {
			at := mark + int(x.Raw.Offset)
			if lead < 0 && len(bytes.TrimLeft(content[lineStart(content, at):at], " \t\ufeff")) == 0 {
				lead = at
			}
			continue
		}
		e := entry{lead: lead}
		keys := x.Key()
		for keys.Next() {
			k := keys.Node()
			raw := semantic.Span{Start: mark + int(k.Raw.Offset), End: mark + int(k.Raw.Offset+k.Raw.Length)}
			if e.name != "" {
				e.name += "."
			} else {
				e.start = raw.Start
			}
			e.name += keyName(raw.In(content), k.Data)
		}
		switch x.Kind {
		case unstable.Table:
			e.kind = "table"
		case unstable.ArrayTable:
			e.kind = "item"
		default:
			e.kind = "key"
		}
		if e.kind != "key" {
			e.start = lineStart(content, e.start) + bytes.IndexByte(content[lineStart(content, e.start):e.start], '[')
		}
		if e.lead < 0 {
			e.lead = e.start
		}
		lead = -1
		out = append(out, e)
	}
	return out, p.Error()
}

// keyName is a part of a key, in quotes if it has to be.
func keyName(raw, data []byte) string {
	for _, c := range data {
		if !isBare(c) {
			return string(raw)
		}
	}
	if len(data) == 0 {
		return string(raw)
	}
	return string(data)
}

func isBare(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '_' || c == '-'
}

func lineStart(content []byte, at int) int { return bytes.LastIndexByte(content[:at], '\n') + 1 }
