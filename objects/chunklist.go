package objects

import (
	"errors"
	"fmt"
)

// ChunkList maps a blob, or a part of one, to its chunks (level 0) or to chunk
// lists of level 0 (level 1), in order. At most MaxFanout entries.
type ChunkList struct {
	Level   uint8        `cbor:"level"`
	Size    uint64       `cbor:"size"` // sum of the entries' sizes
	Entries []ChunkEntry `cbor:"entries,omitempty"`
}

// ChunkEntry is a chunk, or a chunk list of the level below, and the number of
// the blob's bytes that it covers.
type ChunkEntry struct {
	ID   ID     `cbor:"id"`
	Size uint64 `cbor:"size"`
}

// Kind implements Structured.
func (*ChunkList) Kind() Kind { return KindChunkList }

func (l *ChunkList) check() error {
	if l.Level > 1 {
		return fmt.Errorf("level %d is over 1", l.Level)
	}
	if n := len(l.Entries); n == 0 || n > MaxFanout {
		return fmt.Errorf("%d entries are not between 1 and %d", n, MaxFanout)
	}
	limit := uint64(MaxChunk)
	if l.Level == 1 {
		limit *= MaxFanout
	}
	var sum uint64
	for _, e := range l.Entries {
		if e.ID.IsZero() {
			return errors.New("an entry without an id")
		}
		// The limit also keeps the sum from overflowing.
		if e.Size == 0 || e.Size > limit {
			return fmt.Errorf("an entry of %d bytes is not between 1 and %d", e.Size, limit)
		}
		sum += e.Size
	}
	if sum != l.Size {
		return fmt.Errorf("the size is %d and the entries sum to %d", l.Size, sum)
	}
	return nil
}

func (l *ChunkList) marshal() ([]byte, error)    { return marshal(l) }
func (l *ChunkList) unmarshal(data []byte) error { return unmarshal(data, l) }
