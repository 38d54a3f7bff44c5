package commitindex

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
)

// Check compares the index of a store with the commits and trees that it was made
// of, and empties one that says anything else: the next walk makes it anew. wrong
// says what is not right; it is empty where all is, or where there is no index.
//
// Checksums find what happened to the file. This finds what they cannot: an index
// that was wrong when it was written, or is that of another store.
//
// It holds the index three times and reads what Grow read for it. Errors: those of
// the store.
func Check(ctx context.Context, store objects.Store) (wrong string, err error) {
	derived, ok := store.(objects.Derived)
	if !ok {
		return "", nil
	}
	file, err := derived.OpenDerived(ctx, Name)
	if err != nil || file == nil {
		return "", err
	}
	_ = file.Close()
	index := Open(ctx, store)
	defer index.Close()
	if wrong, err = index.compare(ctx, store); err != nil || wrong == "" {
		return "", err
	}
	// A store that cannot be written to keeps it: the finding is what counts.
	_ = derived.SaveDerived(ctx, Name, (&builder{}).encode())
	return wrong, nil
}

const badSum = "a checksum does not match"

// compare makes the rows of an index anew from the store, in the same order, and
// holds the file against what comes out.
func (x *Index) compare(ctx context.Context, store objects.Store) (wrong string, err error) {
	if x == nil {
		return badSum, nil
	}
	b := &builder{store: store, positions: map[objects.ID]int{}}
	rows, wrong, err := x.read(ctx, b)
	if err != nil || wrong != "" {
		return wrong, err
	}
	if err := b.add(ctx, rows); err != nil {
		return "", err
	}
	whole := b.encode()
	if int64(len(whole)) != x.size {
		return "its size is not that of its rows", nil
	}
	for block := range x.layout.sums / blockSize {
		switch got := x.block(block); {
		case got == nil:
			return badSum, nil
		case !bytes.Equal(got, whole[block*blockSize:(block+1)*blockSize]):
			return "it says something else than the commits", nil
		}
	}
	return "", nil
}

// read reads the commits that the rows are of.
func (x *Index) read(ctx context.Context, b *builder) (rows []found, wrong string, err error) {
	rows = make([]found, x.rows)
	seen := make(map[objects.ID]bool, x.rows)
	for pos := range rows {
		row, ok := x.Row(pos)
		if !ok {
			return nil, badSum, nil
		}
		if rows[pos], err = b.read(ctx, row.ID); err != nil {
			if isStranger(err) {
				return nil, fmt.Sprintf("the store has no commit %s", row.ID), nil
			}
			return nil, "", err
		}
		for _, p := range rows[pos].parents {
			if !seen[p] {
				return nil, fmt.Sprintf("a parent of %s has no row before it", row.ID), nil
			}
		}
		seen[row.ID] = true
	}
	return rows, "", nil
}

// isStranger reports whether an error says that an id is not that of a commit here.
func isStranger(err error) bool {
	var lost *objects.NotFoundError
	var kind *snapshot.KindError
	return errors.As(err, &lost) || errors.As(err, &kind)
}
