package cli

import (
	"bytes"
	"context"
	"reflect"
	"slices"

	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/contract/jsontype"
	"github.com/genesis-vcs/genesis/porcelain/render"
)

// List is the list of records of a result: what --filter, --limit, --select and
// --ndjson act on. A result has one at most, as a field with a JSON name. Make
// it with NewList; the zero List holds records and shapes nothing. Do not copy
// it once it is in use.
type List[T any] struct {
	shaper *shaper
	items  []T
	stream func(p *render.Printer, item T)
}

// NewList returns the list of the result of the command that runs in env.
func NewList[T any](env *Env) List[T] {
	return List[T]{shaper: env.run.newShaper(reflect.TypeFor[T]())}
}

// Streaming makes the list write each record for a person as it comes, with
// line, instead of holding it: for lists that may be long. JSON is not touched.
func (l List[T]) Streaming(line func(p *render.Printer, item T)) List[T] {
	l.stream = line
	return l
}

// Add adds a record, unless the flags on records drop it. more is false when
// no further record will be taken, so the command can stop looking. It fails
// when the filter does, when stdout does, and when the run was answered for
// without waiting for the command.
func (l *List[T]) Add(ctx context.Context, item T) (more bool, err error) {
	if l.shaper == nil {
		l.items = append(l.items, item)
		return true, nil
	}
	keep, more, err := l.shaper.take(ctx, item)
	switch {
	case err != nil || !keep:
		return more, err
	case l.stream != nil && !l.shaper.machine():
		return more, l.shaper.print(func(p *render.Printer) { l.stream(p, item) })
	case !l.shaper.holdsRecords():
		l.items = append(l.items, item)
	}
	return more, nil
}

// AddAll adds records that are all known; those that --limit cuts off are
// counted.
func (l *List[T]) AddAll(ctx context.Context, items []T) error {
	for _, item := range items {
		if _, err := l.Add(ctx, item); err != nil {
			return err
		}
	}
	return nil
}

// Room is how many further records are worth reading at once: as many as --limit
// leaves room for, and one more, which tells that it cuts the list. ok is false
// where nothing says how many will be taken.
func (l *List[T]) Room() (n int, ok bool) {
	if l.shaper == nil {
		return 0, false
	}
	limit, filter := l.shaper.run.globals.limit, l.shaper.run.shape.filter
	return limit - l.shaper.tally.kept + 1, limit > 0 && filter == nil
}

// Items are the records that were kept, for the human form of a result. With
// --ndjson, and of a streaming list, there are none.
func (l *List[T]) Items() []T { return l.items }

// Limited reports that --limit cut the list.
func (l *List[T]) Limited() bool { return l.shaper != nil && l.shaper.tally.dropped > 0 }

// Suppressed is the number of records that the flags on records dropped.
func (l *List[T]) Suppressed() int {
	if l.shaper == nil {
		return 0
	}
	return l.shaper.tally.suppressed
}

// MarshalJSON implements json.Marshaler: the records that were kept, in their
// shape; never null.
func (l List[T]) MarshalJSON() ([]byte, error) {
	if l.shaper != nil && l.shaper.holdsRecords() {
		return slices.Concat([]byte{'['}, bytes.Join(l.shaper.tally.held, []byte{','}), []byte{']'}), nil
	}
	return contract.EncodeJSON(nonNil(l.items))
}

func nonNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// ElementType implements jsontype.RecordList.
func (l List[T]) ElementType() reflect.Type { return reflect.TypeFor[T]() }

// source is the shaper that the list was made with, and the number of records
// that it holds as values.
func (l List[T]) source() (made *shaper, held int) { return l.shaper, len(l.items) }

// recordList is what every List is, whatever its records.
type recordList interface {
	jsontype.RecordList
	source() (made *shaper, held int)
}
