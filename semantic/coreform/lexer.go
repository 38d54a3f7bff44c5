package coreform

import "strings"

// isSpace says that c is one of the four bytes that part tokens.
func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// isDelimiter says that no symbol and no integer goes on with c.
func isDelimiter(c byte) bool {
	switch c {
	case '(', ')', '[', ']', '{', '}', '\'', '"', ';':
		return true
	}
	return isSpace(c)
}

// spaceEnd is where the white space at i ends.
func spaceEnd(src string, i int) int {
	for i < len(src) && isSpace(src[i]) {
		i++
	}
	return i
}

// commentEnd is where the comment at i ends: before the line feed.
func commentEnd(src string, i int) int {
	if n := strings.IndexByte(src[i:], '\n'); n >= 0 {
		return i + n
	}
	return len(src)
}

// symbolEnd is where the symbol or integer at i ends.
func symbolEnd(src string, i int) int {
	for i < len(src) && !isDelimiter(src[i]) {
		i++
	}
	return i
}

func isDigit(src string, i int) bool { return i < len(src) && src[i] >= '0' && src[i] <= '9' }

// intStart says that the token at i is an integer.
func intStart(src string, i int) bool {
	return isDigit(src, i) || (i < len(src) && src[i] == '-' && isDigit(src, i+1))
}

// bytesStart says that the token at i is a literal of octets.
func bytesStart(src string, i int) bool { return strings.HasPrefix(src[i:], `b"`) }
