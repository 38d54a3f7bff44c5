package chunk

import (
	"bytes"
	"context"
	"io"

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
	if err == nil {
		return putChunks(ctx, stage, io.MultiReader(bytes.NewReader(buf[:n]), in), objects.MaxFanout)
	}
	if err != io.EOF && err != io.ErrUnexpectedEOF {
		return Result{}, err
	}
	id, fresh, err := stage.Put(ctx, objects.KindBlob, buf[:n])
	return Result{ID: id, Size: uint64(n), Fresh: fresh}, err
}

// piece is one chunk on its way into the stage.
type piece struct {
	buf  *buffer
	size int
	id   objects.ID
}

// putChunks cuts r while workers hash and stage the chunks, and hashes the
// whole and builds the lists beside them.
func putChunks(ctx context.Context, stage objects.Stage, r io.Reader, fanout int) (Result, error) {
	whole := objects.NewHasher(objects.KindBlob)
	defer whole.Release()
	lists := &lister{stage: stage, fanout: fanout}
	err := pipeline(ctx,
		func(_ context.Context, emit func(*piece) error) error {
			return cut(r, func(chunk []byte) error {
				p := &piece{buf: getBuffer(), size: len(chunk)}
				copy(p.buf[:], chunk)
				return emit(p)
			})
		},
		func(ctx context.Context, p *piece) (err error) {
			p.id, _, err = stage.Put(ctx, objects.KindChunk, p.buf[:p.size])
			return err
		},
		func(p *piece) error {
			_, _ = whole.Write(p.buf[:p.size])
			putBuffer(p.buf)
			return lists.add(ctx, objects.ChunkEntry{ID: p.id, Size: uint64(p.size)})
		})
	if err != nil {
		return Result{}, err
	}
	list, err := lists.finish(ctx)
	if err != nil {
		return Result{}, err
	}
	out := Result{ID: whole.Sum(), Size: lists.size}
	out.Fresh, err = stage.PutChunked(ctx, out.ID, out.Size, list)
	return out, err
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
