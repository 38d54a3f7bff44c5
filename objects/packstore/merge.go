package packstore

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/genesis-vcs/genesis/objects"
)

const (
	// mergePacks is the number of live packs above which small ones are merged.
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
	if len(snap.packs) <= mergePacks {
		return nil, nil
	}
	inputs := chooseInputs(snap.packs)
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
		records, err := readRecords(p)
		if err != nil {
			continue // a damaged pack stays as it is, for verify and repair
		}
		m.inputs = append(m.inputs, p)
		if err := m.copy(records, seen); err != nil {
			m.discard()
			return nil, nil
		}
	}
	if len(m.inputs) < 2 || w.sync() != nil {
		m.discard()
		return nil, nil
	}
	return m, nil
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

// record is a stored object as it stands in a pack.
type record struct {
	entry   entry
	header  recordHeader
	payload []byte
}

// readRecords reads every record of a pack and checks it against its checksums
// and the footer.
func readRecords(p *pack) ([]record, error) {
	f, idx, err := p.open()
	if err != nil {
		return nil, err
	}
	if err := idx.checkAll(); err != nil {
		return nil, err
	}
	b := make([]byte, p.footer)
	if _, err := f.ReadAt(b, 0); err != nil {
		return nil, err
	}
	out := make([]record, 0, idx.count)
	for i := range idx.count {
		r, err := recordAt(b, idx.at(i))
		if err != nil {
			return nil, err
		}
		out = append(out, r)
	}
	// In the order of the file, which is the order of writing: objects that are
	// read together stay together.
	slices.SortFunc(out, func(a, b record) int { return cmp.Compare(a.entry.offset, b.entry.offset) })
	return out, nil
}

func recordAt(b []byte, e entry) (record, error) {
	end := e.offset + recordHeaderSize + int64(e.stored)
	if e.offset < packHeaderSize || end > int64(len(b)) {
		return record{}, errors.New("entry points outside of the records")
	}
	h, err := parseRecordHeader(b[e.offset:])
	if err == nil {
		err = e.check(h)
	}
	if err != nil {
		return record{}, err
	}
	payload := b[e.offset+recordHeaderSize : end]
	if checksum(payload) != h.sum {
		return record{}, errors.New("payload checksum does not match")
	}
	return record{entry: e, header: h, payload: payload}, nil
}

func (m *merge) copy(records []record, seen map[objects.ID]bool) error {
	for _, r := range records {
		if seen[r.entry.id] {
			continue
		}
		seen[r.entry.id] = true
		if err := m.w.add(r.entry, r.header, r.payload); err != nil {
			return err
		}
	}
	return nil
}
