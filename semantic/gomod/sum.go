package gomod

import (
	"bytes"
	"strings"

	"github.com/genesis-vcs/genesis/semantic"
)

// Sum is go.sum.
type Sum struct{}

// Name is "go.sum".
func (Sum) Name() string { return "go.sum" }

// Parse accepts lines of a module, a version and a hash, and blank lines.
func (Sum) Parse(content []byte) (*semantic.Document, error) {
	root := semantic.Unit{Kind: "file", Span: semantic.Span{End: len(content)}, Set: true}
	var members [][]byte
	start, at := 0, 0
	for l := range bytes.Lines(content) {
		words := bytes.Fields(l)
		begin := at
		at += len(l)
		if len(words) == 0 {
			continue
		}
		if !isSum(words) {
			return nil, semantic.NewParseError("go.sum", content, begin, "a line is a module, a version and a hash")
		}
		canonical := bytes.Join(words, []byte{' '})
		begin += bytes.Index(l, words[0])
		root.Units = append(root.Units, semantic.Unit{
			Kind: "sum", Name: string(words[0]) + " " + string(words[1]),
			Span: semantic.Span{Start: start, End: at},
			Body: semantic.Span{Start: begin, End: begin + len(bytes.TrimSpace(l))},
			Hash: semantic.Sum("go.sum", "sum", canonical),
		})
		members = append(members, canonical)
		start = at
	}
	if n := len(root.Units); n > 0 {
		root.Body = semantic.Span{Start: root.Units[0].Body.Start, End: root.Units[n-1].Body.End}
	}
	root.Hash = semantic.Sum("go.sum", "file", semantic.AppendSet(nil, members))
	return &semantic.Document{Language: "go.sum", Content: content, HashKind: "file", Root: root}, nil
}

// isSum accepts a module, a version and a hash behind the name of its algorithm.
func isSum(words [][]byte) bool {
	return len(words) == 3 && words[1][0] == 'v' && bytes.IndexByte(words[2], ':') > 0
}

// Tokens cuts content into words and white space; none goes on after a line feed.
func (Sum) Tokens(content []byte) []semantic.Span {
	var out []semantic.Span
	for at := 0; at < len(content); {
		end := at + wordOrSpace(content[at:])
		out = append(out, semantic.Span{Start: at, End: end})
		at = end
	}
	return out
}

func wordOrSpace(text []byte) int {
	const space = " \t\r\n"
	if strings.IndexByte(space, text[0]) < 0 {
		if n := bytes.IndexAny(text, space); n >= 0 {
			return n
		}
		return len(text)
	}
	for n, c := range text {
		if c == '\n' {
			return n + 1
		}
		if strings.IndexByte(space, c) < 0 {
			return n
		}
	}
	return len(text)
}
