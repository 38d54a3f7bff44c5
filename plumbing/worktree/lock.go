package worktree

import (
	"context"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

const (
	lockFile = "lock"
	// lockPoll is how long a waiting process sleeps at most between two tries.
	lockPoll = 25 * time.Millisecond
)

// LockedError reports that another process works on the workspace. PID is 0
// and Verb empty when the holder had no time yet to say who it is.
type LockedError struct {
	PID  int
	Verb string
}

func (e *LockedError) Error() string { return "another process works on the workspace" }

// Lock takes the workspace's lock, which every verb that writes the working
// tree or moves HEAD holds. It tries for as long as timeout, at least once,
// then returns a *LockedError. The kernel drops the lock of a process that
// dies; the file stays and means nothing by itself. Whoever takes the lock also
// removes the scratch directories that a killed holder left.
func (t *Tree) Lock(ctx context.Context, verb string, timeout time.Duration) (unlock func(), err error) {
	path := filepath.Join(t.opts.Meta, lockFile)
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	if err := waitForLock(ctx, f, time.Now().Add(timeout)); err != nil {
		_ = f.Close()
		return nil, err
	}
	removeProbes(t.opts.Meta, time.Now())
	// Who holds the lock is only for the messages of others.
	_ = f.Truncate(0)
	_, _ = f.WriteAt(fmt.Appendf(nil, "%d %s\n", os.Getpid(), verb), 0)
	return func() {
		_ = f.Truncate(0)
		_ = f.Close()
	}, nil
}

func waitForLock(ctx context.Context, f *os.File, deadline time.Time) error {
	for {
		err := tryLock(f, unix.LOCK_EX)
		if err != unix.EWOULDBLOCK {
			return pathError("lock", f.Name(), err)
		}
		left := time.Until(deadline)
		if left <= 0 {
			return holder(f)
		}
		pause := time.NewTimer(min(left, lockPoll/2+rand.N(lockPoll/2)))
		select {
		case <-ctx.Done():
			pause.Stop()
			return ctx.Err()
		case <-pause.C:
		}
	}
}

func tryLock(f *os.File, how int) error {
	_, err := uninterrupted(func() (struct{}, error) {
		return struct{}{}, unix.Flock(int(f.Fd()), how|unix.LOCK_NB)
	})
	return err
}

// holder reads who holds the lock.
func holder(f *os.File) *LockedError {
	line := make([]byte, 256)
	n, _ := f.ReadAt(line, 0)
	pid, verb, _ := strings.Cut(strings.TrimSuffix(string(line[:n]), "\n"), " ")
	e := &LockedError{Verb: verb}
	e.PID, _ = strconv.Atoi(pid)
	return e
}

// lockedByOther reports whether another process holds the lock at this moment.
func (t *Tree) lockedByOther() (bool, error) {
	f, err := os.Open(filepath.Join(t.opts.Meta, lockFile))
	if os.IsNotExist(err) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer f.Close()
	switch err := tryLock(f, unix.LOCK_SH); err {
	case nil:
		return false, nil
	case unix.EWOULDBLOCK:
		return holder(f).PID != os.Getpid(), nil
	default:
		return false, &fs.PathError{Op: "lock", Path: f.Name(), Err: err}
	}
}
