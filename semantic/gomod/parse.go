package gomod

import (
	"bytes"

	"github.com/genesis-vcs/genesis/semantic"
)

// reader reads the lines of a file into units.
type reader struct {
	language string
	content  []byte
	known    func(verb string) bool

	at       int             // where the next line begins
	comments []semantic.Span // read since the last directive
	hash     hasher
}

func parse(language string, content []byte, known func(string) bool) (*semantic.Document, error) {
	r := &reader{language: language, content: content, known: known}
	r.hash = hasher{language: language, content: content}
	root := semantic.Unit{Kind: "file", Span: semantic.Span{End: len(content)}, Set: true}
	start := 0
	for r.at < len(content) {
		l := r.next()
		if len(l.words) == 0 {
			if len(root.Units) == 0 && l.blank() && len(r.comments) > 0 {
				start = l.span.Start
				r.hash.orphans(r.take())
			}
			continue
		}
		u, err := r.statement(l)
		if err != nil {
			return nil, err
		}
		u.Span = semantic.Span{Start: start, End: r.at}
		start = r.at
		root.Units = append(root.Units, u)
	}
	r.hash.orphans(r.take())
	if n := len(root.Units); n > 0 {
		root.Body = semantic.Span{Start: root.Units[0].Body.Start, End: root.Units[n-1].Body.End}
	}
	root.Hash = r.hash.file()
	return &semantic.Document{Language: language, Content: content, HashKind: "file", Root: root}, nil
}

// next reads a line and keeps its comment if it has nothing else.
func (r *reader) next() line {
	l := readLine(r.content, r.at)
	r.at = l.span.End
	if l.comment.Len() > 0 {
		r.comments = append(r.comments, l.comment)
	}
	return l
}

// take gives the comments that were read and forgets them.
func (r *reader) take() []semantic.Span {
	c := r.comments
	r.comments = nil
	return c
}

func (r *reader) fault(at int, reason string) error {
	return semantic.NewParseError(r.language, r.content, at, reason)
}

// statement reads the directive or the block that begins on l.
func (r *reader) statement(l line) (semantic.Unit, error) {
	verb := l.words[0].text
	if !r.known(verb) {
		return semantic.Unit{}, r.fault(l.words[0].Start, "unknown directive "+verb)
	}
	switch {
	case l.is(verb, "("):
		return r.block(l)
	case l.is(verb, "(", ")"):
		u := semantic.Unit{Kind: verb + "s", Set: true, Body: body(l)}
		u.Hash = r.hash.block(u.Kind, nil, r.take())
		return u, nil
	}
	u, _, err := r.directive(verb, l, l.words[1:])
	return u, err
}

// directive makes a unit of the words on l, and gives what it hashes.
func (r *reader) directive(verb string, l line, words []word) (semantic.Unit, []byte, error) {
	d := directive{verb: verb}
	for _, w := range words {
		d.args = append(d.args, w.text)
	}
	name, fault := d.name()
	if fault != "" {
		return semantic.Unit{}, nil, r.fault(l.words[0].Start, fault)
	}
	u := semantic.Unit{Kind: verb, Name: name, Body: body(l)}
	canonical := r.hash.directive(d, r.take())
	u.Hash = semantic.Sum(r.language, verb, canonical)
	return u, canonical, nil
}

// block reads the lines of a block up to its closing bracket.
func (r *reader) block(l line) (semantic.Unit, error) {
	verb := l.words[0].text
	u := semantic.Unit{Kind: verb + "s", Set: true, Body: body(l)}
	own, start := r.take(), r.at
	r.hash.orphans(own)
	var members [][]byte
	for r.at < len(r.content) {
		l := r.next()
		switch {
		case len(l.words) == 0:
		case l.is(")"):
			tail := r.take()
			r.hash.orphans(tail)
			u.Body.End = l.words[0].End
			u.Hash = r.hash.block(u.Kind, members, append(own, tail...))
			return u, nil
		default:
			part, canonical, err := r.directive(verb, l, l.words)
			if err != nil {
				return u, err
			}
			part.Span = semantic.Span{Start: start, End: r.at}
			start = r.at
			u.Units = append(u.Units, part)
			members = append(members, canonical)
		}
	}
	return u, r.fault(l.words[1].Start, "the block does not end")
}

func body(l line) semantic.Span {
	return semantic.Span{Start: l.words[0].Start, End: l.words[len(l.words)-1].End}
}

// words are the words of a comment, without its slashes and with single spaces.
func commentWords(comment []byte) []byte {
	return bytes.Join(bytes.Fields(bytes.TrimPrefix(comment, []byte("//"))), []byte{' '})
}
