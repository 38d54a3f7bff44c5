// Package snapshot reads, compares and builds the trees of snapshots.
//
// Glossary: a tree is one directory; a root is the tree of a whole snapshot; a
// leaf is a file, a symlink, a gitlink or an empty directory: what a path of a
// change can name. Paths are relative to the root, '/'-separated, and hold the
// bytes that were found, whatever their encoding.
//
// Guarantees: results depend on the trees alone and come in a fixed order. A
// subtree that is equal on both sides of a comparison is never read, and
// Rewrite reads and writes only the directories on the way to its edits.
//
// Caveats: names are as the tree has them. Only CheckName says whether a name
// may be written to a file system, and every writer has to ask it.
package snapshot

import (
	"context"

	"github.com/genesis-vcs/genesis/objects"
)

// Reader is the part of a store that reading trees needs.
type Reader interface {
	Get(ctx context.Context, id objects.ID) (objects.Object, error)
}

// KindError reports an id that names an object of another kind than the one
// that its place requires.
type KindError struct {
	ID        objects.ID
	Want, Got objects.Kind
}

func (e *KindError) Error() string {
	return "object " + e.ID.String() + " is a " + e.Got.String() + ", not a " + e.Want.String()
}

// Tree reads the tree id. The zero ID is the empty tree.
// Errors: *KindError, and those of the store and of decoding.
func Tree(ctx context.Context, r Reader, id objects.ID) (*objects.Tree, error) {
	if id.IsZero() {
		return &objects.Tree{}, nil
	}
	return read[*objects.Tree](ctx, r, id)
}

// Load reads a snapshot object.
// Errors: *KindError, and those of the store and of decoding.
func Load(ctx context.Context, r Reader, id objects.ID) (*objects.Snapshot, error) {
	return read[*objects.Snapshot](ctx, r, id)
}

func read[T objects.Structured](ctx context.Context, r Reader, id objects.ID) (T, error) {
	var none T
	o, err := r.Get(ctx, id)
	if err != nil {
		return none, err
	}
	if o.Kind != none.Kind() {
		return none, &KindError{ID: id, Want: none.Kind(), Got: o.Kind}
	}
	return objects.DecodeAs[T](o.Data)
}

// Put stages a snapshot object over root. files and bytes are its totals.
// A zero root is the empty tree, which is staged too.
func Put(ctx context.Context, stage objects.Stage, root objects.ID, files, bytes uint64) (objects.ID, error) {
	if root.IsZero() {
		var err error
		if root, err = put(ctx, stage, &objects.Tree{}); err != nil {
			return objects.ID{}, err
		}
	}
	return put(ctx, stage, &objects.Snapshot{Root: root, Files: files, Bytes: bytes})
}

func put(ctx context.Context, stage objects.Stage, v objects.Structured) (objects.ID, error) {
	data, err := objects.Encode(v)
	if err != nil {
		return objects.ID{}, err
	}
	id, _, err := stage.Put(ctx, v.Kind(), data)
	return id, err
}

// Count returns the totals of the tree at root, as a snapshot records them:
// the number of files and symlinks, and the sum of the sizes of the files.
func Count(ctx context.Context, r Reader, root objects.ID) (files, bytes uint64, err error) {
	err = Walk(ctx, r, root, func(_ string, e objects.Entry) error {
		f, b := Totals(e)
		files += f
		bytes += b
		return nil
	})
	return files, bytes, err
}

// Totals is what one entry adds to the totals of its snapshot.
func Totals(e objects.Entry) (files, bytes uint64) {
	switch {
	case e.Mode.IsFile():
		return 1, e.Size
	case e.Mode == objects.ModeSymlink:
		return 1, 0
	default:
		return 0, 0
	}
}
