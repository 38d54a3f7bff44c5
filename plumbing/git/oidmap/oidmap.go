// Package oidmap keeps which object of ours is which of Git's, both ways: of commits
// and tags, and of what else refs name.
//
// The map is a tree of segments under the ref refs/git-map, so that it is
// published, undone, verified and collected together with everything else. A
// segment is a blob of fixed-size rows sorted by Git's name, with a second order
// by ours; a lookup reads a few ranges of each segment. Adding writes a new
// segment and merges those behind it that are not much larger, so that the cost
// of adding follows what is added, and the number of segments grows with the
// logarithm of the rows.
package oidmap

import (
	"bytes"
	"context"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/chunk"
	"github.com/genesis-vcs/genesis/plumbing/git/gitobj"
	"github.com/genesis-vcs/genesis/refs"
)

// Ref names the root of the map.
const Ref = refs.GitMap

// Pair is one row.
type Pair struct {
	OID gitobj.OID
	ID  objects.ID
}

// Map answers questions about the map of a store as it was when it was opened. It
// is for one goroutine.
type Map struct {
	// Root is the tree under Ref; zero when there is no map.
	Root objects.ID

	segments []*segment // the newest first
}

// Open opens the map of the store; one that has none is empty. Errors:
// *SegmentError, and those of the store.
func Open(ctx context.Context, db *refs.DB) (*Map, error) {
	root, ok, err := db.Get(ctx, Ref)
	if err != nil || !ok {
		return &Map{}, err
	}
	return load(ctx, db.Store(), root)
}

func load(ctx context.Context, store objects.Store, root objects.ID) (*Map, error) {
	object, err := store.Get(ctx, root)
	if err != nil {
		return nil, err
	}
	if object.Kind != objects.KindTree {
		return nil, &SegmentError{ID: root, Reason: "its root is no tree"}
	}
	tree, err := objects.DecodeAs[*objects.Tree](object.Data)
	if err != nil {
		return nil, err
	}
	m := &Map{Root: root}
	for i := len(tree.Entries) - 1; i >= 0; i-- {
		s, err := openSegment(ctx, store, tree.Entries[i])
		if err != nil {
			return nil, err
		}
		m.segments = append(m.segments, s)
	}
	return m, nil
}

// Rows counts the rows.
func (m *Map) Rows() (n int) {
	for _, s := range m.segments {
		n += s.count
	}
	return n
}

// ID returns the object that came from, or went to, the Git object.
func (m *Map) ID(oid gitobj.OID) (id objects.ID, ok bool, err error) {
	for _, s := range m.segments {
		i, err := s.byOID(oid[:])
		if err != nil {
			return id, false, err
		}
		if i == s.count {
			continue
		}
		p, err := s.row(i)
		if err != nil || p.OID == oid {
			return p.ID, err == nil, err
		}
	}
	return id, false, nil
}

// OID returns the name in Git. Where several rows have the object, it is one of
// them, that of the newest segment and the least there.
func (m *Map) OID(id objects.ID) (oid gitobj.OID, ok bool, err error) {
	for _, s := range m.segments {
		oids, err := s.byID(id, nil)
		if err != nil || len(oids) > 0 {
			return append(oids, oid)[0], err == nil, err
		}
	}
	return oid, false, nil
}

// OIDs returns all names in Git: an object has several when it could not be
// exported under the one that it had.
func (m *Map) OIDs(id objects.ID) (oids []gitobj.OID, err error) {
	for _, s := range m.segments {
		if oids, err = s.byID(id, oids); err != nil {
			return nil, err
		}
	}
	return oids, nil
}

// WithPrefix returns up to limit rows whose Git names begin with the hex digits.
func (m *Map) WithPrefix(digits string, limit int) ([]Pair, error) {
	least, err := hex.DecodeString(digits + strings.Repeat("0", len(digits)%2))
	if err != nil {
		return nil, err
	}
	var found []Pair
	seen := map[gitobj.OID]bool{}
	for _, s := range m.segments {
		i, err := s.byOID(least)
		if err != nil {
			return nil, err
		}
		for ; i < s.count && len(found) < limit; i++ {
			p, err := s.row(i)
			if err != nil {
				return nil, err
			}
			if !strings.HasPrefix(p.OID.String(), digits) {
				break
			}
			if !seen[p.OID] {
				seen[p.OID] = true
				found = append(found, p)
			}
		}
	}
	return found, nil
}

// Each calls visit for every row, segment by segment.
func (m *Map) Each(visit func(Pair) error) error {
	for _, s := range m.segments {
		if err := s.each(visit); err != nil {
			return err
		}
	}
	return nil
}

// Add stages the map with further rows and returns its root, for Ref. Rows that
// are there already are dropped; without a new one the root stays (zero if there
// is no map).
func (m *Map) Add(ctx context.Context, stage objects.Stage, pairs []Pair) (root objects.ID, err error) {
	fresh := make([]Pair, 0, len(pairs))
	for _, p := range pairs {
		id, ok, err := m.ID(p.OID)
		if err != nil {
			return root, err
		}
		if !ok || id != p.ID {
			fresh = append(fresh, p)
		}
	}
	if len(fresh) == 0 {
		return m.Root, nil
	}
	kept := m.segments
	number := uint64(0)
	if len(kept) > 0 {
		if number, err = strconv.ParseUint(kept[0].name, 16, 64); err != nil {
			return root, kept[0].malformed("a segment has no number")
		}
	}
	for len(kept) > 0 && kept[0].count <= 2*len(fresh) {
		if err := kept[0].each(func(p Pair) error { fresh = append(fresh, p); return ctx.Err() }); err != nil {
			return root, err
		}
		kept = kept[1:]
	}
	// Of two rows for one name of Git the newer one counts, which comes first.
	slices.SortStableFunc(fresh, func(a, b Pair) int { return a.OID.Compare(b.OID) })
	fresh = slices.CompactFunc(fresh, func(a, b Pair) bool { return a.OID == b.OID })
	blob, err := chunk.Put(ctx, stage, bytes.NewReader(encodeSegment(fresh)), nil)
	if err != nil {
		return root, err
	}
	tree := &objects.Tree{}
	for i := len(kept) - 1; i >= 0; i-- {
		tree.Entries = append(tree.Entries, kept[i].entry)
	}
	tree.Entries = append(tree.Entries, objects.Entry{
		Name: objects.Bytes(segmentName(number + 1)), Mode: objects.ModeFile, ID: blob.ID, Size: blob.Size,
	})
	data, err := objects.Encode(tree)
	if err != nil {
		return root, err
	}
	root, _, err = stage.Put(ctx, objects.KindTree, data)
	return root, err
}
