package contracttest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/genesis-vcs/genesis/porcelain/contract"
)

// CheckAnswers reports how the output of `store batch` breaks the contract: each
// line is an answer as its schema has it, with the data of store has, get or
// put, or with an error of the registry that says where it belongs. count is the
// number of answers.
func CheckAnswers(output []byte) (count int, err error) {
	l, err := in(whole)
	if err != nil {
		return 0, err
	}
	for line := range bytes.Lines(output) {
		count++
		if err := l.checkAnswer(line); err != nil {
			return count, fmt.Errorf("answer %d: %w", count, err)
		}
	}
	return count, nil
}

func (l *library) checkAnswer(line []byte) error {
	if !bytes.HasSuffix(line, []byte("\n")) {
		return errors.New("the line does not end")
	}
	if err := l.validate(idOfKind(contract.KindOf("store", "batch")), line); err != nil {
		return err
	}
	var a struct {
		OK    bool
		Data  json.RawMessage
		Error *contract.ErrorObject
	}
	if err := json.Unmarshal(line, &a); err != nil {
		return err
	}
	switch {
	case a.OK != (a.Error == nil), a.OK != (a.Data != nil):
		return errors.New("neither data alone nor an error alone")
	case a.OK:
		return nil
	case contract.Lookup(a.Error.Code) == nil:
		return fmt.Errorf("unknown code %q", a.Error.Code)
	}
	return CheckTexts(a.Error)
}
