package coreform

import "github.com/genesis-vcs/genesis/semantic"

// Tokens cuts content into runs of white space, comments, brackets, quotes, and
// atoms. A string that does not end makes tokens of the quotes from there on.
func (Language) Tokens(content []byte) []semantic.Span {
	src := string(content)
	var out []semantic.Span
	strings := true
	for i := 0; i < len(src); {
		end := tokenEnd(src, i, strings)
		if end == 0 {
			strings = false
			continue
		}
		out = append(out, semantic.Span{Start: i, End: end})
		i = end
	}
	return out
}

// tokenEnd is where the token at i ends, or 0 for a string that does not. Without
// strings a quote is a token.
func tokenEnd(src string, i int, strings bool) int {
	switch {
	case isSpace(src[i]):
		return spaceEnd(src, i)
	case src[i] == ';':
		return commentEnd(src, i)
	case strings && src[i] == '"':
		return literalEnd(src, i+1)
	case strings && bytesStart(src, i):
		return literalEnd(src, i+2)
	case isDelimiter(src[i]):
		return i + 1
	}
	return symbolEnd(src, i)
}

// literalEnd is the end of a literal whose content begins at i, or 0.
func literalEnd(src string, i int) int {
	for i = plainEnd(src, i); i < len(src); i = plainEnd(src, i) {
		if src[i] == '"' {
			return i + 1
		}
		if i += 2; i > len(src) {
			break
		}
	}
	return 0
}
