package shape

import "context"

// Filter is a compiled --filter expression.
type Filter struct{}

// ParseFilter compiles a jq expression. It sees one record as its input, and
// neither the environment nor files nor further inputs.
// Errors: *FilterError.
func ParseFilter(expression string) (*Filter, error) { panic("shape: not built") }

// Keep reports whether the expression yields at least one value other than
// false and null for the record. Errors: *FilterError, and ctx's.
func (f *Filter) Keep(ctx context.Context, record []byte) (bool, error) { panic("shape: not built") }

// FilterError says why an expression does not compile or fails on a record.
type FilterError struct {
	Expression string
	Reason     string
	Running    bool // it compiled, and failed on a record
}

func (e *FilterError) Error() string { return "filter: " + e.Reason }
