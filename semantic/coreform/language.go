package coreform

import (
	"errors"
	"strings"

	"github.com/genesis-vcs/genesis/semantic"
)

// Language is CoreForm as a semantic.Language.
type Language struct {
	// Term: the content is one term of data, as a patch is, and not a module. It has
	// no other form than the one that it has.
	Term bool
}

// Name is "coreform".
func (Language) Name() string { return "coreform" }

// Load reads content and brings a module into canonical form. The error is a
// *SyntaxError or a *FormError.
func (l Language) Load(content []byte) (*Module, error) {
	if l.Term {
		return ReadOne(content)
	}
	m, err := Read(content)
	if err != nil {
		return nil, err
	}
	return m.Canonical()
}

// HashKind is "module" or "term".
func (l Language) HashKind() string {
	if l.Term {
		return "term"
	}
	return "module"
}

// Hash is the hash of what Load gave, of the language's kind. The error is
// ErrTooLong.
func (l Language) Hash(m *Module) (semantic.Hash, error) {
	if l.Term {
		return m.Forms[0].Hash()
	}
	return m.Hash()
}

// Parse finds the forms of content. The hash of a unit is that of its term.
func (l Language) Parse(content []byte) (*semantic.Document, error) {
	m, err := l.Load(content)
	if err != nil {
		return nil, parseError(content, err)
	}
	all := semantic.Span{End: len(content)}
	root := semantic.Unit{Kind: "file", Span: all, Body: bodyOf(m, content)}
	if root.Hash, err = l.Hash(m); err != nil {
		return nil, parseError(content, err)
	}
	if root.Units, err = units(m, content); err != nil {
		return nil, parseError(content, err)
	}
	return &semantic.Document{Language: "coreform", Content: content, HashKind: l.HashKind(), Root: root}, nil
}

// parseError says in the terms of package semantic why content is no module.
func parseError(content []byte, err error) error {
	at, reason := 0, err.Error()
	if syntax, ok := errors.AsType[*SyntaxError](err); ok {
		at = syntax.At
	}
	if form, ok := errors.AsType[*FormError](err); ok {
		at = form.At
	}
	return semantic.NewParseError("coreform", content, at, reason)
}

// bodyOf is from the first form to the last one.
func bodyOf(m *Module, content []byte) semantic.Span {
	if len(m.spans) == 0 {
		return semantic.Span{Start: len(content), End: len(content)}
	}
	return semantic.Span{Start: m.spans[0].Start, End: m.spans[len(m.spans)-1].End}
}

// units are the forms as they stand in content.
func units(m *Module, content []byte) ([]semantic.Unit, error) {
	src := string(content)
	out := make([]semantic.Unit, len(m.Forms))
	var hashes summer
	for i, form := range m.Forms {
		u := semantic.Unit{Kind: "form", Body: m.spans[i]}
		if name, ok := form.Defines(); ok {
			u.Kind, u.Name = "def", name
		}
		hash, err := hashes.term(form)
		if err != nil {
			return nil, err
		}
		u.Hash = hash
		if i == 0 {
			u.Span.Start = firstStart(src, u.Body.Start)
		} else {
			u.Span.Start = out[i-1].Span.End
		}
		u.Span.End = lineRest(src, u.Body.End)
		out[i] = u
	}
	return out, nil
}

// lineRest is where the unit ends whose form ends at i: behind its line feed if
// nothing but a comment is left of the line, else right there.
func lineRest(src string, i int) int {
	end := i
	for end < len(src) && isSpace(src[end]) && src[end] != '\n' {
		end++
	}
	if end < len(src) && src[end] == ';' {
		end = commentEnd(src, end)
	}
	switch {
	case end == len(src):
		return end
	case src[end] == '\n':
		return end + 1
	}
	return i
}

// firstStart is where the unit of the first form begins: at the comments right
// above it and the blank lines before those, unless another form shares the line.
func firstStart(src string, form int) int {
	start := strings.LastIndexByte(src[:form], '\n') + 1
	blank := false
	for start > 0 {
		line := strings.LastIndexByte(src[:start-1], '\n') + 1
		content := strings.Trim(src[line:start], " \t\r\n")
		if content != "" && blank {
			break
		}
		blank = blank || content == ""
		start = line
	}
	return start
}
