package patching

import (
	"context"
	"encoding/hex"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
	"github.com/genesis-vcs/genesis/semantic/coreform"
	"github.com/genesis-vcs/genesis/semantic/patch"
)

// Source reads trees and contents, which may be staged only.
type Source interface {
	snapshot.Reader
	Content(ctx context.Context, id objects.ID) ([]byte, error)
}

// maxRead is the size in bytes from which on a content is written anew and not
// looked into.
const maxRead = 16 << 20

// Diff is the patch that makes the tree b of the tree a. It carries no contents:
// they are in the store. The zero id is the empty tree.
func Diff(ctx context.Context, src Source, a, b objects.ID) (*patch.Patch, error) {
	changes, err := snapshot.Diff(ctx, src, a, b, nil)
	if err != nil {
		return nil, err
	}
	return Of(ctx, src, snapshot.Renames(changes))
}

// Of is the patch of the changes between two trees. What goes comes first, then
// what moves, so that a directory can take the place of a file and a file that of a
// directory.
func Of(ctx context.Context, src Source, changes []snapshot.Change) (*patch.Patch, error) {
	provenance, err := coreform.MapOf()
	if err != nil {
		return nil, err
	}
	p := &patch.Patch{Provenance: provenance}
	w := &writer{ctx: ctx, src: src, patch: p}
	for _, step := range [...]func(snapshot.Change) error{w.remove, w.move, w.change} {
		for _, c := range changes {
			if err := step(c); err != nil {
				return nil, err
			}
		}
	}
	return p, nil
}

type writer struct {
	ctx   context.Context
	src   Source
	patch *patch.Patch
}

func (w *writer) add(name string, pairs ...any) error {
	op, err := patch.New(name, pairs...)
	if err == nil {
		w.patch.Ops = append(w.patch.Ops, op)
	}
	return err
}

func (w *writer) remove(c snapshot.Change) error {
	if c.New != nil {
		return nil
	}
	return w.add("remove-file", "path", []byte(c.Path), "old", ident(c.Old), "old-mode", string(c.Old.Mode))
}

func (w *writer) move(c snapshot.Change) error {
	if c.Status != snapshot.Renamed {
		return nil
	}
	return w.add("move-file", "path", []byte(c.OldPath), "to", []byte(c.Path), "old", ident(c.Old))
}

func (w *writer) change(c snapshot.Change) error {
	if c.New == nil {
		return nil
	}
	if c.Old == nil {
		return w.write(c)
	}
	if ident(c.Old) != ident(c.New) {
		done, err := w.edit(c)
		if err != nil {
			return err
		}
		if !done {
			return w.write(c)
		}
	}
	switch {
	case c.Old.Mode == c.New.Mode:
		return nil
	case c.Old.Mode.IsFile() == c.New.Mode.IsFile() && c.New.Mode.IsFile():
		return w.add("set-mode", "path", []byte(c.Path), "old-mode", string(c.Old.Mode), "mode", string(c.New.Mode))
	default:
		return w.write(c)
	}
}

// edit writes the change of a text as hunks; done is false where it cannot be.
func (w *writer) edit(c snapshot.Change) (done bool, err error) {
	if !c.Old.Mode.IsFile() || !c.New.Mode.IsFile() || c.Old.Size > maxRead || c.New.Size > maxRead {
		return false, nil
	}
	from, err := w.src.Content(w.ctx, c.Old.ID)
	if err != nil {
		return false, err
	}
	to, err := w.src.Content(w.ctx, c.New.ID)
	if err != nil {
		return false, err
	}
	op, ok, err := patch.EditText(c.Path, from, to)
	if ok {
		w.patch.Ops = append(w.patch.Ops, op)
	}
	return ok, err
}

func (w *writer) write(c snapshot.Change) error {
	return w.add("write-file", "path", []byte(c.Path), "old", ident(c.Old), "old-mode", modeOf(c.Old), "new", ident(c.New), "mode", string(c.New.Mode))
}

func modeOf(e *objects.Entry) string {
	if e == nil {
		return ""
	}
	return string(e.Mode)
}

// ident is the id of what an entry holds, as a patch names it.
func ident(e *objects.Entry) string {
	switch {
	case e == nil || e.Mode == objects.ModeDir:
		return ""
	case e.Mode == objects.ModeGitlink:
		return hex.EncodeToString([]byte(e.Gitlink))
	default:
		return e.ID.String()
	}
}
