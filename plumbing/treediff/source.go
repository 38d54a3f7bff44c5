package treediff

import (
	"context"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/chunk"
)

// Source reads contents from a store and from beside it. It is a snapshot.Reader.
type Source struct {
	Store objects.Store // nil holds nothing
	// Beside reads contents that the store need not hold, by their id.
	Beside map[objects.ID]func(ctx context.Context) ([]byte, error)
}

// Get returns an object. Errors are those of the store and of Beside.
func (s Source) Get(ctx context.Context, id objects.ID) (objects.Object, error) {
	read, ok := s.Beside[id]
	switch {
	case !ok && s.Store == nil:
		return objects.Object{}, &objects.NotFoundError{ID: id}
	case !ok:
		return s.Store.Get(ctx, id)
	}
	data, err := read(ctx)
	if err != nil {
		return objects.Object{}, err
	}
	info := objects.Info{ID: id, Kind: objects.KindBlob, Size: uint64(len(data))}
	return objects.Object{Info: info, Data: data}, nil
}

// Content returns the content of a blob, whole.
func (s Source) Content(ctx context.Context, id objects.ID) ([]byte, error) {
	if _, ok := s.Beside[id]; ok || s.Store == nil {
		o, err := s.Get(ctx, id)
		return o.Data, err
	}
	return chunk.Content(ctx, s.Store, id)
}
