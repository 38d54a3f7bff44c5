package chunk

import (
	"context"
	"io"
	"runtime"
	"sync"

	"github.com/genesis-vcs/genesis/objects"
)

// WriteTo implements io.WriterTo: the whole blob, one verified chunk after the
// other; the hash of the whole is checked at the end (*objects.CorruptError).
// The next chunks are read while w takes the ones before.
func (r *Reader) WriteTo(w io.Writer) (int64, error) {
	if r.root == nil {
		return writeAll(w, r.data)
	}
	ctx, cancel := context.WithCancel(r.ctx)
	workers := min(max(runtime.GOMAXPROCS(0), 2), 8)
	inOrder := make(chan *fetch, 2*workers)
	work := make(chan *fetch, 2*workers)
	var walkErr error
	var running sync.WaitGroup
	defer running.Wait()
	defer cancel()
	running.Go(func() {
		defer close(inOrder)
		defer close(work)
		walkErr = r.eachChunk(func(e objects.ChunkEntry) error {
			f := &fetch{entry: e, done: make(chan struct{})}
			return send(ctx, f, work, inOrder)
		})
	})
	for range workers {
		running.Go(func() {
			for f := range work {
				f.data, f.err = r.readChunk(ctx, f.entry)
				close(f.done)
			}
		})
	}
	whole := objects.NewHasher(objects.KindBlob)
	defer whole.Release()
	var written int64
	for f := range inOrder {
		<-f.done
		if f.err != nil {
			return written, f.err
		}
		_, _ = whole.Write(f.data)
		n, err := writeAll(w, f.data)
		written += n
		if err != nil {
			return written, err
		}
	}
	if walkErr != nil {
		return written, walkErr
	}
	if whole.Sum() != r.info.ID {
		return written, &objects.CorruptError{
			ID: r.info.ID, What: "blob", Reason: "its chunks are sound but are not those of this blob",
		}
	}
	return written, nil
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
	err   error
	done  chan struct{} // closed when data and err are set
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
