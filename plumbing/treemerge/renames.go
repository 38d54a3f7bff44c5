package treemerge

import (
	"context"

	"github.com/genesis-vcs/genesis/plumbing/snapshot"
)

// renames joins files that were deleted with those that were added in their place.
func renames(_ context.Context, _ *Desk, changes []snapshot.Change) ([]snapshot.Change, error) {
	return snapshot.Renames(changes), nil
}
