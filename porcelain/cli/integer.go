package cli

import (
	"errors"
	"strconv"

	"github.com/spf13/pflag"
)

// Int declares a flag that takes a decimal number. The parser refuses other
// notations: what looks like a number with zeros in front is none in base 8.
func Int(fs *pflag.FlagSet, value *int, name string, def int, usage string) {
	*value = def
	fs.Var((*integer)(value), name, usage)
}

// integer is the value of a flag that Int declares.
type integer int

// String implements pflag.Value.
func (i *integer) String() string { return strconv.Itoa(int(*i)) }

// Type implements pflag.Value.
func (i *integer) Type() string { return "int" }

// Set implements pflag.Value. Errors: errNotDecimal.
func (i *integer) Set(text string) error {
	n, err := ParseDecimal(text)
	*i = integer(n)
	return err
}

var errNotDecimal = errors.New("the value is no decimal number")

// ParseDecimal reads a decimal number as a person writes it: digits without a
// zero in front, and perhaps a minus sign. Errors: errNotDecimal.
func ParseDecimal(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || strconv.Itoa(n) != text {
		return 0, errNotDecimal
	}
	return n, nil
}
