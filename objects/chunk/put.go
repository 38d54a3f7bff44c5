package chunk

import (
	"bytes"
	"context"
	"io"
	"runtime"
	"sync"

	"github.com/genesis-vcs/genesis/objects"
)

// Put reads r to its end and stages it as one blob: whole below Threshold, as
// content-defined chunks from there on. Memory is bounded by a few chunks for
// any size. A blob over MaxChunks chunks is a *TooLargeError. progress, if not
// nil, is told the number of bytes that each step read, by one call at a time.
//
// When Put fails, chunks may remain in the stage, but no list that names them:
// the caller aborts the stage or leaves them to gc.
func Put(ctx context.Context, stage objects.Stage, r io.Reader, progress func(n int)) (Result, error) {
	in := &source{ctx: ctx, r: r, progress: progress}
	buf := getBuffer()
	defer putBuffer(buf)
	n, err := io.ReadFull(in, buf[:Threshold])
	switch err {
	case io.EOF, io.ErrUnexpectedEOF:
		id, fresh, err := stage.Put(ctx, objects.KindBlob, buf[:n])
		return Result{ID: id, Size: uint64(n), Fresh: fresh}, err
	case nil:
		return putChunks(ctx, stage, io.MultiReader(bytes.NewReader(buf[:n]), in), objects.MaxFanout)
	default:
		return Result{}, err
	}
}

// piece is one chunk on its way through the pipeline.
type piece struct {
	buf  *buffer
	size int
	id   objects.ID
	err  error
	done chan struct{} // closed when id and err are set
}

// putChunks runs a pipeline of three steps: one goroutine reads and cuts,
// workers hash and stage the chunks, and the caller's goroutine takes the
// chunks in order, hashes the whole and builds the lists. The queue of pieces
// in order bounds the memory.
func putChunks(ctx context.Context, stage objects.Stage, r io.Reader, fanout int) (Result, error) {
	ctx, cancel := context.WithCancel(ctx)
	workers := min(max(runtime.GOMAXPROCS(0), 2), 8)
	inOrder := make(chan *piece, 2*workers)
	work := make(chan *piece, 2*workers)
	var cutErr error
	var running sync.WaitGroup
	// On every return the goroutines have ended: they use what is the caller's.
	defer running.Wait()
	defer cancel()
	running.Go(func() {
		defer close(inOrder)
		defer close(work)
		cutErr = cut(r, func(chunk []byte) error {
			p := &piece{buf: getBuffer(), size: len(chunk), done: make(chan struct{})}
			copy(p.buf[:], chunk)
			return send(ctx, p, work, inOrder)
		})
	})
	for range workers {
		running.Go(func() {
			for p := range work {
				p.id, _, p.err = stage.Put(ctx, objects.KindChunk, p.buf[:p.size])
				close(p.done)
			}
		})
	}
	whole := objects.NewHasher(objects.KindBlob)
	defer whole.Release()
	lists := &lister{stage: stage, fanout: fanout}
	for p := range inOrder {
		_, _ = whole.Write(p.buf[:p.size])
		<-p.done
		putBuffer(p.buf)
		if p.err != nil {
			return Result{}, p.err
		}
		if err := lists.add(ctx, objects.ChunkEntry{ID: p.id, Size: uint64(p.size)}); err != nil {
			return Result{}, err
		}
	}
	if cutErr != nil {
		return Result{}, cutErr
	}
	list, err := lists.finish(ctx)
	if err != nil {
		return Result{}, err
	}
	out := Result{ID: whole.Sum(), Size: lists.size}
	out.Fresh, err = stage.PutChunked(ctx, out.ID, out.Size, list)
	return out, err
}

// send hands a piece to the workers and puts it in the queue of those in order.
func send[T any](ctx context.Context, p T, queues ...chan T) error {
	for _, q := range queues {
		select {
		case q <- p:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// lister builds the chunk lists of a blob: one list when a single one can hold
// all chunks, else one of level 1 over full ones of level 0.
type lister struct {
	stage  objects.Stage
	fanout int
	size   uint64
	low    []objects.ChunkEntry // chunks of the list in hand
	high   []objects.ChunkEntry // lists that are done
}

func (l *lister) add(ctx context.Context, e objects.ChunkEntry) error {
	if len(l.low) == l.fanout {
		if err := l.flush(ctx); err != nil {
			return err
		}
	}
	l.size += e.Size
	if len(l.high) == l.fanout {
		return &TooLargeError{Size: l.size}
	}
	l.low = append(l.low, e)
	return nil
}

// flush stages the list in hand and makes it an entry of the level above.
func (l *lister) flush(ctx context.Context) error {
	id, size, err := l.put(ctx, 0, l.low)
	l.high = append(l.high, objects.ChunkEntry{ID: id, Size: size})
	l.low = l.low[:0]
	return err
}

func (l *lister) finish(ctx context.Context) (objects.ID, error) {
	if len(l.high) == 0 {
		id, _, err := l.put(ctx, 0, l.low)
		return id, err
	}
	if err := l.flush(ctx); err != nil {
		return objects.ID{}, err
	}
	id, _, err := l.put(ctx, 1, l.high)
	return id, err
}

func (l *lister) put(ctx context.Context, level uint8, entries []objects.ChunkEntry) (objects.ID, uint64, error) {
	list := &objects.ChunkList{Level: level, Entries: entries}
	for _, e := range entries {
		list.Size += e.Size
	}
	data, err := objects.Encode(list)
	if err != nil {
		return objects.ID{}, 0, err
	}
	id, _, err := l.stage.Put(ctx, objects.KindChunkList, data)
	return id, list.Size, err
}
