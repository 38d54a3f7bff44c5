package packstore

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
)

func remove(t *testing.T, dir string, names ...string) {
	t.Helper()
	for _, n := range names {
		if err := os.RemoveAll(filepath.Join(dir, n)); err != nil {
			t.Fatal(err)
		}
	}
}

// packFiles lists the packs of a closed store with their rows.
func packFiles(t *testing.T, dir string) []packRow {
	t.Helper()
	found, err := scanPacks(dir)
	if err != nil || len(found.damaged) > 0 {
		t.Fatalf("%v, %v", found.damaged, err)
	}
	return found.whole
}

// TestRebuild takes away what the packs can bring back.
func TestRebuild(t *testing.T) {
	eachPack := func(off func(p packRow) int64) func(*testing.T, string) {
		return func(t *testing.T, dir string) {
			remove(t, dir, catalogName)
			for _, p := range packFiles(t, dir) {
				flipByte(t, filepath.Join(dir, packsName, p.id.fileName()), off(p))
			}
		}
	}
	for name, harm := range map[string]func(*testing.T, string){
		"nothing":           func(*testing.T, string) {},
		"catalog":           func(t *testing.T, dir string) { remove(t, dir, catalogName) },
		"catalog and slots": func(t *testing.T, dir string) { remove(t, dir, catalogName, slotsName) },
		"slots":             func(t *testing.T, dir string) { remove(t, dir, slotsName) },
		"format record":     func(t *testing.T, dir string) { remove(t, dir, formatName) },
		"catalog, one slot": func(t *testing.T, dir string) {
			remove(t, dir, catalogName)
			flipByte(t, filepath.Join(dir, slotsName), 9)
		},
		"catalog, other slot": func(t *testing.T, dir string) {
			remove(t, dir, catalogName)
			flipByte(t, filepath.Join(dir, slotsName), slotSize+9)
		},
		"catalog, both slots": func(t *testing.T, dir string) {
			remove(t, dir, catalogName)
			flipByte(t, filepath.Join(dir, slotsName), 9)
			flipByte(t, filepath.Join(dir, slotsName), slotSize+9)
		},
		"catalog, footers":      eachPack(func(p packRow) int64 { return p.footer + 3 }),
		"catalog, trailers":     eachPack(func(p packRow) int64 { return p.size - 5 }),
		"catalog, pack headers": eachPack(func(packRow) int64 { return 20 }),
		"catalog, ends of packs": func(t *testing.T, dir string) {
			remove(t, dir, catalogName)
			for _, p := range packFiles(t, dir) {
				path := filepath.Join(dir, packsName, p.id.fileName())
				_ = os.Chmod(path, 0o644)
				if err := os.Truncate(path, p.footer); err != nil {
					t.Fatal(err)
				}
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir, m := newFixture(t)
			harm(t, dir)
			before := backup(t, dir)
			dry, err := RebuildCatalog(t.Context(), dir, Options{}, Rebuild{DryRun: true})
			if err != nil {
				t.Fatalf("dry run: %v", err)
			}
			if after := backup(t, dir); !maps.EqualFunc(before, after, func(a, b []byte) bool { return string(a) == string(b) }) {
				t.Error("the dry run changed the store")
			}
			got, err := RebuildCatalog(t.Context(), dir, Options{}, Rebuild{AcceptLosses: true})
			if err != nil {
				t.Fatalf("RebuildCatalog: %v", err)
			}
			// Without the catalog, only whole slots tell that no pack with a newer
			// operation is missing.
			want := 0
			if strings.Contains(name, "slot") && strings.Contains(name, "catalog") {
				want = 1
			}
			if len(got.Losses) != want || len(dry.Losses) != want || !got.Replaced || dry.Replaced {
				t.Errorf("%d losses are right; got %+v, dry run %+v", want, got, dry)
			}
			if want == 1 && got.Losses[0].What != "operation head" {
				t.Errorf("losses: %v", got.Losses)
			}
			if got.RefsRestored != 2 || got.Operations != int(m.head.Seq) || got.Objects != dry.Objects || dry.Operations != got.Operations {
				t.Errorf("report %+v, dry run %+v", got, dry)
			}
			m.mustHold(t, dir)
		})
	}
}

