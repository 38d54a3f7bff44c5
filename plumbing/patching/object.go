package patching

import (
	"bytes"
	"context"
	"slices"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/chunk"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
	"github.com/genesis-vcs/genesis/semantic/coreform"
	"github.com/genesis-vcs/genesis/semantic/patch"
)

// Object is a patch as an object.
func Object(p *patch.Patch) (*objects.Patch, error) {
	normal, err := p.Normal()
	if err != nil {
		return nil, err
	}
	out := &objects.Patch{}
	if out.Term, err = normal.Print(); err != nil {
		return nil, err
	}
	for _, op := range p.Ops {
		if id := op.Writes(); id != "" {
			blob, err := objects.ParseID(id)
			if err != nil {
				return nil, err
			}
			out.Contents = append(out.Contents, blob)
		}
	}
	slices.SortFunc(out.Contents, objects.ID.Compare)
	out.Contents = slices.Compact(out.Contents)
	return out, nil
}

// ID is the id that the patch has as an object.
func ID(p *patch.Patch) (objects.ID, error) {
	o, err := Object(p)
	if err != nil {
		return objects.ID{}, err
	}
	data, err := objects.Encode(o)
	return objects.Sum(objects.KindPatch, data), err
}

// Put stages a patch with the contents that it carries.
func Put(ctx context.Context, stage objects.Stage, p *patch.Patch) (objects.ID, error) {
	for _, op := range p.Ops {
		if op.Carries && op.Writes() != "" {
			if _, err := chunk.Put(ctx, stage, bytes.NewReader(op.Content), nil); err != nil {
				return objects.ID{}, err
			}
		}
	}
	o, err := Object(p)
	if err != nil {
		return objects.ID{}, err
	}
	data, err := objects.Encode(o)
	if err != nil {
		return objects.ID{}, err
	}
	id, _, err := stage.Put(ctx, objects.KindPatch, data)
	return id, err
}

// Load reads a stored patch, which carries no contents.
// Errors: *snapshot.KindError, *patch.DecodeError, those of the store.
func Load(ctx context.Context, r snapshot.Reader, id objects.ID) (*patch.Patch, error) {
	o, err := r.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	if o.Kind != objects.KindPatch {
		return nil, &snapshot.KindError{ID: id, Want: objects.KindPatch, Got: o.Kind}
	}
	stored, err := objects.DecodeAs[*objects.Patch](o.Data)
	if err != nil {
		return nil, err
	}
	t, err := coreform.ReadTerm([]byte(stored.Term))
	if err != nil {
		return nil, err
	}
	return patch.FromTerm(t)
}

// Fill makes the patch carry its contents, for whoever does not have the store.
func Fill(ctx context.Context, src Source, p *patch.Patch) error {
	for i := range p.Ops {
		op := &p.Ops[i]
		if op.Carries || op.Writes() == "" {
			continue
		}
		id, err := objects.ParseID(op.Writes())
		if err != nil {
			return err
		}
		if op.Content, err = src.Content(ctx, id); err != nil {
			return err
		}
		op.Carries = true
	}
	return nil
}
