// Package packstore is the embedded store: immutable packs and a transactional
// catalog.
package packstore

import (
	"context"

	"github.com/genesis-vcs/genesis/objects"
)

// Totals are the sums over a whole store.
type Totals struct {
	Kinds        []KindTotal // in the order of objects.Kinds, only those present
	LogicalBytes uint64      // blobs by their content size plus structured objects
	StoredBytes  uint64      // records with headers
	DiskBytes    uint64      // what the store's files occupy as the disk allocates them
	Packs        int
}

// KindTotal sums the objects of one kind. Chunked blobs count their content
// size in Bytes, and their own record only in Stored.
type KindTotal struct {
	Kind    objects.Kind
	Objects int
	Bytes   uint64
	Stored  uint64
}

// Totals counts what the store holds.
func (s *Store) Totals(ctx context.Context) (Totals, error) { panic("todo") }

// VerifyOptions select what Verify reads.
type VerifyOptions struct {
	// IDs restricts the check to these objects and all that they reach; empty
	// checks the whole store.
	IDs []objects.ID
	// Reachable checks what the rows and the operations reach, not the rest.
	Reachable bool
	// Part and Of, when Of > 0, read the data of only the n-th of t parts of
	// the objects; structure and references are checked all the same.
	Part, Of int
	// Progress, if not nil, is told the objects and bytes of each step.
	Progress func(objects int, bytes uint64)
}

// Damage is one thing that is wrong.
type Damage struct {
	ID   objects.ID   // zero when the damage is not in one object
	Kind objects.Kind // zero when unknown
	Code string       // "store/corrupt", "store/catalog-damaged", …
	What string       // record, footer, catalog, slots, …
	Path string       // file, relative to the store
	Why  string
}

// Missing is an object that something refers to and that is not there.
type Missing struct {
	ID           objects.ID
	ReferencedBy []string // "<kind> <id>" or "ref <name>", sorted
}

// VerifyReport is what Verify found. The store is sound when Corrupt and
// Missing are empty.
type VerifyReport struct {
	Checked     int
	Bytes       uint64
	ByKind      map[objects.Kind]int
	Corrupt     []Damage
	Missing     []Missing
	RefsChecked int
}

// Verify checks every byte with meaning: packs, footers, slots, catalog rows,
// hashes, references. It takes no lock while it reads packs. It returns an
// error only when it could not finish.
func (s *Store) Verify(ctx context.Context, opts VerifyOptions) (VerifyReport, error) { panic("todo") }

// RepairReport says what RebuildCatalog restored and what it could not.
type RepairReport struct {
	Packs        int
	Objects      int
	RefsRestored int
	Operations   int
	Losses       []Loss
}

// Loss is one thing that could not be brought back.
type Loss struct {
	What   string
	Reason string
}

// RebuildCatalog makes a new catalog from the packs alone: footers (rebuilt
// from the records where they are damaged), the newest view and the operations
// after it. The old catalog is replaced only when the new one is complete.
// With dryRun it reports and changes nothing.
func RebuildCatalog(ctx context.Context, dir string, opts Options, dryRun bool) (RepairReport, error) {
	panic("todo")
}
