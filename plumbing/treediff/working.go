package treediff

import (
	"context"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
	"github.com/genesis-vcs/genesis/plumbing/worktree"
)

// Working makes the source read what the changes of a scan have of the working tree.
// Files that the scan did not read are read now, and their entries get their ids.
// Errors are those of Tree.Content.
func (s *Source) Working(ctx context.Context, tree *worktree.Tree, changes []snapshot.Change) error {
	if s.Beside == nil {
		s.Beside = make(map[objects.ID]func(context.Context) ([]byte, error), len(changes))
	}
	for i := range changes {
		e := changes[i].New
		if e == nil || !e.Mode.IsFile() && e.Mode != objects.ModeSymlink {
			continue
		}
		path, entry := changes[i].Path, *e
		if entry.ID.IsZero() {
			content, err := tree.Content(ctx, path, entry)
			if err != nil {
				return err
			}
			entry.ID, entry.Size = objects.Sum(objects.KindBlob, content), uint64(len(content))
			changes[i].New = &entry
		}
		s.Beside[entry.ID] = func(ctx context.Context) ([]byte, error) { return tree.Content(ctx, path, entry) }
	}
	return nil
}
