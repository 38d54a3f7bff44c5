// Package chunk stores blobs of any size in bounded memory.
package chunk

import (
	"context"
	"io"

	"github.com/genesis-vcs/genesis/objects"
)

// Threshold is the size in bytes from which a blob is stored as chunks.
const Threshold = 256 << 10

// Result describes a blob that was put.
type Result struct {
	ID    objects.ID
	Size  uint64
	Fresh bool // the blob was not in the store or the stage
}

// Put reads r to its end and stages it as one blob: whole below Threshold, as
// content-defined chunks from there on. Memory is bounded by a few chunks for
// any size. A blob over MaxSize is a *TooLargeError. progress, if not nil, is
// told the number of bytes that each step read.
func Put(ctx context.Context, stage objects.Stage, r io.Reader, progress func(n int)) (Result, error) {
	panic("todo")
}

// Hash returns the identity of the blob that r holds, without storing it, and
// its size.
func Hash(ctx context.Context, r io.Reader) (objects.ID, uint64, error) { panic("todo") }

// Open returns a reader of a blob's content. Every chunk is re-hashed before
// its bytes are given out. An object of another kind is a *NotBlobError.
func Open(ctx context.Context, store objects.Store, id objects.ID) (*Reader, error) { panic("todo") }

// Reader reads a blob: sequentially with WriteTo (which also checks the hash
// of the whole), or a range with ReadAt.
type Reader struct{}

// Size is the length of the blob in bytes.
func (r *Reader) Size() uint64 { panic("todo") }

// ReadAt implements io.ReaderAt over verified chunks.
func (r *Reader) ReadAt(p []byte, off int64) (int, error) { panic("todo") }

// WriteTo implements io.WriterTo: the whole blob, one verified chunk after the
// other; the hash of the whole is checked at the end (*objects.CorruptError).
func (r *Reader) WriteTo(w io.Writer) (int64, error) { panic("todo") }
