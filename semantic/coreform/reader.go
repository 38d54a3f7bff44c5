package coreform

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/genesis-vcs/genesis/semantic"
)

// MaxToken is how long a token may be, in bytes.
const MaxToken = 16 << 20

// maxSource keeps offsets within those of a Term.
const maxSource = 1<<32 - 1

// Read reads a module. The error is a *SyntaxError.
func Read(src []byte) (*Module, error) {
	r, err := newReader(src)
	if err != nil {
		return nil, err
	}
	m := &Module{}
	for r.skip(); r.pos < len(r.src); r.skip() {
		form, err := r.term()
		if err != nil {
			return nil, err
		}
		m.Forms = append(m.Forms, form)
		m.spans = append(m.spans, semantic.Span{Start: form.Offset(), End: r.pos})
	}
	m.End = r.taken()
	return m, nil
}

// ReadTerm reads exactly one term. The error is a *SyntaxError.
func ReadTerm(src []byte) (Term, error) {
	m, err := ReadOne(src)
	if err != nil {
		return Term{}, err
	}
	return m.Forms[0], nil
}

// ReadOne reads a module of exactly one form. The error is a *SyntaxError.
func ReadOne(src []byte) (*Module, error) {
	r, err := newReader(src)
	if err != nil {
		return nil, err
	}
	t, err := r.term()
	if err != nil {
		return nil, err
	}
	span := semantic.Span{Start: t.Offset(), End: r.pos}
	if r.skip(); r.pos < len(r.src) {
		return nil, &SyntaxError{Unexpected, r.pos, "trailing tokens after term"}
	}
	return &Module{Forms: []Term{t}, End: r.taken(), spans: []semantic.Span{span}}, nil
}

// reader reads terms from a source.
type reader struct {
	src      string
	pos      int
	depth    int
	comments []string // that were skipped and belong to what follows
}

func newReader(src []byte) (*reader, error) {
	if len(src) > maxSource {
		return nil, &SyntaxError{Unexpected, maxSource, "the source is too long"}
	}
	if !utf8.Valid(src) {
		return nil, &SyntaxError{Unexpected, invalidAt(src), "invalid UTF-8"}
	}
	return &reader{src: string(src)}, nil
}

// invalidAt is the offset of the first byte that is not UTF-8.
func invalidAt(src []byte) int {
	i := 0
	for i < len(src) {
		c, n := utf8.DecodeRune(src[i:])
		if c == utf8.RuneError && n == 1 {
			break
		}
		i += n
	}
	return i
}

// skip goes to the next token and keeps the comments before it. A carriage return
// at the end of a comment is a part of the line's end.
func (r *reader) skip() {
	for {
		r.pos = spaceEnd(r.src, r.pos)
		if r.pos == len(r.src) || r.src[r.pos] != ';' {
			return
		}
		end := commentEnd(r.src, r.pos)
		r.comments = append(r.comments, strings.TrimRight(r.src[r.pos:end], "\r"))
		r.pos = end
	}
}

// taken gives the comments that were skipped, and forgets them.
func (r *reader) taken() []string {
	c := r.comments
	r.comments = nil
	return c
}

// term reads the term that follows, with the comments before it.
func (r *reader) term() (Term, error) {
	r.skip()
	if r.pos == len(r.src) {
		return Term{}, &SyntaxError{Kind: EOF, At: len(r.src)}
	}
	start, lead := r.pos, r.taken()
	t, err := r.value()
	if err != nil {
		return Term{}, err
	}
	if len(lead) > 0 {
		t = t.withComments(append(lead, t.Comments()...))
	}
	t.pos = uint32(start)
	return t, nil
}

