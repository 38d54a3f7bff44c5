package packstore

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
)

// TestDamage flips, zeroes and cuts off bytes all over a store. Damage in a
// pack, in the slots or in the format record is found by Verify or refused by
// Open; damage in the catalog may be harmless. Nothing is ever read as other
// data or taken for absent.
func TestDamage(t *testing.T) {
	dir, m := newFixture(t)
	r := rand.New(rand.NewPCG(7, 7))
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil || info.Size() == 0 || rel == ballastName || strings.HasPrefix(rel, locksName) {
			return err
		}
		for range 4 * *soak {
			harmFile(t, dir, m, rel, "flip", r.Int64N(info.Size()))
			harmFile(t, dir, m, rel, "zero", r.Int64N(info.Size()))
		}
		harmFile(t, dir, m, rel, "cut", r.Int64N(info.Size()))
		harmFile(t, dir, m, rel, "remove", 0)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestDamageOfEachByte flips every byte of one pack, of the slots (every 64th,
// they are mostly zeros) and of the format record.
func TestDamageOfEachByte(t *testing.T) {
	dir, m := newFixture(t)
	s := openStore(t, dir)
	smallest := s.snap.packs[0]
	for _, p := range s.snap.packs {
		if p.size < smallest.size {
			smallest = p
		}
	}
	_ = s.Close()
	for rel, step := range map[string]int64{smallest.path(): 3, slotsName: 200, formatName: 5} {
		info, err := os.Stat(filepath.Join(dir, rel))
		if err != nil {
			t.Fatal(err)
		}
		for off := int64(0); off < info.Size(); off += step {
			harmFile(t, dir, m, rel, "flip", off)
		}
	}
}

// harmFile damages one file in place, looks at the store, and puts the file
// back.
func harmFile(t *testing.T, dir string, m *model, rel, how string, off int64) {
	t.Helper()
	path := filepath.Join(dir, rel)
	before := backup(t, dir)
	changed := harmBytes(t, path, how, off)
	if changed {
		what := fmt.Sprintf("%s of %s at %d", how, rel, off)
		found, diff := look(t, dir, m)
		for _, d := range diff {
			t.Errorf("%s: %s", what, d)
		}
		if !found && !strings.HasPrefix(rel, catalogName) {
			t.Errorf("%s was not found", what)
		}
	}
	before.restore(t, dir)
}

func harmBytes(t *testing.T, path, how string, off int64) (changed bool) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	old := string(b)
	switch how {
	case "flip":
		b[off] ^= 1 << (off % 8)
	case "zero":
		clear(b[off&^511 : min(int64(len(b)), off&^511+512)])
	case "cut":
		b = b[:off]
	case "remove":
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		return true
	}
	if string(b) == old {
		return false
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, b, 0o644); err != nil {
		t.Fatal(err)
	}
	return true
}

// look opens, reads and verifies a damaged store. found says that something
// reported the damage.
func look(t *testing.T, dir string, m *model) (found bool, differences []string) {
	t.Helper()
	s, err := Open(context.Background(), dir, Options{})
	if err != nil {
		var none *NotStoreError
		if !isDamage(err) && !errors.As(err, &none) {
			return true, []string{"Open: " + err.Error()}
		}
		return true, nil
	}
	defer func() { _ = s.Close() }()
	differences, reported := m.compare(s)
	r, err := s.Verify(context.Background(), VerifyOptions{})
	if err != nil {
		differences = append(differences, "Verify: "+err.Error())
	}
	verified := len(r.Corrupt)+len(r.Missing) > 0
	if reported > 0 && !verified {
		differences = append(differences, "reads fail and Verify finds nothing")
	}
	return verified || reported > 0, differences
}

// files is the content of a store's files by path, for those that a look at a
// damaged store may change.
type files map[string][]byte

func backup(t testing.TB, dir string) files {
	t.Helper()
	out := files{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		rel, relErr := filepath.Rel(dir, path)
		if err != nil || relErr != nil || d.IsDir() || rel == ballastName || strings.HasPrefix(rel, locksName) {
			return errors.Join(err, relErr)
		}
		out[rel], err = os.ReadFile(path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func (f files) restore(t testing.TB, dir string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	now := backup(t, dir)
	for rel := range now {
		if _, ok := f[rel]; !ok {
			if err := os.Remove(filepath.Join(dir, rel)); err != nil {
				t.Fatal(err)
			}
		}
	}
	for rel, b := range f {
		if old, ok := now[rel]; ok && string(old) == string(b) {
			continue
		}
		_ = os.Remove(filepath.Join(dir, rel))
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, rel)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, rel), b, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestDamagedCopy reads an object from the pack that has a whole copy.
func TestDamagedCopy(t *testing.T) {
	s := newStore(t)
	first := openStore(t, s.dir)
	// Two stages that do not know of each other store the same object.
	var stages []objects.Stage
	data := []byte("twice")
	var id objects.ID
	for _, o := range []*Store{s, first} {
		st, err := o.Begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if id, _, err = st.Put(t.Context(), objects.KindBlob, data); err != nil {
			t.Fatal(err)
		}
		stages = append(stages, st)
	}
	for i, o := range []*Store{s, first} {
		if _, err := o.Publish(t.Context(), stages[i], objects.Batch{}); err != nil {
			t.Fatal(err)
		}
	}
	snap, err := first.current(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer first.release(snap)
	places, err := snap.locate(id, nil)
	if err != nil || len(places) != 2 {
		t.Fatalf("the object is in %d packs, %v", len(places), err)
	}
	flipByte(t, s.packPath(places[0].pack.id), places[0].entry.offset+9) // in the header
	o, err := first.Get(t.Context(), id)
	if err != nil || string(o.Data) != string(data) {
		t.Errorf("Get: %q, %v", o.Data, err)
	}
	page, err := first.List(t.Context(), objects.ListQuery{Kind: objects.KindBlob})
	if err != nil || len(page.Objects) != 1 || page.Objects[0].Size != uint64(len(data)) {
		t.Errorf("List: %+v, %v", page, err)
	}
	if sums, err := first.Totals(t.Context()); err != nil || sums.LogicalBytes != uint64(len(data)) {
		t.Errorf("Totals: %+v, %v", sums, err)
	}
	r, err := first.Verify(t.Context(), VerifyOptions{})
	if err != nil || len(r.Corrupt) != 1 || r.Corrupt[0].ID != id {
		t.Errorf("Verify: %+v, %v", r, err)
	}
}
