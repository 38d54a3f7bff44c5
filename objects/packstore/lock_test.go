package packstore

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/genesis-vcs/genesis/objects"
)

// TestBusy waits for a lock that is held: as long as it was told, not longer,
// and says who holds it.
func TestBusy(t *testing.T) {
	s := newStore(t)
	lock, err := lockStore(t.Context(), s.dir, lockExclusive, Options{Verb: "store put"})
	if err != nil {
		t.Fatal(err)
	}
	for _, timeout := range []time.Duration{-1, 50 * time.Millisecond, 120 * time.Millisecond} {
		start := time.Now()
		_, err := Open(t.Context(), s.dir, Options{LockTimeout: timeout})
		took := time.Since(start)
		var busy *objects.BusyError
		if !errors.As(err, &busy) || busy.PID != os.Getpid() || busy.Verb != "store put" {
			t.Errorf("%v: %v", timeout, err)
		}
		if took < timeout || took > max(timeout, 0)+100*time.Millisecond {
			t.Errorf("%v: took %v", timeout, took)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := Open(ctx, s.dir, Options{}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("with a deadline: %v", err)
	}
	// A publication that finds the store busy leaves its stage open.
	w := openUnlocked(t, s, lock)
	st, err := w.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := st.Put(t.Context(), objects.KindBlob, []byte("busy")); err != nil {
		t.Fatal(err)
	}
	if lock, err = lockStore(t.Context(), s.dir, lockExclusive, Options{}); err != nil {
		t.Fatal(err)
	}
	var busy *objects.BusyError
	if _, err := w.Publish(t.Context(), st, objects.Batch{}); !errors.As(err, &busy) {
		t.Errorf("Publish: %v", err)
	}
	lock.release()
	if _, err := w.Publish(t.Context(), st, objects.Batch{}); err != nil {
		t.Errorf("Publish again: %v", err)
	}
}

func openUnlocked(t *testing.T, s *Store, lock *storeLock) *Store {
	t.Helper()
	lock.release()
	w, err := Open(t.Context(), s.dir, Options{LockTimeout: -1})
	if err != nil {
		t.Fatal(err)
	}
	w.awaitClosing()
	t.Cleanup(func() { _ = w.Close() })
	return w
}

// TestHolderIsGone does not name a process that left its note behind.
func TestHolderIsGone(t *testing.T) {
	f, err := os.CreateTemp(t.TempDir(), "lock")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	for _, note := range []string{"", "x", "2147483646 store put\n", "-1 x\n"} {
		if err := f.Truncate(0); err != nil {
			t.Fatal(err)
		}
		if _, err := f.WriteAt([]byte(note), 0); err != nil {
			t.Fatal(err)
		}
		var b *objects.BusyError
		if !errors.As(busy(f), &b) || b.PID != 0 {
			t.Errorf("%q: %+v", note, b)
		}
	}
}

// TestReadersDoNotStarveWriters takes the exclusive lock beside readers that
// never leave it free.
func TestReadersDoNotStarveWriters(t *testing.T) {
	dir := newStore(t).dir
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var wg sync.WaitGroup
	for range 6 {
		wg.Go(func() {
			for ctx.Err() == nil {
				lock, err := lockStore(ctx, dir, lockShared, Options{})
				if err != nil {
					continue
				}
				_ = sleep(ctx, time.Millisecond)
				lock.release()
			}
		})
	}
	for range 5 {
		lock, err := lockStore(t.Context(), dir, lockExclusive, Options{LockTimeout: 5 * time.Second})
		if err != nil {
			t.Fatal(err)
		}
		lock.release()
	}
	cancel()
	wg.Wait()
}

// TestManyProcesses lets processes count up one number by compare-and-swap, each
// its own as well: nothing is lost.
func TestManyProcesses(t *testing.T) {
	const each = 3
	// Twice as many run at once; with far more, waiting for one's turn takes
	// longer than anybody waits for a lock.
	processes := min(6**soak, 32)
	dir := newStore(t).dir
	var wait []func() error
	for i := range processes {
		for _, name := range []string{"shared", fmt.Sprintf("own%d", i)} {
			cmd, out := startChild(t, "counter", dir, name, strconv.Itoa(each))
			_ = out
			wait = append(wait, cmd.Wait)
		}
	}
	for _, w := range wait {
		if err := w(); err != nil {
			t.Error(err)
		}
	}
	s := openStore(t, dir)
	want := map[string]string{"shared": strconv.Itoa(processes * each)}
	for i := range processes {
		want[fmt.Sprintf("own%d", i)] = strconv.Itoa(each)
	}
	for name, n := range want {
		if v, _, err := s.Row(t.Context(), objects.SpaceSetting, name); err != nil || string(v) != n {
			t.Errorf("%s: %q instead of %s, %v", name, v, n, err)
		}
	}
	mustVerify(t, s)
}

// TestManyGoroutines publishes from many goroutines of two stores at once.
func TestManyGoroutines(t *testing.T) {
	a := newStore(t)
	stores := []*Store{a, openStore(t, a.dir)}
	var wg sync.WaitGroup
	for i := range 24 {
		wg.Go(func() {
			if _, err := publishBlob(context.Background(), stores[i%2], fmt.Appendf(nil, "blob %d", i), fmt.Sprintf("refs/heads/%d", i)); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	for _, s := range stores {
		if page, err := s.Rows(t.Context(), objects.RowQuery{Space: objects.SpaceRef}); err != nil || len(page.Rows) != 24 {
			t.Errorf("%d refs, %v", len(page.Rows), err)
		}
	}
	mustVerify(t, a)
}

// TestForeignBadger opens the catalog while its directory is still locked, as by
// a process that is just being started: it waits.
func TestForeignBadger(t *testing.T) {
	dir, m := newFixture(t)
	c, err := openCatalog(dir, access{})
	if err != nil {
		t.Fatal(err)
	}
	opened := make(chan error)
	tries := make(chan struct{})
	t.Cleanup(setFailpoints(func(p point) error {
		if p == pointCatalogOpen {
			close(tries)
		}
		return nil
	}))
	go func() {
		c, err := openCatalog(dir, access{write: true})
		if err == nil {
			err = c.close()
		}
		opened <- err
	}()
	<-tries
	if err := c.close(); err != nil {
		t.Error(err)
	}
	if err := <-opened; err != nil {
		t.Error(err)
	}
	setFailpoints(func(point) error { return nil })
	m.mustHold(t, dir)
	if !isLocked(errors.New("Cannot acquire directory lock on x")) || isLocked(nil) {
		t.Error("the error of a held directory is not recognized")
	}
}

// TestLocksRemoved takes the lock files away: they are made again. Who waits for
// one that is gone takes the new one.
func TestLocksRemoved(t *testing.T) {
	dir, m := newFixture(t)
	remove(t, dir, locksName)
	m.mustHold(t, dir)
	remove(t, dir, locksName)
	if _, err := RebuildCatalog(t.Context(), dir, Options{}, Rebuild{AcceptLosses: true}); err != nil {
		t.Error(err)
	}
	old, err := lockStore(t.Context(), dir, lockExclusive, Options{})
	if err != nil {
		t.Fatal(err)
	}
	f, err := openLock(dir, lockOfStore)
	if err != nil {
		t.Fatal(err)
	}
	defer unlock(f)
	if replaced(f) {
		t.Error("the lock file is said to be another")
	}
	remove(t, dir, locksName)
	if !replaced(f) {
		t.Error("nobody notices that the lock file is gone")
	}
	next, err := lockStore(t.Context(), dir, lockExclusive, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !replaced(f) || replaced(next.f) {
		t.Error("the lock is that of the file that is gone")
	}
	next.release()
	old.release()
	m.mustHold(t, dir)
}

// TestStandIns locks a store on a read-only medium that came without locks.
func TestStandIns(t *testing.T) {
	dir, _ := newFixture(t)
	for _, name := range []string{lockQueue, lockOfStore} {
		f, err := openStandIn(dir, name, &fs.PathError{Op: "mkdir", Err: unix.EROFS})
		if err != nil || !tryLease(f) || replaced(f) {
			t.Errorf("%s: %v", name, err)
			continue
		}
		lock := &storeLock{f: f, mode: lockExclusive}
		lock.release()
		if f, err := openStandIn(dir, name, unix.EIO); err != unix.EIO {
			t.Errorf("%s: %v, %v", name, f, err)
		}
		if f, err := openStandIn(t.TempDir(), name, unix.EROFS); err != unix.EROFS {
			t.Errorf("%s: %v, %v", name, f, err)
		}
	}
	if err := checkFormat(dir); err != nil {
		t.Error(err)
	}
}
