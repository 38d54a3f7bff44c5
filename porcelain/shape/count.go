package shape

import (
	"fmt"
	"strconv"

	"github.com/genesis-vcs/genesis/porcelain/contract"
)

// CountList puts a number of another name in place of a field at the top of an
// object. It is an error when the field is not there, or the other one is.
func CountList(object []byte, field, countField string, count int) ([]byte, error) {
	object, err := checkObject(object)
	if err != nil {
		return nil, err
	}
	fields, err := members(object)
	if err != nil {
		return nil, err
	}
	key, err := contract.EncodeJSON(countField)
	if err != nil {
		return nil, err
	}
	out, done := []byte{'{'}, false
	for _, m := range fields {
		switch m.name {
		case field:
			out = appendMember(out, key, strconv.AppendInt(nil, int64(count), 10))
			done = true
		case countField:
			return nil, fmt.Errorf("shape: the field %q is there already", countField)
		default:
			out = appendMember(out, m.key, m.value)
		}
	}
	if !done {
		return nil, fmt.Errorf("shape: there is no field %q", field)
	}
	return append(out, '}'), nil
}
