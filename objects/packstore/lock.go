package packstore

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"golang.org/x/sys/unix"

	"github.com/genesis-vcs/genesis/objects"
)

const (
	defaultLockTimeout = 30 * time.Second
	firstPoll          = time.Millisecond
	maxPoll            = 25 * time.Millisecond
)

// lockMode is what a lock is taken for.
type lockMode int

const (
	lockShared    lockMode = unix.LOCK_SH
	lockExclusive lockMode = unix.LOCK_EX
)

// storeLock is the store's lock, held. The kernel drops it when the process
// ends, however that happens.
type storeLock struct {
	f    *os.File
	mode lockMode
}

// lockStore takes the store's lock. It passes through the queue lock, which a
// waiting writer keeps: readers that come later stand behind it, so that they
// cannot starve it. When timeout is over it returns a *objects.BusyError.
//
// The files carry no meaning and may be removed at any time: who got the lock of
// a file that is not there any more tries again with the one that is.
func lockStore(ctx context.Context, dir string, mode lockMode, opts Options) (*storeLock, error) {
	w := waiter{deadline: time.Now().Add(opts.lockTimeout())}
	for {
		f, err := w.lock(ctx, dir, mode)
		if err != nil {
			return nil, err
		}
		if replaced(f) {
			unlock(f)
			continue
		}
		if mode == lockExclusive {
			noteHolder(f, opts.Verb)
		}
		return &storeLock{f: f, mode: mode}, nil
	}
}

func (w waiter) lock(ctx context.Context, dir string, mode lockMode) (*os.File, error) {
	queue, err := openLock(dir, lockQueue)
	if err != nil {
		return nil, err
	}
	defer unlock(queue)
	f, err := openLock(dir, lockOfStore)
	if err != nil {
		return nil, err
	}
	for _, step := range []*os.File{queue, f} {
		if err := w.wait(ctx, step, mode); err != nil {
			if errors.Is(err, errLockTimeout) {
				err = busy(f)
			}
			unlock(f)
			return nil, err
		}
	}
	return f, nil
}

// replaced reports whether the name of an open file belongs to another file by
// now, or to none.
func replaced(f *os.File) bool {
	mine, err := f.Stat()
	if err != nil {
		return false
	}
	now, err := os.Stat(f.Name())
	return errors.Is(err, fs.ErrNotExist) || err == nil && !os.SameFile(mine, now)
}

// release gives the lock back. Closing alone would not, while a process that is
// just being started has a copy of the descriptor.
func (l *storeLock) release() {
	if l.mode == lockExclusive {
		_ = l.f.Truncate(0)
	}
	unlock(l.f)
}

func unlock(f *os.File) {
	_ = unix.Flock(int(f.Fd()), unix.LOCK_UN)
	_ = f.Close()
}

// The names of the lock files.
const (
	lockQueue   = "queue"
	lockOfStore = "store"
)

// openLock opens a lock file, which is made when it is missing; on a read-only
// medium for reading, which is enough to lock it.
func openLock(dir, name string) (*os.File, error) {
	path := filepath.Join(dir, locksName, name)
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if errors.Is(err, fs.ErrNotExist) {
		// A copy of a store may have come without its empty files.
		if err = os.Mkdir(filepath.Dir(path), 0o755); err == nil || errors.Is(err, fs.ErrExist) {
			f, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
		}
	}
	if err == nil {
		return f, nil
	}
	if f, roErr := os.Open(path); roErr == nil {
		return f, nil
	}
	return openStandIn(dir, name, err)
}

// openStandIn opens what is locked instead of a lock file that is missing and,
// for the reason, cannot be made: nobody writes to such a store from here, and a
// writer elsewhere is kept apart by the lock that Badger takes on the catalog.
func openStandIn(dir, name string, reason error) (*os.File, error) {
	if !errors.Is(reason, fs.ErrPermission) && !errors.Is(reason, unix.EROFS) {
		return nil, reason
	}
	standIn := map[string]string{lockQueue: packsName, lockOfStore: formatName}[name]
	f, err := os.Open(filepath.Join(dir, standIn))
	if err != nil {
		return nil, reason
	}
	return f, nil
}

var errLockTimeout = errors.New("lock timeout")

type waiter struct{ deadline time.Time }

// wait polls for the lock with growing, jittered pauses.
func (w waiter) wait(ctx context.Context, f *os.File, mode lockMode) error {
	for pause := firstPoll; ; pause = min(2*pause, maxPoll) {
		if err := ctx.Err(); err != nil {
			return err
		}
		err := unix.Flock(int(f.Fd()), int(mode)|unix.LOCK_NB)
		switch {
		case err == nil:
			return nil
		case errors.Is(err, unix.EINTR):
			continue
		case !errors.Is(err, unix.EWOULDBLOCK):
			return fmt.Errorf("lock %s: %w", f.Name(), err)
		}
		left := time.Until(w.deadline)
		if left <= 0 {
			return errLockTimeout
		}
		if err := sleep(ctx, min(left, pause/2+rand.N(pause/2+1))); err != nil {
			return err
		}
	}
}

func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

// noteHolder writes who holds the lock into its file, for the BusyError of
// others. Nothing depends on it.
func noteHolder(f *os.File, verb string) {
	b := fmt.Appendf(nil, "%d %s\n", os.Getpid(), verb)
	if _, err := f.WriteAt(b, 0); err == nil {
		_ = f.Truncate(int64(len(b)))
	}
}

// busy reads who holds the lock. A note that a killed process left behind is
// not believed.
func busy(f *os.File) error {
	b := make([]byte, 256)
	n, _ := f.ReadAt(b, 0)
	line, _, _ := bytes.Cut(b[:n], []byte("\n"))
	first, verb, _ := bytes.Cut(line, []byte(" "))
	pid, err := strconv.Atoi(string(first))
	if err != nil || pid <= 0 || errors.Is(unix.Kill(pid, 0), unix.ESRCH) {
		return &objects.BusyError{}
	}
	return &objects.BusyError{PID: pid, Verb: string(verb)}
}
