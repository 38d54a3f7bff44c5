package contracttest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/genesis-vcs/genesis/porcelain/contract"
)

// CheckStream reports how the output of --ndjson breaks the contract: the last
// line is an envelope whose data counts the other lines, and each of those is a
// record of the kind.
func CheckStream(output []byte) error { return checkStream(output, whole) }

func checkStream(output []byte, r reading) error {
	if !bytes.HasSuffix(output, []byte("\n")) {
		return errors.New("the last line does not end")
	}
	lines := bytes.SplitAfter(output, []byte("\n"))
	lines = lines[:len(lines)-1]
	records, terminal := lines[:len(lines)-1], lines[len(lines)-1]
	l, err := in(r)
	if err != nil {
		return err
	}
	e, err := l.check(terminal)
	if err != nil {
		return fmt.Errorf("the terminal record: %w", err)
	}
	if err := l.checkCount(e, len(records)); err != nil {
		return err
	}
	kind := e.commandKind()
	for i, line := range records {
		if err := l.validate(idOfKind(kind)+"#/$defs/record", line); err != nil {
			return fmt.Errorf("line %d is no record of %s: %w", i+1, kind, err)
		}
	}
	return nil
}

// checkCount compares the number of records with what the data says.
func (l *library) checkCount(e *envelope, records int) error {
	if e.Data == nil {
		return nil
	}
	list, err := l.recordsOf(e.Kind)
	if err != nil || list == "" {
		return err
	}
	if _, ok := e.Data[list]; ok {
		return fmt.Errorf("the terminal record repeats %s", list)
	}
	var count int
	if err := json.Unmarshal(e.Data[list+"_count"], &count); err != nil && e.Data[list+"_count"] != nil {
		return err
	}
	if count != records {
		return fmt.Errorf("%s_count is %d after %d records", list, count, records)
	}
	return nil
}

// commandKind is the kind of the command that ran, also where it failed before
// its result.
func (e *envelope) commandKind() contract.Kind {
	if e.Kind != contract.KindError {
		return e.Kind
	}
	command := strings.ReplaceAll(e.Error.Context.Operation, "/", " ")
	i := slices.IndexFunc(contract.Kinds, func(row contract.KindRow) bool { return row.Command == command })
	if i < 0 {
		return e.Kind
	}
	return contract.Kinds[i].Kind
}
