package packstore

import (
	"errors"
	"fmt"
	"io"
	"slices"
)

// recordSource reads records of one pack by their place, for deltas that need
// their bases.
type recordSource struct {
	pack   packID
	r      io.ReaderAt
	end    int64 // of the records
	deltas bool  // the pack may hold some
	bases  *baseCache
}

// link is a delta in a chain.
type link struct {
	offset int64
	header recordHeader
	blocks []byte
}

// open is openRecord for a record of any codec at offset. The caller owns what
// it returns.
func (src recordSource) open(offset int64, h recordHeader, payload []byte) ([]byte, error) {
	if h.codec != codecDelta || !src.deltas {
		return openRecord(h, payload)
	}
	if err := checkPayload(h, payload); err != nil {
		return nil, err
	}
	raw, err := src.unfold(offset, h, payload)
	if err != nil {
		return nil, err
	}
	src.bases.put(baseKey{src.pack, offset}, slices.Clone(raw))
	return raw, nil
}

// unfold goes down the chain to a record that is stored as a whole, or one that
// is remembered, and comes back.
func (src recordSource) unfold(offset int64, h recordHeader, payload []byte) ([]byte, error) {
	var chain []link
	var raw []byte
	for {
		if len(chain) == maxChain {
			return nil, fmt.Errorf("delta over a chain of more than %d", maxChain)
		}
		back, blocks, err := splitDelta(payload)
		if err != nil {
			return nil, err
		}
		chain = append(chain, link{offset, h, blocks})
		base := offset - back
		var known bool
		if raw, known = src.bases.get(baseKey{src.pack, base}); known {
			break
		}
		if h, payload, err = src.base(base, offset); err != nil {
			return nil, fmt.Errorf("the base of the delta, at %d: %w", base, err)
		}
		offset = base
		if h.codec == codecDelta {
			continue
		}
		if raw, err = openRecord(h, payload); err != nil {
			return nil, fmt.Errorf("the base of the delta, at %d: %w", base, err)
		}
		src.bases.put(baseKey{src.pack, base}, raw)
		break
	}
	for i, l := range slices.Backward(chain) {
		next, err := applyDelta(raw, l.blocks, int(l.header.raw))
		if err != nil {
			return nil, err
		}
		if raw = next; i > 0 {
			src.bases.put(baseKey{src.pack, l.offset}, raw)
		}
	}
	return raw, nil
}

// firstRead is how much is read at once where a record begins whose length is
// not known: most deltas fit.
const firstRead = 4 << 10

// base reads the record of a base, which has to end at or before limit.
func (src recordSource) base(offset, limit int64) (recordHeader, []byte, error) {
	limit = min(limit, src.end)
	if offset < packHeaderSize || offset+recordHeaderSize > limit {
		return recordHeader{}, nil, errors.New("there is no record")
	}
	b := make([]byte, min(firstRead, limit-offset))
	if _, err := src.r.ReadAt(b, offset); err != nil {
		return recordHeader{}, nil, err
	}
	h, err := parseRecordHeader(b)
	switch {
	case err != nil:
		return h, nil, err
	case h.chunked():
		return h, nil, errors.New("it is stored as chunks")
	case h.raw > maxUnfold:
		return h, nil, fmt.Errorf("it has %d bytes, over the cap of %d", h.raw, maxUnfold)
	case h.size() > limit-offset:
		return h, nil, errors.New("it reaches into the delta")
	}
	if have := int64(len(b)); have < h.size() {
		whole := make([]byte, h.size())
		copy(whole, b)
		if _, err := src.r.ReadAt(whole[have:], offset+have); err != nil {
			return h, nil, err
		}
		b = whole
	}
	payload := b[recordHeaderSize:h.size()]
	return h, payload, checkPayload(h, payload)
}
