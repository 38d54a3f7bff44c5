package shape

import (
	"encoding/base64"
	"encoding/json"
	"unicode/utf16"
	"unicode/utf8"
)

// encoding says how the text of a field stands for bytes.
type encoding int

const (
	plain encoding = iota
	inBase64
	inPercent
)

// parseEncoding reads the value of a field that says how another is encoded.
func parseEncoding(value []byte) encoding {
	switch string(value) {
	case `"base64"`:
		return inBase64
	case `"percent"`:
		return inPercent
	}
	return plain
}

// cutToContent shortens a text, as it is written with its quotes, to at most n
// bytes of content.
func cutToContent(text []byte, enc encoding, n int) (out []byte, cut bool) {
	if len(text)-2 <= n {
		return text, false // no encoding is shorter than its content
	}
	if enc == inBase64 {
		if out, cut, ok := cutBase64(text, n); ok {
			return out, cut
		}
	}
	return cutAt(text, prefix(text[1:len(text)-1], enc, n, false))
}

// cutToWidth shortens a text, as it is written with its quotes, to at most n
// bytes between the quotes.
func cutToWidth(text []byte, enc encoding, n int) (out []byte, cut bool) {
	if len(text)-2 <= n {
		return text, false
	}
	if enc == inBase64 {
		n -= n % 4 // padding is at the end only, so each four stand alone
	}
	return cutAt(text, prefix(text[1:len(text)-1], enc, n, true))
}

func cutAt(text []byte, at int) (out []byte, cut bool) {
	if at == len(text)-2 {
		return text, false
	}
	return append(append(make([]byte, 0, at+2), text[:at+1]...), '"'), true
}

// cutBase64 shortens to n decoded bytes. ok is false for a text that is no
// base64.
func cutBase64(text []byte, n int) (out []byte, cut, ok bool) {
	inner := text[1 : len(text)-1]
	head := inner[:min(len(inner), (n+3)/3*4)] // one byte more than n at least
	decoded := make([]byte, base64.StdEncoding.DecodedLen(len(head)))
	size, err := base64.StdEncoding.Decode(decoded, head)
	switch {
	case err != nil:
		return nil, false, false
	case size <= n:
		return text, false, true
	}
	out = append(make([]byte, 0, base64.StdEncoding.EncodedLen(n)+2), '"')
	out = base64.StdEncoding.AppendEncode(out, decoded[:n])
	return append(out, '"'), true, true
}

// prefix is the length of the longest beginning of a text between its quotes
// that is at most n long and ends between characters and escapes. The measure is
// the content, or with written the text as it is written.
func prefix(inner []byte, enc encoding, n int, written bool) int {
	for i, used := 0, 0; i < len(inner); {
		width, size := unit(inner[i:], enc)
		if written {
			size = width
		}
		if used += size; used > n {
			return i
		}
		i += width
	}
	return len(inner)
}

// unit is what a text begins with that cannot be divided: its width as it is
// written, and the bytes of content that it stands for.
func unit(text []byte, enc encoding) (width, size int) {
	switch {
	case text[0] == '\\' && text[1] == 'u':
		return unicodeEscape(text)
	case text[0] == '\\':
		return 2, 1
	case enc == inPercent && len(text) >= 3 && text[0] == '%' && isHex(text[1]) && isHex(text[2]):
		return 3, 1
	}
	_, width = utf8.DecodeRune(text)
	return width, width
}

// unicodeEscape is unit for \uXXXX, and for two that make one character.
func unicodeEscape(text []byte) (width, size int) {
	for _, width = range []int{12, 6} {
		if len(text) < width || width == 12 && (text[6] != '\\' || text[7] != 'u') {
			continue
		}
		var s string
		quoted := append(append([]byte{'"'}, text[:width]...), '"')
		if err := json.Unmarshal(quoted, &s); err != nil {
			continue
		}
		if r, n := utf8.DecodeRuneInString(s); n == len(s) && (width == 6 || utf16.RuneLen(r) == 2) {
			return width, n
		}
	}
	return min(6, len(text)), utf8.UTFMax
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}
