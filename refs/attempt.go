package refs

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/genesis-vcs/genesis/objects"
)

// attempt is a transaction held against the rows as they are now.
type attempt struct {
	batch   objects.Batch
	changes []objects.OpChange // the rows that would change, sorted
}

// attempt reads the rows of the transaction, makes every check and returns what
// is to be published. It changes nothing.
func (tx *Tx) attempt(ctx context.Context, stage objects.Stage) (attempt, error) {
	if err := ctx.Err(); err != nil {
		return attempt{}, err
	}
	if err := tx.sort(); err != nil {
		return attempt{}, err
	}
	present, err := tx.readRows(ctx)
	if err != nil {
		return attempt{}, err
	}
	a := attempt{}
	for _, c := range tx.changes {
		old := present[c.space][c.name]
		if err := tx.checkRow(c, old); err != nil {
			return attempt{}, err
		}
		a.add(c, old)
	}
	if err := tx.checkTargets(ctx, stage, a.changes); err != nil {
		return attempt{}, err
	}
	if a.batch.Guards, err = checkClashes(ctx, tx.db.store, a.changes); err != nil {
		return attempt{}, err
	}
	if moves := movesOf(a.changes); len(moves) > 0 {
		if err := tx.db.gate.Check(ctx, tx.db.store, stage, moves); err != nil {
			return attempt{}, err
		}
	}
	op := tx.op
	op.Seconds = tx.db.origin.seconds()
	a.batch.Operation = &op
	// A reversal is recorded even if everything is already as it will be, as
	// after the undo of a checkout whose files somebody put back by hand:
	// otherwise the same operation would be the next to be undone for ever.
	a.batch.Always = tx.always || Op{Operation: &op}.reverses() && !op.Subject.IsZero()
	return a, nil
}

// sort orders the changes as an operation does, and refuses wrong arguments and
// rows that are changed twice.
func (tx *Tx) sort() error {
	slices.SortStableFunc(tx.changes, func(a, b change) int {
		return compareRows(a.space, a.name, b.space, b.name)
	})
	for i, c := range tx.changes {
		if c.err != nil {
			return c.err
		}
		if i > 0 && tx.changes[i-1].space == c.space && tx.changes[i-1].name == c.name {
			return &InvalidNameError{Name: c.name, Rule: "is changed twice in one transaction"}
		}
	}
	return nil
}

// compareRows orders rows as operations list them: by space, then by name.
func compareRows(aSpace objects.Space, aName string, bSpace objects.Space, bName string) int {
	if aSpace != bSpace {
		return slices.Index(objects.Spaces, aSpace) - slices.Index(objects.Spaces, bSpace)
	}
	return strings.Compare(aName, bName)
}

// fewRows is up to how many rows of a space are read one by one.
const fewRows = 4

// readRows returns the present values of the rows that the transaction changes;
// a row that is not set is missing.
func (tx *Tx) readRows(ctx context.Context) (map[objects.Space]map[string][]byte, error) {
	names := map[objects.Space][]string{}
	for _, c := range tx.changes {
		names[c.space] = append(names[c.space], c.name)
	}
	present := map[objects.Space]map[string][]byte{}
	for space, list := range names {
		var err error
		if present[space], err = readNamed(ctx, tx.db.store, space, list); err != nil {
			return nil, err
		}
	}
	return present, nil
}

func readNamed(ctx context.Context, store objects.Store, space objects.Space, names []string) (map[string][]byte, error) {
	values := map[string][]byte{}
	if len(names) > fewRows {
		rows, err := readSpace(ctx, store, space, commonPrefix(names))
		for _, row := range rows {
			values[row.Name] = row.Value
		}
		return values, err
	}
	for _, name := range names {
		value, ok, err := store.Row(ctx, space, name)
		if err != nil {
			return nil, err
		}
		if ok {
			values[name] = append([]byte{}, value...)
		}
	}
	return values, nil
}

// commonPrefix returns the longest prefix of all names.
func commonPrefix(names []string) string {
	low, high := slices.Min(names), slices.Max(names)
	n := 0
	for n < len(low) && n < len(high) && low[n] == high[n] {
		n++
	}
	return low[:n]
}

