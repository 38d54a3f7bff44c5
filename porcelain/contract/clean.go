package contract

import (
	"fmt"
	"path"
	"reflect"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxMessage bounds a message, in bytes.
const maxMessage = 512

// cleanFacts returns the facts as plain JSON values: no absolute host paths, no
// control characters. A string with bytes that are not UTF-8 or with control
// characters is percent-escaped and gains a sibling "<key>_encoding".
func cleanFacts(facts Facts) map[string]any {
	out := make(map[string]any, len(facts))
	for key, value := range facts {
		cleanValue(out, key, value)
	}
	return out
}

// Verbatim is a fact that quotes what somebody sent, such as a line of a stream. What
// looks like an absolute path in it is none of this host, so it stays as it is.
type Verbatim string

func cleanValue(out map[string]any, key string, value any) {
	v := reflect.ValueOf(value)
	if v.Kind() == reflect.Pointer && v.IsNil() {
		out[key] = nil
		return
	}
	switch value := value.(type) {
	case Verbatim:
		plainString(out, key, string(value))
		return
	case fmt.Stringer:
		cleanString(out, key, value.String())
		return
	case error:
		cleanString(out, key, CleanText(value.Error()))
		return
	}
	switch v.Kind() {
	case reflect.Invalid:
		out[key] = nil
	case reflect.String:
		cleanString(out, key, v.String())
	case reflect.Slice, reflect.Array:
		out[key] = cleanList(key, v)
	case reflect.Map:
		out[key] = cleanMap(v)
	case reflect.Bool, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Float32, reflect.Float64:
		out[key] = value
	default:
		cleanString(out, key, fmt.Sprint(value))
	}
}

func cleanMap(v reflect.Value) map[string]any {
	out := make(map[string]any, v.Len())
	for _, k := range v.MapKeys() {
		cleanValue(out, CleanText(fmt.Sprint(k.Interface())), v.MapIndex(k).Interface())
	}
	return out
}

// pathLists are the keys of facts that list paths.
var pathLists = map[string]bool{"paths": true, "ignored": true, "unsaved": true}

// cleanList cleans each element. Paths become objects, because each may need an
// encoding of its own.
func cleanList(key string, v reflect.Value) any {
	if b, ok := v.Interface().([]byte); ok {
		one := map[string]any{}
		cleanString(one, key, string(b))
		return one[key]
	}
	list := make([]any, v.Len())
	for i := range list {
		one := map[string]any{}
		if pathLists[key] && v.Index(i).Kind() == reflect.String {
			cleanValue(one, "path", v.Index(i).Interface())
			list[i] = one
			continue
		}
		cleanValue(one, key, v.Index(i).Interface())
		list[i] = one[key]
	}
	return list
}

func cleanString(out map[string]any, key, s string) { plainString(out, key, shortenPaths(s)) }

// plainString sets a text, and its encoding when it is not plain.
func plainString(out map[string]any, key, s string) {
	if escaped, changed := percentEncode(s); changed {
		out[key], out[key+"_encoding"] = escaped, "percent"
		return
	}
	out[key] = s
}

// percentEncode escapes s for a JSON field when it is not plain text: every
// byte that is not UTF-8, every control character and every '%' becomes %XX.
// changed is false, and s is returned, when nothing but '%' would be escaped;
// else the field's sibling "<field>_encoding" is "percent".
func percentEncode(s string) (escaped string, changed bool) {
	if isPlain(s) {
		return s, false
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if (r == utf8.RuneError && n <= 1) || unicode.IsControl(r) || r == '%' {
			for _, c := range []byte(s[i : i+n]) {
				fmt.Fprintf(&b, "%%%02X", c)
			}
		} else {
			b.WriteString(s[i : i+n])
		}
		i += n
	}
	return b.String(), true
}

func isPlain(s string) bool {
	return utf8.ValidString(s) && strings.IndexFunc(s, unicode.IsControl) < 0
}

// CleanText makes a text safe for one line of a message: absolute paths shrink
// to base names, control characters become blanks and bytes that are not UTF-8
// %XX, the length is bounded.
func CleanText(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, showBytes(s))
	s = shortenPaths(s)
	if len(s) <= maxMessage {
		return s
	}
	cut := maxMessage
	for !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + "…"
}

// showBytes writes the bytes that are not UTF-8 as %XX.
func showBytes(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 {
			fmt.Fprintf(&b, "%%%02X", s[i])
		} else {
			b.WriteString(s[i : i+n])
		}
		i += n
	}
	return b.String()
}

// shortenPaths replaces each absolute path in s by its base name. A path begins
// with a slash at the start of s or behind a character that ends a word, and
// goes on to a blank, a quote or a character that cannot be told from
// punctuation.
func shortenPaths(s string) string {
	if !strings.Contains(s, "/") {
		return s
	}
	if s[0] == '/' && !strings.Contains(s, ": ") {
		return shortPath(s) // one path, with whatever bytes it has
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		if s[i] != '/' || (i > 0 && !endsWord(s[i-1])) {
			b.WriteByte(s[i])
			i++
			continue
		}
		end := i
		for end < len(s) && !endsPath(s[end]) {
			end++
		}
		b.WriteString(shortPath(s[i:end]))
		i = end
	}
	return b.String()
}

func shortPath(s string) string {
	if b := path.Base(s); b != "/" {
		return b
	}
	return "/"
}

func endsWord(c byte) bool { return strings.IndexByte(" \t\n\"'`(=:,;[{<>|", c) >= 0 }

func endsPath(c byte) bool { return c < ' ' || strings.IndexByte(" \"'`:,;)]}<>|", c) >= 0 }