// TestRebuildWithView restores rows from a view and the operations behind it.
func TestRebuildWithView(t *testing.T) {
	dir, m := newFixture(t)
	s, err := Open(t.Context(), dir, Options{viewEvery: 4})
	if err != nil {
		t.Fatal(err)
	}
	w := modelWriter{t, s, m}
	for i := range 6 {
		w.publish(nil, objects.Change{Space: objects.SpaceSetting, Name: string(rune('a' + i)), New: []byte{byte(i)}})
	}
	if len(w.byKind(objects.KindView)) == 0 {
		t.Fatal("no view was written")
	}
	if s.snap.view.Seq == 0 || s.snap.view.Seq%4 != 0 {
		t.Errorf("the newest view is of operation %d", s.snap.view.Seq)
	}
	_ = s.Close()
	remove(t, dir, catalogName)
	if r, err := RebuildCatalog(t.Context(), dir, Options{}, Rebuild{AcceptLosses: true}); err != nil || len(r.Losses) > 0 {
		t.Fatalf("%+v, %v", r, err)
	}
	m.mustHold(t, dir)
}

// TestRebuildRefusesLosses moves packs away, as an unmounted disk does. Nothing
// is replaced, and once they are back nothing is lost.
func TestRebuildRefusesLosses(t *testing.T) {
	model, _ := newFixture(t)
	for i := range packFiles(t, model) {
		dir, m := newFixture(t)
		away := filepath.Join(t.TempDir(), "pack")
		path := filepath.Join(dir, packsName, packFiles(t, dir)[i].id.fileName())
		if err := os.Rename(path, away); err != nil {
			t.Fatal(err)
		}
		remove(t, dir, catalogName)
		before := backup(t, dir)
		r, err := RebuildCatalog(t.Context(), dir, Options{}, Rebuild{})
		if err != nil || len(r.Losses) == 0 || r.Replaced {
			t.Errorf("pack %d: %+v, %v", i, r, err)
		}
		if after := backup(t, dir); !maps.EqualFunc(before, after, bytes.Equal) {
			t.Errorf("pack %d: the refused rebuild changed the store", i)
		}
		if err := os.Rename(away, path); err != nil {
			t.Fatal(err)
		}
		if r, err := RebuildCatalog(t.Context(), dir, Options{}, Rebuild{}); err != nil || len(r.Losses) > 0 || !r.Replaced {
			t.Errorf("pack %d is back: %+v, %v", i, r, err)
		}
		m.mustHold(t, dir)
	}
}

// TestRebuildCopiesWithoutLosses takes a damaged pack apart, of which every record
// is whole, without being allowed to lose anything.
func TestRebuildCopiesWithoutLosses(t *testing.T) {
	dir, m := newFixture(t)
	remove(t, dir, catalogName)
	p := packFiles(t, dir)[0]
	path := filepath.Join(dir, packsName, p.id.fileName())
	flipByte(t, path, p.size-5)
	r, err := RebuildCatalog(t.Context(), dir, Options{}, Rebuild{})
	if err != nil || len(r.Losses) > 0 || !r.Replaced {
		t.Errorf("%+v, %v", r, err)
	}
	if _, err := os.Stat(path + damagedSuffix); err != nil {
		t.Errorf("the damaged pack was not taken apart: %v", err)
	}
	m.mustHold(t, dir)
}

// TestRebuildReportsLosses damages records as well: what is whole comes back,
// what is not is named, and nothing is said to be absent that a footer knows.
func TestRebuildReportsLosses(t *testing.T) {
	dir, m := newFixture(t)
	s := openStore(t, dir)
	late := objects.Sum(objects.KindBlob, []byte("late"))
	places, err := s.snap.locate(late, nil)
	if err != nil || len(places) != 1 {
		t.Fatal(err)
	}
	at := places[0]
	_ = s.Close()
	remove(t, dir, catalogName)
	flipByte(t, filepath.Join(dir, at.pack.path()), at.entry.offset+recordHeaderSize) // the record
	flipByte(t, filepath.Join(dir, at.pack.path()), at.pack.footer)                   // and the footer
	r, err := RebuildCatalog(t.Context(), dir, Options{}, Rebuild{AcceptLosses: true})
	if err != nil || len(r.Losses) != 1 || !strings.Contains(r.Losses[0].What, at.pack.id.String()) {
		t.Fatalf("%+v, %v", r, err)
	}
	delete(m.data, late)
	m.mustHold(t, dir)
	if _, err := os.Stat(filepath.Join(dir, at.pack.path()+damagedSuffix)); err != nil {
		t.Errorf("the damaged pack was not kept: %v", err)
	}
}

