// Package semantictest checks what every language promises, for the tests of the
// languages.
package semantictest

import (
	"bytes"
	"fmt"

	"github.com/genesis-vcs/genesis/semantic"
)

// Check gives the first way in which a document breaks the laws of package
// semantic: the root spans the content, units tile their parent in order, bodies
// lie within spans, hashes are set.
func Check(d *semantic.Document) error {
	r := d.Root
	if r.Kind != "file" || r.Name != "" || r.Span != (semantic.Span{End: len(d.Content)}) {
		return fmt.Errorf("the root is %s %q %v of %d bytes", r.Kind, r.Name, r.Span, len(d.Content))
	}
	if d.Language == "" || d.HashKind == "" {
		return fmt.Errorf("language %q, hash kind %q", d.Language, d.HashKind)
	}
	return check(&r)
}

func check(u *semantic.Unit) error {
	if u.Kind == "" || u.Hash == (semantic.Hash{}) {
		return fmt.Errorf("unit %q of kind %q at %v has no kind or no hash", u.Name, u.Kind, u.Span)
	}
	if !within(u.Body, u.Span) {
		return fmt.Errorf("the body %v of %s %q is not within %v", u.Body, u.Kind, u.Name, u.Span)
	}
	for i := range u.Units {
		part := &u.Units[i]
		if !within(part.Span, u.Span) || part.Span.Len() == 0 {
			return fmt.Errorf("%s %q at %v is empty or not within %s %q at %v", part.Kind, part.Name, part.Span, u.Kind, u.Name, u.Span)
		}
		if i > 0 && part.Span.Start != u.Units[i-1].Span.End {
			return fmt.Errorf("%s %q begins at %d, the unit before it ends at %d", part.Kind, part.Name, part.Span.Start, u.Units[i-1].Span.End)
		}
		if err := check(part); err != nil {
			return err
		}
	}
	return nil
}

// CheckLines gives the first unit that does not begin and end with lines.
func CheckLines(d *semantic.Document) error { return checkLines(d, d.Root.Units) }

func checkLines(d *semantic.Document, units []semantic.Unit) error {
	for i := range units {
		u := &units[i]
		if !lineBegins(d.Content, u.Span.Start) || !lineBegins(d.Content, u.Span.End) {
			return fmt.Errorf("%s %q at %v cuts a line", u.Kind, u.Name, u.Span)
		}
		if err := checkLines(d, u.Units); err != nil {
			return err
		}
	}
	return nil
}

func lineBegins(content []byte, at int) bool {
	return at == 0 || at == len(content) || content[at-1] == '\n'
}

// CheckTokens gives the first way in which tokens do not tile content, or go on
// after a line feed.
func CheckTokens(t semantic.Tokenizer, content []byte) error {
	at := 0
	for _, s := range t.Tokens(content) {
		if s.Start != at || s.Len() < 1 {
			return fmt.Errorf("a token spans %v behind %d", s, at)
		}
		if n := bytes.IndexByte(s.In(content), '\n'); n >= 0 && n != s.Len()-1 {
			return fmt.Errorf("the token %q goes on after a line feed", s.In(content))
		}
		at = s.End
	}
	if at != len(content) {
		return fmt.Errorf("the tokens end at %d of %d", at, len(content))
	}
	return nil
}

func within(part, whole semantic.Span) bool {
	return whole.Start <= part.Start && part.Start <= part.End && part.End <= whole.End
}
