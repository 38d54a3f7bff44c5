package shape

import (
	"bytes"
	"strings"
)

// Patch replaces the values of existing fields of a document, each named by its
// path with dots; what does not exist stays away.
func Patch(document []byte, values map[string]any) ([]byte, error) {
	object, err := checkObject(document)
	if err != nil {
		return nil, err
	}
	tree := patch{}
	for path, value := range values {
		encoded, err := encode(value)
		if err != nil {
			return nil, err
		}
		tree.put(strings.Split(path, "."), encoded)
	}
	out, err := tree.apply(make([]byte, 0, len(document)), object)
	if err == nil && bytes.HasSuffix(document, []byte("\n")) {
		out = append(out, '\n')
	}
	return out, err
}

// patch holds new values by name; one with a patch below is not replaced itself.
type patch map[string]*replacement

type replacement struct {
	value []byte // nil: only what is below
	below patch
}

func (p patch) put(path []string, value []byte) {
	r := p[path[0]]
	if r == nil {
		r = &replacement{below: patch{}}
		p[path[0]] = r
	}
	if len(path) == 1 {
		r.value = value
		return
	}
	r.below.put(path[1:], value)
}

func (p patch) apply(dst, object []byte) ([]byte, error) {
	fields, err := members(object)
	if err != nil {
		return nil, err
	}
	dst = append(dst, '{')
	for _, m := range fields {
		r := p[m.name]
		switch {
		case r == nil || r.value == nil && m.value[0] != '{':
			dst = appendMember(dst, m.key, m.value)
		case r.value != nil:
			dst = appendMember(dst, m.key, r.value)
		default:
			if dst, err = r.below.apply(appendMember(dst, m.key, nil), m.value); err != nil {
				return nil, err
			}
		}
	}
	return append(dst, '}'), nil
}
