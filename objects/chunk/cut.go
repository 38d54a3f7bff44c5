package chunk

import (
	"io"
	"sync"

	chunkers "github.com/PlakarKorp/go-cdc-chunkers"
	_ "github.com/PlakarKorp/go-cdc-chunkers/chunkers/fastcdc" // the algorithm below

	"github.com/genesis-vcs/genesis/objects"
)

// The chunker and its parameters. Golden vectors pin what they yield.
const (
	algorithm   = "fastcdc-v1.0.0"
	minChunk    = 16 << 10
	normalChunk = 64 << 10
	maxChunk    = objects.MaxChunk
)

// windows recycles the chunkers' buffers, each the size of four chunks.
var windows = sync.Pool{New: func() any { return new([4 * maxChunk]byte) }}

// cut calls emit with each chunk of r in order. The slice is valid until emit
// returns. It stops at the first error of r or of emit.
func cut(r io.Reader, emit func(chunk []byte) error) error {
	window := windows.Get().(*[4 * maxChunk]byte)
	defer windows.Put(window)
	c, err := chunkers.NewChunkerBuffer(algorithm, r, &chunkers.ChunkerOpts{
		MinSize: minChunk, NormalSize: normalChunk, MaxSize: maxChunk,
	}, window[:])
	if err != nil {
		return err
	}
	for {
		// The last chunk may come together with the end.
		chunk, err := c.Next()
		if err != nil && err != io.EOF {
			return err
		}
		if len(chunk) > 0 {
			if err := emit(chunk); err != nil {
				return err
			}
		}
		if err == io.EOF {
			return nil
		}
	}
}
