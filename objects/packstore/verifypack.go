package packstore

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/genesis-vcs/genesis/objects"
)

// everything checks all packs byte by byte, and the chain of operations.
func (v *verifier) everything(ctx context.Context) error {
	err := parallel(ctx, func(send func(place) bool) error {
		for _, p := range v.snap.packs {
			for _, e := range v.packEntries(p) {
				if !send(place{p, e}) {
					return ctx.Err()
				}
			}
		}
		return nil
	}, func(at place) { v.record(ctx, at) })
	if err != nil {
		return err
	}
	if err := v.strays(); err != nil {
		return err
	}
	v.chain()
	return nil
}

// packEntries checks everything of a pack but its records, reading it from the
// disk anew, and returns its entries in the order of the file.
func (v *verifier) packEntries(p *pack) []entry {
	f, err := p.file()
	if err != nil {
		v.damageOf(lostPack(err), 0)
		return nil
	}
	row, footer, err := readFooterOf(f)
	if err == nil && row != p.packRow {
		err = errors.New("the pack is not the one that the catalog lists")
	}
	var idx *index
	if err == nil {
		idx, err = parseIndex(p.trailer, footer)
	}
	if err == nil {
		err = idx.checkAll()
	}
	if err != nil {
		v.damageOf(p.damage(objects.ID{}, "footer", err), 0)
		v.salvageable(p, f)
		return nil
	}
	return v.inOrder(p, idx)
}

// inOrder checks that the entries are sorted and unique and that the records
// that they name follow each other without a gap.
func (v *verifier) inOrder(p *pack, idx *index) []entry {
	entries := make([]entry, idx.count)
	for i := range entries {
		entries[i] = idx.at(i)
		if i > 0 && entries[i-1].id.Compare(entries[i].id) >= 0 {
			v.damage(Damage{Code: CodeCorrupt, What: "footer", Path: p.path(), Why: fmt.Sprintf("entry %d is out of order", i)})
		}
	}
	sortByOffset(entries)
	at := int64(packHeaderSize)
	for _, e := range entries {
		if e.offset != at {
			v.damage(Damage{ID: e.id, Kind: e.kind, Code: CodeCorrupt, What: "footer", Path: p.path(), Why: fmt.Sprintf("its record is said to be at %d instead of %d", e.offset, at)})
		}
		at = e.offset + recordHeaderSize + int64(e.stored)
	}
	if at != p.footer {
		v.damage(Damage{Code: CodeCorrupt, What: "footer", Path: p.path(), Why: fmt.Sprintf("the records end at %d instead of %d", at, p.footer)})
	}
	return entries
}

// salvageable checks the records of a pack whose footer cannot be read.
func (v *verifier) salvageable(p *pack, f *os.File) {
	err := walkRecords(f, p.size, func(s salvaged) error {
		if s.err != nil {
			v.damage(Damage{Code: CodeCorrupt, What: "record", Path: p.path(), Why: fmt.Sprintf("at %d: %v", s.offset, s.err)})
			return nil
		}
		v.count(s.header.kind, uint64(s.header.raw))
		return nil
	})
	if refused := unreadable("pack", p.path(), err); refused != nil {
		v.damageOf(refused, 0)
	}
}

// record checks one record and what it refers to.
func (v *verifier) record(ctx context.Context, at place) {
	if !at.entry.kind.Structured() && !v.inPart(at.entry.id) {
		if _, err := at.pack.header(at.entry); err != nil {
			v.damageOf(err, at.entry.kind)
		}
		v.count(at.entry.kind, 0)
		return
	}
	o, err := at.pack.get(at.entry)
	if err != nil {
		v.count(at.entry.kind, 0)
		v.damageOf(err, at.entry.kind)
		return
	}
	v.count(o.Kind, uint64(len(o.Data)))
	for _, e := range v.object(ctx, o, at.pack) {
		if e.Strength == objects.Strong {
			v.edge(o, e)
		}
	}
}

