package packstore

import (
	"context"
	"errors"
	"time"
)

// OptimizingError reports that another process optimizes the store, for longer than
// Options.LockTimeout.
type OptimizingError struct{}

func (e *OptimizingError) Error() string { return "another process optimizes the store" }

// lockOptimize is the lock file of a run.
const lockOptimize = "optimize"

// optimizeLock waits for the lock of a run, as long as for that of the store. It is
// one of its own: readers and writers go on while a run has it.
func (s *Store) optimizeLock(ctx context.Context) (leave func(), err error) {
	w := waiter{deadline: time.Now().Add(s.opts.lockTimeout())}
	for {
		f, err := openLock(s.dir, lockOptimize)
		if err != nil {
			return nil, trimPath(err)
		}
		if err := w.wait(ctx, f, lockExclusive); err != nil {
			_ = f.Close()
			if errors.Is(err, errLockTimeout) {
				err = &OptimizingError{}
			}
			return nil, err
		}
		if !replaced(f) {
			return func() { unlock(f) }, nil
		}
		unlock(f)
	}
}
