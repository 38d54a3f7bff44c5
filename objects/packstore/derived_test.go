package packstore

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
)

func readDerived(t *testing.T, s *Store, name string) []byte {
	t.Helper()
	f, err := s.OpenDerived(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	if f == nil {
		return nil
	}
	return readWhole(t, f)
}

func readWhole(t *testing.T, f objects.DerivedFile) []byte {
	t.Helper()
	data := make([]byte, f.Size())
	if _, err := f.ReadAt(data, 0); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return data
}

func TestDerived(t *testing.T) {
	s := newStore(t)
	if got := readDerived(t, s, "index"); got != nil {
		t.Errorf("%q, and nothing was saved", got)
	}
	save := func(text string) {
		t.Helper()
		if err := s.SaveDerived(t.Context(), "index", []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	save("the first")
	before, err := s.OpenDerived(t.Context(), "index")
	if err != nil {
		t.Fatal(err)
	}
	save("then")
	if got := readWhole(t, before); string(got) != "the first" {
		t.Errorf("a file that was open before has %q", got)
	}
	if got := readDerived(t, s, "index"); string(got) != "then" {
		t.Errorf("%q", got)
	}
	mustVerify(t, s)
}

// TestDerivedAfterACrash: what a killed process left is written over, and not
// read. A process that is at it is not disturbed.
func TestDerivedAfterACrash(t *testing.T) {
	s := newStore(t)
	dir := filepath.Join(s.dir, derivedName)
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	tmp := filepath.Join(dir, "index.tmp")
	if err := os.WriteFile(tmp, bytes.Repeat([]byte("left"), 100), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := readDerived(t, s, "index"); got != nil {
		t.Errorf("%q", got)
	}
	f, err := os.Open(tmp)
	if err != nil {
		t.Fatal(err)
	}
	if !tryLease(f) {
		t.Fatal("no lease")
	}
	if err := s.SaveDerived(t.Context(), "index", []byte("new")); err != errSaving {
		t.Errorf("beside another process: %v", err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if err := s.SaveDerived(t.Context(), "index", []byte("new")); err != nil {
		t.Fatal(err)
	}
	if got := readDerived(t, s, "index"); string(got) != "new" {
		t.Errorf("%q", got)
	}
	if _, err := os.Stat(tmp); !os.IsNotExist(err) {
		t.Errorf("the temporary file: %v", err)
	}
}

// TestDerivedWhereNothingCanBeWritten: saving is an error, and nothing else is.
func TestDerivedWhereNothingCanBeWritten(t *testing.T) {
	s := newStore(t)
	if err := os.WriteFile(filepath.Join(s.dir, derivedName), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := s.SaveDerived(t.Context(), "index", []byte("new")); err == nil {
		t.Error("saved where a file is in the way")
	}
	if f, err := s.OpenDerived(t.Context(), "index"); f != nil || err == nil {
		t.Errorf("%v, %v", f, err)
	}
}
