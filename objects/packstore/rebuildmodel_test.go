package packstore

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
)

// history is a store with random rows and what each operation did to them.
type history struct {
	dir string
	m   *model
	ops []objects.Published // in order
}

func newHistory(t *testing.T, rng *rand.Rand) *history {
	dir, m := newFixture(t)
	h := &history{dir: dir, m: m}
	s, err := Open(t.Context(), dir, Options{viewEvery: 5})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	for at := m.head.Operation; !at.IsZero(); {
		o, err := s.Get(t.Context(), at)
		if err != nil {
			t.Fatal(err)
		}
		op, err := objects.DecodeAs[*objects.Operation](o.Data)
		if err != nil {
			t.Fatal(err)
		}
		h.ops = append([]objects.Published{{Operation: at, Seq: op.Seq, Changes: op.Changes}}, h.ops...)
		at = op.Parent
	}
	w := modelWriter{t, s, m}
	commit := w.byKind(objects.KindCommit)[0]
	for i := range 4 + rng.IntN(12) {
		var changes []objects.Change
		for _, j := range rng.Perm(5)[:1+rng.IntN(2)] {
			change := ref(fmt.Sprint("refs/heads/r", j), commit)
			switch rng.IntN(4) {
			case 0:
				change.New = nil
			case 1:
				change = objects.Change{Space: objects.SpaceSetting, Name: fmt.Sprint("s", j), New: fmt.Append(nil, i)}
			case 2:
				change = objects.Change{Space: objects.SpaceMark, Name: fmt.Sprint("m", j), New: []byte{}}
			}
			changes = append(changes, change)
		}
		pub := w.publish(func(st objects.Stage) { w.put(st, objects.KindBlob, fmt.Append(nil, "blob ", i)) }, changes...)
		h.ops = append(h.ops, pub)
	}
	return h
}

// harm removes or damages one to three packs.
func (h *history) harm(t *testing.T, rng *rand.Rand) {
	files := packFiles(t, h.dir)
	for _, i := range rng.Perm(len(files))[:min(len(files), 1+rng.IntN(3))] {
		path := filepath.Join(h.dir, packsName, files[i].id.fileName())
		_ = os.Chmod(path, 0o644)
		switch rng.IntN(3) {
		case 0:
			remove(t, filepath.Dir(path), filepath.Base(path))
		case 1:
			flipByte(t, path, rng.Int64N(files[i].size))
		default:
			if err := os.Truncate(path, rng.Int64N(files[i].size)); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// listed reports whether a loss names the operation.
func listed(losses []Loss, pub objects.Published) bool {
	for _, l := range losses {
		var from, to uint64
		_, err := fmt.Sscanf(l.What, "operations number %d to %d", &from, &to)
		if err == nil && from <= pub.Seq && pub.Seq <= to ||
			l.What == fmt.Sprint("operation number ", pub.Seq) || strings.Contains(l.What, pub.Operation.String()) {
			return true
		}
	}
	return false
}

// rowsOf reads all rows of a store, by space and name.
func rowsOf(t *testing.T, s *Store) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, space := range objects.Spaces {
		page, err := s.Rows(t.Context(), objects.RowQuery{Space: space})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range page.Rows {
			out[rowOwner(space, r.Name)] = string(r.Value)
		}
	}
	return out
}

func (m *model) flat() map[string]string {
	out := map[string]string{}
	for space, rows := range m.rows {
		for name, v := range rows {
			out[rowOwner(space, name)] = string(v)
		}
	}
	return out
}

// check compares a rebuilt store with the history. With certain, every row is
// right; else those are that only operations changed which can be read, and of
// the others a lost operation is listed. Without any witness of the newest
// operation, those that are newer than what is left cannot be.
func (h *history) check(t *testing.T, report RepairReport, certain, witness bool) {
	t.Helper()
	s := openStore(t, h.dir)
	got, want := rowsOf(t, s), h.m.flat()
	newest := uint64(0)
	lost := map[objects.ID]bool{}
	for _, pub := range h.ops {
		if _, err := s.Get(t.Context(), pub.Operation); err != nil {
			lost[pub.Operation] = true
		} else {
			newest = pub.Seq
		}
	}
	excused := map[string]bool{}
	for _, pub := range h.ops {
		switch {
		case !lost[pub.Operation]:
			continue
		case !listed(report.Losses, pub) && (witness || pub.Seq < newest):
			t.Errorf("operation %d is lost and not listed", pub.Seq)
			continue
		}
		for _, c := range pub.Changes {
			excused[rowOwner(c.Space, string(c.Name))] = !certain
		}
	}
	for _, rows := range []map[string]string{got, want} {
		for name := range rows {
			a, okA := got[name]
			b, okB := want[name]
			if (a != b || okA != okB) && !excused[name] {
				t.Errorf("%s is %q (%v) instead of %q (%v)", name, a, okA, b, okB)
			}
		}
	}
	head, err := s.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Get(t.Context(), head.Operation); err != nil {
		t.Errorf("the newest operation: %v", err)
	}
	if _, err := s.Publish(t.Context(), nil, objects.Batch{Always: true, Operation: &objects.Operation{Verb: "test", Seconds: 3}}); err != nil {
		t.Errorf("Publish: %v", err)
	}
	_ = s.Close()
	// What was restored depends on nothing that was lost.
	remove(t, h.dir, catalogName)
	if _, err := RebuildCatalog(context.Background(), h.dir, Options{}, Rebuild{AcceptLosses: true}); err != nil {
		t.Fatal(err)
	}
	if again := rowsOf(t, openStore(t, h.dir)); !maps.Equal(again, got) {
		t.Errorf("rebuilt once more, the rows are %q instead of %q", again, got)
	}
}

// TestRebuildModel takes packs away from random histories.
func TestRebuildModel(t *testing.T) {
	for name, mode := range map[string]struct {
		gone             []string
		certain, witness bool
	}{
		"catalog intact": {nil, true, true},
		"catalog gone":   {[]string{catalogName}, false, true},
		"slots gone":     {[]string{slotsName}, true, true},
		"both gone":      {[]string{catalogName, slotsName}, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			for seed := range uint64(4 * *soak) {
				t.Run(fmt.Sprint(seed), func(t *testing.T) {
					rng := rand.New(rand.NewPCG(seed, 7))
					h := newHistory(t, rng)
					h.harm(t, rng)
					remove(t, h.dir, mode.gone...)
					dry, err := RebuildCatalog(t.Context(), h.dir, Options{}, Rebuild{DryRun: true})
					if err != nil {
						t.Fatal(err)
					}
					report, err := RebuildCatalog(t.Context(), h.dir, Options{}, Rebuild{AcceptLosses: true})
					if err != nil {
						t.Fatal(err)
					}
					if fmt.Sprint(dry.Losses) != fmt.Sprint(report.Losses) {
						t.Errorf("losses %v, dry run %v", report.Losses, dry.Losses)
					}
					h.check(t, report, mode.certain, mode.witness)
				})
			}
		})
	}
}
