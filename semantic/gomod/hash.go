package gomod

import "github.com/genesis-vcs/genesis/semantic"

// hasher collects what the hash of a file is of.
type hasher struct {
	language   string
	content    []byte
	directives [][]byte
	comments   []byte // those of no directive
}

// directive is what one hashes: its words, and the words of its comments.
func (h *hasher) directive(d directive, comments []semantic.Span) []byte {
	out := semantic.AppendText(nil, []byte(d.verb))
	for _, a := range d.args {
		out = semantic.AppendText(out, []byte(a))
	}
	out = h.appendComments(append(out, 0), comments)
	h.directives = append(h.directives, out)
	return out
}

// orphans takes comments that stand at no directive.
func (h *hasher) orphans(comments []semantic.Span) {
	h.comments = h.appendComments(h.comments, comments)
}

func (h *hasher) appendComments(out []byte, comments []semantic.Span) []byte {
	for _, c := range comments {
		if words := commentWords(c.In(h.content)); len(words) > 0 {
			out = semantic.AppendText(out, words)
		}
	}
	return out
}

func (h *hasher) block(kind string, members [][]byte, comments []semantic.Span) semantic.Hash {
	return semantic.Sum(h.language, kind, h.appendComments(semantic.AppendSet(nil, members), comments))
}

func (h *hasher) file() semantic.Hash {
	return semantic.Sum(h.language, "file", append(semantic.AppendSet(nil, h.directives), h.comments...))
}
