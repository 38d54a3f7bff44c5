package packstore

import (
	"context"
	"io/fs"
	"path/filepath"
	"syscall"

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
	Deltas  int // of them, stored as deltas
	Bytes   uint64
	Stored  uint64
}

// Totals counts what the store holds. An object that several packs hold counts
// once. It reads the header of every record.
func (s *Store) Totals(ctx context.Context) (Totals, error) {
	if _, err := s.Head(ctx); err != nil {
		return Totals{}, err
	}
	var out Totals
	err := s.onSnapshot(ctx, func(snap *snapshot) (_ bool, err error) {
		out, err = snap.totals(ctx)
		return true, err
	})
	if err != nil {
		return Totals{}, err
	}
	out.DiskBytes, err = diskBytes(s.dir)
	return out, err
}

func (snap *snapshot) totals(ctx context.Context) (Totals, error) {
	out := Totals{Packs: len(snap.packs)}
	byKind := map[objects.Kind]*KindTotal{}
	it, err := snap.iterate(objects.ID{})
	if err != nil {
		return out, err
	}
	for {
		at, ok, err := it.next()
		if err != nil {
			return out, err
		}
		if !ok {
			break
		}
		if err := ctx.Err(); err != nil {
			return out, err
		}
		info, err := snap.info(at)
		if err != nil {
			return out, err
		}
		k := byKind[info.Kind]
		if k == nil {
			k = &KindTotal{Kind: info.Kind}
			byKind[info.Kind] = k
		}
		k.Objects++
		if info.delta {
			k.Deltas++
		}
		k.Bytes += info.Size
		k.Stored += info.Stored
	}
	for _, kind := range objects.Kinds {
		if k := byKind[kind]; k != nil {
			out.Kinds = append(out.Kinds, *k)
			out.StoredBytes += k.Stored
			if kind != objects.KindChunk { // counted with the blobs
				out.LogicalBytes += k.Bytes
			}
		}
	}
	return out, nil
}

// diskBytes sums what the files in a directory occupy; they may be sparse. A
// file that goes away meanwhile counts nothing.
func diskBytes(dir string) (uint64, error) {
	sum := uint64(0)
	err := filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil
		}
		info, err := d.Info()
		if err != nil {
			return nil
		}
		if st, ok := info.Sys().(*syscall.Stat_t); ok {
			sum += uint64(st.Blocks) * 512
		}
		return nil
	})
	return sum, err
}
