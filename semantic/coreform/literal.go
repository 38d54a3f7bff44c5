package coreform

import (
	"strings"
	"unicode/utf8"
)

// literal reads the rest of a string or of octets from behind the quote at i, and
// gives where it ends, behind the closing quote. An end of 0 says that it does not.
func (r *reader) literal(i int, octets bool) (value string, end int, err error) {
	n := plainEnd(r.src, i)
	if n < len(r.src) && r.src[n] == '"' {
		return r.src[i:n], n + 1, nil
	}
	var b strings.Builder
	for {
		b.WriteString(r.src[i:n])
		if n == len(r.src) {
			return "", 0, nil
		}
		if r.src[n] == '"' {
			return b.String(), n + 1, nil
		}
		if i, err = r.escape(&b, n, octets); err != nil {
			return "", 0, err
		}
		n = plainEnd(r.src, i)
	}
}

// plainEnd is where the part of a literal at i ends that stands for itself.
func plainEnd(src string, i int) int {
	if n := strings.IndexAny(src[i:], `"\`); n >= 0 {
		return i + n
	}
	return len(src)
}

// escape appends what the escape at i stands for and gives where it ends.
func (r *reader) escape(b *strings.Builder, i int, octets bool) (end int, err error) {
	if i+1 == len(r.src) {
		return 0, &SyntaxError{Escape, i, "unterminated escape"}
	}
	switch r.src[i+1] {
	case '\\', '"':
		b.WriteByte(r.src[i+1])
	case 'n':
		b.WriteByte('\n')
	case 'r':
		b.WriteByte('\r')
	case 't':
		b.WriteByte('\t')
	case 'x':
		n, err := r.hex(i, 2)
		if err != nil {
			return 0, err
		}
		if octets {
			b.WriteByte(byte(n))
		} else {
			b.WriteRune(n)
		}
		return i + 4, nil
	case 'u':
		n, err := r.hex(i, 4)
		if err != nil {
			return 0, err
		}
		if !utf8.ValidRune(n) {
			return 0, &SyntaxError{Escape, i, "invalid unicode codepoint"}
		}
		b.WriteRune(n)
		return i + 6, nil
	default:
		c, _ := utf8.DecodeRuneInString(r.src[i+1:])
		return 0, &SyntaxError{Escape, i, "unknown escape: " + string(c)}
	}
	return i + 2, nil
}

// hex reads the digits of the escape at i.
func (r *reader) hex(i, digits int) (n rune, err error) {
	for k := i + 2; k < i+2+digits; k++ {
		if k >= len(r.src) {
			return 0, &SyntaxError{Escape, i, "unterminated hex escape"}
		}
		d := strings.IndexByte("0123456789abcdef", r.src[k]|0x20)
		if d < 0 || r.src[k] < '0' {
			return 0, &SyntaxError{Escape, i, "invalid hex digit"}
		}
		n = n<<4 | rune(d)
	}
	return n, nil
}
