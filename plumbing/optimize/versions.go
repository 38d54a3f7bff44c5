package optimize

import (
	"context"

	"github.com/genesis-vcs/genesis/objects"
)

// versions places the tree older and all that it holds and that has no place yet.
// The tree newer, which is placed with all that it holds, has the later versions
// of the same paths; its id may be zero.
func (p *planner) versions(ctx context.Context, newer, older objects.ID) error {
	if err := ctx.Err(); err != nil || older.IsZero() || p.find(older) != none {
		return err
	}
	tree, err := p.tree(ctx, older)
	if tree == nil || err != nil {
		return err
	}
	var entries []objects.Entry
	if !newer.IsZero() {
		later, err := p.tree(ctx, newer)
		if err != nil {
			return err
		}
		if later != nil {
			entries = later.Entries
		}
	}
	p.place(older, objects.KindTree, p.find(newer))
	for _, e := range tree.Entries {
		for len(entries) > 0 && entries[0].Name < e.Name {
			entries = entries[1:]
		}
		var match objects.Entry
		if len(entries) > 0 && entries[0].Name == e.Name {
			match = entries[0]
		}
		if err := p.version(ctx, match, e); err != nil {
			return err
		}
	}
	return nil
}

// version places what an entry names; match is the later version of the entry, or
// the zero Entry.
func (p *planner) version(ctx context.Context, match, e objects.Entry) error {
	switch {
	case e.Mode == objects.ModeGitlink || match.ID == e.ID:
		return nil
	case e.Mode != objects.ModeDir:
		return p.file(ctx, match, e)
	case match.Mode != objects.ModeDir:
		match = objects.Entry{}
	}
	return p.versions(ctx, match.ID, e.ID)
}

// file places a blob.
func (p *planner) file(ctx context.Context, match, e objects.Entry) error {
	if p.find(e.ID) != none {
		return nil
	}
	info, err := p.store.Stat(ctx, e.ID)
	if err != nil {
		return unlessMissing(err)
	}
	if match.Mode == objects.ModeDir {
		match = objects.Entry{}
	}
	if !info.List.IsZero() {
		return p.chunked(ctx, match.ID, info)
	}
	p.place(e.ID, objects.KindBlob, p.find(match.ID))
	return nil
}
