package workspace

import (
	"context"
	"errors"
	"os"
	"syscall"
	"time"
)

// lockPoll is how often a lock that another process holds is tried again.
const lockPoll = 5 * time.Millisecond

// lockDir takes an advisory lock on a directory, which dies with the process.
func lockDir(ctx context.Context, dir string) (unlock func(), err error) {
	d, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	for {
		err := syscall.Flock(int(d.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if err == nil {
			return func() { _ = d.Close() }, nil
		}
		if !errors.Is(err, syscall.EWOULDBLOCK) && !errors.Is(err, syscall.EINTR) {
			_ = d.Close()
			return nil, err
		}
		select {
		case <-ctx.Done():
			_ = d.Close()
			return nil, ctx.Err()
		case <-time.After(lockPoll):
		}
	}
}
