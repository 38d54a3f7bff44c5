package history

import (
	"context"

	"github.com/genesis-vcs/genesis/objects"
)

// IsAncestor reports whether a commit is another one or an ancestor of it. Tags
// are followed to their targets. It looks at the newest commits first and ends
// when it meets the ancestor; that something is none is known only after the
// whole history of the descendant was read. Errors: *NotCommitError, and those of
// the store.
func IsAncestor(ctx context.Context, store objects.Store, ancestor, descendant objects.ID) (bool, error) {
	want, err := Load(ctx, store, ancestor)
	if err != nil {
		return false, err
	}
	from, err := Load(ctx, store, descendant)
	if err != nil {
		return false, err
	}
	seen := map[objects.ID]bool{from.ID: true}
	var next nodeHeap
	next.push(newNode(from))
	for next.len() > 0 {
		n := next.top()
		next.pop()
		if n.id == want.ID {
			return true, nil
		}
		if err := ctx.Err(); err != nil {
			return false, err
		}
		for _, id := range n.parentIDs {
			if seen[id] {
				continue
			}
			seen[id] = true
			parent, err := Load(ctx, store, id)
			if err != nil {
				return false, err
			}
			next.push(newNode(parent))
		}
	}
	return false, nil
}
