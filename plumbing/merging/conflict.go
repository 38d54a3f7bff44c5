package merging

import (
	"context"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
	"github.com/genesis-vcs/genesis/refs"
)

// File is a file of a merge that is in conflict.
type File struct {
	ID       objects.ID
	Conflict *objects.Conflict
}

// Path is where it stands in the merged tree.
func (f File) Path() string { return string(f.Conflict.Path) }

// Conflict reads a conflict. Another kind is a *snapshot.KindError.
func Conflict(ctx context.Context, r snapshot.Reader, id objects.ID) (*objects.Conflict, error) {
	o, err := r.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	if o.Kind != objects.KindConflict {
		return nil, &snapshot.KindError{ID: id, Want: objects.KindConflict, Got: o.Kind}
	}
	return objects.DecodeAs[*objects.Conflict](o.Data)
}

// Files reads the conflicts of files, in the order of their paths.
func Files(ctx context.Context, r snapshot.Reader, parts []objects.ID) ([]File, error) {
	files := make([]File, len(parts))
	for i, id := range parts {
		c, err := Conflict(ctx, r, id)
		if err != nil {
			return nil, err
		}
		files[i] = File{id, c}
	}
	sortFiles(files)
	return files, nil
}

// Resolved finds how a conflict with these sides was resolved before; nil if it
// never was.
func Resolved(db *refs.DB) func(ctx context.Context, sides objects.ID) (*objects.Conflict, error) {
	return func(ctx context.Context, sides objects.ID) (*objects.Conflict, error) {
		value, ok, err := db.Setting(ctx, objects.SettingResolution+sides.String())
		if err != nil || !ok {
			return nil, err
		}
		id, err := objects.ParseID(string(value))
		if err != nil {
			return nil, &objects.CorruptError{What: "catalog", Reason: "the row of a resolution holds no conflict"}
		}
		return Conflict(ctx, db.Store(), id)
	}
}

// Record keeps a settled conflict, so that the same one is resolved by itself the
// next time.
func Record(ctx context.Context, stage objects.Stage, tx *refs.Tx, c *objects.Conflict) error {
	sides, err := c.Sides()
	if err != nil {
		return err
	}
	id, err := Put(ctx, stage, c)
	if err == nil {
		tx.Setting(objects.SettingResolution+sides.String(), []byte(id.String()))
	}
	return err
}
