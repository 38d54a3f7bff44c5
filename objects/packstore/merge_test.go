package packstore

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
)

func countFiles(t *testing.T, dir string) (n int) {
	t.Helper()
	err := filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			n++
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestMerge puts many small objects: the number of files stays bounded, every
// object stays readable, also for a process that knows only the merged packs.
func TestMerge(t *testing.T) {
	dir, m := newFixture(t)
	reader := openStore(t, dir)
	for i := range 60 * *soak {
		s, err := Open(t.Context(), dir, Options{}) // as single commands do
		if err != nil {
			t.Fatal(err)
		}
		w := modelWriter{t, s, m}
		w.publish(func(st objects.Stage) { w.put(st, objects.KindBlob, fmt.Appendf(nil, "small %d", i)) })
		if len(s.snap.packs) > mergePacks+1 {
			t.Fatalf("%d packs after %d puts", len(s.snap.packs), i)
		}
		_ = s.Close()
	}
	if n := countFiles(t, dir); n > 64 {
		t.Errorf("the store has %d files", n)
	}
	m.absent = append(m.absent, objects.Sum(objects.KindBlob, []byte("x")))
	if diff, reported := m.compare(reader); len(diff) > 0 || reported > 0 {
		t.Errorf("old reader: %d errors, %q", reported, diff)
	}
	m.mustHold(t, dir)
}

// morePacks publishes until a merge happened and returns the packs before it.
func morePacks(t *testing.T, w modelWriter) (before []*pack) {
	t.Helper()
	for i := 0; ; i++ {
		before = w.s.snap.packs
		w.publish(func(st objects.Stage) { w.put(st, objects.KindBlob, fmt.Appendf(nil, "more %d", i)) })
		if len(w.s.snap.packs) < len(before) {
			return before
		}
		if i > 3*mergePacks {
			t.Fatal("no merge")
		}
	}
}

// TestMergeKeepsDamagedPacks does not merge a pack that cannot be copied whole.
func TestMergeKeepsDamagedPacks(t *testing.T) {
	dir, m := newFixture(t)
	s := openStore(t, dir)
	late := objects.Sum(objects.KindBlob, []byte("late"))
	places, err := s.snap.locate(late, nil)
	if err != nil {
		t.Fatal(err)
	}
	victim := places[0]
	flipByte(t, s.packPath(victim.pack.id), victim.entry.offset+recordHeaderSize)
	morePacks(t, modelWriter{t, s, m})
	found := false
	for _, p := range s.snap.packs {
		found = found || p.id == victim.pack.id
	}
	if !found {
		t.Error("the damaged pack was dropped")
	}
	var c *objects.CorruptError
	if _, err := s.Get(t.Context(), late); !errors.As(err, &c) {
		t.Errorf("Get of the damaged object: %v", err)
	}
}

// TestMergedFilesGo removes the files of merged packs at the latest with the
// next write, when the process that merged them could not.
func TestMergedFilesGo(t *testing.T) {
	dir, m := newFixture(t)
	s := openStore(t, dir)
	w := modelWriter{t, s, m}
	restore := setFailpoints(func(p point) error {
		if p == pointDropDelete {
			return errors.New("killed")
		}
		return nil
	})
	morePacks(t, w)
	restore()
	left, err := filepath.Glob(filepath.Join(dir, packsName, "*"+packSuffix))
	if err != nil || len(left) <= len(s.snap.packs) {
		t.Fatalf("%d files for %d packs, %v", len(left), len(s.snap.packs), err)
	}
	w.publish(func(st objects.Stage) { w.put(st, objects.KindBlob, []byte("next")) })
	left, err = filepath.Glob(filepath.Join(dir, packsName, "*"+packSuffix))
	if err != nil || len(left) != len(s.snap.packs) || len(s.snap.dropped) != 0 {
		t.Errorf("%d files for %d packs, %d to be deleted, %v", len(left), len(s.snap.packs), len(s.snap.dropped), err)
	}
	_ = s.Close()
	m.mustHold(t, dir)
}

func TestChooseInputs(t *testing.T) {
	packs := func(sizes ...int64) (out []*pack) {
		for i, s := range sizes {
			out = append(out, &pack{packRow: packRow{size: s, trailer: trailer{id: packID{byte(i)}}}})
		}
		return out
	}
	for name, test := range map[string]struct {
		packs []*pack
		want  int
	}{
		"equal":           {packs(1, 1, 1, 1), 4},
		"at least half":   {packs(1, 100, 1000, 10000), 2},
		"stops at a jump": {packs(1, 1, 1, 100), 3},
		"bounded":         {packs(1<<20, 1<<20, 15<<20, 15<<20), 2},
		"many large":      {packs(make64(40, 10<<20)...), 6},
		"nothing small":   {packs(20<<20, 20<<20), 0},
	} {
		if got := chooseInputs(test.packs); len(got) != test.want {
			t.Errorf("%s: %d packs instead of %d", name, len(got), test.want)
		}
	}
}

func make64(n int, v int64) (out []int64) {
	for range n {
		out = append(out, v)
	}
	return out
}

// TestReadersDuringMerges reads from several goroutines while another process
// (as far as locks can tell) merges packs and deletes their files: everything
// that was acknowledged is there all the time, and what is not is never found.
func TestReadersDuringMerges(t *testing.T) {
	dir, m := newFixture(t)
	reader := openStore(t, dir)
	writer := openStore(t, dir)
	var mu sync.Mutex
	var acked []objects.ID
	for id, data := range m.data {
		if data != nil {
			acked = append(acked, id)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var wg sync.WaitGroup
	for i := range 2 {
		r := rand.New(rand.NewPCG(uint64(i), 1))
		wg.Go(func() {
			for ctx.Err() == nil {
				mu.Lock()
				known := acked
				mu.Unlock()
				id := known[len(known)-1-r.IntN(min(len(known), 40))]
				if o, err := reader.Get(context.Background(), id); err != nil || objects.Sum(o.Kind, o.Data) != id {
					t.Errorf("Get: %v", err)
				}
				if ok, err := reader.Has(context.Background(), []objects.ID{id, m.absent[0]}); err != nil || !ok[0] || ok[1] {
					t.Errorf("Has: %v, %v", ok, err)
				}
				if i == 0 {
					if _, err := reader.List(context.Background(), objects.ListQuery{}); err != nil {
						t.Errorf("List: %v", err)
					}
				}
			}
		})
	}
	for i := range 45 * *soak {
		id := putOne(t, writer, fmt.Appendf(nil, "merged %d", i))
		mu.Lock()
		acked = append(acked, id)
		mu.Unlock()
	}
	cancel()
	wg.Wait()
}

// TestMergeThatFails fails the merge, or the publication that carries it: the
// first is nobody's failure, the second leaves nothing behind.
func TestMergeThatFails(t *testing.T) {
	dir, m := newFixture(t)
	s := openStore(t, dir)
	w := modelWriter{t, s, m}
	for i := 0; len(s.snap.packs) <= mergePacks; i++ {
		w.publish(func(st objects.Stage) { w.put(st, objects.KindBlob, fmt.Appendf(nil, "pack %d", i)) })
	}
	before := packNames(t, dir)
	injected := errors.New("injected")
	for _, at := range []struct {
		point   point
		passage int // 2: the first is that of the pack itself
		fails   bool
	}{
		{pointStageCreate, 2, false},
		{pointStageSync, 2, false},
		{pointStageWrite, 2, false},
		{pointFooterSync, 2, true},
		{pointRename, 2, true},
		{pointCatalogCommit, 1, true},
	} {
		passed := 0
		restore := setFailpoints(func(p point) error {
			if p == at.point {
				if passed++; passed == at.passage {
					return injected
				}
			}
			return nil
		})
		id, err := publishBlob(t.Context(), s, fmt.Appendf(nil, "%s", at.point), "refs/heads/merge")
		restore()
		if at.fails != errors.Is(err, injected) || passed < at.passage {
			t.Errorf("%s: %v", at.point, err)
		}
		if !at.fails {
			w.m.data[id] = fmt.Appendf(nil, "%s", at.point)
			w.m.rows[objects.SpaceRef]["refs/heads/merge"] = id[:]
			if w.m.head, err = s.Head(t.Context()); err != nil {
				t.Error(err)
			}
			before = packNames(t, dir)
		} else if after := packNames(t, dir); !slices.Equal(before, after) {
			t.Errorf("%s: packs before %q, after %q", at.point, before, after)
		}
	}
	_ = s.Close()
	m.mustHold(t, dir)
}
