package contracttest

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/genesis-vcs/genesis/docs"
	"github.com/genesis-vcs/genesis/porcelain/contract"
)

// reading is how far the schemas of data are taken at their word.
type reading string

const (
	// whole: as published.
	whole reading = "whole"
	// projected: a record may lack any field, because --select was used.
	projected reading = "projected"
	// opaque: data is any object, because a test's own command made it.
	opaque reading = "opaque"
)

// object is a JSON object; of a schema, its keywords.
type object = map[string]any

// library compiles the published schemas in one reading, each when it is first
// needed.
type library struct {
	published map[string]object // by $id, in the reading
	mu        sync.Mutex
	compiler  *jsonschema.Compiler
	compiled  map[string]*jsonschema.Schema
}

var libraries = struct {
	sync.Mutex
	by map[reading]*library
}{by: map[reading]*library{}}

// in returns the library of a reading.
func in(r reading) (*library, error) {
	libraries.Lock()
	defer libraries.Unlock()
	if l := libraries.by[r]; l != nil {
		return l, nil
	}
	published, err := load()
	if err != nil {
		return nil, err
	}
	l := &library{published: published, compiler: jsonschema.NewCompiler(), compiled: map[string]*jsonschema.Schema{}}
	l.compiler.UseLoader(nowhere{})
	for id, s := range published {
		published[id] = read(s, id, r)
		if err := l.compiler.AddResource(id, published[id]); err != nil {
			return nil, err
		}
	}
	libraries.by[r] = l
	return l, nil
}

// load parses the published schemas, by $id.
func load() (map[string]object, error) {
	files, err := fs.Glob(docs.Spec, "spec/*.schema.json")
	if err != nil {
		return nil, err
	}
	all := map[string]object{}
	for _, file := range files {
		content, err := docs.Spec.ReadFile(file)
		if err != nil {
			return nil, err
		}
		value, err := jsonschema.UnmarshalJSON(bytes.NewReader(content))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		s, _ := value.(object)
		id, _ := s["$id"].(string)
		name := strings.TrimSuffix(strings.TrimPrefix(file, "spec/"), ".schema.json")
		if id != idOf(name) {
			return nil, fmt.Errorf("%s has the $id %q", file, id)
		}
		all[id] = s
	}
	return all, nil
}

func idOf(name string) string { return "urn:genesis:schema:" + name }

// idOfKind is the $id of the schema of a kind's data.
func idOfKind(kind contract.Kind) string { return idOf(kind.SchemaName()) }

// read is a schema in a reading.
func read(s object, id string, r reading) object {
	ofData := slices.ContainsFunc(contract.Kinds, func(row contract.KindRow) bool { return idOfKind(row.Kind) == id })
	switch {
	case !ofData:
	case r == opaque:
		return object{"$schema": s["$schema"], "$id": id, "type": "object"}
	case r == projected:
		if defs, ok := s["$defs"].(object); ok {
			release(defs["record"])
		}
	}
	return s
}

// release makes every property of a schema optional, at every depth.
func release(s any) {
	schema, ok := s.(object)
	if !ok {
		return
	}
	delete(schema, "required")
	if properties, ok := schema["properties"].(object); ok {
		for _, p := range properties {
			release(p)
		}
	}
	release(schema["items"])
	release(schema["additionalProperties"])
	if forms, ok := schema["oneOf"].([]any); ok {
		for _, form := range forms {
			release(form)
		}
	}
}

// nowhere loads nothing: every schema is in the binary.
type nowhere struct{}

// Load implements jsonschema.URLLoader.
func (nowhere) Load(url string) (any, error) {
	return nil, fmt.Errorf("no published schema has the $id %s", url)
}

// validate holds a JSON text against the schema at a URL.
func (l *library) validate(url string, text []byte) error {
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return err
	}
	s, err := l.schema(url)
	if err != nil {
		return err
	}
	return s.Validate(value)
}

func (l *library) schema(url string) (*jsonschema.Schema, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if s := l.compiled[url]; s != nil {
		return s, nil
	}
	s, err := l.compiler.Compile(url)
	if err != nil {
		return nil, err
	}
	l.compiled[url] = s
	return s, nil
}

// recordsOf is the name of the list of records of a kind's data; "" when there
// is none.
func (l *library) recordsOf(kind contract.Kind) (string, error) {
	s := l.published[idOfKind(kind)]
	if s == nil {
		return "", fmt.Errorf("the kind %s has no schema", kind)
	}
	forms, ok := s["oneOf"].([]any)
	if _, ofForms := s["properties"]; ofForms || !ok {
		forms = []any{s}
	}
	for _, form := range forms {
		if name := listOf(form); name != "" {
			return name, nil
		}
	}
	return "", nil
}

// listOf is the property of a schema that lists records.
func listOf(form any) string {
	properties, _ := form.(object)["properties"].(object)
	for name, p := range properties {
		property, _ := p.(object)
		if items, ok := property["items"].(object); ok && items["$ref"] == "#/$defs/record" {
			return name
		}
	}
	return ""
}

// CheckSchema holds a JSON text against the published schema with the name, and
// against nothing else.
func CheckSchema(name string, text []byte) error {
	l, err := in(whole)
	if err != nil {
		return err
	}
	return l.validate(idOf(name), text)
}

// CheckSurface reports how the bare line of the surface manifest breaks the
// manifest's own schema, which leaves room for more.
func CheckSurface(line []byte) error {
	if !bytes.HasSuffix(line, []byte("\n")) || bytes.Count(line, []byte("\n")) != 1 {
		return errors.New("not one line")
	}
	return CheckSchema("SURFACE_MANIFEST_v0.1", line)
}
