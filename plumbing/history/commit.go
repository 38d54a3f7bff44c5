package history

import (
	"context"

	"github.com/genesis-vcs/genesis/objects"
)

// Commit is a commit with its id.
type Commit struct {
	ID objects.ID
	*objects.Commit
}

// Load reads a commit; a tag is followed to its target. *NotCommitError for
// other kinds.
func Load(ctx context.Context, store objects.Store, id objects.ID) (Commit, error) {
	object, err := peel(ctx, store, id)
	if err != nil {
		return Commit{}, err
	}
	if object.Kind != objects.KindCommit {
		return Commit{}, &NotCommitError{ID: object.ID, Kind: object.Kind}
	}
	commit, err := objects.DecodeAs[*objects.Commit](object.Data)
	return Commit{ID: object.ID, Commit: commit}, err
}

// peel reads an object and follows tags to what they name.
func peel(ctx context.Context, store objects.Store, id objects.ID) (objects.Object, error) {
	for {
		object, err := store.Get(ctx, id)
		if err != nil || object.Kind != objects.KindTag {
			return object, err
		}
		tag, err := objects.DecodeAs[*objects.Tag](object.Data)
		if err != nil {
			return objects.Object{}, err
		}
		id = tag.Target
	}
}

// Target returns what an id stands for and its kind: a tag is followed to what it
// names, without reading that.
func Target(ctx context.Context, store objects.Store, id objects.ID) (objects.ID, objects.Kind, error) {
	info, err := store.Stat(ctx, id)
	if err != nil {
		return objects.ID{}, 0, err
	}
	kind := info.Kind
	for kind == objects.KindTag {
		object, err := store.Get(ctx, id)
		if err != nil {
			return objects.ID{}, 0, err
		}
		tag, err := objects.DecodeAs[*objects.Tag](object.Data)
		if err != nil {
			return objects.ID{}, 0, err
		}
		id, kind = tag.Target, tag.TargetKind
	}
	return id, kind, nil
}
