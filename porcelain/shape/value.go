package shape

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// member is one field of an object: its name, and key and value as they are
// written.
type member struct {
	name       string
	key, value []byte
}

// errInvalid is for input that is not what the frame encodes.
var errInvalid = errors.New("shape: not a JSON object")

// checkObject returns the object without the blanks around it, once it is known
// to be one. The functions below trust what it let through.
func checkObject(text []byte) ([]byte, error) {
	text = bytes.TrimSpace(text)
	if len(text) == 0 || text[0] != '{' || !json.Valid(text) {
		return nil, errInvalid
	}
	return text, nil
}

// members opens an object: its fields in their order, the values verbatim.
func members(object []byte) ([]member, error) {
	var list []member
	for i := skipBlank(object, 1); object[i] != '}'; {
		end := valueEnd(object, i)
		m := member{key: object[i:end]}
		if name, ok := plainName(m.key); ok {
			m.name = name
		} else if err := json.Unmarshal(m.key, &m.name); err != nil {
			return nil, err
		}
		i = skipBlank(object, end) + 1 // the colon
		i = skipBlank(object, i)
		end = valueEnd(object, i)
		m.value = object[i:end]
		list = append(list, m)
		if i = skipBlank(object, end); object[i] == ',' {
			i = skipBlank(object, i+1)
		}
	}
	return list, checkNames(list)
}

// plainName is the text of a key without escapes.
func plainName(key []byte) (string, bool) {
	inner := key[1 : len(key)-1]
	return string(inner), bytes.IndexByte(inner, '\\') < 0
}

// checkNames refuses an object with two fields of one name: which of them is
// meant is not defined.
func checkNames(list []member) error {
	const few = 16
	if len(list) <= few {
		for i := range list {
			for j := range i {
				if list[i].name == list[j].name {
					return fmt.Errorf("shape: the field %q is there twice", list[i].name)
				}
			}
		}
		return nil
	}
	seen := make(map[string]bool, len(list))
	for i := range list {
		if seen[list[i].name] {
			return fmt.Errorf("shape: the field %q is there twice", list[i].name)
		}
		seen[list[i].name] = true
	}
	return nil
}

// entries opens a list: its values verbatim.
func entries(list []byte) [][]byte {
	var values [][]byte
	for i := skipBlank(list, 1); list[i] != ']'; {
		end := valueEnd(list, i)
		values = append(values, list[i:end])
		if i = skipBlank(list, end); list[i] == ',' {
			i = skipBlank(list, i+1)
		}
	}
	return values
}

// appendMember writes a field behind others of its object.
func appendMember(dst, key, value []byte) []byte {
	dst = append(appendComma(dst), key...)
	return append(append(dst, ':'), value...)
}

// appendComma separates a value from the one before it in its object or list.
func appendComma(dst []byte) []byte {
	if last := dst[len(dst)-1]; last != '{' && last != '[' {
		dst = append(dst, ',')
	}
	return dst
}

func skipBlank(text []byte, i int) int {
	for i < len(text) && (text[i] == ' ' || text[i] == '\t' || text[i] == '\n' || text[i] == '\r') {
		i++
	}
	return i
}

// valueEnd is the index behind the value that begins at i.
func valueEnd(text []byte, i int) int {
	switch text[i] {
	case '"':
		return stringEnd(text, i)
	case '{', '[':
		return nestedEnd(text, i)
	}
	for i < len(text) && bytes.IndexByte([]byte(" \t\r\n,:]}"), text[i]) < 0 {
		i++
	}
	return i
}

func stringEnd(text []byte, i int) int {
	for i++; text[i] != '"'; i++ {
		if text[i] == '\\' {
			i++
		}
	}
	return i + 1
}

func nestedEnd(text []byte, i int) int {
	for depth := 0; ; {
		switch text[i] {
		case '"':
			i = stringEnd(text, i)
			continue
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return i + 1
			}
		}
		i++
	}
}
