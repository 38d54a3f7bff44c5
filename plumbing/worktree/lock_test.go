package worktree

import (
	"context"
	"errors"
	"os"
	"path/filepath"
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
