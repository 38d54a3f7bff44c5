package objects

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Caps on rows. They keep a row far below what the catalog takes in one
// transaction.
const (
	// MaxRowName is the greatest length of a row's name in bytes.
	MaxRowName = 4096
	// MaxRowValue is the greatest length of a row's value in bytes.
	MaxRowValue = 64 << 10
)

// Table is the rows of a store as Publish finds them under its lock. Stores
// implement it for ResolveBatch.
type Table interface {
	// Row returns the value of one row; ok is false when it is not set.
	Row(space Space, name string) (value []byte, ok bool, err error)
	// Next returns the least name of the space that begins with prefix and
	// sorts behind after; ok is false when there is none.
	Next(space Space, prefix, after string) (name string, ok bool, err error)
}

// Resolved is what a batch does to the rows and the operations that it finds.
type Resolved struct {
	// Changes are the rows that really change, with old and new values, in the
	// order of an operation: by space (as in Spaces), then by name.
	Changes []OpChange
	// Noop is set by the rule of Published.Noop.
	Noop bool
	// Operation is the completed record, with its number, its identity and its
	// canonical bytes. It is nil when the batch has none and when Noop.
	Operation *Operation
	Seq       uint64
	ID        ID
	Data      []byte
}

// ResolveBatch is the part of Publish that every store shares: it checks the
// expectations and guards of a batch, finds the rows that change, and completes
// the operation that follows head. It changes nothing.
//
// Expectations are checked against the rows as they are, guards against the
// rows as the batch leaves them: so a batch can delete "a" and set "a/b".
//
// Errors: *ConflictError for the first expectation (in the order of Changes)
// or guard that does not hold, *EncodingError for a batch that no store takes,
// and those of the table.
func ResolveBatch(table Table, head Head, stats StageStats, batch Batch) (Resolved, error) {
	changes, err := sortChanges(batch)
	if err != nil {
		return Resolved{}, err
	}
	done, err := resolveChanges(table, changes)
	if err != nil {
		return Resolved{}, err
	}
	for _, g := range batch.Guards {
		if err := checkGuard(table, g, changes); err != nil {
			return Resolved{}, err
		}
	}
	out := Resolved{Changes: done}
	always := batch.Always && batch.Operation != nil
	if stats.Objects == 0 && len(done) == 0 && !batch.Operation.movesWorktree() && !always {
		out.Noop = true
		return out, nil
	}
	if batch.Operation == nil {
		return out, nil
	}
	op := *batch.Operation
	op.Seq, op.Parent, op.Changes = head.Seq+1, head.Operation, done
	if out.Data, err = Encode(&op); err != nil {
		return Resolved{}, err
	}
	out.Operation, out.Seq, out.ID = &op, op.Seq, Sum(KindOperation, out.Data)
	return out, nil
}

// movesWorktree reports whether the operation says that the working tree went
// from one snapshot to another, or that files were saved.
func (op *Operation) movesWorktree() bool {
	return op != nil && (op.WorktreeBefore != op.WorktreeAfter || !op.Saved.IsZero())
}

// sortChanges returns the changes of a batch in the order of an operation, and
// refuses what cannot be recorded in one.
func sortChanges(batch Batch) ([]Change, error) {
	if batch.Operation == nil && len(batch.Changes) > 0 {
		return nil, badBatch("rows change without an operation")
	}
	changes := slices.Clone(batch.Changes)
	slices.SortStableFunc(changes, func(a, b Change) int {
		return compareRows(a.Space, a.Name, b.Space, b.Name)
	})
	for i, c := range changes {
		if err := checkRow(c.Space, c.Name, c.New); err != nil {
			return nil, badBatch("%v", err)
		}
		if i > 0 && changes[i-1].Space == c.Space && changes[i-1].Name == c.Name {
			return nil, badBatch("two changes of the row %s %q", c.Space, c.Name)
		}
	}
	for _, g := range batch.Guards {
		if spaceOrder(g.Space) < 0 {
			return nil, badBatch("unknown space %q", g.Space)
		}
	}
	return changes, nil
}

