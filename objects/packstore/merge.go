package packstore

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"io"
	"slices"

	"github.com/genesis-vcs/genesis/objects"
)

const (
	// mergePacks is the number of live plain packs above which small ones are
	// merged.
	mergePacks = 24
	// mergeBytes bounds what one merge reads, so that no small command becomes
	// a long one. It doubles with every further mergeStep packs, so that many
	// packs beyond that size cannot pile up either.
	mergeBytes = 16 << 20
	mergeStep  = 8
)

// merge is a pack that is made from small ones, not published yet.
type merge struct {
	w      *packWriter
	inputs []*pack
}

func (m *merge) discard() { m.w.discard() }
func (m *merge) keep()    { m.w.keep() }

// prepareMerge merges small packs into a temporary one when there are too many.
// It returns nil when there are few, or when nothing can be merged; a merge that
// fails is not the failure of the command that happened to try it.
func (s *Store) prepareMerge(ctx context.Context, snap *snapshot) (*merge, error) {
	plain := snap.plainPacks()
	if len(plain) <= mergePacks {
		return nil, nil
	}
	inputs := chooseInputs(plain)
	if len(inputs) < 2 {
		return nil, nil
	}
	w, err := createPack(s.dir, s.opts.now())
	if err != nil {
		return nil, nil
	}
	m := &merge{w: w}
	seen := map[objects.ID]bool{}
	for _, p := range inputs {
		if err := ctx.Err(); err != nil {
			m.discard()
			return nil, err
		}
		if err := m.copy(p, seen); err == nil {
			m.inputs = append(m.inputs, p)
		}
		// Else the damaged pack stays as it is, for verify and repair. What was
		// copied of it is whole.
	}
	if len(m.inputs) < 2 || w.sync() != nil {
		m.discard()
		return nil, nil
	}
	return m, nil
}

// plainPacks are those that a merge may take. The number of the others is
// bounded by Optimize, which makes them.
func (snap *snapshot) plainPacks() []*pack {
	return slices.DeleteFunc(slices.Clone(snap.packs), (*pack).optimized)
}

// chooseInputs takes at least half of the packs, smallest first, and goes on
// until the next is more than twice the sum: so every byte is copied a number
// of times that grows with the logarithm of the store.
func chooseInputs(packs []*pack) []*pack {
	packs = slices.Clone(packs)
	slices.SortFunc(packs, func(a, b *pack) int { return cmp.Compare(a.size, b.size) })
	limit := int64(mergeBytes) << max(0, min((len(packs)-mergePacks)/mergeStep, 16))
	sum := int64(0)
	for i, p := range packs {
		if sum+p.size > limit || i >= len(packs)/2 && p.size > 2*sum {
			return packs[:i]
		}
		sum += p.size
	}
	return packs
}

// copyBuffer is the size of a read from a pack that is copied.
const copyBuffer = 1 << 20

// copy copies every record of a pack, except of objects that were seen, after
// checking it against its checksums and the footer. It goes in the order of the
// file, which is the order of writing: objects that are read together stay
// together.
func (m *merge) copy(p *pack, seen map[objects.ID]bool) error {
	f, idx, err := p.open()
	if err != nil {
		return err
	}
	entries := make([]entry, idx.count)
	for i := range entries {
		if entries[i], err = idx.entry(i); err != nil {
			return err
		}
	}
	sortByOffset(entries)
	r := bufio.NewReaderSize(io.NewSectionReader(f, packHeaderSize, p.footer-packHeaderSize), copyBuffer)
	at := int64(packHeaderSize)
	for _, e := range entries {
		if e.offset != at {
			return errors.New("a record is not where the one before it ends")
		}
		h, payload, err := readRecord(r, e)
		if err != nil {
			return err
		}
		at += h.size()
		if seen[e.id] {
			continue
		}
		if err := m.w.add(e, h, payload); err != nil {
			return err
		}
		seen[e.id] = true
	}
	return nil
}

// readRecord reads the record of an entry.
func readRecord(r io.Reader, e entry) (recordHeader, []byte, error) {
	b := make([]byte, recordHeaderSize)
	if _, err := io.ReadFull(r, b); err != nil {
		return recordHeader{}, nil, err
	}
	h, err := parseRecordHeader(b)
	if err == nil {
		err = e.check(h)
	}
	if err != nil {
		return recordHeader{}, nil, err
	}
	payload := make([]byte, h.stored)
	if _, err := io.ReadFull(r, payload); err != nil {
		return recordHeader{}, nil, err
	}
	if h.codec == codecDelta {
		return recordHeader{}, nil, errors.New("a delta in a pack that holds none")
	}
	return h, payload, checkPayload(h, payload)
}
