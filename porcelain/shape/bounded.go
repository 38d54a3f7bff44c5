package shape

import (
	"fmt"

	"github.com/itchyny/gojq"
)

// maxMade is how long a text may be, in bytes, that a filter makes by repeating
// another one.
const maxMade = 16 << 20

const boundedMultiply = "_bounded_multiply"

// bounded are the functions of jq that make much out of little in one step, so
// that nothing could stop them in between: a text times a number, and a list with
// a long text between its entries. A definition in a query goes before jq's own;
// that of _multiply is for *= (bindMultiply is for *).
var bounded = [...]struct {
	name       string // of the function with the limit; its arguments are two values
	definition string
	original   string // for the list of the two values
	size       func(a, b any) float64
}{
	{boundedMultiply, "def _multiply(l; r): _bounded_multiply(l; r);", ".[0] * .[1]", repeatedSize},
	{"_bounded_join", "def join($x): _bounded_join(.; $x);", ".[1] as $x | .[0] | join($x)", joinedSize},
}

// bindMultiply makes a multiplication a call of the function with the limit.
func bindMultiply(q *gojq.Query) {
	if q.Op != gojq.OpMul {
		return
	}
	call := &gojq.Func{Name: boundedMultiply, Args: []*gojq.Query{q.Left, q.Right}}
	q.Term = &gojq.Term{Type: gojq.TermTypeFunc, Func: call}
	q.Left, q.Right, q.Op = nil, nil, 0
}

// boundFunctions puts the functions with the limit in the place of jq's own in a
// query that is to be compiled with the options.
func boundFunctions(query *gojq.Query) ([]gojq.CompilerOption, error) {
	var options []gojq.CompilerOption
	for _, b := range bounded {
		definition, err := gojq.Parse(b.definition + " .")
		if err != nil {
			return nil, err
		}
		original, err := gojq.Parse(b.original)
		if err != nil {
			return nil, err
		}
		code, err := gojq.Compile(original)
		if err != nil {
			return nil, err
		}
		query.FuncDefs = append(definition.FuncDefs, query.FuncDefs...)
		options = append(options, gojq.WithFunction(b.name, 2, 2, func(_ any, args []any) any {
			if b.size(args[0], args[1]) > maxMade {
				return fmt.Errorf("it makes a text of more than %d MiB", maxMade>>20)
			}
			value, _ := code.Run(args).Next()
			return value
		}))
	}
	return options, nil
}

// repeatedSize is the length of a text, a number of times, in either order.
func repeatedSize(a, b any) float64 {
	text, ok := a.(string)
	if !ok {
		a, b = b, a
		text, _ = a.(string)
	}
	times, _ := gojq.ToFloat64(b)
	return float64(len(text)) * times
}

// joinedSize is the length of what stands between the entries of a list.
func joinedSize(list, between any) float64 {
	entries, _ := list.([]any)
	text, _ := between.(string)
	return float64(len(entries)) * float64(len(text))
}
