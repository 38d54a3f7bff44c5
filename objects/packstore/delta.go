package packstore

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// A delta stores an object by what it does not share with another one, its base,
// which stands earlier in the same pack. The bytes of its record are
//
//   - how far in front of the record the record of the base begins (varint,
//     shortest form), and
//   - the blocks of a zstd frame that has the base as its history. The header of
//     the frame is left out: it only says the length, which the record says too.
//
// The base may be a delta itself, up to maxChain of them in a row, but not the
// pointer of a chunked blob.

const (
	// maxChain bounds the deltas from an object down to one that is stored as a
	// whole. Each costs a reader one more record.
	maxChain = 40
	// maxUnfold bounds base and object together, which a reader has in memory.
	maxUnfold = 64 << 20
	// minDelta is the least size of object and base that is worth a try.
	minDelta = 32
	// fastDelta is the size of object and base together up to which the fastest
	// level finds nearly all that they share. Its tables are a fraction of the
	// default level's, and to make those costs more than to encode.
	fastDelta = 64 << 10
)

// splitDelta takes the bytes of a delta's record apart.
func splitDelta(payload []byte) (back int64, blocks []byte, err error) {
	v, n := binary.Uvarint(payload)
	if n <= 0 || n > 1 && payload[n-1] == 0 || v <= recordHeaderSize || v > 1<<48 {
		return 0, nil, errors.New("delta with a malformed distance to its base")
	}
	return int64(v), payload[n:], checkBlocks(payload[n:])
}

// joinDelta makes the bytes of a delta's record.
func joinDelta(back int64, blocks []byte) []byte {
	b := binary.AppendUvarint(make([]byte, 0, binary.MaxVarintLen64+len(blocks)), uint64(back))
	return append(b, blocks...)
}

// The parts of a zstd frame (RFC 8878, 3.1.1).
const (
	frameMagic    = 0xFD2FB528
	frameDesc     = 3<<6 | 1<<5 // content size of 8 bytes, single segment
	frameHeadSize = 4 + 1 + 8
	blockHeadSize = 3
	maxBlock      = 128 << 10
)

// checkBlocks makes sure that b is blocks of which the last one, and only that,
// is marked as the last, so that nothing else can hide behind it.
func checkBlocks(b []byte) error {
	for {
		if len(b) < blockHeadSize {
			return errors.New("the blocks of a delta are cut off")
		}
		head := uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16
		size := int(head >> 3)
		if head>>1&3 == 1 { // one byte, repeated
			size = 1
		}
		if b = b[blockHeadSize:]; size > len(b) {
			return errors.New("a block of a delta is cut off")
		}
		b = b[size:]
		if head&1 == 1 {
			break
		}
	}
	if len(b) > 0 {
		return fmt.Errorf("%d bytes follow the last block of a delta", len(b))
	}
	return nil
}

// scratch lends buffers for frames and for what they unfold to.
var scratch = sync.Pool{New: func() any { return new([]byte) }}

// borrow returns an empty buffer with room for n bytes, and what gives it back.
func borrow(n int) (b []byte, back func()) {
	p := scratch.Get().(*[]byte)
	if cap(*p) < n {
		*p = make([]byte, 0, 1<<bits.Len(uint(n)))
	}
	return (*p)[:0], func() { scratch.Put(p) }
}

// applyDelta unfolds the blocks of a delta to exactly raw bytes. It makes a
// frame whose first blocks are the base as it is.
func applyDelta(base, blocks []byte, raw int) ([]byte, error) {
	whole := len(base) + raw
	if len(base) > maxUnfold || whole > maxUnfold {
		return nil, fmt.Errorf("delta and base unfold to %d bytes, over the cap of %d", whole, maxUnfold)
	}
	dec, err := decoder()
	if err != nil {
		return nil, err
	}
	frame, giveFrame := borrow(frameHeadSize + len(base) + (len(base)/maxBlock+1)*blockHeadSize + len(blocks))
	defer giveFrame()
	frame = binary.LittleEndian.AppendUint32(frame, frameMagic)
	frame = append(frame, frameDesc)
	frame = binary.LittleEndian.AppendUint64(frame, uint64(whole))
	for rest := base; len(rest) > 0; {
		n := min(len(rest), maxBlock)
		frame = append(frame, byte(n<<3), byte(n>>5), byte(n>>13))
		frame = append(frame, rest[:n]...)
		rest = rest[n:]
	}
	frame = append(frame, blocks...)
	room, giveRoom := borrow(whole)
	defer giveRoom()
	out, err := dec.DecodeAll(frame, room[:0:whole])
	if err != nil {
		return nil, fmt.Errorf("unfold delta: %w", err)
	}
	if len(out) != whole {
		return nil, fmt.Errorf("delta unfolds to %d bytes instead of %d", len(out)-len(base), raw)
	}
	return append(make([]byte, 0, raw), out[len(base):]...), nil
}

// deltaBlocks encodes data against a base. ok is false when that is not worth
// it, or not possible.
func deltaBlocks(base, data []byte) (blocks []byte, ok bool, err error) {
	if len(data) < minDelta || len(base) < minDelta || len(base)+len(data) > maxUnfold {
		return nil, false, nil
	}
	window := max(zstd.MinWindowSize, 1<<bits.Len(uint(len(base)+len(data)-1)))
	level := zstd.SpeedDefault
	if len(base)+len(data) <= fastDelta {
		level = zstd.SpeedFastest
	}
	enc, err := zstd.NewWriter(nil,
		zstd.WithEncoderLevel(level), zstd.WithEncoderConcurrency(1), zstd.WithLowerEncoderMem(true),
		zstd.WithEncoderCRC(false), zstd.WithSingleSegment(true), zstd.WithWindowSize(window),
		zstd.WithEncoderDictRaw(deltaDict, base))
	if err != nil {
		return nil, false, err
	}
	frame := enc.EncodeAll(data, make([]byte, 0, 1024))
	n, err := frameHead(frame)
	if err != nil {
		return nil, false, err
	}
	return frame[n:], len(frame)-n < len(data), nil
}

// deltaDict is the id under which the encoder knows the base; it is in the
// header of the frame, which is not stored.
const deltaDict = 1

// frameHead returns the length of the header of a frame.
func frameHead(frame []byte) (int, error) {
	var h zstd.Header
	if err := h.Decode(frame); err != nil {
		return 0, err
	}
	return h.HeaderSize, nil
}
