package packstore

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
)

// fullDisk makes the questions for free space fail as long as the ballast is
// there (or for ever).
func fullDisk(t *testing.T, dir string, forEver bool) {
	t.Helper()
	t.Cleanup(setFailpoints(func(p point) error {
		if p != pointSpace {
			return nil
		}
		if _, err := os.Stat(filepath.Join(dir, ballastName)); err == nil || forEver {
			return syscall.ENOSPC
		}
		return nil
	}))
}

// TestBallast puts an unclean store in order on a full disk, by giving up the
// ballast; a later writer that has room makes it again.
func TestBallast(t *testing.T) {
	dir, m := unclean(t)
	if err := makeBallast(dir, smallBallast); err != nil {
		t.Fatal(err)
	}
	fullDisk(t, dir, false)
	s := openStore(t, dir)
	if d := s.Degraded(); d != "" {
		t.Errorf("degraded: %s", d)
	}
	if _, err := os.Stat(filepath.Join(dir, ballastName)); err == nil {
		t.Error("the ballast is still there")
	}
	for id := range m.data {
		if _, err := s.Get(t.Context(), id); err != nil {
			t.Error(err)
		}
	}
	putOne(t, s, []byte("there is room"))
	if info, err := os.Stat(filepath.Join(dir, ballastName)); err != nil || info.Size() != smallBallast {
		t.Errorf("the ballast was not made again: %v", err)
	}
}

// TestFullDisk refuses writes and goes on reading.
func TestFullDisk(t *testing.T) {
	dir, m := newFixture(t)
	fullDisk(t, dir, true)
	s := openStore(t, dir)
	var full *objects.NoSpaceError
	if _, err := publishBlob(t.Context(), s, []byte("no"), "refs/heads/no"); !errors.As(err, &full) {
		t.Errorf("Publish: %v", err)
	}
	if diff, reported := m.compare(s); len(diff) > 0 || reported > 0 {
		t.Errorf("%d errors, %q", reported, diff)
	}
	if _, err := Create(t.Context(), filepath.Join(t.TempDir(), "new"), Options{}); !errors.As(err, &full) {
		t.Errorf("Create: %v", err)
	}
}

// TestWriteFailsMidway fills the disk while a large stage is written: the put
// that meets it says so, and so does every later one.
func TestWriteFailsMidway(t *testing.T) {
	s := newStore(t)
	st, err := s.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	writes := 0
	t.Cleanup(setFailpoints(func(p point) error {
		if p == pointStageWrite {
			if writes++; writes > 2 {
				return syscall.ENOSPC
			}
		}
		return nil
	}))
	data := make([]byte, 200<<10)
	var full *objects.NoSpaceError
	for i := range 200 {
		fillRandom(data, uint64(i))
		if _, _, err = st.Put(t.Context(), objects.KindChunk, data); err != nil {
			break
		}
	}
	if !errors.As(err, &full) {
		t.Fatalf("Put: %v", err)
	}
	if _, _, err := st.Put(t.Context(), objects.KindBlob, []byte("after")); !errors.As(err, &full) {
		t.Errorf("Put afterwards: %v", err)
	}
	if _, err := s.Publish(t.Context(), st, objects.Batch{}); !errors.As(err, &full) {
		t.Errorf("Publish: %v", err)
	}
	if left, _ := filepath.Glob(filepath.Join(s.dir, packsName, "*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// TestBallastFollowsSize gives a store that is not small the whole ballast, until
// it is far below that size.
func TestBallastFollowsSize(t *testing.T) {
	dir, _ := newFixture(t)
	for _, test := range []struct{ live, want int64 }{{0, smallBallast}, {ballastFrom, ballastSize}, {ballastFrom / 2, ballastSize}, {ballastFrom/2 - 1, smallBallast}} {
		restoreBallast(dir, test.live)
		if info, err := os.Stat(filepath.Join(dir, ballastName)); err != nil || info.Size() != test.want {
			t.Errorf("packs of %d bytes: %v, %v", test.live, info.Size(), err)
		}
	}
}
