package packstore

import (
	"errors"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
)

// unclean leaves a store as a writer does that is killed before it closes the
// catalog, and notes what it acknowledged.
func unclean(t *testing.T) (dir string, m *model) {
	t.Helper()
	dir, m = newFixture(t)
	cmd, out := startChild(t, "put", dir, "killed", string(pointCatalogClose), "2")
	got := readAcks(t, out)
	_ = cmd.Wait()
	if len(got.data) == 0 {
		t.Fatal("the child did nothing")
	}
	for id, data := range got.data {
		m.data[id] = data
	}
	return dir, m
}

// TestFallback opens an unclean store where the catalog cannot be written: it
// is read from the packs, and says so.
func TestFallback(t *testing.T) {
	for _, reason := range []error{syscall.EROFS, syscall.EACCES, syscall.ENOSPC} {
		t.Run(reason.Error(), func(t *testing.T) {
			dir, m := unclean(t)
			restore := setFailpoints(func(p point) error {
				if p == pointCatalogOpen {
					return reason
				}
				return nil
			})
			defer restore()
			s := openStore(t, dir)
			if s.Degraded() == "" {
				t.Fatal("the store is not degraded")
			}
			m.rows[objects.SpaceRef] = nil // moved by the child
			for id, want := range m.data {
				o, err := s.Get(t.Context(), id)
				if err != nil || string(o.Data) != string(want) {
					t.Errorf("object %s: %q, %v", id, o.Data, err)
				}
			}
			for _, space := range []objects.Space{objects.SpaceHead, objects.SpacePin, objects.SpaceSetting, objects.SpaceMark} {
				for name, want := range m.rows[space] {
					if got, ok, err := s.Row(t.Context(), space, name); !ok || err != nil || string(got) != string(want) {
						t.Errorf("row %s %s: %q, %v, %v", space, name, got, ok, err)
					}
				}
			}
			if v, ok, err := s.Row(t.Context(), objects.SpaceRef, "refs/heads/killed"); err != nil || !ok {
				t.Errorf("the ref of the killed writer: %x, %v, %v", v, ok, err)
			}
			mustVerify(t, s)
			if _, err := publishBlob(t.Context(), s, []byte("no"), "refs/heads/no"); err == nil {
				t.Error("a degraded store took a write")
			}
			restore()
			if _, err := publishBlob(t.Context(), s, []byte("yes"), "refs/heads/yes"); err != nil {
				t.Errorf("Publish after the reason is gone: %v", err)
			}
			if d := s.Degraded(); d != "" {
				t.Errorf("still degraded: %s", d)
			}
			mustVerify(t, s)
		})
	}
}

// TestFallbackOfDamagedPacks reads an unclean store whose catalog cannot be
// written and of which a pack is damaged as well. What may be in that pack is
// not said to be absent; without an operation that is needed for the rows the
// store is refused.
func TestFallbackOfDamagedPacks(t *testing.T) {
	open := func(t *testing.T, viewEvery uint64) (*Store, *pack, *model, error) {
		t.Helper()
		dir, m := newFixture(t)
		s, err := Open(t.Context(), dir, Options{viewEvery: viewEvery})
		if err != nil {
			t.Fatal(err)
		}
		late := objects.Sum(objects.KindBlob, []byte("late"))
		places, err := s.snap.locate(late, nil)
		if err != nil {
			t.Fatal(err)
		}
		p := places[0].pack
		w := modelWriter{t, s, m}
		w.publish(func(st objects.Stage) { w.put(st, objects.KindBlob, []byte("with a view")) })
		_ = s.Close()
		cmd, out := startChild(t, "put", dir, "killed", string(pointCatalogClose), "1")
		_ = readAcks(t, out)
		_ = cmd.Wait()
		flipByte(t, filepath.Join(dir, p.path()), p.footer+1)
		restore := setFailpoints(func(p point) error {
			if p == pointCatalogOpen {
				return syscall.EROFS
			}
			return nil
		})
		t.Cleanup(restore)
		delete(m.data, late)
		m.absent = append(m.absent, late)
		s, err = Open(t.Context(), dir, Options{})
		return s, p, m, err
	}
	var c *objects.CorruptError
	t.Run("without an operation", func(t *testing.T) {
		if _, _, _, err := open(t, 0); !errors.As(err, &c) || c.What != "catalog" || !errors.Is(err, errUnwritable) {
			t.Errorf("Open: %v", err)
		}
	})
	t.Run("with a view", func(t *testing.T) {
		s, p, m, err := open(t, 1)
		if err != nil || s.Degraded() == "" {
			t.Fatalf("Open: %v", err)
		}
		defer func() { _ = s.Close() }()
		for _, id := range m.absent {
			if _, err := s.Get(t.Context(), id); !errors.As(err, &c) || c.Path != p.path() {
				t.Errorf("Get of what may be in the damaged pack: %v", err)
			}
		}
		for id := range m.data {
			if _, err := s.Get(t.Context(), id); err != nil {
				t.Errorf("Get: %v", err)
			}
		}
		if _, ok, err := s.Row(t.Context(), objects.SpaceRef, "refs/heads/main"); err != nil || !ok {
			t.Errorf("Row: %v, %v", ok, err)
		}
		if r, err := s.Verify(t.Context(), VerifyOptions{}); err != nil || len(r.Corrupt) == 0 {
			t.Errorf("Verify: %+v, %v", r, err)
		}
	})
}
