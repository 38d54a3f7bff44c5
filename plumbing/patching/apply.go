package patching

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"path"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
	"github.com/genesis-vcs/genesis/plumbing/treemerge"
	"github.com/genesis-vcs/genesis/semantic/patch"
)

// Applied is what a patch made of a tree.
type Applied struct {
	Root  objects.ID
	Edits []patch.Edit
}

// ClashError says that a patch leaves a file where a directory has to be.
type ClashError struct{ Path string }

func (e *ClashError) Error() string {
	return fmt.Sprintf("%q would be a file and a directory", e.Path)
}

// Apply stages what the patch makes of the tree root. Errors: *patch.ApplyError,
// *ClashError, and those of the store.
func Apply(ctx context.Context, desk *treemerge.Desk, root objects.ID, p *patch.Patch) (*Applied, error) {
	t := &tree{desk: desk, root: root}
	done, err := patch.Apply(ctx, t, p)
	if err != nil {
		return nil, err
	}
	if err := t.fits(ctx, done.Changes); err != nil {
		return nil, err
	}
	edits := make([]snapshot.Edit, len(done.Changes))
	for i, c := range done.Changes {
		if edits[i], err = t.edit(ctx, c); err != nil {
			return nil, err
		}
	}
	out := &Applied{Edits: done.Edits}
	out.Root, err = snapshot.Rewrite(ctx, desk, desk, root, edits)
	return out, err
}

// tree is a stored tree as the files of a patch.
type tree struct {
	desk *treemerge.Desk
	root objects.ID
}

// Entry implements patch.Files.
func (t *tree) Entry(ctx context.Context, path string) (patch.Entry, error) {
	e, err := snapshot.Lookup(ctx, t.desk, t.root, path)
	if _, ok := errors.AsType[*snapshot.NotInTreeError](err); ok {
		return patch.Entry{}, nil
	}
	if err != nil {
		return patch.Entry{}, err
	}
	out := patch.Entry{Mode: string(e.Mode), ID: ident(&e)}
	if e.Mode == objects.ModeDir {
		dir, err := snapshot.Tree(ctx, t.desk, e.ID)
		if err != nil {
			return patch.Entry{}, err
		}
		if len(dir.Entries) > 0 {
			out.ID = patch.FullDir
		}
	}
	return out, nil
}

// Content implements patch.Files.
func (t *tree) Content(ctx context.Context, id string) ([]byte, error) {
	blob, err := objects.ParseID(id)
	if err != nil {
		return nil, err
	}
	return t.desk.Content(ctx, blob)
}

// edit is a change as the rewriting of trees wants it; new content is staged.
func (t *tree) edit(ctx context.Context, c patch.Change) (snapshot.Edit, error) {
	if c.Entry == (patch.Entry{}) {
		return snapshot.Edit{Path: c.Path}, nil
	}
	e := &objects.Entry{Mode: objects.Mode(c.Mode)}
	switch {
	case c.Mode == patch.ModeGitlink:
		id, err := hex.DecodeString(c.ID)
		if err != nil {
			return snapshot.Edit{}, err
		}
		e.Gitlink = objects.Bytes(id)
	case c.Mode == patch.ModeDir:
		data, err := objects.Encode(&objects.Tree{})
		if err != nil {
			return snapshot.Edit{}, err
		}
		if e.ID, _, err = t.desk.Put(ctx, objects.KindTree, data); err != nil {
			return snapshot.Edit{}, err
		}
	default:
		var size uint64
		var err error
		if e.ID, size, err = t.blob(ctx, c); err != nil {
			return snapshot.Edit{}, err
		}
		if e.Mode.IsFile() {
			e.Size = size
		}
	}
	return snapshot.Edit{Path: c.Path, Entry: e}, nil
}

func (t *tree) blob(ctx context.Context, c patch.Change) (objects.ID, uint64, error) {
	if c.Fresh {
		e, err := t.desk.Take(ctx, c.Content)
		if err != nil {
			return objects.ID{}, 0, err
		}
		return e.ID, e.Size, nil
	}
	id, err := objects.ParseID(c.ID)
	if err != nil {
		return id, 0, err
	}
	info, err := t.desk.Stat(ctx, id)
	return id, info.Size, err
}

// fits refuses changes that would put something below a file, or a file where a
// directory with other files is.
func (t *tree) fits(ctx context.Context, changes []patch.Change) error {
	now := make(map[string]patch.Entry, len(changes))
	for _, c := range changes {
		now[c.Path] = c.Entry
	}
	for _, c := range changes {
		if c.Entry == (patch.Entry{}) {
			continue
		}
		if err := t.below(ctx, now, c.Path); err != nil {
			return err
		}
		if err := t.empties(ctx, now, c.Path); err != nil {
			return err
		}
	}
	return nil
}

// below refuses a file among the directories that lead to a path.
func (t *tree) below(ctx context.Context, now map[string]patch.Entry, of string) error {
	for dir := path.Dir(of); dir != "."; dir = path.Dir(dir) {
		e, changed := now[dir]
		if !changed {
			var err error
			if e, err = t.Entry(ctx, dir); err != nil {
				return err
			}
		}
		if e.Mode != "" && e.Mode != patch.ModeDir {
			return &ClashError{Path: dir}
		}
	}
	return nil
}

// empties refuses to put something in the place of a directory of which something
// stays.
func (t *tree) empties(ctx context.Context, now map[string]patch.Entry, dir string) error {
	was, err := snapshot.Lookup(ctx, t.desk, t.root, dir)
	if _, ok := errors.AsType[*snapshot.NotInTreeError](err); ok || err == nil && was.Mode != objects.ModeDir {
		return nil
	}
	if err != nil {
		return err
	}
	return snapshot.Walk(ctx, t.desk, was.ID, func(name string, e objects.Entry) error {
		if e.Mode == objects.ModeDir {
			return nil
		}
		if after, changed := now[path.Join(dir, name)]; !changed || after != (patch.Entry{}) {
			return &ClashError{Path: dir}
		}
		return nil
	})
}
