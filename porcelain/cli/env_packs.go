package cli

import (
	"context"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/packstore"
	"github.com/genesis-vcs/genesis/porcelain/contract"
)

// PackStore is what a store made of packs can do besides.
type PackStore interface {
	objects.Store
	// Degraded says why the catalog is not used; empty when it is.
	Degraded() string
	Totals(ctx context.Context) (packstore.Totals, error)
	Verify(ctx context.Context, opts packstore.VerifyOptions) (packstore.VerifyReport, error)
	Optimize(ctx context.Context, plan []packstore.Placement, opts packstore.OptimizeOptions) (packstore.OptimizeReport, error)
}

// Packs opens the store, which has to be made of packs.
func (e *Env) Packs(ctx context.Context) (PackStore, error) {
	store, err := e.Store(ctx)
	if err != nil {
		return nil, err
	}
	packs, ok := store.(PackStore)
	if !ok {
		return nil, contract.Failf("internal/error", nil, "The store is not made of packs")
	}
	return packs, nil
}

func openPacks(ctx context.Context, dir string, opts packstore.Options) (objects.Store, error) {
	store, err := packstore.Open(ctx, dir, opts)
	if err != nil {
		return nil, err // not a nil store in an interface
	}
	return store, nil
}