// checkRow checks what a change requires of the value old, nil for "absent".
func (tx *Tx) checkRow(c change, old []byte) error {
	if c.space == objects.SpaceRef && old != nil {
		if _, err := decodeRef(c.name, old); err != nil {
			return err
		}
	}
	switch {
	case c.stated && !sameValue(c.want, old):
		if c.reversal {
			return &UndoConflictError{Operation: tx.op.Subject, Space: c.space, Name: c.name, Expected: c.want, Actual: old}
		}
		return &ConflictError{Name: Name(c.name), Expected: valueID(c.want), Actual: valueID(old)}
	case c.exists && old == nil:
		return &NotFoundError{Name: c.name}
	}
	return nil
}

// sameValue compares values of a row; nil is "absent" and differs from empty.
func sameValue(a, b []byte) bool { return (a == nil) == (b == nil) && string(a) == string(b) }

// valueID is the inverse of idValue for values that were checked.
func valueID(value []byte) objects.ID {
	if value == nil {
		return objects.ID{}
	}
	return objects.ID(value)
}

// add puts one change into the batch. The expectation is always the value that
// was seen, so that nothing slips in between; a change that sets what is
// already there is published too, because the caller relies on it.
func (a *attempt) add(c change, old []byte) {
	expect := objects.Absent()
	if old != nil {
		expect = objects.Is(old)
	}
	a.batch.Changes = append(a.batch.Changes, objects.Change{Space: c.space, Name: c.name, New: c.value, Expect: expect})
	if !sameValue(old, c.value) {
		a.changes = append(a.changes, objects.OpChange{Space: c.space, Name: objects.Bytes(c.name), Old: old, New: c.value})
	}
}

// checkTargets checks that what refs, HEAD and pins are set to is in the stage
// or in the store and of a kind that they may hold.
func (tx *Tx) checkTargets(ctx context.Context, stage objects.Stage, changes []objects.OpChange) error {
	for _, c := range changes {
		name, id, want, err := targetOf(c)
		if err != nil {
			return err
		}
		if id.IsZero() {
			continue
		}
		info, err := stat(ctx, tx.db.store, stage, id)
		var missing *objects.NotFoundError
		switch {
		case errors.As(err, &missing):
			return &MissingObjectError{Name: name, ID: id}
		case err != nil:
			return err
		case want != 0 && info.Kind != want:
			return &KindError{Name: name, ID: id, Kind: info.Kind, Want: want}
		}
	}
	return nil
}

// targetOf returns the object that a changed row will name (zero if none), and
// its kind if only one will do.
func targetOf(c objects.OpChange) (name Name, id objects.ID, want objects.Kind, err error) {
	if c.New == nil {
		return "", objects.ID{}, 0, nil
	}
	switch c.Space {
	case objects.SpaceRef:
		name = Name(c.Name)
		id, err = decodeRef(string(c.Name), c.New)
		switch {
		case name.IsBranch():
			want = objects.KindCommit
		case name == Attestations || name == GitMap:
			want = objects.KindTree
		}
	case objects.SpaceHead:
		head, err := decodeHead(string(c.Name), c.New)
		return "HEAD", head.Detached, objects.KindCommit, err
	case objects.SpacePin:
		id, err = objects.ParseID(string(c.Name))
	case objects.SpaceSetting, objects.SpaceMark: // they name no object
	}
	return name, id, want, err
}

func stat(ctx context.Context, store objects.Store, stage objects.Stage, id objects.ID) (objects.Info, error) {
	if stage != nil {
		return stage.Stat(ctx, id)
	}
	return store.Stat(ctx, id)
}

// movesOf returns the moves of refs among the changes.
func movesOf(changes []objects.OpChange) []Move {
	var moves []Move
	for _, c := range changes {
		if c.Space == objects.SpaceRef {
			moves = append(moves, Move{Name: Name(c.Name), Old: valueID(c.Old), New: valueID(c.New)})
		}
	}
	return moves
}
