package coreform

import (
	"strings"

	"github.com/zeebo/blake3"

	"github.com/genesis-vcs/genesis/semantic"
)

// The profiles that this package implements.
const (
	LanguageProfile = "genesis/language-profile/v0.2"
	FormProfile     = "genesis/coreform/v0.2"
	HashProfile     = "genesis/hash-profile/gcv0.2-blake3"
)

const (
	termDomain   = "GCv0.2\x00"
	moduleDomain = "GCv0.2\x00module\x00"
)

// Print is the canonical text of the term, without comments and without a line
// feed at the end. The error is ErrTooLong.
func (t Term) Print() (string, error) {
	p := printer{left: MaxText}
	p.form(t, 0)
	out, err := p.done()
	return string(out), err
}

// Compact is the text of the term on one line, without comments.
func (t Term) Compact() (string, error) {
	p := printer{left: MaxText}
	p.flat(t)
	out, err := p.done()
	return string(out), err
}

// String is the term on one line, and only its beginning if it is long.
func (t Term) String() string {
	p := printer{left: excerptLen}
	p.flat(t)
	return p.cut()
}

// excerptLen is how much of a term stands in a message, in bytes.
const excerptLen = 1000

// excerpt is the canonical text of the term, and only its beginning if it is long.
func (t Term) excerpt() string {
	p := printer{left: excerptLen}
	p.form(t, 0)
	return p.cut()
}

// cut is the text so far, with a mark where it was cut.
func (p *printer) cut() string {
	if p.ended() {
		return strings.ToValidUTF8(string(p.out), "") + "…"
	}
	return string(p.out)
}

// Hash is the hash of the term's canonical text. The error is ErrTooLong.
func (t Term) Hash() (semantic.Hash, error) { return new(summer).term(t) }

// Text is the canonical text of the forms as they are, without comments. The error
// is ErrTooLong.
func (m *Module) Text() ([]byte, error) {
	p := printer{left: MaxText}
	p.module(m)
	return p.done()
}

// Formatted is the canonical layout of the forms as they are, with their comments.
// The error is ErrTooLong.
func (m *Module) Formatted() ([]byte, error) {
	p := printer{left: MaxText, comments: true}
	p.module(m)
	return p.done()
}

// Hash is the hash of the module, which has to be in canonical form. The error is
// ErrTooLong.
func (m *Module) Hash() (semantic.Hash, error) {
	return new(summer).sum(moduleDomain, func(p *printer) { p.module(m) })
}

// module prints forms with a blank line between them, and the comments at the end
// like a form.
func (p *printer) module(m *Module) {
	for i, form := range m.Forms {
		if p.ended() {
			return
		}
		if i > 0 {
			p.write("\n")
		}
		p.form(form, 0)
		p.write("\n")
	}
	if !p.comments {
		return
	}
	if len(m.Forms) > 0 && len(m.End) > 0 {
		p.write("\n")
	}
	for _, c := range m.End {
		p.write(c + "\n")
	}
}

// summer hashes texts without ever holding a long one. It may be used again.
type summer struct{ buf []byte }

func (s *summer) term(t Term) (semantic.Hash, error) {
	return s.sum(termDomain, func(p *printer) { p.form(t, 0) })
}

// sum hashes what print prints. A hasher is large, so that a short text does without.
func (s *summer) sum(domain string, print func(*printer)) (semantic.Hash, error) {
	var h *blake3.Hasher
	p := printer{out: append(s.buf[:0], domain...), left: MaxText}
	p.flush = func(b []byte) {
		if h == nil {
			h = blake3.New()
		}
		_, _ = h.Write(b) // never fails
	}
	print(&p)
	s.buf = p.out
	switch {
	case p.ended():
		return semantic.Hash{}, ErrTooLong
	case h == nil:
		return blake3.Sum256(p.out), nil
	}
	p.flush(p.out)
	var out semantic.Hash
	_, _ = h.Digest().Read(out[:]) // never fails
	return out, nil
}
