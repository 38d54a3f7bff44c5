package packstore

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
)

// readPacksOnly makes a snapshot without the catalog: the packs as their own
// footers describe them, the rows from the newest view and the operations after
// it, up to the one that the slots name.
func (s *Store) readPacksOnly(ctx context.Context) (*snapshot, error) {
	newest, _, err := s.slots.read()
	if err != nil {
		return nil, err
	}
	found, err := scanPacks(s.dir)
	if err != nil {
		return nil, err
	}
	snap := found.snapshot(s.dir)
	for _, name := range found.damaged {
		// A pack that cannot be opened: what is found nowhere else may be in it.
		id, _ := parsePackName(name)
		snap.packs = append(snap.packs, &pack{packRow: packRow{size: -1, trailer: trailer{id: id}}, dir: s.dir})
	}
	sortPacks(snap.packs)
	defer snap.close() // install opens what it needs again
	chain := &replay{snap: snap}
	if err := chain.run(ctx, newest.head); err != nil {
		return nil, err
	}
	if len(chain.losses) > 0 {
		return nil, catalogDamage("it cannot be opened, and without it: %s", chain.losses[0].Reason)
	}
	for _, f := range rowFamilies {
		snap.rows[f] = chain.rows.sorted(f)
	}
	snap.generation, snap.head, snap.view = newest.generation, newest.head, chain.view
	return snap, nil
}

// packScan is what the directory of packs holds.
type packScan struct {
	whole   []packRow
	damaged []string // file names
}

// snapshot has the whole packs and no rows.
func (s packScan) snapshot(dir string) *snapshot {
	snap := &snapshot{rows: map[family][]row{}}
	for _, p := range s.whole {
		snap.packs = append(snap.packs, &pack{packRow: p, dir: dir})
	}
	sortPacks(snap.packs)
	return snap
}

// scanPacks reads the footer of every pack. Temporary packs are left out. A pack
// that may not be read is a *UnreadableError.
func scanPacks(dir string) (packScan, error) {
	var out packScan
	files, err := os.ReadDir(filepath.Join(dir, packsName))
	if err != nil {
		return out, cmp.Or(unreadable("packs", packsName, err), err)
	}
	for _, f := range files {
		id, ok := parsePackName(f.Name())
		if !ok {
			continue
		}
		path := filepath.Join(packsName, f.Name())
		p, err := inspectPack(filepath.Join(dir, path))
		if refused := unreadable("pack", path, err); refused != nil {
			return out, refused
		}
		if err != nil || p.id != id {
			out.damaged = append(out.damaged, f.Name())
			continue
		}
		out.whole = append(out.whole, p)
	}
	return out, nil
}
