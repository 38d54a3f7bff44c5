package jsonlang

import (
	"bytes"

	"github.com/genesis-vcs/genesis/semantic"
)

// digest is the canonical form of what stands in brackets: of its members, and of
// the comments since mark, which are none of theirs. It is short, so that a value
// within many costs no more than one within few.
func (p *parser) digest(opening byte, members []byte, mark int) []byte {
	sum := semantic.Sum(name, "value "+string(opening), p.appendComments(members, mark))
	return append([]byte{opening}, sum[:]...)
}

// appendComments takes the comments since mark and appends their words.
func (p *parser) appendComments(to []byte, mark int) []byte {
	for _, c := range p.comments[mark:] {
		text := c.In(p.content)
		if bytes.HasPrefix(text, []byte("//")) {
			text = text[2:]
		} else {
			text = text[2 : len(text)-2]
		}
		for line := range bytes.Lines(text) {
			if words := bytes.Join(bytes.Fields(line), []byte{' '}); len(words) > 0 {
				to = semantic.AppendText(to, words)
			}
		}
	}
	p.comments = p.comments[:mark]
	return to
}

func appendAll(to []byte, members [][]byte) []byte {
	for _, m := range members {
		to = semantic.AppendText(to, m)
	}
	return to
}
