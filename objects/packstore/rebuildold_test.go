package packstore

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/genesis-vcs/genesis/objects"
)

// tamper commits a transaction to the catalog of a closed store that no writer
// would make.
func tamper(t *testing.T, dir string, change func(tx *catalogTx)) {
	t.Helper()
	c, err := openCatalog(dir, access{write: true})
	if err != nil {
		t.Fatal(err)
	}
	st, err := c.state()
	if err != nil {
		t.Fatal(err)
	}
	tx := &catalogTx{state: st}
	change(tx)
	if err := c.commit(tx); err != nil {
		t.Fatal(err)
	}
	if err := c.close(); err != nil {
		t.Fatal(err)
	}
}

// TestRebuildBelievesTheOldCatalog rebuilds from catalogs that can be read and
// say something else than the operations.
func TestRebuildBelievesTheOldCatalog(t *testing.T) {
	fresh := objects.Sum(objects.KindBlob, []byte("hello"))
	for name, c := range map[string]struct {
		change func(tx *catalogTx)
		kept   bool
		losses []string // how they begin
	}{
		"the same": {func(*catalogTx) {}, false, nil},
		"a row that no operation made": {func(tx *catalogTx) {
			tx.replace(famRef, "refs/heads/extra", nil, fresh[:])
		}, true, []string{"ref refs/heads/extra"}},
		"a family that fails its check": {func(tx *catalogTx) {
			tx.sets = append(tx.sets, catalogSet{key: famRef.key("refs/heads/extra"), value: fresh[:]})
		}, false, []string{"ref refs/heads/extra"}},
		"another chain": {func(tx *catalogTx) {
			tx.replace(famRef, "refs/heads/extra", nil, fresh[:])
			tx.state.head = objects.Head{Operation: fresh, Seq: 2}
			tx.state.generation = 1
		}, false, []string{"ref refs/heads/extra"}},
	} {
		t.Run(name, func(t *testing.T) {
			dir, m := newFixture(t)
			tamper(t, dir, c.change)
			report, err := RebuildCatalog(t.Context(), dir, Options{}, Rebuild{AcceptLosses: true})
			if err != nil {
				t.Fatal(err)
			}
			for _, want := range c.losses {
				if !slices.ContainsFunc(report.Losses, func(l Loss) bool { return strings.HasPrefix(l.What, want) }) {
					t.Errorf("%q is not among the losses %v", want, report.Losses)
				}
			}
			if len(c.losses) == 0 && len(report.Losses) > 0 {
				t.Errorf("losses %v", report.Losses)
			}
			if c.kept {
				m.rows[objects.SpaceRef]["refs/heads/extra"] = fresh[:]
				s := openStore(t, dir)
				head, err := s.Head(t.Context())
				if err != nil || head.Seq != m.head.Seq+1 {
					t.Errorf("head %v, %v", head, err)
				}
				m.head = head
				_ = s.Close()
			}
			m.mustHold(t, dir)
			again, err := RebuildCatalog(t.Context(), dir, Options{}, Rebuild{AcceptLosses: true})
			if err != nil || len(again.Losses) > 0 {
				t.Errorf("rebuilt again: %v, %v", again.Losses, err)
			}
		})
	}
}

// TestRebuildWithoutNewestPack goes on from the newest operation that is left.
func TestRebuildWithoutNewestPack(t *testing.T) {
	dir, m := newFixture(t)
	s := openStore(t, dir)
	places, err := s.snap.locate(m.head.Operation, nil)
	if err != nil || len(places) != 1 {
		t.Fatal(err)
	}
	_ = s.Close()
	remove(t, dir, places[0].pack.path())
	report, err := RebuildCatalog(t.Context(), dir, Options{Verb: "mend"}, Rebuild{AcceptLosses: true})
	if err != nil || len(report.Losses) != 2 || report.Losses[1].What != "pack "+places[0].pack.path() || !strings.Contains(fmt.Sprint(report.Losses), m.head.Operation.String()) {
		t.Fatalf("%+v, %v", report, err)
	}
	s = openStore(t, dir)
	head, err := s.Head(t.Context())
	if err != nil || head.Seq != m.head.Seq || head.Operation == m.head.Operation {
		t.Fatalf("head %v, %v", head, err)
	}
	o, err := s.Get(t.Context(), head.Operation)
	if err != nil {
		t.Fatal(err)
	}
	op, err := objects.DecodeAs[*objects.Operation](o.Data)
	if err != nil || op.Verb != "mend" || len(op.Changes) != 2 {
		t.Errorf("%+v, %v", op, err)
	}
	_ = s.Close()
	m.head = head
	m.mustHold(t, dir)
}

