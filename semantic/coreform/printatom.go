package coreform

import "unicode/utf8"

// appendLiteral appends the text of a string or of octets.
func appendLiteral(to []byte, t Term) []byte {
	if t.tag == Str {
		return appendStr(to, t.text)
	}
	return appendBytes(to, t.text)
}

const upperHex = "0123456789ABCDEF"

// appendStr appends a string literal. Control characters are escaped, everything
// else stays as it is.
func appendStr(to []byte, s string) []byte {
	to = append(to, '"')
	for i := 0; i < len(s); {
		c, n := utf8.DecodeRuneInString(s[i:])
		switch short := shortEscape(byte(min(c, 0xFF))); {
		case short != 0:
			to = append(to, '\\', short)
		case c < 0x20 || (c >= 0x7F && c <= 0x9F):
			to = append(to, '\\', 'u', '0', '0', upperHex[c>>4], upperHex[c&15])
		default:
			to = append(to, s[i:i+n]...)
		}
		i += n
	}
	return append(to, '"')
}

// appendBytes appends a literal of octets.
func appendBytes(to []byte, s string) []byte {
	to = append(to, 'b', '"')
	for i := range len(s) {
		switch c := s[i]; {
		case shortEscape(c) != 0:
			to = append(to, '\\', shortEscape(c))
		case c < 0x20 || c > 0x7E:
			to = append(to, '\\', 'x', upperHex[c>>4], upperHex[c&15])
		default:
			to = append(to, c)
		}
	}
	return append(to, '"')
}

// shortEscape is the letter of the escape for c, or 0.
func shortEscape(c byte) byte {
	switch c {
	case '\\', '"':
		return c
	case '\n':
		return 'n'
	case '\r':
		return 'r'
	case '\t':
		return 't'
	}
	return 0
}
