package packstore

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
)

// restoreCatalog puts an earlier state of the catalog back.
func restoreCatalog(t *testing.T, dir string, earlier files) {
	t.Helper()
	if err := os.RemoveAll(filepath.Join(dir, catalogName)); err != nil {
		t.Fatal(err)
	}
	for rel, b := range earlier {
		if strings.HasPrefix(rel, catalogName+"/") {
			if err := os.MkdirAll(filepath.Join(dir, catalogName), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, rel), b, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestLostTail takes the newest transactions away from the catalog: the slots
// tell, and packs and operations bring them back.
func TestLostTail(t *testing.T) {
	for name, test := range map[string]struct {
		puts int
		view uint64
	}{"few": {3, 0}, "behind a view": {5, 3}, "across a merge": {24, 7}} {
		t.Run(name, func(t *testing.T) {
			dir, m := newFixture(t)
			earlier := backup(t, dir)
			s, err := Open(t.Context(), dir, Options{viewEvery: test.view})
			if err != nil {
				t.Fatal(err)
			}
			w := modelWriter{t, s, m}
			for i := range test.puts {
				w.publish(func(st objects.Stage) {
					id := w.put(st, objects.KindBlob, []byte("tail "+strconv.Itoa(i)))
					w.m.rows[objects.SpaceRef]["refs/heads/tail"] = id[:]
				}, objects.Change{Space: objects.SpaceSetting, Name: "n", New: []byte{byte(i)}})
				delete(w.m.rows[objects.SpaceRef], "refs/heads/tail")
			}
			_ = s.Close()
			restoreCatalog(t, dir, earlier)
			m.mustHold(t, dir)
			m.mustHold(t, dir) // and it stays so
		})
	}
}

// TestLostTailThatCannotReturn takes a pack away together with the catalog's
// tail: the store says so instead of showing the old rows.
func TestLostTailThatCannotReturn(t *testing.T) {
	dir, m := newFixture(t)
	earlier := backup(t, dir)
	s := openStore(t, dir)
	known := map[packID]bool{}
	for _, p := range s.snap.packs {
		known[p.id] = true
	}
	w := modelWriter{t, s, m}
	w.publish(func(st objects.Stage) { w.put(st, objects.KindBlob, []byte("tail")) })
	for _, p := range s.snap.packs {
		if !known[p.id] {
			if err := os.Remove(s.packPath(p.id)); err != nil {
				t.Fatal(err)
			}
		}
	}
	_ = s.Close()
	restoreCatalog(t, dir, earlier)
	_, err := Open(t.Context(), dir, Options{})
	var c *objects.CorruptError
	if !errors.As(err, &c) || c.What != "catalog" {
		t.Fatalf("Open: %v", err)
	}
}

// TestSlotsBehind loses the newest slot's write, as a crash right before it
// does.
func TestSlotsBehind(t *testing.T) {
	dir, m := newFixture(t)
	earlier := backup(t, dir)
	s := openStore(t, dir)
	w := modelWriter{t, s, m}
	w.publish(func(st objects.Stage) { w.put(st, objects.KindBlob, []byte("new")) })
	_ = s.Close()
	if err := os.WriteFile(filepath.Join(dir, slotsName), earlier[slotsName], 0o644); err != nil {
		t.Fatal(err)
	}
	m.mustHold(t, dir)
}

// TestAdopt puts a pack of another store into this one: its objects are there
// after the next write, its operations are not.
func TestAdopt(t *testing.T) {
	other := newStore(t)
	foreign := []byte("foreign")
	id := putOne(t, other, foreign)
	dir, m := newFixture(t)
	p := other.snap.packs[0]
	b, err := os.ReadFile(other.packPath(p.id))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, p.path()), b, 0o644); err != nil {
		t.Fatal(err)
	}
	m.mustHold(t, dir) // a whole pack that is not listed is no damage
	s := openStore(t, dir)
	w := modelWriter{t, s, m}
	w.publish(func(st objects.Stage) { w.put(st, objects.KindBlob, []byte("own")) })
	m.data[id] = foreign
	_ = s.Close()
	m.mustHold(t, dir)
}

// TestStray finds a file that is called a pack and is none; it is left alone.
func TestStray(t *testing.T) {
	dir, m := newFixture(t)
	stray := filepath.Join(dir, packsName, strings.Repeat("ab", 16)+packSuffix)
	if err := os.WriteFile(stray, []byte("not a pack"), 0o644); err != nil {
		t.Fatal(err)
	}
	s := openStore(t, dir)
	w := modelWriter{t, s, m}
	w.publish(func(st objects.Stage) { w.put(st, objects.KindBlob, []byte("own")) })
	if _, err := os.Stat(stray); err != nil {
		t.Error(err)
	}
	r, err := s.Verify(t.Context(), VerifyOptions{})
	if err != nil || len(r.Corrupt) != 1 || r.Corrupt[0].What != "pack" {
		t.Errorf("Verify: %+v, %v", r.Corrupt, err)
	}
}

// TestRecoveryInterrupted fails in the middle of bringing a lost tail back; the
// next opening does it.
func TestRecoveryInterrupted(t *testing.T) {
	for _, p := range []point{pointCatalogOpen, pointRecover, pointCatalogCommit} {
		dir, m := newFixture(t)
		earlier := backup(t, dir)
		s := openStore(t, dir)
		w := modelWriter{t, s, m}
		w.publish(func(st objects.Stage) { w.put(st, objects.KindBlob, []byte("tail")) })
		_ = s.Close()
		restoreCatalog(t, dir, earlier)
		injected := errors.New("injected")
		restore := setFailpoints(func(q point) error {
			if p == q {
				return injected
			}
			return nil
		})
		if broken, err := Open(t.Context(), dir, Options{}); err == nil {
			if diff, reported := m.compare(broken); broken.Degraded() == "" || len(diff) > 0 || reported > 0 {
				t.Errorf("%s: %d errors, %q", p, reported, diff)
			}
			_ = broken.Close()
		} else if !errors.Is(err, injected) {
			t.Errorf("%s: %v", p, err)
		}
		restore()
		m.mustHold(t, dir)
	}
}

// TestSlotCatchesUp stops a writer between its transaction and its slot. Who
// opens the store next shows the transaction, so a reader that has it open sees
// it too, and a rebuild of the catalog does not take it back.
func TestSlotCatchesUp(t *testing.T) {
	for _, p := range []point{pointSlotWrite, pointSlotSync} {
		dir, _ := newFixture(t)
		reader := openStore(t, dir)
		cmd, out := startChild(t, "put", dir, "stopped", string(p), "1")
		_ = readAcks(t, out)
		_ = cmd.Wait()
		s := openStore(t, dir)
		want, err := s.Head(t.Context())
		if err != nil || want.Seq != 6 {
			t.Fatalf("%s: head %v, %v", p, want, err)
		}
		if got, err := reader.Head(t.Context()); err != nil || got != want {
			t.Errorf("%s: the open reader sees %v, %v instead of %v", p, got, err, want)
		}
		_ = s.Close()
		remove(t, dir, catalogName)
		if r, err := RebuildCatalog(t.Context(), dir, Options{}, Rebuild{AcceptLosses: true}); err != nil || len(r.Losses) > 0 {
			t.Fatalf("%s: %+v, %v", p, r, err)
		}
		if got, err := openStore(t, dir).Head(t.Context()); err != nil || got != want {
			t.Errorf("%s: the rebuilt store is at %v, %v instead of %v", p, got, err, want)
		}
	}
}

// TestUnknownOutcome fails a transaction and the look at what became of it: the
// pack stays, because the catalog may list it, and the stage has ended. It did
// not happen, so only its objects are there afterwards.
func TestUnknownOutcome(t *testing.T) {
	dir, m := newFixture(t)
	s := openStore(t, dir)
	failed := false
	restore := setFailpoints(func(p point) error {
		if p == pointCatalogCommit || failed && p == pointCatalogOpen {
			failed = true
			return errors.New("injected")
		}
		return nil
	})
	data := []byte("perhaps")
	id, err := publishBlob(t.Context(), s, data, "refs/heads/perhaps")
	restore()
	if !errors.Is(err, errUnknownOutcome) {
		t.Fatal(err)
	}
	w := modelWriter{t, s, m}
	w.publish(func(st objects.Stage) { w.put(st, objects.KindBlob, []byte("next")) })
	m.data[id] = data
	_ = s.Close()
	m.mustHold(t, dir)
}

// TestLostTailKeepsView loses a tail without a view: the one before stays known.
func TestLostTailKeepsView(t *testing.T) {
	dir, m := newFixture(t)
	publish := func(view uint64, text string) {
		s, err := Open(t.Context(), dir, Options{viewEvery: view})
		if err != nil {
			t.Fatal(err)
		}
		w := modelWriter{t, s, m}
		w.publish(func(st objects.Stage) { w.put(st, objects.KindBlob, []byte(text)) })
		_ = s.Close()
	}
	publish(1, "with a view")
	want := m.head
	earlier := backup(t, dir)
	publish(0, "without")
	restoreCatalog(t, dir, earlier)
	if s := openStore(t, dir); s.snap.view != want || s.snap.head != m.head {
		t.Errorf("the newest view is of %v, want %v", s.snap.view, want)
	}
	m.mustHold(t, dir)
}

// TestManyRecoverAtOnce opens an unclean store, and one that lost its tail, from
// many sides at once: one puts it in order, all read the same.
func TestManyRecoverAtOnce(t *testing.T) {
	for name, prepare := range map[string]func(t *testing.T) string{
		"unclean": func(t *testing.T) string {
			dir, _ := unclean(t)
			return dir
		},
		"lost tail": func(t *testing.T) string {
			dir, _ := unclean(t)
			earlier := backup(t, dir)
			s := openStore(t, dir)
			putOne(t, s, []byte("tail"))
			_ = s.Close()
			restoreCatalog(t, dir, earlier) // unclean as well
			return dir
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := prepare(t)
			heads := make([]objects.Head, 8)
			var wg sync.WaitGroup
			for i := range heads {
				wg.Go(func() {
					s, err := Open(context.Background(), dir, Options{})
					if err != nil {
						t.Error(err)
						return
					}
					defer func() { _ = s.Close() }()
					if i%2 == 0 { // some write at once
						if _, err := publishBlob(context.Background(), s, fmt.Appendf(nil, "writer %d", i), fmt.Sprintf("refs/heads/w%d", i)); err != nil {
							t.Error(err)
						}
					}
					if heads[i], err = s.Head(context.Background()); err != nil || heads[i].Seq == 0 {
						t.Errorf("head %v, %v", heads[i], err)
					}
				})
			}
			wg.Wait()
			s := openStore(t, dir)
			mustVerify(t, s)
			if page, err := s.Rows(t.Context(), objects.RowQuery{Space: objects.SpaceRef, Prefix: "refs/heads/w"}); err != nil || len(page.Rows) != 4 {
				t.Errorf("%d refs, %v", len(page.Rows), err)
			}
		})
	}
}

