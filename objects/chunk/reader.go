package chunk

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sort"
	"sync"

	"github.com/genesis-vcs/genesis/objects"
)

// Reader reads a blob: sequentially with WriteTo (which also checks the hash
// of the whole), or a range with ReadAt. It holds at most a few chunks. Its
// methods may be called from several goroutines at once.
type Reader struct {
	// An io.ReaderAt has no place for a context, so the one of Open stays.
	ctx   context.Context
	store objects.Store
	info  objects.Info
	data  []byte    // of a blob that is stored whole
	root  *listNode // of one that is stored as chunks

	mu    sync.Mutex
	list  cached[*listNode]
	chunk cached[[]byte]
}

// cached is the object that was read last.
type cached[T any] struct {
	id    objects.ID
	value T
}

// listNode is a chunk list with the offset at which each entry ends.
type listNode struct {
	*objects.ChunkList
	ends []uint64
}

// Open returns a reader of a blob's content. Every chunk is re-hashed before
// its bytes are given out. The reader stops when ctx is done. An object of
// another kind is a *NotBlobError; other errors are those of Store.Get.
func Open(ctx context.Context, store objects.Store, id objects.ID) (*Reader, error) {
	// Reading an object of another kind, which may be large, would be a waste.
	info, err := store.Stat(ctx, id)
	if err != nil {
		return nil, err
	}
	if info.Kind != objects.KindBlob {
		return nil, &NotBlobError{ID: id, Kind: info.Kind}
	}
	r := &Reader{ctx: ctx, store: store, info: info}
	if info.List.IsZero() {
		o, err := store.Get(ctx, id)
		if err != nil {
			return nil, err
		}
		// A store may have changed how it keeps the blob in between.
		r.info, r.data = o.Info, o.Data
	}
	if !r.info.List.IsZero() {
		r.root, err = r.readList(objects.ChunkEntry{ID: r.info.List, Size: r.info.Size}, -1)
	}
	return r, err
}

// Size is the length of the blob in bytes.
func (r *Reader) Size() uint64 { return r.info.Size }

// ReadAt implements io.ReaderAt over verified chunks.
func (r *Reader) ReadAt(p []byte, off int64) (int, error) {
	if off < 0 {
		return 0, errors.New("negative offset")
	}
	done := 0
	for done < len(p) {
		at := uint64(off) + uint64(done)
		if at >= r.info.Size {
			return done, io.EOF
		}
		data, err := r.bytesAt(at)
		if err != nil {
			return done, err
		}
		done += copy(p[done:], data)
	}
	return done, nil
}

// bytesAt returns the bytes from an offset to the end of its chunk.
func (r *Reader) bytesAt(off uint64) ([]byte, error) {
	if r.root == nil {
		return r.data[off:], nil
	}
	node := r.root
	entry, within := node.find(off)
	if node.Level == 1 {
		sub, err := r.cachedList(entry)
		if err != nil {
			return nil, err
		}
		entry, within = sub.find(within)
	}
	data, err := r.cachedChunk(entry)
	if err != nil {
		return nil, err
	}
	return data[within:], nil
}

// find returns the entry that covers an offset of the list, and the offset
// inside the entry. The offset is below the size of the list.
func (n *listNode) find(off uint64) (objects.ChunkEntry, uint64) {
	i := sort.Search(len(n.ends), func(i int) bool { return off < n.ends[i] })
	return n.Entries[i], off - (n.ends[i] - n.Entries[i].Size)
}

func (r *Reader) cachedList(e objects.ChunkEntry) (*listNode, error) {
	r.mu.Lock()
	c := r.list
	r.mu.Unlock()
	if c.id == e.ID && c.value != nil {
		return c.value, nil
	}
	node, err := r.readList(e, 1)
	if err == nil {
		r.mu.Lock()
		r.list = cached[*listNode]{e.ID, node}
		r.mu.Unlock()
	}
	return node, err
}

func (r *Reader) cachedChunk(e objects.ChunkEntry) ([]byte, error) {
	r.mu.Lock()
	c := r.chunk
	r.mu.Unlock()
	if c.id == e.ID && uint64(len(c.value)) == e.Size {
		return c.value, nil
	}
	data, err := r.readChunk(r.ctx, e)
	if err == nil {
		r.mu.Lock()
		r.chunk = cached[[]byte]{e.ID, data}
		r.mu.Unlock()
	}
	return data, err
}

// readList reads a chunk list that a blob (above == -1) or a list of level
// above names.
func (r *Reader) readList(e objects.ChunkEntry, above int) (*listNode, error) {
	data, err := r.read(r.ctx, e.ID, objects.KindChunkList)
	if err != nil {
		return nil, err
	}
	list, err := objects.DecodeAs[*objects.ChunkList](data)
	if err != nil {
		return nil, r.damaged(e.ID, objects.KindChunkList, err.Error())
	}
	if list.Size != e.Size || above >= 0 && int(list.Level) != above-1 {
		return nil, r.damaged(e.ID, objects.KindChunkList, fmt.Sprintf("it is of level %d and covers %d bytes, not %d", list.Level, list.Size, e.Size))
	}
	node := &listNode{ChunkList: list, ends: make([]uint64, len(list.Entries))}
	end := uint64(0)
	for i, entry := range list.Entries {
		end += entry.Size
		node.ends[i] = end
	}
	return node, nil
}

func (r *Reader) readChunk(ctx context.Context, e objects.ChunkEntry) ([]byte, error) {
	data, err := r.read(ctx, e.ID, objects.KindChunk)
	if err != nil {
		return nil, err
	}
	if uint64(len(data)) != e.Size {
		return nil, r.damaged(e.ID, objects.KindChunk, fmt.Sprintf("it has %d bytes and its list says %d", len(data), e.Size))
	}
	return data, nil
}

// read gets a part of the blob. A part that is not there is damage: the blob
// that needs it is there.
func (r *Reader) read(ctx context.Context, id objects.ID, kind objects.Kind) ([]byte, error) {
	o, err := r.store.Get(ctx, id)
	var missing *objects.NotFoundError
	switch {
	case errors.As(err, &missing):
		return nil, r.damaged(id, kind, "it is missing")
	case err != nil:
		return nil, err
	case o.Kind != kind:
		return nil, r.damaged(id, kind, fmt.Sprintf("it is a %s", o.Kind))
	}
	return o.Data, nil
}

func (r *Reader) damaged(id objects.ID, kind objects.Kind, reason string) error {
	return &objects.CorruptError{
		ID: id, What: kind.String(), Reason: fmt.Sprintf("%s; blob %s needs it", reason, r.info.ID),
	}
}
