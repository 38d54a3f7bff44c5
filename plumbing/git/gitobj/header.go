package gitobj

import (
	"bytes"
	"encoding/hex"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/genesis-vcs/genesis/objects"
)

// MalformedError reports the body of an object that Git itself could not use.
type MalformedError struct {
	Type   Type
	Reason string
}

func (e *MalformedError) Error() string { return "malformed " + e.Type.String() + ": " + e.Reason }

// headerLines reads the lines "name value" before the message. A line that
// begins with a blank continues the one before it.
type headerLines struct{ rest []byte }

// take returns the value of the next header if it has the name and one line.
func (h *headerLines) take(name string) ([]byte, bool) {
	rest, ok := bytes.CutPrefix(h.rest, []byte(name))
	if !ok || len(rest) == 0 || rest[0] != ' ' {
		return nil, false
	}
	end := bytes.IndexByte(rest, '\n')
	if end < 0 {
		return nil, false
	}
	h.rest = rest[end+1:]
	return rest[1:end], true
}

// foreign reads the headers up to the message, those that own takes aside.
func (h *headerLines) foreign(own func(name, value string) bool) []objects.Header {
	var out []objects.Header
	for len(h.rest) > 0 && h.rest[0] != '\n' {
		name, value, ok := h.next()
		if !ok {
			return out
		}
		if !own(name, value) && name != "" && len(name) <= objects.MaxName && name != RawHeader && len(out) < objects.MaxHeaders-1 {
			out = append(out, objects.Header{Name: objects.Bytes(name), Value: objects.Bytes(value)})
		}
	}
	return out
}

// next reads one header with its continuation lines.
func (h *headerLines) next() (name, value string, ok bool) {
	end := bytes.IndexByte(h.rest, '\n')
	if end < 0 {
		return "", "", false
	}
	for end+1 < len(h.rest) && h.rest[end+1] == ' ' {
		more := bytes.IndexByte(h.rest[end+1:], '\n')
		if more < 0 {
			return "", "", false
		}
		end += 1 + more
	}
	name, value, _ = strings.Cut(string(h.rest[:end]), " ")
	h.rest = h.rest[end+1:]
	return name, strings.ReplaceAll(value, "\n ", "\n"), true
}

// message is what follows the empty line behind the headers.
func (h *headerLines) message() []byte {
	if len(h.rest) > 0 && h.rest[0] == '\n' {
		return h.rest[1:]
	}
	return nil
}

// appendHeader appends a header, its further lines continued.
func appendHeader(b []byte, name, value string) []byte {
	b = append(b, name...)
	b = append(b, ' ')
	for {
		line, rest, more := strings.Cut(value, "\n")
		b = append(b, line...)
		b = append(b, '\n')
		if !more {
			return b
		}
		b = append(b, ' ')
		value = rest
	}
}

func appendOIDLine(b []byte, name string, id OID) []byte {
	b = append(b, name...)
	b = append(b, ' ')
	b = hex.AppendEncode(b, id[:])
	return append(b, '\n')
}

// parseOID is ParseOID of bytes.
func parseOID(text []byte) (OID, error) { return ParseOID(string(text)) }

// rawOf returns the bytes that RawHeader keeps.
func rawOf(extra []objects.Header) (string, bool) {
	for _, h := range extra {
		if h.Name == RawHeader {
			return string(h.Value), true
		}
	}
	return "", false
}

// parsePerson reads "name <email> seconds zone". Of what has another form it
// takes what it can; the caller finds that it is encoded differently.
func parsePerson(line []byte) objects.Person {
	var p objects.Person
	left := bytes.IndexByte(line, '<')
	right := bytes.LastIndexByte(line, '>')
	if left < 0 || right < left {
		p.Name = clip(line)
		return p
	}
	p.Name = clip(bytes.TrimSuffix(line[:left], []byte(" ")))
	p.Email = clip(line[left+1 : right])
	seconds, zone, _ := bytes.Cut(bytes.TrimPrefix(line[right+1:], []byte(" ")), []byte(" "))
	p.Seconds, _ = strconv.ParseInt(string(seconds), 10, 64)
	p.Zone = clip(zone)
	return p
}

// ParsePerson reads "name <email> seconds zone"; exact is false when it has another
// form, which a Person cannot hold.
func ParsePerson(line []byte) (p objects.Person, exact bool) {
	p = parsePerson(line)
	return p, string(appendPerson(nil, &p)) == string(line)+"\n"
}

// clip keeps a text within what a person may have.
func clip(text []byte) objects.Bytes { return objects.Bytes(text[:min(len(text), objects.MaxName)]) }

func appendPerson(b []byte, p *objects.Person) []byte {
	b = append(b, p.Name...)
	b = append(b, " <"...)
	b = append(b, p.Email...)
	b = append(b, "> "...)
	b = strconv.AppendInt(b, p.Seconds, 10)
	b = append(b, ' ')
	b = append(b, p.Zone...)
	return append(b, '\n')
}

// plainText reports whether a text may be the name of an encoding.
func plainText(text []byte) bool {
	return len(text) > 0 && len(text) <= objects.MaxName && utf8.Valid(text) && !bytes.ContainsFunc(text, unicode.IsControl)
}

// FormatPerson is what ParsePerson reads.
func FormatPerson(p *objects.Person) string {
	return strings.TrimSuffix(string(appendPerson(nil, p)), "\n")
}