// value reads the term whose first byte is at hand.
func (r *reader) value() (Term, error) {
	switch c := r.src[r.pos]; {
	case c == '(':
		return r.sequence(Pair, ')', "unterminated list")
	case c == '[':
		return r.sequence(Vector, ']', "unterminated vector")
	case c == '{':
		return r.sequence(Map, '}', "unterminated map")
	case c == ')' || c == ']' || c == '}':
		return Term{}, &SyntaxError{Unexpected, r.pos, "unexpected closing delimiter"}
	case c == '\'':
		return r.quote()
	case c == '"':
		return r.text(Str, r.pos+1, "unterminated string")
	case bytesStart(r.src, r.pos):
		return r.text(Bytes, r.pos+2, "unterminated bytes literal")
	}
	return r.word()
}

// enter goes behind the bracket or the quote at hand, one level deeper.
func (r *reader) enter() error {
	if r.depth == MaxDepth {
		return &SyntaxError{Unexpected, r.pos, ErrTooDeep.Error()}
	}
	r.depth++
	r.pos++
	return nil
}

// sequence reads what stands in brackets.
func (r *reader) sequence(tag Tag, closer byte, unterminated string) (Term, error) {
	start := r.pos
	if err := r.enter(); err != nil {
		return Term{}, err
	}
	var items []Term
	for r.skip(); ; r.skip() {
		if r.pos == len(r.src) {
			return Term{}, &SyntaxError{Unexpected, start, unterminated}
		}
		if r.src[r.pos] == closer {
			break
		}
		item, err := r.term()
		if err != nil {
			return Term{}, err
		}
		items = append(items, item)
	}
	if tag == Map && len(items)%2 != 0 {
		return Term{}, &SyntaxError{Unexpected, start, "map literal must have even number of forms"}
	}
	r.pos++
	r.depth--
	return bracketed(tag, items, r.taken())
}

// bracketed is the term of the items and the comments behind the last one. Nil has
// no inside, so that its comments come before it.
func bracketed(tag Tag, items []Term, tail []string) (Term, error) {
	t := Term{tag: tag}
	if len(tail) > 0 {
		t.note = &note{tail: tail}
	}
	switch {
	case tag == Pair && len(items) == 0:
		return Term{}.withComments(tail), nil
	case tag == Map:
		items = sortEntries(items)
	}
	return t.with(items)
}

// quote reads the shorthand for (quote x).
func (r *reader) quote() (Term, error) {
	if err := r.enter(); err != nil {
		return Term{}, err
	}
	x, err := r.term()
	if err != nil {
		return Term{}, err
	}
	r.depth--
	return Term{tag: Pair}.with([]Term{symbol("quote"), x})
}

// text reads a string or octets whose content begins at i.
func (r *reader) text(tag Tag, i int, unterminated string) (Term, error) {
	value, end, err := r.literal(i, tag == Bytes)
	if err != nil {
		return Term{}, err
	}
	if end == 0 {
		return Term{}, &SyntaxError{Unexpected, r.pos, unterminated}
	}
	if err := r.advance(end); err != nil {
		return Term{}, err
	}
	return Term{tag: tag, text: value}, nil
}

// word reads an integer, a symbol, or one of the three symbols that are atoms of
// their own.
func (r *reader) word() (Term, error) {
	start := r.pos
	if err := r.advance(symbolEnd(r.src, start)); err != nil {
		return Term{}, err
	}
	word := r.src[start:r.pos]
	switch {
	case intStart(word, 0):
		if strings.Trim(word[1:], "0123456789") != "" {
			return Term{}, &SyntaxError{Unexpected, start, "an integer ends at a delimiter"}
		}
		return Term{tag: Int, text: decimal(word)}, nil
	case word == "nil":
		return Term{}, nil
	case word == "true" || word == "false":
		return BoolOf(word == "true"), nil
	}
	return symbol(word), nil
}

// advance goes to the end of a token.
func (r *reader) advance(end int) error {
	if end-r.pos > MaxToken {
		return &SyntaxError{Unexpected, r.pos, fmt.Sprintf("a token longer than %d bytes", MaxToken)}
	}
	r.pos = end
	return nil
}
