package shape

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/itchyny/gojq"
)

// forbidden says why a filter cannot call a function of jq. Others of jq that
// read or write something do not exist in gojq as a library.
func forbidden(function string) string {
	switch function {
	case "env", "$ENV":
		return "a filter does not see the environment"
	case "input", "inputs":
		return "a filter sees one record at a time"
	case "localtime", "strflocaltime":
		return "a filter does not know the time zone of the machine; gmtime and strftime give UTC"
	}
	return ""
}

// checkQuery refuses what would make a filter depend on more than the record.
func checkQuery(query *gojq.Query) error {
	if len(query.Imports) > 0 || query.Meta != nil {
		return errors.New("a filter loads no modules")
	}
	return checkCalls(reflect.ValueOf(query))
}

// checkCalls walks the syntax tree, and puts the multiplication with a limit into
// it. gojq has many types of nodes and one of calls.
func checkCalls(node reflect.Value) error {
	switch node.Kind() {
	case reflect.Pointer:
		if node.IsNil() {
			return nil
		}
		switch part := node.Interface().(type) {
		case *gojq.Query:
			bindMultiply(part)
		case *gojq.Func:
			if reason := forbidden(part.Name); reason != "" {
				return fmt.Errorf("%s: %s", part.Name, reason)
			}
		}
		return checkCalls(node.Elem())
	case reflect.Struct:
		for i := range node.NumField() {
			if err := checkCalls(node.Field(i)); err != nil {
				return err
			}
		}
	case reflect.Slice:
		for i := range node.Len() {
			if err := checkCalls(node.Index(i)); err != nil {
				return err
			}
		}
	default: // names, numbers, operators
	}
	return nil
}
