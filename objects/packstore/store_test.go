package packstore

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/storetest"
)

// newStore makes and opens a store that is closed at the end of the test.
func newStore(t testing.TB) *Store {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "store")
	created, err := Create(t.Context(), dir, Options{Verb: "test"})
	if err != nil || !created {
		t.Fatalf("Create: %v, %v", created, err)
	}
	return openStore(t, dir)
}

func openStore(t testing.TB, dir string) *Store {
	t.Helper()
	s, err := Open(t.Context(), dir, Options{Verb: "test"})
	if err != nil {
		t.Fatalf("Open: %v", err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func TestConformance(t *testing.T) {
	storetest.Run(t, func(t *testing.T) objects.Store { return newStore(t) }, storetest.Damage(harm))
}

// harm flips a bit in the payload of the object's record.
func harm(t *testing.T, store objects.Store, id objects.ID) {
	t.Helper()
	s := store.(*Store)
	snap, err := s.acquire()
	if err != nil {
		t.Fatal(err)
	}
	defer s.release(snap)
	places, err := snap.locate(id, nil)
	if err != nil || len(places) == 0 {
		t.Fatalf("locate: %v", err)
	}
	for _, at := range places {
		flipByte(t, s.packPath(at.pack.id), at.entry.offset+recordHeaderSize)
	}
}

func flipByte(t *testing.T, path string, off int64) {
	t.Helper()
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	b := make([]byte, 1)
	if _, err := f.ReadAt(b, off); err != nil {
		t.Fatal(err)
	}
	b[0] ^= 0x10
	if _, err := f.WriteAt(b, off); err != nil {
		t.Fatal(err)
	}
}
