// Package chunk stores blobs of any size in bounded memory.
//
// A blob below Threshold is one object. A larger one is cut where its content
// says so (content-defined chunking), so that an insertion changes the chunks
// around it and no others; each chunk is an object, and a chunk list of at most
// two levels names them in order. The identity of the blob is the hash of its
// whole content and does not depend on any of this.
//
// # Guarantees
//
//   - The list of a blob becomes visible only after the hash of the whole was
//     computed from the same bytes as the chunks, so a range that is read
//     through verified chunks is proved.
//   - Put, Hash, WriteTo and ReadAt use a few MiB of memory at most, whatever
//     the size of the blob.
//   - A damaged or missing chunk is a *objects.CorruptError that names it, never
//     short data with a nil error.
//   - The same bytes are cut in the same places by every version: golden
//     vectors pin the boundaries. (Were they to change, nothing would break, but
//     nothing would be deduplicated against older blobs either.)
package chunk

import (
	"context"
	"fmt"
	"io"

	"github.com/genesis-vcs/genesis/objects"
)

// Threshold is the size in bytes from which a blob is stored as chunks.
const Threshold = 256 << 10

// MaxChunks is the greatest number of chunks of one blob: a full chunk list of
// full chunk lists. Chunks have 64 KiB on average, so this is about 64 GiB.
const MaxChunks = objects.MaxFanout * objects.MaxFanout

// Result describes a blob that was put.
type Result struct {
	ID    objects.ID
	Size  uint64
	Fresh bool // the blob was not in the store or the stage
}

// TooLargeError reports a blob that has more than MaxChunks chunks. Size is the
// number of its bytes that were read when this was known.
type TooLargeError struct {
	Size uint64
}

func (e *TooLargeError) Error() string {
	return fmt.Sprintf("a blob may have at most %d chunks, which %d bytes of this one exceed", MaxChunks, e.Size)
}

// NotBlobError reports an object that is not a blob where one is needed.
type NotBlobError struct {
	ID   objects.ID
	Kind objects.Kind
}

func (e *NotBlobError) Error() string {
	return fmt.Sprintf("object %s is a %s and not a blob", e.ID, e.Kind)
}

// Hash returns the identity of the blob that r holds, without storing it, and
// its size.
func Hash(ctx context.Context, r io.Reader) (objects.ID, uint64, error) {
	buf := getBuffer()
	defer putBuffer(buf)
	h := objects.NewHasher(objects.KindBlob)
	defer h.Release()
	var size uint64
	in := &source{ctx: ctx, r: r}
	for {
		n, err := in.Read(buf[:])
		_, _ = h.Write(buf[:n])
		size += uint64(n)
		if err == io.EOF {
			return h.Sum(), size, nil
		}
		if err != nil {
			return objects.ID{}, 0, err
		}
	}
}

// source reads from r until ctx is done, and reports its progress.
type source struct {
	ctx      context.Context
	r        io.Reader
	progress func(n int)
}

func (s *source) Read(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := s.r.Read(p)
	if n > 0 && s.progress != nil {
		s.progress(n)
	}
	return n, err
}
