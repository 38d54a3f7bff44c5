package storecmd

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/render"
)

// request is one line of `store batch`. A key that is missing or null is nil.
type request struct {
	ID       json.RawMessage
	Op       string
	Hash     *string
	Path     *string
	Content  *string
	Encoding *string
}

// answerLine is one answer, and what the schema of the command describes.
type answerLine struct {
	ID    json.RawMessage       `json:"id,omitempty"`
	OK    bool                  `json:"ok"`
	Data  any                   `json:"data,omitempty" schemas:"store-has-v0.2,store-get-v0.2,store-put-v0.2"`
	Error *contract.ErrorObject `json:"error,omitempty"`
}

// Human implements cli.Result; the lines are the same for people.
func (*answerLine) Human(*render.Printer) {}

func badRequest(reason string) *contract.Error {
	return contract.Fail("store/bad-request", contract.Facts{"reason": reason})
}

// parseRequest reads one line strictly: what is put must be the bytes that were
// meant. Where the line is an object with an id, the id is returned with the
// error, too. A fault that is about a part of the line says which; the line is
// number 1 there.
func parseRequest(line []byte) (request, error) {
	req, err := decodeRequest(line)
	if err != nil {
		return request{ID: req.ID}, err
	}
	switch req.Op {
	case "has", "get":
		if req.Hash == nil || req.Path != nil || req.Content != nil || req.Encoding != nil {
			return req, badRequest(req.Op + " takes a hash only")
		}
	case "put":
		if req.Hash != nil || (req.Path == nil) == (req.Content == nil) {
			return req, badRequest("put takes a path or content")
		}
		if req.Encoding != nil && req.Content == nil {
			return req, badRequest("encoding is about content")
		}
		if req.Path != nil && *req.Path == "" {
			return req, badRequest("the path is empty")
		}
	default:
		return req, badRequest("op is none of has, get and put")
	}
	return req, nil
}

// decodeRequest reads the object in a line. The first thing that is wrong is
// the error, but the line is read on for its id.
func decodeRequest(line []byte) (req request, err error) {
	dec := json.NewDecoder(bytes.NewReader(line))
	from := 0 // where the present key begins
	note := func(reason string) {
		if err == nil {
			err = badRequest(reason).At(spanOf(from, max(from, int(dec.InputOffset()))))
		}
	}
	switch text := bytes.TrimLeft(line, " \t\r\n"); {
	case len(text) == 0:
		return req, badRequest("the line is empty")
	case text[0] != '{':
		return req, badRequest("the line is not a JSON object")
	case !utf8.Valid(line):
		err = badRequest("the line is not UTF-8; other bytes can be put as base64")
	case hasLoneSurrogate(line):
		err = badRequest("an escape is half of a surrogate pair, which is no character")
	}
	_, _ = dec.Token() // the brace
	seen := map[string]bool{}
	for dec.More() {
		var value json.RawMessage
		from = nextToken(line, int(dec.InputOffset()))
		key, failed := dec.Token()
		if failed == nil {
			failed = dec.Decode(&value)
		}
		if failed != nil {
			note(jsonReason(failed))
			return req, err
		}
		name := key.(string)
		if seen[name] {
			note(fmt.Sprintf("the key %q comes twice", name))
			continue
		}
		seen[name] = true
		if reason := req.set(name, value); reason != "" {
			note(reason)
		}
	}
	from = nextToken(line, int(dec.InputOffset()))
	if _, failed := dec.Token(); failed != nil {
		note(jsonReason(failed))
		return req, err
	}
	from = nextToken(line, int(dec.InputOffset()))
	if _, failed := dec.Token(); failed != io.EOF {
		note("there is something behind the object")
	}
	return req, err
}

// spanOf is the place of some bytes of a request.
func spanOf(from, to int) contract.Span {
	return contract.Span{Source: contract.Stdin, StartLine: 1, StartColumn: from + 1, EndLine: 1, EndColumn: to + 1}
}

// nextToken is where the next key or value begins at or behind an offset.
func nextToken(line []byte, offset int) int {
	return len(line) - len(bytes.TrimLeft(line[offset:], ", \t\r"))
}

// jsonReason says what is wrong with JSON.
func jsonReason(err error) string {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return "the line ends in the middle of the object"
	}
	return err.Error()
}

// set takes the value of one key, or says what is wrong with it.
func (r *request) set(name string, value json.RawMessage) (reason string) {
	var text *string
	if name != "id" && json.Unmarshal(value, &text) != nil {
		text = nil
		reason = fmt.Sprintf("the value of %q is not text", name)
	}
	switch name {
	case "id":
		if utf8.Valid(value) {
			r.ID = value
		}
	case "op":
		if text != nil {
			r.Op = *text
		}
	case "hash":
		r.Hash = text
	case "path":
		r.Path = text
	case "content":
		r.Content = text
	case "encoding":
		r.Encoding = text
	default:
		reason = fmt.Sprintf("there is no key %q", name)
	}
	return reason
}

// hasLoneSurrogate reports whether an escape in a JSON text names one half of a
// surrogate pair without the other. The JSON package would replace it.
func hasLoneSurrogate(text []byte) bool {
	for i := bytes.IndexByte(text, '\\'); i >= 0 && i+1 < len(text); {
		n := 2 // the length of the escape
		if first, ok := escapedUnit(text[i:]); ok && utf16.IsSurrogate(first) {
			n = 6
			second, ok := escapedUnit(text[i+n:])
			if !ok || utf16.DecodeRune(first, second) == utf8.RuneError {
				return true
			}
			n = 12
		}
		next := bytes.IndexByte(text[i+n:], '\\')
		if next < 0 {
			return false
		}
		i += n + next
	}
	return false
}

// escapedUnit is the UTF-16 unit of the escape \uXXXX that text begins with.
func escapedUnit(text []byte) (rune, bool) {
	if len(text) < 6 || text[0] != '\\' || text[1] != 'u' {
		return 0, false
	}
	unit, err := strconv.ParseUint(string(text[2:6]), 16, 16)
	return rune(unit), err == nil
}

// content decodes the bytes of a put.
func (r request) content() ([]byte, error) {
	encoding := "utf-8"
	if r.Encoding != nil {
		encoding = *r.Encoding
	}
	switch encoding {
	case "utf-8":
		return []byte(*r.Content), nil
	case "base64":
		data, err := base64.StdEncoding.DecodeString(*r.Content)
		if err != nil {
			return nil, badRequest("content is not base64")
		}
		return data, nil
	default:
		return nil, badRequest("encoding is neither utf-8 nor base64")
	}
}

// plainHas recognizes {"op":"has","hash":"<64 hex>"} as most programs write it,
// because many such lines come at once. Anything else is left to the parser.
func plainHas(line []byte) (objects.ID, bool) {
	const before, after = `{"op":"has","hash":"`, `"}`
	rest, ok := bytes.CutPrefix(line, []byte(before))
	if !ok || len(rest) != 2*objects.IDSize+len(after) || string(rest[2*objects.IDSize:]) != after {
		return objects.ID{}, false
	}
	id, err := objects.ParseID(string(rest[:2*objects.IDSize]))
	return id, err == nil
}

// writeAnswer writes one line.
func (s *batchSession) writeAnswer(req request, data any, failure error) error {
	a := answerLine{ID: req.ID, OK: failure == nil, Data: data}
	if failure != nil {
		object, _ := contract.Describe(contract.From(failure), "store/batch")
		a.Error = &object
	}
	line, err := contract.EncodeJSON(a)
	if err != nil {
		return err
	}
	_, err = s.out.Write(append(line, '\n'))
	return err
}