// TestRebuildChoosesBehindAHole loses operation 7, where number 6 exists twice:
// the one with the latest time is taken, and it is said that there was a choice.
func TestRebuildChoosesBehindAHole(t *testing.T) {
	dir, _ := newFixture(t)
	cmd, out := startChild(t, "put", dir, "rival", string(pointCatalogCommit), "1")
	_ = readAcks(t, out)
	_ = cmd.Wait()
	s := openStore(t, dir)
	id := objects.Sum(objects.KindBlob, []byte("hello"))
	var lost objects.Published
	for seq := 6; seq <= 8; seq++ {
		pub, err := s.Publish(t.Context(), nil, objects.Batch{
			Changes:   []objects.Change{{Space: objects.SpaceMark, Name: fmt.Sprint("m", seq), New: id[:]}},
			Operation: &objects.Operation{Verb: "test", Seconds: 2},
		})
		if err != nil {
			t.Fatal(err)
		}
		if seq == 7 {
			lost = pub
		}
	}
	places, err := s.snap.locate(lost.Operation, nil)
	if err != nil || len(places) != 1 {
		t.Fatal(err)
	}
	_ = s.Close()
	remove(t, dir, catalogName, places[0].pack.path())
	report, err := RebuildCatalog(t.Context(), dir, Options{}, Rebuild{AcceptLosses: true})
	if err != nil || len(report.Losses) != 3 || !strings.Contains(fmt.Sprint(report.Losses), "2 operations have this number") {
		t.Fatalf("%+v, %v", report, err)
	}
	rows := rowsOf(t, openStore(t, dir))
	for name, want := range map[string]bool{"mark m6": true, "mark m7": false, "mark m8": true, "ref refs/heads/rival": false} {
		if _, ok := rows[name]; ok != want {
			t.Errorf("%s: %v", name, ok)
		}
	}
}

// TestRebuildUnwritable refuses what cannot be written by the system's error,
// whichever of the files it is, and changes nothing.
func TestRebuildUnwritable(t *testing.T) {
	for _, text := range []error{unix.EROFS, unix.EACCES} {
		// Badger wraps some errors as text.
		err := unwritable(t.TempDir(), whyUnwritable(fmt.Errorf("Error Creating Dir: %s", text)))
		if !errors.Is(err, text) || !errors.Is(err, errUnwritable) {
			t.Errorf("%v: %v", text, err)
		}
	}
	if whyUnwritable(errors.New("something else")) != nil {
		t.Error("another error is taken for one of the system")
	}
	for step, name := range []string{".", packsName, catalogName, slotsName} {
		dir, m := newFixture(t)
		passed := 0
		restore := setFailpoints(func(p point) error {
			if p == pointAccess {
				if passed++; passed > step {
					return unix.EROFS
				}
			}
			return nil
		})
		_, err := RebuildCatalog(t.Context(), dir, Options{}, Rebuild{AcceptLosses: true})
		if _, dryErr := RebuildCatalog(t.Context(), dir, Options{}, Rebuild{DryRun: true}); dryErr != nil {
			t.Errorf("%s: a dry run writes nothing: %v", name, dryErr)
		}
		restore()
		var pe *fs.PathError
		if !errors.As(err, &pe) || pe.Path != filepath.Join(dir, name) || !errors.Is(err, unix.EROFS) {
			t.Errorf("%s: %v", name, err)
		}
		m.mustHold(t, dir)
	}
}
