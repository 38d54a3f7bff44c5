package packstore

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync/atomic"
)

// checkPack reads a sealed pack from its file and checks every record, before
// anything depends on it.
func checkPack(ctx context.Context, path string, row packRow) error {
	f, err := os.Open(path)
	if err != nil {
		return trimPath(err)
	}
	defer func() { _ = f.Close() }()
	got, footer, err := readFooterOf(f)
	if err == nil && got != row {
		err = errors.New("it is not the pack that was written")
	}
	var idx *index
	if err == nil {
		idx, err = parseIndex(row.trailer, footer)
	}
	if err == nil {
		err = idx.checkAll()
	}
	if err != nil {
		return packDamage(path, err)
	}
	entries := make([]entry, idx.count)
	for i := range entries {
		entries[i] = idx.at(i)
	}
	sortByOffset(entries)
	src := recordSource{pack: row.id, r: f, end: row.footer, deltas: row.format == formatOptimized, bases: newBaseCache(baseCacheBytes)}
	return checkRecords(ctx, src, entries, path)
}

// checkRecords decodes the records at the entries, in the order of the file.
func checkRecords(ctx context.Context, src recordSource, entries []entry, path string) error {
	var first atomic.Pointer[error]
	err := parallel(ctx, func(send func(entry) bool) error {
		for _, e := range entries {
			if !send(e) || first.Load() != nil {
				break
			}
		}
		return nil
	}, func(e entry) {
		b := make([]byte, recordHeaderSize+int(e.stored))
		_, err := src.r.ReadAt(b, e.offset)
		if err == nil {
			_, err = decodeObject(src, e, b)
		}
		if err != nil {
			first.CompareAndSwap(nil, &err)
		}
	})
	if found := first.Load(); found != nil && err == nil {
		err = packDamage(path, *found)
	}
	return err
}

// packDamage reports that a pack does not read back as it was written, or that it
// may not be read.
func packDamage(path string, err error) error {
	return faulty("pack", filepath.Join(packsName, filepath.Base(path)), err)
}
