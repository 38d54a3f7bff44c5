package golang

import (
	"bytes"
	"go/scanner"
	"go/token"
	"unicode/utf8"

	"github.com/genesis-vcs/genesis/semantic"
)

// lexeme is a token or a comment of Go. A semicolon that a line break stands for
// is empty.
type lexeme struct {
	start, end int
	tok        token.Token
	dropped    bool // the layout decides whether it is written
}

// lex cuts content into lexemes, in order and without overlap. What is no token
// is token.ILLEGAL.
func lex(content []byte) []lexeme {
	file := token.NewFileSet().AddFile("", -1, len(content))
	var s scanner.Scanner
	s.Init(file, content, nil, scanner.ScanComments)
	out := make([]lexeme, 0, len(content)/4)
	at := 0
	for {
		pos, tok, lit := s.Scan()
		if tok == token.EOF {
			return out
		}
		start := max(file.Offset(pos), at) // a semicolon can stand within the comment before it
		at = lexemeEnd(content, start, tok, lit)
		out = append(out, lexeme{start: start, end: at, tok: tok})
	}
}

// lexemeEnd measures in content: the scanner gives comments and raw strings
// without their carriage returns.
func lexemeEnd(content []byte, start int, tok token.Token, lit string) int {
	rest := content[start:]
	switch {
	case tok == token.SEMICOLON && lit == "\n":
		return start
	case tok == token.COMMENT:
		return start + commentLen(rest)
	case tok == token.STRING && lit[0] == '`':
		return start + through(rest, 1, "`")
	case tok == token.ILLEGAL && !isQuote(lit):
		_, size := utf8.DecodeRune(rest)
		return start + size
	case tok.IsLiteral() || tok == token.ILLEGAL:
		return start + min(len(lit), len(rest))
	}
	return start + len(tok.String())
}

func isQuote(lit string) bool { return lit != "" && (lit[0] == '"' || lit[0] == '\'' || lit[0] == '`') }

// commentLen is the length of the comment that text begins with, without the line
// end of a line comment.
func commentLen(text []byte) int {
	if bytes.HasPrefix(text, []byte("/*")) {
		return through(text, 2, "*/")
	}
	n := bytes.IndexByte(text, '\n')
	if n < 0 {
		n = len(text)
	}
	return len(bytes.TrimRight(text[:n], "\r"))
}

// through is the length of text up to the end of the first stop at or after from,
// all of it if there is none.
func through(text []byte, from int, stop string) int {
	if n := bytes.Index(text[from:], []byte(stop)); n >= 0 {
		return from + n + len(stop)
	}
	return len(text)
}

// Tokens cuts content into Go's tokens, comments and white space. None goes on
// after a line feed: a comment or a raw string of several lines is a token a line.
func (Language) Tokens(content []byte) []semantic.Span {
	var out []semantic.Span
	at := 0
	for _, l := range lex(content) {
		out = semantic.AppendLines(out, content, semantic.Span{Start: at, End: l.start})
		out = semantic.AppendLines(out, content, semantic.Span{Start: l.start, End: l.end})
		at = l.end
	}
	return semantic.AppendLines(out, content, semantic.Span{Start: at, End: len(content)})
}
