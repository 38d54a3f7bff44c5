package objects

import (
	"encoding/hex"
	"strconv"
	"strings"
	"unicode/utf8"
)

// EscapeBytes returns text for bytes that need not be UTF-8. Valid UTF-8 is
// returned as it is. Otherwise every byte that is not part of a character, and
// every '%', becomes "%XX", and escaped is true: the text is then of the
// encoding "percent", from which the bytes can be had back.
func EscapeBytes(s string) (text string, escaped bool) {
	if utf8.ValidString(s) {
		return s, false
	}
	const digits = "0123456789ABCDEF"
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 || r == '%' {
			b.Write([]byte{'%', digits[s[i]>>4], digits[s[i]&15]})
		} else {
			b.WriteString(s[i : i+n])
		}
		i += n
	}
	return b.String(), true
}

// jsonWriter builds JSON with fields in the order in which they are written,
// which encoding/json cannot do for fields that come and go.
type jsonWriter struct{ buf []byte }

// next writes the comma between two values.
func (w *jsonWriter) next() {
	if n := len(w.buf); n > 0 {
		if c := w.buf[n-1]; c != '{' && c != '[' && c != ':' {
			w.buf = append(w.buf, ',')
		}
	}
}

func (w *jsonWriter) object(fields func()) {
	w.next()
	w.buf = append(w.buf, '{')
	fields()
	w.buf = append(w.buf, '}')
}

func (w *jsonWriter) array(n int, element func(i int)) {
	w.next()
	w.buf = append(w.buf, '[')
	for i := range n {
		element(i)
	}
	w.buf = append(w.buf, ']')
}

// list writes a field that holds a list of objects.
func list[T any](w *jsonWriter, field string, elements []T, fields func(e *T)) {
	w.key(field)
	w.array(len(elements), func(i int) {
		w.object(func() { fields(&elements[i]) })
	})
}

func (w *jsonWriter) key(field string) {
	w.quote(field)
	w.buf = append(w.buf, ':')
}

func (w *jsonWriter) text(field, s string) {
	w.key(field)
	w.quote(s)
}

func (w *jsonWriter) optional(field, s string) {
	if s != "" {
		w.text(field, s)
	}
}

// bytes writes a field that may hold any bytes, and says so when it does.
func (w *jsonWriter) bytes(field, s string) {
	text, escaped := EscapeBytes(s)
	w.text(field, text)
	if escaped {
		w.text(field+"_encoding", "percent")
	}
}

func (w *jsonWriter) optionalBytes(field, s string) {
	if s != "" {
		w.bytes(field, s)
	}
}

func (w *jsonWriter) uint(field string, n uint64) {
	w.key(field)
	w.buf = strconv.AppendUint(w.buf, n, 10)
}

// gitlink writes the Git object id of a gitlink.
func (w *jsonWriter) gitlink(field string, id Bytes) {
	w.text(field, hex.EncodeToString([]byte(id)))
}

func (w *jsonWriter) id(field string, id ID) { w.text(field, id.String()) }

func (w *jsonWriter) optionalID(field string, id ID) {
	if !id.IsZero() {
		w.id(field, id)
	}
}

func (w *jsonWriter) ids(field string, ids []ID) {
	w.key(field)
	w.array(len(ids), func(i int) { w.quote(ids[i].String()) })
}

// quote writes a string. Control characters are escaped, DEL and the two line
// separators of JavaScript too; the rest stays readable.
func (w *jsonWriter) quote(s string) {
	w.next()
	w.buf = append(w.buf, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			w.buf = append(w.buf, '\\', byte(r))
		case r == '\n':
			w.buf = append(w.buf, `\n`...)
		case r == '\r':
			w.buf = append(w.buf, `\r`...)
		case r == '\t':
			w.buf = append(w.buf, `\t`...)
		case r < 0x20 || r == 0x7f || r == 0x2028 || r == 0x2029:
			w.buf = append(w.buf, `\u`...)
			w.buf = append(w.buf, strconv.FormatInt(0x10000+int64(r), 16)[1:]...)
		default:
			w.buf = utf8.AppendRune(w.buf, r)
		}
	}
	w.buf = append(w.buf, '"')
}
