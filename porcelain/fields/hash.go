package fields

import (
	"context"
	"errors"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/history"
	"github.com/genesis-vcs/genesis/porcelain/contract"
)

// ResolveHash finds the object that an argument names: 64 hex digits or an
// unambiguous short id. A full hash is not looked up; a short one that fits
// nothing is store/not-found.
func ResolveHash(ctx context.Context, store objects.Store, arg string) (objects.ID, error) {
	if id, err := objects.ParseID(arg); err == nil {
		return id, nil
	}
	id, err := history.ResolveID(ctx, store, arg)
	if _, unknown := errors.AsType[*history.UnknownRevError](err); unknown {
		return id, contract.Fail("store/not-found", contract.Facts{"hash": arg})
	}
	return id, err
}
