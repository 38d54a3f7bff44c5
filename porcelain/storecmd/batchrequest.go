package storecmd

import (
	"bytes"
	"encoding/base64"
	"encoding/json"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/porcelain/contract"
)

// request is one line of `store batch`.
type request struct {
	ID       json.RawMessage `json:"id"`
	Op       string          `json:"op"`
	Hash     string          `json:"hash"`
	Path     string          `json:"path"`
	Content  *string         `json:"content"`
	Encoding string          `json:"encoding"`
}

// answerLine is one answer.
type answerLine struct {
	ID    json.RawMessage       `json:"id,omitempty"`
	OK    bool                  `json:"ok"`
	Data  any                   `json:"data,omitempty"`
	Error *contract.ErrorObject `json:"error,omitempty"`
}

func badRequest(reason string) error {
	return contract.Fail("store/bad-request", contract.Facts{"reason": reason})
}

// parseRequest reads one line strictly. Where the line is an object with an id,
// the id is returned with the error, too.
func parseRequest(line []byte) (request, error) {
	var req request
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&req); err != nil {
		return request{ID: req.ID}, badRequest(err.Error())
	}
	if dec.More() {
		return request{ID: req.ID}, badRequest("more than one value in the line")
	}
	switch req.Op {
	case "has", "get":
		if req.Path != "" || req.Content != nil || req.Encoding != "" {
			return req, badRequest(req.Op + " takes a hash only")
		}
	case "put":
		if req.Hash != "" || (req.Path == "") == (req.Content == nil) {
			return req, badRequest("put takes a path or content")
		}
		if req.Encoding != "" && req.Content == nil {
			return req, badRequest("encoding is about content")
		}
	default:
		return req, badRequest("op is none of has, get and put")
	}
	return req, nil
}

// content decodes the bytes of a put.
func (r request) content() ([]byte, error) {
	switch r.Encoding {
	case "", "utf-8":
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
	enc := json.NewEncoder(s.out)
	enc.SetEscapeHTML(false)
	return enc.Encode(a)
}
