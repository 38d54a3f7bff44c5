package storecmd

import (
	"context"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/history"
)

// resolveHash finds the object that an argument names: 64 hex digits or an
// unambiguous short id. A full hash is not looked up.
func resolveHash(ctx context.Context, store objects.Store, arg string) (objects.ID, error) {
	if id, err := objects.ParseID(arg); err == nil {
		return id, nil
	}
	return history.ResolveID(ctx, store, arg)
}
