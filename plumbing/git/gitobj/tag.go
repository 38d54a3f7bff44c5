package gitobj

import (
	"bytes"

	"github.com/genesis-vcs/genesis/objects"
)

// TagBody is an annotated tag of Git.
type TagBody struct {
	Target OID
	Type   Type // of the target
	// Fields has all the rest; its Target and TargetKind are not set.
	Fields objects.Tag
}

// ParseTag reads the body of a tag, by the same rules as ParseCommit: the target,
// its type and the name of the tag must be there.
func ParseTag(body []byte) (*TagBody, error) {
	t := &TagBody{}
	lines := headerLines{rest: body}
	object, _ := lines.take("object")
	var err error
	if t.Target, err = parseOID(object); err != nil {
		return nil, &MalformedError{Type: Tag, Reason: "it does not begin with an object"}
	}
	kind, _ := lines.take("type")
	var ok bool
	if t.Type, ok = ParseType(string(kind)); !ok {
		return nil, &MalformedError{Type: Tag, Reason: "the type of its object is unknown"}
	}
	name, _ := lines.take("tag")
	if len(name) == 0 || len(name) > objects.MaxName {
		return nil, &MalformedError{Type: Tag, Reason: "it has no name"}
	}
	f := &t.Fields
	f.Name = objects.Bytes(name)
	if tagger, ok := lines.take("tagger"); ok {
		p := parsePerson(tagger)
		f.Tagger = &p
	}
	if encoding, ok := lines.take("encoding"); ok && plainText(encoding) {
		f.Encoding = string(encoding)
	}
	f.Extra = lines.foreign(t.setOwn)
	f.Message = objects.Bytes(lines.message())
	if !bytes.Equal(t.appendFields(nil), body) {
		f.Extra = append(f.Extra, objects.Header{Name: RawHeader, Value: objects.Bytes(body)})
	}
	return t, nil
}

// headerTaggerAgent is the header of the one field of a tag that Git lacks.
const headerTaggerAgent = "genesis-tagger-agent"

func (t *TagBody) setOwn(name, value string) bool {
	return name == headerTaggerAgent && t.Fields.Tagger != nil && value != "" && setText(&t.Fields.Tagger.Agent, value)
}

// Encode returns the body.
func (t *TagBody) Encode() []byte {
	if raw, ok := rawOf(t.Fields.Extra); ok && bytes.HasPrefix([]byte(raw), t.appendLinks(nil)) {
		return []byte(raw)
	}
	return t.appendFields(nil)
}

func (t *TagBody) appendLinks(b []byte) []byte {
	b = appendOIDLine(b, "object", t.Target)
	b = append(b, "type "...)
	b = append(b, t.Type.String()...)
	return append(b, '\n')
}

// appendFields appends the body that the fields make, without RawHeader.
func (t *TagBody) appendFields(b []byte) []byte {
	f := &t.Fields
	b = t.appendLinks(b)
	b = appendHeader(b, "tag", string(f.Name))
	if f.Tagger != nil {
		b = appendPerson(append(b, "tagger "...), f.Tagger)
	}
	if f.Encoding != "" {
		b = appendHeader(b, "encoding", f.Encoding)
	}
	if f.Tagger != nil {
		b = appendText(b, headerTaggerAgent, f.Tagger.Agent)
	}
	for _, h := range f.Extra {
		if h.Name != RawHeader {
			b = appendHeader(b, string(h.Name), string(h.Value))
		}
	}
	b = append(b, '\n')
	return append(b, f.Message...)
}
