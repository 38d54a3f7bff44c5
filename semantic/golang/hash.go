package golang

import (
	"bytes"
	"go/token"

	"github.com/genesis-vcs/genesis/semantic"
)

// canonical is what a hash is of: tokens, and the text of comments in their order.
type canonical struct{ code, comments []byte }

func (c canonical) bytes() []byte {
	return append(semantic.AppendText(nil, trimSeparators(c.code)), c.comments...)
}

func (c canonical) sum(what string) semantic.Hash { return semantic.Sum(name, what, c.bytes()) }

// add appends what follows.
func (c *canonical) add(next canonical) {
	c.code = append(c.code, next.code...)
	c.comments = append(c.comments, next.comments...)
}

// hasher makes canonical what is in the lexemes of a file, which it takes in order.
type hasher struct {
	content []byte
	lexemes []lexeme
}

// mark drops the separators that layout decides on: a comma or a semicolon before
// a closing bracket.
func (h *hasher) mark() {
	last := -1
	for i, l := range h.lexemes {
		if l.tok == token.COMMENT {
			continue
		}
		if last >= 0 && isSeparator(h.lexemes[last].tok) && (l.tok == token.RPAREN || l.tok == token.RBRACE) {
			h.lexemes[last].dropped = true
		}
		last = i
	}
}

func isSeparator(t token.Token) bool { return t == token.SEMICOLON || t == token.COMMA }

// list makes the parts of l canonical and appends them to out. Those of a set are
// sorted, each with its comments.
func (h *hasher) list(out *canonical, l *list) {
	if l == nil {
		return
	}
	var members [][]byte
	for i := range l.parts {
		p := &l.parts[i]
		h.take(out, p.span.Start)
		h.list(&p.canonical, p.inner)
		h.take(&p.canonical, p.span.End)
		if l.set {
			members = append(members, p.canonical.bytes())
			continue
		}
		out.add(p.canonical)
	}
	if l.set {
		out.code = semantic.AppendSet(out.code, members)
	}
}

// take moves the lexemes that begin before end to out.
func (h *hasher) take(out *canonical, end int) {
	for len(h.lexemes) > 0 && h.lexemes[0].start < end {
		h.put(out, h.lexemes[0])
		h.lexemes = h.lexemes[1:]
	}
}

func (h *hasher) put(out *canonical, l lexeme) {
	written := h.content[l.start:l.end]
	switch {
	case l.dropped:
	case l.tok == token.COMMENT && isDirective(written):
		out.code = semantic.AppendText(out.code, bytes.TrimSpace(written))
	case l.tok == token.COMMENT:
		for line := range bytes.Lines(unmarked(written)) {
			if words := bytes.Join(bytes.Fields(line), []byte{' '}); len(words) > 0 {
				out.comments = semantic.AppendText(out.comments, words)
			}
		}
	case isSeparator(l.tok):
		out.code = semantic.AppendText(out.code, []byte(l.tok.String()))
	case l.tok == token.INT || l.tok == token.FLOAT || l.tok == token.IMAG:
		out.code = semantic.AppendText(out.code, bytes.ToLower(written))
	case l.tok == token.STRING && written[0] == '`':
		out.code = semantic.AppendText(out.code, bytes.ReplaceAll(written, []byte{'\r'}, nil))
	default:
		out.code = semantic.AppendText(out.code, written)
	}
}

// trimSeparators takes the separators that a unit ends with away, so that the last
// of its parent is as the others are.
func trimSeparators(code []byte) []byte {
	for bytes.HasSuffix(code, []byte("\x01;")) || bytes.HasSuffix(code, []byte("\x01,")) {
		code = code[:len(code)-2]
	}
	return code
}

// unmarked is a comment without what makes it one.
func unmarked(comment []byte) []byte {
	if rest, ok := bytes.CutPrefix(comment, []byte("//")); ok {
		return rest
	}
	return bytes.TrimSuffix(comment[len("/*"):], []byte("*/"))
}

// isDirective reports whether a comment speaks to a tool: //go:embed, //export f,
// // +build.
func isDirective(comment []byte) bool {
	for _, p := range []string{"//line ", "//export ", "//extern ", "// +build "} {
		if bytes.HasPrefix(comment, []byte(p)) {
			return true
		}
	}
	rest, ok := bytes.CutPrefix(comment, []byte("//"))
	word, after, colon := bytes.Cut(rest, []byte{':'})
	if !ok || !colon || len(word) == 0 || len(after) == 0 || !isLower(after[0]) {
		return false
	}
	for _, b := range word {
		if !isLower(b) {
			return false
		}
	}
	return true
}

func isLower(b byte) bool { return 'a' <= b && b <= 'z' || '0' <= b && b <= '9' }
