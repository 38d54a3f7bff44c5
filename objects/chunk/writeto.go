package chunk

import (
	"bytes"
	"context"
	"io"

	"github.com/genesis-vcs/genesis/objects"
)

// WriteTo implements io.WriterTo: the whole blob, one verified chunk after the
// other; the hash of the whole is checked at the end (*objects.CorruptError).
// The next chunks are read while w takes the ones before.
func (r *Reader) WriteTo(w io.Writer) (int64, error) {
	if r.root == nil {
		return writeAll(w, r.data)
	}
	whole := objects.NewHasher(objects.KindBlob)
	defer whole.Release()
	var written int64
	err := pipeline(r.ctx,
		func(_ context.Context, emit func(*fetch) error) error {
			return r.eachChunk(func(e objects.ChunkEntry) error { return emit(&fetch{entry: e}) })
		},
		func(ctx context.Context, f *fetch) (err error) {
			f.data, err = r.readChunk(ctx, f.entry)
			return err
		},
		func(f *fetch) error {
			_, _ = whole.Write(f.data)
			n, err := writeAll(w, f.data)
			written += n
			return err
		})
	if err == nil && whole.Sum() != r.info.ID {
		err = &objects.CorruptError{
			ID: r.info.ID, What: "blob", Reason: "its chunks are sound but are not those of this blob",
		}
	}
	return written, err
}

// writeAll turns a writer's silent short write into an error.
func writeAll(w io.Writer, p []byte) (int64, error) {
	n, err := w.Write(p)
	if err == nil && n < len(p) {
		err = io.ErrShortWrite
	}
	return int64(n), err
}

// fetch is one chunk on its way out.
type fetch struct {
	entry objects.ChunkEntry
	data  []byte
}

// eachChunk calls emit with each chunk of the blob, in order.
func (r *Reader) eachChunk(emit func(objects.ChunkEntry) error) error {
	for _, e := range r.root.Entries {
		chunks := []objects.ChunkEntry{e}
		if r.root.Level == 1 {
			list, err := r.readList(e, 1)
			if err != nil {
				return err
			}
			chunks = list.Entries
		}
		for _, c := range chunks {
			if err := emit(c); err != nil {
				return err
			}
		}
	}
	return nil
}

// Content returns the content of a blob, whole in memory. Errors are those of Open
// and WriteTo.
func Content(ctx context.Context, store objects.Store, id objects.ID) ([]byte, error) {
	r, err := Open(ctx, store, id)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	b.Grow(int(r.Size()))
	_, err = r.WriteTo(&b)
	return b.Bytes(), err
}
