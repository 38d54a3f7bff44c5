// Package oidmap keeps which commit or tag of ours is which of Git's, both ways.
//
// The map is a tree of segments under the ref refs/git-map, so that it is
// published, undone, verified and collected together with everything else. A
// segment is a blob of fixed-size rows sorted by Git's name, with a second order
// by ours; a lookup reads a few ranges of each segment. Adding writes a new
// segment and merges those behind it that are not much larger, so that the cost
// of adding follows what is added.
package oidmap

import (
	"context"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/git/gitobj"
	"github.com/genesis-vcs/genesis/refs"
)

// Ref names the root of the map.
const Ref refs.Name = "refs/git-map"

// Pair is one row.
type Pair struct {
	OID gitobj.OID
	ID  objects.ID
}

// Map answers questions about the map of a store as it was when it was opened.
type Map struct {
	// Root is the tree under Ref; zero when there is no map.
	Root objects.ID
}

// Open opens the map of the store; one that has none is empty.
func Open(ctx context.Context, db *refs.DB) (*Map, error) { panic("not built") }

// ID returns the object that came from, or went to, the Git object.
func (m *Map) ID(ctx context.Context, oid gitobj.OID) (id objects.ID, ok bool, err error) {
	panic("not built")
}

// OID returns the name in Git. Where several rows have the object, it is that of
// the newest segment.
func (m *Map) OID(ctx context.Context, id objects.ID) (oid gitobj.OID, ok bool, err error) {
	panic("not built")
}

// WithPrefix returns up to limit rows whose Git names begin with the hex digits.
func (m *Map) WithPrefix(ctx context.Context, hex string, limit int) ([]Pair, error) {
	panic("not built")
}

// Each calls visit for every row, segment by segment.
func (m *Map) Each(ctx context.Context, visit func(Pair) error) error { panic("not built") }

// Add stages the map with further rows and returns its root, for Ref. Rows that
// are there already are dropped; without a new one the root stays.
func (m *Map) Add(ctx context.Context, stage objects.Stage, pairs []Pair) (root objects.ID, err error) {
	panic("not built")
}
