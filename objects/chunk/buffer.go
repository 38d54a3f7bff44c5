package chunk

import (
	"sync"

	"github.com/genesis-vcs/genesis/objects"
)

// buffer holds one chunk, or a blob that is too small to be cut.
type buffer [objects.MaxChunk]byte

// Buffers are recycled across blobs: a commit puts thousands.
var buffers = sync.Pool{New: func() any { return new(buffer) }}

func getBuffer() *buffer  { return buffers.Get().(*buffer) }
func putBuffer(b *buffer) { buffers.Put(b) }
