package jsonlang

import (
	"bytes"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// str reads the string at the scanner, and gives what it means. Half a surrogate
// pair means its three bytes, as in WTF-8.
func (s *scanner) str() []byte {
	begin := s.at
	n := stringLen(s.content[begin:])
	if n == 0 {
		s.fail(begin, "a string does not end on its line")
	}
	s.at += n
	inner := s.content[begin+1 : s.at-1]
	if bytes.IndexByte(inner, '\\') < 0 {
		return inner
	}
	return s.unescape(inner, begin+1)
}

// stringLen is the length of the string that text begins with, 0 if a control
// character or the end comes before its closing quote.
func stringLen(text []byte) int {
	for n := 1; n < len(text); n++ {
		switch c := text[n]; {
		case c == '"':
			return n + 1
		case c == '\\':
			n++
			if n < len(text) && text[n] < ' ' {
				return 0
			}
		case c < ' ':
			return 0
		}
	}
	return 0
}

func (s *scanner) unescape(inner []byte, at int) []byte {
	out := make([]byte, 0, len(inner))
	for i := 0; i < len(inner); i++ {
		if inner[i] != '\\' {
			out = append(out, inner[i])
			continue
		}
		i++
		if inner[i] == 'u' {
			r, size := unit(inner[i+1:])
			if size == 0 {
				s.fail(at+i-1, `\u stands before four hex digits`)
			}
			i += size
			out = appendRune(out, r)
			continue
		}
		n := bytes.IndexByte([]byte(`"\/bfnrt`), inner[i])
		if n < 0 {
			s.fail(at+i-1, "no such escape")
		}
		out = append(out, "\"\\/\b\f\n\r\t"[n])
	}
	return out
}

// unit reads the digits of an escape, and those of the next one if both make a
// pair; size is how much was read, 0 if there are no four digits.
func unit(text []byte) (r rune, size int) {
	first, ok := hex4(text)
	if !ok {
		return 0, 0
	}
	if utf16.IsSurrogate(first) && bytes.HasPrefix(text[4:], []byte(`\u`)) {
		if second, ok := hex4(text[6:]); ok {
			if pair := utf16.DecodeRune(first, second); pair != utf8.RuneError {
				return pair, 10
			}
		}
	}
	return first, 4
}

func hex4(text []byte) (rune, bool) {
	if len(text) < 4 {
		return 0, false
	}
	n, err := strconv.ParseUint(string(text[:4]), 16, 16)
	return rune(n), err == nil
}

func appendRune(out []byte, r rune) []byte {
	if utf16.IsSurrogate(r) {
		return append(out, 0xe0|byte(r>>12), 0x80|byte(r>>6)&0xbf, 0x80|byte(r)&0xbf)
	}
	return utf8.AppendRune(out, r)
}

// word reads a number, true, false or null.
func (s *scanner) word() []byte {
	n := wordLen(s.content[s.at:])
	word := s.content[s.at : s.at+n]
	switch {
	case n == 0 && s.at == len(s.content):
		s.fail(s.at, "the content ends where a value has to stand")
	case n == 0:
		s.fail(s.at, "a value has to stand here")
	case string(word) == "true", string(word) == "false", string(word) == "null", isNumber(word):
	default:
		s.fail(s.at, "this is no value")
	}
	s.at += n
	return word
}

// wordLen is the length of the letters, digits and signs that text begins with.
func wordLen(text []byte) int {
	for n, c := range text {
		if !isDigit(c) && !('a' <= c|0x20 && c|0x20 <= 'z') && c != '+' && c != '-' && c != '.' && c != '_' && c != '$' && c < utf8.RuneSelf {
			return n
		}
	}
	return len(text)
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// isNumber holds a word against the grammar of numbers.
func isNumber(w []byte) bool {
	w = bytes.TrimPrefix(w, []byte{'-'})
	whole := digits(w)
	if whole == 0 || whole > 1 && w[0] == '0' {
		return false
	}
	w = w[whole:]
	if len(w) > 0 && w[0] == '.' {
		n := digits(w[1:])
		if n == 0 {
			return false
		}
		w = w[1+n:]
	}
	if len(w) > 0 && w[0]|0x20 == 'e' {
		w = w[1:]
		if len(w) > 0 && (w[0] == '+' || w[0] == '-') {
			w = w[1:]
		}
		return len(w) > 0 && digits(w) == len(w)
	}
	return len(w) == 0
}

func digits(w []byte) int {
	n := 0
	for n < len(w) && isDigit(w[n]) {
		n++
	}
	return n
}
