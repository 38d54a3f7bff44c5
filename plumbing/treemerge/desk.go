package treemerge

import (
	"bytes"
	"context"
	"slices"
	"sync"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/chunk"
)

// Desk reads objects from a store and from what the merge put into a stage, which
// nobody else sees yet. It is for one merge and those of its bases.
type Desk struct {
	objects.Stage
	store objects.Store
	mu    sync.Mutex
	// trees are those that were read or made, each once.
	trees map[objects.ID]objects.Object
	fresh []objects.Object // trees that were made
	// made are the contents of merged bases. Others are read no more.
	made  map[objects.ID][]byte
	keeps bool
}

// NewDesk returns a desk that writes to the stage.
func NewDesk(store objects.Store, stage objects.Stage) *Desk {
	return &Desk{Stage: stage, store: store, trees: make(map[objects.ID]objects.Object), made: make(map[objects.ID][]byte)}
}

// keep makes contents readable that are made from now on, until what it returns is
// called.
func (d *Desk) keep() (end func()) {
	was := d.keeps
	d.keeps = true
	return func() { d.keeps = was }
}

// Trees are those that the merges made, for a dry run that stores nothing.
func (d *Desk) Trees() []objects.Object { return d.fresh }

// Get implements snapshot.Reader.
func (d *Desk) Get(ctx context.Context, id objects.ID) (objects.Object, error) {
	d.mu.Lock()
	o, ok := d.trees[id]
	d.mu.Unlock()
	if ok {
		return o, nil
	}
	if content, ok := d.made[id]; ok {
		return objects.Object{Info: objects.Info{ID: id, Kind: objects.KindBlob, Size: uint64(len(content))}, Data: content}, nil
	}
	o, err := d.store.Get(ctx, id)
	if err == nil && o.Kind == objects.KindTree {
		d.hold(o)
	}
	return o, err
}

func (d *Desk) hold(o objects.Object) {
	d.mu.Lock()
	d.trees[o.ID] = o
	d.mu.Unlock()
}

// Put implements objects.Stage.
func (d *Desk) Put(ctx context.Context, kind objects.Kind, data []byte) (objects.ID, bool, error) {
	id, fresh, err := d.Stage.Put(ctx, kind, data)
	if err == nil && kind == objects.KindTree {
		o := objects.Object{Info: objects.Info{ID: id, Kind: kind, Size: uint64(len(data))}, Data: slices.Clone(data)}
		d.hold(o)
		d.fresh = append(d.fresh, o)
	}
	return id, fresh, err
}

// Content is the content of a blob.
func (d *Desk) Content(ctx context.Context, id objects.ID) ([]byte, error) {
	if content, ok := d.made[id]; ok {
		return content, nil
	}
	return chunk.Content(ctx, d.store, id)
}

// Take stages a content that merges are going to read.
func (d *Desk) Take(ctx context.Context, content []byte) (*objects.Entry, error) {
	e, err := d.File(ctx, content)
	if err != nil {
		return nil, err
	}
	e.Mode = objects.ModeFile
	d.made[e.ID] = content
	return e, nil
}

// File stages a content and returns an entry for it, without a name and a mode.
func (d *Desk) File(ctx context.Context, content []byte) (*objects.Entry, error) {
	done, err := chunk.Put(ctx, d.Stage, bytes.NewReader(content), nil)
	if err != nil {
		return nil, err
	}
	if d.keeps {
		d.made[done.ID] = content
	}
	return &objects.Entry{ID: done.ID, Size: uint64(len(content))}, nil
}
