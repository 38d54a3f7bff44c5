package workspace

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"syscall"
	"time"
)

// lockPoll is how often a lock that another process holds is tried again.
const lockPoll = 5 * time.Millisecond

// lockDir takes an advisory lock on a directory, which dies with the process.
// there is false when the directory was removed, or replaced, meanwhile.
func lockDir(ctx context.Context, dir string) (unlock func(), there bool, err error) {
	d, err := os.Open(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return func() {}, false, nil
	}
	if err != nil {
		return nil, false, err
	}
	for {
		err := syscall.Flock(int(d.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if err == nil {
			return func() { _ = d.Close() }, isAt(d, dir), nil
		}
		if !errors.Is(err, syscall.EWOULDBLOCK) && !errors.Is(err, syscall.EINTR) {
			_ = d.Close()
			return nil, false, err
		}
		select {
		case <-ctx.Done():
			_ = d.Close()
			return nil, false, ctx.Err()
		case <-time.After(lockPoll):
		}
	}
}

// isAt reports whether an open directory is the one that its path names.
func isAt(d *os.File, path string) bool {
	mine, err := d.Stat()
	if err != nil {
		return false
	}
	now, err := os.Lstat(path)
	return err == nil && os.SameFile(mine, now)
}
