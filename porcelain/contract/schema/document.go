package schema

import (
	"fmt"

	"github.com/google/jsonschema-go/jsonschema"
)

// Draft is the dialect of every schema.
const Draft = "https://json-schema.org/draft/2020-12/schema"

// Document is a schema as it is published.
type Document struct {
	Name    string
	Content []byte
}

// ID is the $id of the schema with this name. It names no host: nothing is to be
// fetched, every schema is in the binary.
func ID(name string) string { return "urn:genesis:schema:" + name }

// newDocument heads a schema and encodes it.
func newDocument(name, title, description string, s *jsonschema.Schema) (Document, error) {
	s.Schema, s.ID, s.Title, s.Description = Draft, ID(name), title, description
	content, err := encode(s)
	if err != nil {
		return Document{}, fmt.Errorf("schema %s: %w", name, err)
	}
	return Document{Name: name, Content: content}, nil
}

// refTo is a schema that refers to another document.
func refTo(name string) *jsonschema.Schema { return &jsonschema.Schema{Ref: ID(name)} }

// constant is a schema of one value.
func constant(value any) *jsonschema.Schema { return &jsonschema.Schema{Const: &value} }
