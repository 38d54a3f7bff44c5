package workspace

import (
	"bytes"
	"errors"
	"io"
	"os"
	"reflect"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// maxConfig is the greatest size of a configuration file, in bytes: a file that
// is larger is no configuration.
const maxConfig = 1 << 20

// ConfigError reports a configuration file that cannot be used, and why in words
// that say nothing of this program's insides.
type ConfigError struct {
	File string // free of the user's own paths
	Key  string // with its tables, separated by dots; empty when it is none's fault
	// Line and Column, from 1, are where it begins, and EndColumn is behind it; 0
	// when unknown. Columns count bytes.
	Line, Column, EndColumn int
	Reason                  string
}

func (e *ConfigError) Error() string { return e.File + ": " + e.Reason }

// source is a TOML file that was read.
type source struct {
	name string // as a *ConfigError calls the file
	data []byte
}

// decodeFile reads a TOML file strictly: unknown keys are refused.
func decodeFile(path, name string, into any) (source, error) {
	f, err := os.Open(path)
	if err != nil {
		return source{}, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxConfig+1))
	if err != nil {
		return source{}, err
	}
	s := source{name: name, data: data}
	if len(data) > maxConfig {
		return s, &ConfigError{File: name, Reason: "is larger than 1 MiB"}
	}
	return s, s.decode(into)
}

func (s source) decode(into any) error {
	dec := toml.NewDecoder(bytes.NewReader(s.data))
	dec.DisallowUnknownFields()
	err := dec.Decode(into)
	if err == nil {
		return nil
	}
	if unknown, ok := errors.AsType[*toml.StrictMissingError](err); ok && len(unknown.Errors) > 0 {
		first := &unknown.Errors[0]
		key := strings.Join(first.Key(), ".")
		return s.at(first, key, "unknown key "+key)
	}
	var document map[string]any
	if malformed, ok := errors.AsType[*toml.DecodeError](toml.Unmarshal(s.data, &document)); ok {
		return s.at(malformed, "", strings.TrimPrefix(malformed.Error(), "toml: "))
	}
	if wrong, ok := errors.AsType[*toml.DecodeError](err); ok && len(wrong.Key()) > 0 {
		key, want := wanted(wrong.Key(), document, reflect.TypeOf(into).Elem())
		return s.at(wrong, key, key+" "+want)
	}
	return &ConfigError{File: s.name, Reason: "does not have the form of a configuration"}
}

// at is a *ConfigError at the place of an error of the decoder.
func (s source) at(where *toml.DecodeError, key, reason string) *ConfigError {
	line, column := where.Position()
	return &ConfigError{File: s.name, Key: key, Line: line, Column: column, EndColumn: s.tokenEnd(line, column), Reason: reason}
}

// fault is a *ConfigError about a key in front of all tables whose value cannot be
// used.
func (s source) fault(key, reason string) *ConfigError {
	e := &ConfigError{File: s.name, Key: key, Reason: reason}
	number := 0
	for line := range bytes.Lines(s.data) {
		number++
		text := bytes.TrimLeft(line, " \t")
		if bytes.HasPrefix(text, []byte("[")) {
			return e
		}
		rest, ok := bytes.CutPrefix(text, []byte(key))
		if ok && bytes.HasPrefix(bytes.TrimLeft(rest, " \t"), []byte("=")) {
			e.Line, e.Column = number, len(line)-len(text)+1
			e.EndColumn = e.Column + len(key)
			return e
		}
	}
	return e
}

// tokenEnd is the column behind the key or the value that begins at a place.
func (s source) tokenEnd(line, column int) int {
	lines := bytes.Split(s.data, []byte("\n"))
	if line < 1 || line > len(lines) || column < 1 || column > len(lines[line-1]) {
		return column
	}
	token := lines[line-1][column-1:]
	if quote := token[0]; quote == '"' || quote == '\'' {
		if end := bytes.IndexByte(token[1:], quote); end >= 0 {
			return column + end + 2
		}
	}
	if end := bytes.IndexAny(token[1:], " \t\r=#,]}"); end >= 0 {
		return column + end + 1
	}
	return column + len(token)
}

// wanted says of what kind the value of a key has to be that is of another. The
// key that is named may be inside of it, or, in an inline table, around it.
func wanted(key []string, document map[string]any, into reflect.Type) (name, want string) {
	value := any(document)
	for i, part := range key {
		if into.Kind() != reflect.Struct {
			return strings.Join(key[:i], "."), notA(into)
		}
		into = fieldOf(into, part)
		table, _ := value.(map[string]any)
		value = table[part]
	}
	name = strings.Join(key, ".")
	if _, isTable := value.(map[string]any); isTable && into.Kind() == reflect.Struct {
		return name, "has a value of the wrong kind"
	}
	return name, notA(into)
}

// fieldOf is the type of the field that a key is decoded into.
func fieldOf(t reflect.Type, key string) reflect.Type {
	for i := range t.NumField() {
		if t.Field(i).Tag.Get("toml") == key {
			return t.Field(i).Type
		}
	}
	return t
}

func notA(t reflect.Type) string {
	switch t.Kind() {
	case reflect.String:
		return "is not a text"
	case reflect.Slice:
		return "is not a list of texts"
	default:
		return "is not a table"
	}
}
