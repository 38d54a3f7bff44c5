package objects

import (
	"sync"

	"github.com/zeebo/blake3"
)

// Hasher computes the identity of one object from a stream of its canonical
// bytes. Get one with NewHasher and give it back with Release.
type Hasher struct {
	kind Kind
	h    *blake3.Hasher
}

// Deriving a key costs some 5 µs and 11 KB, so derived hashers are kept and
// reset between objects.
var hasherPools [len(kindNames)]sync.Pool

// NewHasher returns an empty hasher in the domain of the kind.
func NewHasher(kind Kind) *Hasher {
	if h, ok := hasherPools[kind].Get().(*Hasher); ok {
		return h
	}
	return &Hasher{kind: kind, h: blake3.NewDeriveKey(kind.Context())}
}

// Write adds canonical bytes. It never fails.
func (h *Hasher) Write(p []byte) (int, error) { return h.h.Write(p) }

// Sum returns the identity of the bytes written so far.
func (h *Hasher) Sum() ID {
	var id ID
	h.h.Sum(id[:0])
	return id
}

// Release resets the hasher and keeps it for reuse; it must not be used after.
func (h *Hasher) Release() {
	h.h.Reset()
	hasherPools[h.kind].Put(h)
}

// Sum returns the identity of an object of the kind with the canonical bytes.
func Sum(kind Kind, data []byte) ID {
	h := NewHasher(kind)
	_, _ = h.Write(data)
	id := h.Sum()
	h.Release()
	return id
}
