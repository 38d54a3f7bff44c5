package worktree

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

func TestLockExcludesOthersAndNamesItsHolder(t *testing.T) {
	s := newSpace(t)
	unlock, err := s.tree.Lock(t.Context(), "vcs switch", 0)
	s.ok(err)
	other := New(s.tree.opts)
	var locked *LockedError
	for _, timeout := range []time.Duration{-time.Second, 0, 30 * time.Millisecond} {
		start := time.Now()
		_, err := other.Lock(t.Context(), "commit new", timeout)
		if !errors.As(err, &locked) || locked.PID != os.Getpid() || locked.Verb != "vcs switch" {
			t.Errorf("Lock: %v %+v", err, locked)
		}
		if took := time.Since(start); took < timeout || took > timeout+2*time.Second {
			t.Errorf("a timeout of %v took %v", timeout, took)
		}
	}
	unlock()
	unlock, err = other.Lock(t.Context(), "commit new", 0)
	s.ok(err)
	unlock()
}

func TestLockWaitsForTheOther(t *testing.T) {
	s := newSpace(t)
	first, err := s.tree.Lock(t.Context(), "a", 0)
	s.ok(err)
	got := make(chan error)
	go func() {
		unlock, err := s.tree.Lock(t.Context(), "b", time.Minute)
		if err == nil {
			unlock()
		}
		got <- err
	}()
	first()
	s.ok(<-got)
}

func TestLockStopsWithTheContext(t *testing.T) {
	s := newSpace(t)
	unlock, err := s.tree.Lock(t.Context(), "a", 0)
	s.ok(err)
	defer unlock()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.tree.Lock(ctx, "b", time.Minute); !errors.Is(err, context.Canceled) {
		t.Errorf("Lock: %v", err)
	}
}

// A file that says nothing, or nonsense, is not taken for a holder.
func TestLockFileMeansNothingByItself(t *testing.T) {
	s := newSpace(t)
	path := filepath.Join(s.root, ".genesis", lockFile)
	s.ok(os.WriteFile(path, []byte("999999 long gone\nrubbish"), 0o666))
	unlock, err := s.tree.Lock(t.Context(), "x", 0)
	s.ok(err)
	s.ok(os.Truncate(path, 0))
	var locked *LockedError
	if _, err := s.tree.Lock(t.Context(), "y", 0); !errors.As(err, &locked) || locked.PID != 0 || locked.Verb != "" {
		t.Errorf("Lock: %v %+v", err, locked)
	}
	unlock()
	missing := New(Options{Root: s.root, Meta: filepath.Join(s.root, "nowhere")})
	if _, err := missing.Lock(t.Context(), "x", 0); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("Lock without the directory: %v", err)
	}
}

// A move that another process is in the middle of is not interrupted.
func TestInterruptedKnowsAMoveInProgress(t *testing.T) {
	s := newSpace(t)
	unlock, err := s.tree.Lock(t.Context(), "x", 0)
	s.ok(err)
	s.ok(s.tree.writeJournal(&journal{Prefix: newPrefix()}))
	path := filepath.Join(s.root, ".genesis", lockFile)
	for _, c := range []struct {
		holder string
		want   bool
	}{{"1 other\n", false}, {"", false}} {
		s.ok(os.WriteFile(path, []byte(c.holder), 0o666))
		if got, err := s.tree.Interrupted(); err != nil || got != c.want {
			t.Errorf("held by %q: Interrupted = %v, %v", c.holder, got, err)
		}
	}
	unlock()
	if got, err := s.tree.Interrupted(); err != nil || !got {
		t.Errorf("held by nobody: Interrupted = %v, %v", got, err)
	}
	unlock, err = s.tree.Lock(t.Context(), "x", 0)
	s.ok(err)
	defer unlock()
	if got, err := s.tree.Interrupted(); err != nil || !got {
		t.Errorf("held by us: Interrupted = %v, %v", got, err)
	}
}

// What a killed move left of its probe goes when the next command has the lock.
// The probe of a dry run, which holds no lock, may be at work.
func TestLockRemovesLeftoversOfProbes(t *testing.T) {
	s := newSpace(t)
	meta := s.tree.opts.Meta
	old := time.Now().Add(-2 * draftAge)
	for _, name := range []string{"probe-1/2/a", "dryprobe-1/2/a", "dryprobe-2/2/a", "other/a"} {
		path := filepath.Join(meta, name)
		s.ok(os.MkdirAll(filepath.Dir(path), 0o700))
		s.ok(os.WriteFile(path, nil, 0o600))
	}
	s.ok(os.WriteFile(filepath.Join(meta, "probe-file"), nil, 0o600))
	s.ok(os.Chtimes(filepath.Join(meta, "dryprobe-2"), old, old))
	held, err := s.tree.Lock(t.Context(), "a", 0)
	s.ok(err)
	defer held()
	for name, want := range map[string]bool{"probe-1": false, "dryprobe-1": true, "dryprobe-2": false, "other": true, "probe-file": true} {
		if _, err := os.Stat(filepath.Join(meta, name)); (err == nil) != want {
			t.Errorf("%s: %v, want it there: %v", name, err, want)
		}
	}
	// One that does not get the lock removes nothing.
	s.ok(os.Mkdir(filepath.Join(meta, "probe-2"), 0o700))
	if _, err := New(s.tree.opts).Lock(t.Context(), "b", 0); err == nil {
		t.Error("two have the lock")
	}
	if _, err := os.Stat(filepath.Join(meta, "probe-2")); err != nil {
		t.Errorf("the probe of the holder is gone: %v", err)
	}
}

// The probe of a move and that of a dry run have names that tell them apart.
func TestProbesAreNamedByWhoMayRemoveThem(t *testing.T) {
	s := newSpace(t)
	var prefixes []string
	real := newFoldProbe
	newFoldProbe = func(meta, prefix string) foldProbe {
		prefixes = append(prefixes, prefix)
		return real(meta, prefix)
	}
	t.Cleanup(func() { newFoldProbe = real })
	req := MoveRequest{To: s.commit(files{"f": "f 1"})}
	for _, req.DryRun = range []bool{true, false} {
		_, err := s.move(req)
		s.ok(err)
	}
	if want := []string{dryProbePrefix, probePrefix}; !slices.Equal(prefixes, want) {
		t.Errorf("prefixes %q, want %q", prefixes, want)
	}
}
