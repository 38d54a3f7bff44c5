package packstore

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/genesis-vcs/genesis/objects"
)

// Row implements objects.Store.
func (s *Store) Row(ctx context.Context, space objects.Space, name string) ([]byte, bool, error) {
	f, err := familyOf(space)
	if err != nil {
		return nil, false, err
	}
	snap, err := s.current(ctx, f)
	if err != nil {
		return nil, false, err
	}
	defer s.release(snap)
	v, ok := snap.lookup(f, name)
	return slices.Clone(v), ok, nil
}

// Rows implements objects.Store.
func (s *Store) Rows(ctx context.Context, q objects.RowQuery) (objects.RowPage, error) {
	f, err := familyOf(q.Space)
	if err != nil {
		return objects.RowPage{}, err
	}
	snap, err := s.current(ctx, f)
	if err != nil {
		return objects.RowPage{}, err
	}
	defer s.release(snap)
	rows := snap.rows[f]
	i, found := findRow(rows, max(q.Prefix, q.After))
	if found && q.After != "" && rows[i].name == q.After {
		i++
	}
	var page objects.RowPage
	for ; i < len(rows) && strings.HasPrefix(rows[i].name, q.Prefix); i++ {
		if q.Limit > 0 && len(page.Rows) == q.Limit {
			page.More = true
			break
		}
		page.Rows = append(page.Rows, objects.Row{Space: q.Space, Name: rows[i].name, Value: slices.Clone(rows[i].value)})
	}
	return page, nil
}

// Head implements objects.Store.
func (s *Store) Head(ctx context.Context) (objects.Head, error) {
	snap, err := s.current(ctx)
	if err != nil {
		return objects.Head{}, err
	}
	defer s.release(snap)
	return snap.head, nil
}

func familyOf(space objects.Space) (family, error) {
	f, ok := spaceFamily[space]
	if !ok {
		return 0, fmt.Errorf("unknown space %q", space)
	}
	return f, nil
}
