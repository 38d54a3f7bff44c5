package schema

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/genesis-vcs/genesis/porcelain/contract"
)

// leading are the keywords that a reader wants to see first.
var leading = []string{"$schema", "$id", "$ref", "title", "description", "type", "const", "enum", "properties", "required"}

// holders are the keywords whose value maps names of the schema's own choice.
var holders = []string{"properties", "$defs"}

// encode writes a schema indented, the leading keywords first in every object,
// the properties in the order of the fields, with a line feed.
func encode(s *jsonschema.Schema) ([]byte, error) {
	plain, err := json.Marshal(s)
	if err != nil {
		return nil, err
	}
	ordered, err := order(plain, true)
	if err != nil {
		return nil, err
	}
	var buf bytes.Buffer
	if err := json.Indent(&buf, ordered, "", "  "); err != nil {
		return nil, err
	}
	buf.WriteByte('\n')
	return buf.Bytes(), nil
}

// member is a name of an object with its value.
type member struct {
	name  string
	value json.RawMessage
}

// order rewrites a value; keywords says whether the names of an object are
// keywords.
func order(value json.RawMessage, keywords bool) (json.RawMessage, error) {
	switch value[0] {
	case '{':
		return orderObject(value, keywords)
	case '[':
		var list []json.RawMessage
		if err := json.Unmarshal(value, &list); err != nil {
			return nil, err
		}
		for i, element := range list {
			var err error
			if list[i], err = order(element, true); err != nil {
				return nil, err
			}
		}
		return contract.EncodeJSON(list)
	}
	var scalar any
	if err := json.Unmarshal(value, &scalar); err != nil {
		return nil, err
	}
	return contract.EncodeJSON(scalar)
}

func orderObject(value json.RawMessage, keywords bool) (json.RawMessage, error) {
	members, err := membersOf(value)
	if err != nil {
		return nil, err
	}
	if keywords {
		slices.SortStableFunc(members, func(a, b member) int { return rank(a.name) - rank(b.name) })
	}
	buf := bytes.NewBufferString("{")
	for i, m := range members {
		inner, err := order(m.value, !keywords || !slices.Contains(holders, m.name))
		if err != nil {
			return nil, err
		}
		name, err := contract.EncodeJSON(m.name)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			buf.WriteByte(',')
		}
		buf.Write(name)
		buf.WriteByte(':')
		buf.Write(inner)
	}
	buf.WriteByte('}')
	return buf.Bytes(), nil
}

// membersOf reads an object in the order of its bytes.
func membersOf(value json.RawMessage) ([]member, error) {
	dec := json.NewDecoder(bytes.NewReader(value))
	if _, err := dec.Token(); err != nil {
		return nil, err
	}
	var members []member
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			return nil, err
		}
		m := member{name: name.(string)}
		if err := dec.Decode(&m.value); err != nil {
			return nil, err
		}
		members = append(members, m)
	}
	return members, nil
}

// rank is the place of a keyword: the leading ones in their order, the others
// behind them as they came.
func rank(keyword string) int {
	if i := slices.Index(leading, keyword); i >= 0 {
		return i
	}
	return len(leading)
}
