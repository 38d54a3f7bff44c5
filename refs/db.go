package refs

import (
	"context"

	"github.com/genesis-vcs/genesis/objects"
)

// DB reads and changes the refs, HEADs, pins and settings of a store. It holds
// no state of its own: what one call sees, another writer may have changed at
// the next. It may be used from several goroutines at once.
type DB struct {
	store  objects.Store
	gate   PolicyGate
	origin Origin
}

// New returns a DB on the store. A nil gate is AllowAll.
func New(store objects.Store, gate PolicyGate, origin Origin) *DB {
	if gate == nil {
		gate = AllowAll{}
	}
	return &DB{store: store, gate: gate, origin: origin}
}

// Store returns the store that the DB works on.
func (db *DB) Store() objects.Store { return db.store }

// Workspace is the id of the origin's workspace; empty for a bare store.
func (db *DB) Workspace() string { return db.origin.Workspace }

// Get returns the value of a ref; ok is false when it is not set.
func (db *DB) Get(ctx context.Context, name Name) (id objects.ID, ok bool, err error) {
	value, ok, err := db.store.Row(ctx, objects.SpaceRef, string(name))
	if err != nil || !ok {
		return objects.ID{}, false, err
	}
	id, err = decodeRef(string(name), value)
	return id, err == nil, err
}

// List returns the refs whose names begin with prefix, sorted.
func (db *DB) List(ctx context.Context, prefix string) ([]Ref, error) {
	rows, err := readSpace(ctx, db.store, objects.SpaceRef, prefix)
	if err != nil {
		return nil, err
	}
	list := make([]Ref, len(rows))
	for i, row := range rows {
		id, err := decodeRef(row.Name, row.Value)
		if err != nil {
			return nil, err
		}
		list[i] = Ref{Name: Name(row.Name), ID: id}
	}
	return list, nil
}

// Head returns the HEAD of the origin's workspace and the commit it stands on
// (zero: unset, or an unborn branch). Without a workspace it is unset.
func (db *DB) Head(ctx context.Context) (Head, objects.ID, error) {
	if db.origin.Workspace == "" {
		return Head{}, objects.ID{}, nil
	}
	value, ok, err := db.store.Row(ctx, objects.SpaceHead, db.origin.Workspace)
	if err != nil || !ok {
		return Head{}, objects.ID{}, err
	}
	head, err := decodeHead(db.origin.Workspace, value)
	if err != nil || head.Branch == "" {
		return head, head.Detached, err
	}
	id, _, err := db.Get(ctx, head.Branch)
	return head, id, err
}

// Pin is an object that is kept whether or not anything reaches it.
type Pin struct {
	ID   objects.ID
	Note string
}

// Pins returns all pins, sorted by id.
func (db *DB) Pins(ctx context.Context) ([]Pin, error) {
	rows, err := readSpace(ctx, db.store, objects.SpacePin, "")
	if err != nil {
		return nil, err
	}
	pins := make([]Pin, len(rows))
	for i, row := range rows {
		id, err := objects.ParseID(row.Name)
		if err != nil {
			return nil, damagedRow(objects.SpacePin, row.Name)
		}
		pins[i] = Pin{ID: id, Note: string(row.Value)}
	}
	return pins, nil
}

// Setting returns the value of a setting; ok is false when it is not set.
func (db *DB) Setting(ctx context.Context, name string) (value []byte, ok bool, err error) {
	return db.store.Row(ctx, objects.SpaceSetting, name)
}

// readSpace returns all rows of a space whose names begin with prefix.
func readSpace(ctx context.Context, store objects.Store, space objects.Space, prefix string) ([]objects.Row, error) {
	var rows []objects.Row
	query := objects.RowQuery{Space: space, Prefix: prefix}
	for {
		page, err := store.Rows(ctx, query)
		if err != nil {
			return nil, err
		}
		rows = append(rows, page.Rows...)
		if !page.More || len(page.Rows) == 0 {
			return rows, nil
		}
		query.After = page.Rows[len(page.Rows)-1].Name
	}
}