// TestRebuildWithoutOperation loses an operation in the middle: rows from
// before it are lost, and that is said.
func TestRebuildWithoutOperation(t *testing.T) {
	dir, m := newFixture(t)
	s := openStore(t, dir)
	ops := modelWriter{t, s, m}.byKind(objects.KindOperation)
	var victim place
	for _, id := range ops {
		o, err := s.Get(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if op, err := objects.DecodeAs[*objects.Operation](o.Data); err == nil && op.Seq == 3 {
			places, _ := s.snap.locate(id, nil)
			victim = places[0]
		}
	}
	_ = s.Close()
	remove(t, dir, catalogName)
	flipByte(t, filepath.Join(dir, victim.pack.path()), victim.entry.offset+recordHeaderSize)
	r, err := RebuildCatalog(t.Context(), dir, Options{}, Rebuild{AcceptLosses: true})
	if err != nil || len(r.Losses) == 0 || !strings.Contains(r.Losses[0].What, victim.entry.id.String()) {
		t.Fatalf("%+v, %v", r, err)
	}
	s = openStore(t, dir)
	v, err := s.Verify(t.Context(), VerifyOptions{})
	if err != nil || len(v.Corrupt) != 1 || v.Corrupt[0].ID != victim.entry.id {
		t.Errorf("Verify: %+v, %v", v, err)
	}
}

// TestRebuildInterrupted crashes between the steps of the exchange; running it
// again finishes.
func TestRebuildInterrupted(t *testing.T) {
	for _, p := range []point{pointRebuildSwap, pointRebuildSlots} {
		dir, m := newFixture(t)
		remove(t, dir, catalogName)
		restore := setFailpoints(func(q point) error {
			if p == q {
				return errors.New("crash")
			}
			return nil
		})
		if _, err := RebuildCatalog(t.Context(), dir, Options{}, Rebuild{AcceptLosses: true}); err == nil {
			t.Fatalf("%s: no error", p)
		}
		restore()
		if _, err := RebuildCatalog(t.Context(), dir, Options{}, Rebuild{AcceptLosses: true}); err != nil {
			t.Fatalf("%s: %v", p, err)
		}
		m.mustHold(t, dir)
	}
}

// TestRebuildUnderReaders rebuilds while a process has the store open: it sees
// what is published afterwards.
func TestRebuildUnderReaders(t *testing.T) {
	dir, m := newFixture(t)
	reader := openStore(t, dir)
	if _, err := RebuildCatalog(t.Context(), dir, Options{}, Rebuild{AcceptLosses: true}); err != nil {
		t.Fatal(err)
	}
	s := openStore(t, dir)
	w := modelWriter{t, s, m}
	w.publish(func(st objects.Stage) { w.put(st, objects.KindBlob, []byte("afterwards")) })
	if diff, reported := m.compare(reader); len(diff) > 0 || reported > 0 {
		t.Errorf("%d errors, %q", reported, diff)
	}
}

func TestRebuildRefusals(t *testing.T) {
	var none *NotStoreError
	if _, err := RebuildCatalog(context.Background(), t.TempDir(), Options{}, Rebuild{AcceptLosses: true}); !errors.As(err, &none) {
		t.Errorf("no store: %v", err)
	}
	dir, _ := newFixture(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := RebuildCatalog(ctx, dir, Options{}, Rebuild{AcceptLosses: true}); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
}

// TestRebuildAmongRivals stops a writer right before its transaction. Another
// one takes its pack in and publishes an operation with the same number:
//
//	5 - 6 (never happened)
//	 \- 6'
//
// When catalog and slots are lost, the one that happened is the head again, and
// it is said that there was a choice. What is behind it leaves no choice.
func TestRebuildAmongRivals(t *testing.T) {
	for _, last := range []uint64{6, 7} {
		dir, m := newFixture(t)
		cmd, out := startChild(t, "put", dir, "rival", string(pointCatalogCommit), "1")
		_ = readAcks(t, out)
		_ = cmd.Wait()
		s := openStore(t, dir)
		for seq := uint64(6); seq <= last; seq++ {
			id := objects.Sum(objects.KindBlob, []byte("hello"))
			pub, err := s.Publish(t.Context(), nil, objects.Batch{
				Changes:   []objects.Change{{Space: objects.SpaceMark, Name: fmt.Sprint("m", seq), New: id[:]}},
				Operation: &objects.Operation{Verb: "test", Seconds: 2},
			})
			if err != nil || pub.Seq != seq {
				t.Fatalf("%+v, %v", pub, err)
			}
			m.rows[objects.SpaceMark][fmt.Sprint("m", seq)] = id[:]
			m.head = objects.Head{Operation: pub.Operation, Seq: seq}
		}
		if n := len(modelWriter{t, s, m}.byKind(objects.KindOperation)); n != int(last)+1 {
			t.Fatalf("%d operations are stored", n)
		}
		_ = s.Close()
		remove(t, dir, catalogName, slotsName)
		r, err := RebuildCatalog(t.Context(), dir, Options{}, Rebuild{AcceptLosses: true})
		if err != nil || len(r.Losses) != 1+int(7-last) {
			t.Errorf("%+v, %v", r, err)
		}
		m.mustHold(t, dir)
	}
}
