package optimize

import (
	"context"

	"github.com/genesis-vcs/genesis/objects"
)

// alignedChunks is how many chunks a blob may have to be compared with another
// one: a gigabyte at their average size. Larger ones are placed one by one.
const alignedChunks = 16 << 10

// chunked places a blob that is stored as chunks, and those. Versions share the
// chunks that are equal; where others stand between two that are shared, those of
// the later version, of which newer is the blob, are taken for theirs.
func (p *planner) chunked(ctx context.Context, newer objects.ID, blob objects.Info) error {
	p.place(blob.ID, objects.KindChunkList, none)
	if newer.IsZero() {
		return p.closure(ctx, blob.List)
	}
	later, err := p.store.Stat(ctx, newer)
	if err = unlessMissing(err); err != nil {
		return err
	}
	before, err := p.chunks(ctx, blob.List)
	if err != nil {
		return err
	}
	after, err := p.chunks(ctx, later.List)
	if err != nil {
		return err
	}
	for at, base := range align(before, after) {
		if p.find(before[at]) != none {
			continue
		}
		if _, err := p.store.Stat(ctx, before[at]); err != nil {
			if err = unlessMissing(err); err != nil {
				return err
			}
			continue
		}
		n := none
		if base != none {
			n = p.find(after[base])
		}
		p.place(before[at], objects.KindChunk, n)
	}
	return p.closure(ctx, blob.List) // the list, and what was not compared
}

// chunks lists the chunks of a blob in order; none where there are too many, or
// where a list is not there.
func (p *planner) chunks(ctx context.Context, list objects.ID) ([]objects.ID, error) {
	if list.IsZero() {
		return nil, nil
	}
	o, ok, err := p.get(ctx, list)
	if err != nil || !ok {
		return nil, err
	}
	l, err := objects.DecodeAs[*objects.ChunkList](o.Data)
	if err != nil {
		return nil, err
	}
	var all []objects.ID
	for _, e := range l.Entries {
		part := []objects.ID{e.ID}
		if l.Level > 0 {
			if part, err = p.chunks(ctx, e.ID); err != nil {
				return nil, err
			}
		}
		if all = append(all, part...); len(all) > alignedChunks {
			return nil, nil
		}
	}
	return all, nil
}

// align finds, for each chunk of a blob, the place of the one in a later version
// that stands where it stood, or none.
func align(before, after []objects.ID) []int32 {
	at := make(map[objects.ID]int32, len(after))
	for i, id := range after {
		at[id] = int32(i)
	}
	out := make([]int32, len(before))
	next := int32(0) // behind the last one that both have
	for i, id := range before {
		if same, ok := at[id]; ok {
			out[i], next = same, same+1
			continue
		}
		out[i] = none
		if int(next) < len(after) {
			out[i] = next
			next++
		}
	}
	return out
}
