package cli

import (
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/genesis-vcs/genesis/porcelain/contract"
)

// Choice declares a flag that takes one of the allowed values, which the usage
// line lists behind usage. The parser refuses any other one. def need not be
// among them: "" stands for a flag that was not given.
func Choice[T ~string](fs *pflag.FlagSet, value *T, name string, allowed []T, def T, usage string) {
	c := &choice[T]{value: value}
	for _, a := range allowed {
		c.allowed = append(c.allowed, string(a))
	}
	*value = def
	fs.Var(c, name, usage+": "+anyOf(c.allowed))
}

// choice is the value of a flag that Choice declares.
type choice[T ~string] struct {
	value   *T
	allowed []string
}

// String implements pflag.Value.
func (c *choice[T]) String() string { return string(*c.value) }

// Type implements pflag.Value.
func (c *choice[T]) Type() string { return "choice" }

// Set implements pflag.Value. Errors: *choiceError.
func (c *choice[T]) Set(text string) error {
	if !slices.Contains(c.allowed, text) {
		return &choiceError{allowed: c.allowed}
	}
	*c.value = T(text)
	return nil
}

// Allowed are the values that the flag takes.
func (c *choice[T]) Allowed() []string { return slices.Clone(c.allowed) }

// choiceError says that a value is none of the allowed ones.
type choiceError struct{ allowed []string }

func (e *choiceError) Error() string { return "the value is none of " + strings.Join(e.allowed, ", ") }

// notAllowed is the fault for a value that is none of the allowed ones. subject
// is the name of the flag or argument; facts name it too.
func notAllowed(subject, value string, allowed []string, facts contract.Facts) *contract.Error {
	facts["value"], facts["allowed"] = value, allowed
	if near, ok := Nearest(value, allowed); ok {
		facts["suggestions"] = []string{near}
	}
	return contract.Failf("usage/bad-argument", facts, "The value of %s is none of %s", subject, strings.Join(allowed, ", "))
}

// anyOf writes values as "a, b or c".
func anyOf(values []string) string {
	if len(values) < 2 {
		return strings.Join(values, "")
	}
	last := len(values) - 1
	return strings.Join(values[:last], ", ") + " or " + values[last]
}