func resolveChanges(table Table, changes []Change) ([]OpChange, error) {
	var done []OpChange
	for _, c := range changes {
		old, ok, err := table.Row(c.Space, c.Name)
		if err != nil {
			return nil, err
		}
		if !c.Expect.Holds(old, ok) {
			return nil, &ConflictError{Space: c.Space, Name: c.Name, Expected: c.Expect.want(), Actual: present(old, ok)}
		}
		if ok == (c.New != nil) && string(old) == string(c.New) {
			continue
		}
		done = append(done, OpChange{
			Space: c.Space, Name: Bytes(c.Name),
			Old: present(old, ok), New: present(c.New, c.New != nil),
		})
	}
	return done, nil
}

// want is the value that the expectation asks for, nil for "absent".
func (e Expectation) want() []byte { return present(e.Value, e.Mode == ExpectValue) }

// present copies a value, so that nil means "absent" and nothing else.
func present(value []byte, ok bool) []byte {
	if !ok {
		return nil
	}
	return append(make([]byte, 0, len(value)), value...)
}

// checkGuard looks for a row in the way, first among those that stay and then
// among those that the batch adds.
func checkGuard(table Table, g Guard, changes []Change) error {
	deleted := map[string]bool{}
	// The changes are sorted, so that many guards over many changes stay cheap.
	at, _ := slices.BinarySearchFunc(changes, g, func(c Change, g Guard) int {
		return compareRows(c.Space, c.Name, g.Space, g.Prefix)
	})
	for _, c := range changes[at:] {
		if c.Space != g.Space || !g.matches(c.Name) {
			break
		}
		if c.New != nil {
			return &ConflictError{Space: g.Space, Name: c.Name, Actual: present(c.New, true), Guard: true}
		}
		deleted[c.Name] = true
	}
	name, ok, err := g.first(table, "")
	for ok && err == nil && deleted[name] {
		name, ok, err = g.first(table, name)
	}
	if err != nil || !ok {
		return err
	}
	value, _, err := table.Row(g.Space, name)
	if err != nil {
		return err
	}
	return &ConflictError{Space: g.Space, Name: name, Actual: present(value, true), Guard: true}
}

func (g Guard) matches(name string) bool {
	return name == g.Prefix || !g.Exact && strings.HasPrefix(name, g.Prefix)
}

// first returns the first row behind after that the guard forbids.
func (g Guard) first(table Table, after string) (name string, ok bool, err error) {
	if !g.Exact {
		return table.Next(g.Space, g.Prefix, after)
	}
	if after == g.Prefix {
		return "", false, nil
	}
	_, ok, err = table.Row(g.Space, g.Prefix)
	return g.Prefix, ok, err
}

// compareRows orders rows by space, as in Spaces, and name.
func compareRows(aSpace Space, aName string, bSpace Space, bName string) int {
	if c := cmp.Compare(spaceOrder(aSpace), spaceOrder(bSpace)); c != 0 {
		return c
	}
	return cmp.Compare(aName, bName)
}

// spaceOrder is the place of a space in Spaces, -1 for an unknown one.
func spaceOrder(s Space) int { return slices.Index(Spaces, s) }

// checkRow refuses a row that no store takes.
func checkRow(space Space, name string, value []byte) error {
	switch {
	case spaceOrder(space) < 0:
		return fmt.Errorf("unknown space %q", space)
	case name == "":
		return fmt.Errorf("a row of space %s has no name", space)
	case len(name) > MaxRowName:
		return fmt.Errorf("a row name of %d bytes is over the cap of %d", len(name), MaxRowName)
	case len(value) > MaxRowValue:
		return fmt.Errorf("a row value of %d bytes is over the cap of %d", len(value), MaxRowValue)
	}
	return nil
}

func badBatch(format string, args ...any) error {
	return &EncodingError{Kind: KindOperation, Reason: fmt.Sprintf(format, args...)}
}
