package shape

import (
	"bytes"

	"github.com/genesis-vcs/genesis/porcelain/contract"
)

// Patch replaces the values of fields at the top of a document; a field that the
// document does not have stays away.
func Patch(document []byte, values map[string]any) ([]byte, error) {
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
			if m.value, err = contract.EncodeJSON(value); err != nil {
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
