package shape

import (
	"bytes"

	"github.com/genesis-vcs/genesis/porcelain/contract"
)

// Values are fields and what is to be there. Values in Values are those of the
// object in the field.
type Values map[string]any

// Patch replaces the values of fields of a document; a field that the document
// does not have stays away.
func Patch(document []byte, values Values) ([]byte, error) {
	object, err := checkObject(document)
	if err != nil {
		return nil, err
	}
	fields, err := members(object)
	if err != nil {
		return nil, err
	}
	out := append(make([]byte, 0, len(document)), '{')
	for _, m := range fields {
		if value, ok := values[m.name]; ok {
			if m.value, err = patched(m.value, value); err != nil {
				return nil, err
			}
		}
		out = appendMember(out, m.key, m.value)
	}
	out = append(out, '}')
	if bytes.HasSuffix(document, []byte("\n")) {
		out = append(out, '\n')
	}
	return out, nil
}

// patched is what takes the place of a value.
func patched(old []byte, value any) ([]byte, error) {
	if inner, ok := value.(Values); ok {
		return Patch(old, inner)
	}
	return contract.EncodeJSON(value)
}
