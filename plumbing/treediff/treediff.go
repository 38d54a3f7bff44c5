package treediff

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/genesis-vcs/genesis/plumbing/snapshot"
	"github.com/genesis-vcs/genesis/semantic/unitdiff"
)

// Options say what of the files is compared; nothing reads the contents alone.
type Options struct {
	Lines, Units bool
}

// Files compares the contents of changes, in their order. Units that moved from
// one of the files to another are found. Errors are those of the source.
func Files(ctx context.Context, src Source, changes []snapshot.Change, opts Options) ([]*File, error) {
	out := make([]*File, len(changes))
	err := each(ctx, len(changes), func(ctx context.Context, i int) (err error) {
		if out[i], err = load(ctx, src, changes[i]); err != nil {
			return err
		}
		if opts.Lines {
			out[i].compareLines()
		}
		if opts.Units {
			out[i].compareUnits()
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	units := make([][]unitdiff.Change, len(out))
	for i, f := range out {
		units[i] = f.Units
	}
	unitdiff.Across(units)
	return out, nil
}

// each calls do for the numbers below n, several at once, and returns the error of
// the first that failed. It waits for all that it began.
func each(ctx context.Context, n int, do func(ctx context.Context, i int) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		workers.Go(func() {
			for i := next.Add(1) - 1; i < int64(n) && ctx.Err() == nil; i = next.Add(1) - 1 {
				if err := do(ctx, int(i)); err != nil {
					cancel(err)
				}
			}
		})
	}
	workers.Wait()
	return context.Cause(ctx)
}
