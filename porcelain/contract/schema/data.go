package schema

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/contract/jsontype"
)

// Record is the name of the definition of a record.
const Record = "record"

// Result is the data of a built command: what its schema is made from.
type Result struct {
	Command string // its words, joined by blanks
	Summary string
	Kind    contract.Kind
	Types   []reflect.Type // of the values that it may be
	// Line: the result is a stream of lines, of which the types are one, and never
	// in an envelope.
	Line bool
}

// document is the schema of the result's data.
func (r Result) document() (Document, error) {
	s, err := r.schema()
	if err != nil {
		return Document{}, fmt.Errorf("the data of %s: %w", r.Command, err)
	}
	what := "The data of"
	if r.Line {
		what = "A line of"
	}
	description := what + " `genesis " + r.Command + "`: " + r.Summary + "."
	return newDocument(r.Kind.SchemaName(), string(r.Kind), description, s)
}

func (r Result) schema() (*jsonschema.Schema, error) {
	if len(r.Types) == 0 {
		return nil, errors.New("no type is declared")
	}
	m := newMaker()
	var forms []*jsonschema.Schema
	for _, t := range r.Types {
		form, err := m.form(t)
		if err != nil {
			return nil, err
		}
		forms = append(forms, form)
	}
	s := forms[0]
	if len(forms) > 1 {
		s = &jsonschema.Schema{OneOf: forms}
	}
	if len(m.defs) > 0 {
		s.Defs = m.defs
	}
	return s, nil
}

// form is the schema of one type of data. The list of records may be replaced by
// its count.
func (m *maker) form(t reflect.Type) (*jsonschema.Schema, error) {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	s, err := m.of(t)
	if err != nil || s.Type != "object" {
		return s, err
	}
	for _, f := range jsontype.Fields(t) {
		if jsontype.ElementOf(f.Type) != nil {
			orCount(s, jsontype.Name(f))
		}
	}
	return s, nil
}

// orCount lets the number of records stand for their list.
func orCount(s *jsonschema.Schema, list string) {
	count := list + "_count"
	s.Properties[list].Description = "The records. In the terminal record of --ndjson " + count + " stands for them."
	s.Properties[count] = &jsonschema.Schema{
		Type: "integer", Minimum: new(0.0), Description: "With --ndjson: the number of records, each of which was a line.",
	}
	s.PropertyOrder = insertAfter(s.PropertyOrder, list, count)
	s.Required = without(s.Required, list)
	s.OneOf = []*jsonschema.Schema{{Required: []string{list}}, {Required: []string{count}}}
}