// object checks an object beyond its hash and returns its edges.
func (v *verifier) object(ctx context.Context, o objects.Object, p *pack) []objects.Edge {
	edges, err := objects.CanonicalEdges(o.Kind, o.Data)
	if !o.List.IsZero() {
		edges, err = objects.Edges(o)
	}
	if err != nil {
		v.damage(Damage{ID: o.ID, Kind: o.Kind, Code: CodeCorrupt, What: "object", Path: p.path(), Why: err.Error()})
		return nil
	}
	if o.Kind == objects.KindOperation {
		if op, err := objects.DecodeAs[*objects.Operation](o.Data); err == nil {
			v.mu.Lock()
			v.ops[o.ID] = opLink{seq: op.Seq, parent: op.Parent}
			v.mu.Unlock()
		}
	}
	if !o.List.IsZero() && v.inPart(o.ID) {
		v.chunked(ctx, o, p)
	}
	return edges
}

// chunked hashes the whole content of a chunked blob. Chunks that are missing
// or damaged are reported as such, not as damage of the blob.
func (v *verifier) chunked(ctx context.Context, o objects.Object, p *pack) {
	h := objects.NewHasher(objects.KindBlob)
	defer h.Release()
	size, err := v.hashChunks(ctx, h, o.List, maxListLevel)
	if err != nil {
		return
	}
	if id := h.Sum(); id != o.ID || size != o.Size {
		v.damage(Damage{
			ID: o.ID, Kind: o.Kind, Code: CodeCorrupt, What: "chunk list", Path: p.path(),
			Why: fmt.Sprintf("its %d bytes of chunks hash to %s", size, id),
		})
	}
}

// maxListLevel is the level of the highest chunk list.
const maxListLevel = 1

// errIncomplete stops hashing where something else is reported.
var errIncomplete = errors.New("not all chunks can be read")

func (v *verifier) hashChunks(ctx context.Context, h *objects.Hasher, list objects.ID, level int) (uint64, error) {
	o, err := v.read(ctx, list)
	if err != nil || o.Kind != objects.KindChunkList || level < 0 {
		return 0, errIncomplete
	}
	l, err := objects.DecodeAs[*objects.ChunkList](o.Data)
	if err != nil {
		return 0, errIncomplete
	}
	size := uint64(0)
	for _, e := range l.Entries {
		if l.Level > 0 {
			n, err := v.hashChunks(ctx, h, e.ID, level-1)
			if err != nil {
				return 0, err
			}
			size += n
			continue
		}
		o, err := v.read(ctx, e.ID)
		if err != nil {
			return 0, errIncomplete
		}
		_, _ = h.Write(o.Data)
		size += uint64(len(o.Data))
	}
	return size, nil
}

// read gets an object of the snapshot under check.
func (v *verifier) read(ctx context.Context, id objects.ID) (o objects.Object, err error) {
	if err := ctx.Err(); err != nil {
		return o, err
	}
	return v.snap.read(id)
}

// strays reports files that are called packs and are none. A whole pack that
// the catalog does not list is no damage: it is being published, or a crash
// left it and the next writer adopts it.
func (v *verifier) strays() error {
	found, err := scanPacks(v.s.dir)
	if err != nil {
		return err
	}
	known := map[string]bool{}
	for _, p := range v.snap.packs {
		known[p.id.fileName()] = true
	}
	for _, name := range found.damaged {
		path := filepath.Join(packsName, name)
		if _, err := os.Stat(filepath.Join(v.s.dir, path)); err != nil || known[name] {
			continue
		}
		v.damage(Damage{Code: CodeCorrupt, What: "pack", Path: path, Why: "the file is no whole pack, and the catalog does not list it"})
	}
	return nil
}

// chain checks that the operations lead from the head to the first without a
// gap in their numbers.
func (v *verifier) chain() {
	at := v.snap.head
	for !at.Operation.IsZero() {
		op, ok := v.ops[at.Operation]
		if !ok {
			return // missing or damaged, and reported as that
		}
		if op.seq != at.Seq || (op.seq == 1) != op.parent.IsZero() {
			v.damage(Damage{
				ID: at.Operation, Kind: objects.KindOperation, Code: CodeCorrupt, What: "operation",
				Why: fmt.Sprintf("it is number %d where the chain needs number %d", op.seq, at.Seq),
			})
			return
		}
		at = objects.Head{Operation: op.parent, Seq: op.seq - 1}
	}
}