// TestTailAcrossMerges loses a tail in which packs were merged, and the result
// merged again: what the old catalog lists is in no file any more. The store
// says so, never "not there", and a rebuild brings everything back.
func TestTailAcrossMerges(t *testing.T) {
	dir, m := newFixture(t)
	earlier := backup(t, dir)
	s := openStore(t, dir)
	w := modelWriter{t, s, m}
	for range 3 {
		morePacks(t, w)
	}
	_ = s.Close()
	restoreCatalog(t, dir, earlier)
	s, err := Open(t.Context(), dir, Options{})
	if err == nil {
		if diff, _ := m.compare(s); len(diff) > 0 {
			t.Errorf("differences: %q", diff)
		}
		_ = s.Close()
	} else if !isDamage(err) {
		t.Fatal(err)
	}
	if r, err := RebuildCatalog(t.Context(), dir, Options{}, Rebuild{AcceptLosses: true}); err != nil || len(r.Losses) > 0 {
		t.Fatalf("%+v, %v", r, err)
	}
	m.mustHold(t, dir)
}

// TestRecoveryKilled kills a process at each step of bringing a lost tail back
// or of rebuilding the catalog, and the next one at its second passage; then the
// store is as it was.
func TestRecoveryKilled(t *testing.T) {
	for job, points := range map[string][]point{
		"open":    {pointCatalogOpen, pointRecover, pointCatalogCommit, pointSlotWrite, pointSlotSync, pointCatalogClose},
		"rebuild": {pointCatalogCommit, pointRebuildSwap, pointRebuildSlots},
	} {
		for _, p := range points {
			t.Run(job+"/"+string(p), func(t *testing.T) {
				t.Parallel()
				dir, m := newFixture(t)
				earlier := backup(t, dir)
				s := openStore(t, dir)
				w := modelWriter{t, s, m}
				w.publish(func(st objects.Stage) { w.put(st, objects.KindBlob, []byte("tail")) })
				_ = s.Close()
				if job == "open" {
					restoreCatalog(t, dir, earlier)
				} else {
					remove(t, dir, catalogName)
				}
				cmd, _ := startChild(t, job, dir, string(p), "1")
				if err := cmd.Wait(); err == nil || cmd.ProcessState.ExitCode() != -1 {
					t.Fatalf("the child was not killed: %v", err)
				}
				cmd, _ = startChild(t, job, dir, string(p), "2") // gets further, or all the way
				_ = cmd.Wait()
				if job == "rebuild" {
					if r, err := RebuildCatalog(t.Context(), dir, Options{}, Rebuild{AcceptLosses: true}); err != nil || len(r.Losses) > 0 {
						t.Fatalf("%+v, %v", r, err)
					}
				}
				m.mustHold(t, dir)
			})
		}
	}
}
