// Package jsontype tells by reflection what encoding/json makes of a Go type. The
// frame finds the parts of a result with it, and the generator of schemas makes
// their schemas, so that both see the same fields.
package jsontype

import (
	"encoding"
	"encoding/json"
	"reflect"
	"strings"
)

// RecordList is a list of records: of a result, the field that the flags on
// records act on.
type RecordList interface {
	// ElementType is the type of the records. The zero value knows it.
	ElementType() reflect.Type
}

// ElementOf is the type of the records when t is a RecordList, else nil.
func ElementOf(t reflect.Type) reflect.Type {
	if list, ok := reflect.Zero(t).Interface().(RecordList); ok {
		return list.ElementType()
	}
	return nil
}

// Fields are the fields that encoding/json writes of a struct, or of one behind a
// pointer, those of embedded parts among them; nil for other types and for those
// that encode themselves.
func Fields(t reflect.Type) []reflect.StructField {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || EncodesItself(t) {
		return nil
	}
	var fields []reflect.StructField
	for _, f := range reflect.VisibleFields(t) {
		if !f.Anonymous && f.IsExported() && f.Tag.Get("json") != "-" {
			fields = append(fields, f)
		}
	}
	return fields
}

// Name is the name that a field of Fields has in JSON.
func Name(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	if name == "" {
		return f.Name
	}
	return name
}

// EncodesItself reports whether values of the type write their own JSON or text,
// which the methods of an embedded part do, too.
func EncodesItself(t reflect.Type) bool { return EncodesJSON(t) || EncodesText(t) }

// EncodesJSON reports whether a value of the type that can be addressed writes its
// own JSON.
func EncodesJSON(t reflect.Type) bool {
	return reflect.PointerTo(t).Implements(reflect.TypeFor[json.Marshaler]())
}

// EncodesText reports whether a value of the type that can be addressed writes its
// own text, which JSON has unless the type writes its own JSON.
func EncodesText(t reflect.Type) bool {
	return reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextMarshaler]())
}
