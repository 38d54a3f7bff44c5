package packstore

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/genesis-vcs/genesis/objects"
)

// versionsOf are texts of which each is a little different from the one before.
func versionsOf(name string, n int) [][]byte {
	text := compressible(uint64(len(name)), 3000)
	out := make([][]byte, n)
	for i := range out {
		text = append(bytes.Clone(text[:200+i]), fmt.Appendf(text[200+i+1:], "%s %d;", name, i)...)
		out[i] = bytes.Clone(text)
	}
	return out
}

// publishLines publishes versions of two files in several packs, a few in each.
func publishLines(w modelWriter) (lines [][]objects.ID) {
	for _, name := range []string{"one", "another"} {
		var line []objects.ID
		texts := versionsOf(name, 40)
		for len(texts) > 0 {
			part := texts[:10]
			texts = texts[10:]
			w.publish(func(st objects.Stage) {
				for _, text := range part {
					line = append(line, w.put(st, objects.KindBlob, text))
				}
			})
		}
		lines = append(lines, line)
	}
	return lines
}

// planOf stores each line from its end, every version against the next newer.
func planOf(lines [][]objects.ID) (plan []Placement) {
	for _, line := range lines {
		for i, id := range slices.Backward(line) {
			p := Placement{ID: id, Base: int32(len(plan)) - 1}
			if i == len(line)-1 {
				p.Base = -1
			}
			plan = append(plan, p)
		}
	}
	return plan
}

// optimizeOptions make several small packs.
var optimizeOptions = Options{packCount: 30}

// newVersions returns a closed store with a history, its model and a plan.
func newVersions(t testing.TB) (string, *model, []Placement) {
	t.Helper()
	dir, m := newFixture(t)
	s := openStore(t, dir)
	plan := planOf(publishLines(modelWriter{t, s, m}))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return dir, m, plan
}

// childOptimize optimizes the blobs of a store, in the order of their sizes: that
// is the order of their versions.
func childOptimize(dir string) error {
	ctx := context.Background()
	s, err := Open(ctx, dir, optimizeOptions)
	if err != nil {
		return err
	}
	plan, err := planBySize(ctx, s)
	if err != nil {
		return err
	}
	if _, err := s.Optimize(ctx, plan, OptimizeOptions{}); err != nil {
		return err
	}
	return s.Close()
}

func planBySize(ctx context.Context, s *Store) ([]Placement, error) {
	page, err := s.List(ctx, objects.ListQuery{Kind: objects.KindBlob, Limit: 1000})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(page.Objects, func(a, b objects.Info) int {
		if a.Size != b.Size {
			return int(b.Size) - int(a.Size)
		}
		return a.ID.Compare(b.ID)
	})
	plan := make([]Placement, len(page.Objects))
	for i, o := range page.Objects {
		plan[i] = Placement{ID: o.ID, Base: int32(i) - 1}
	}
	return plan, nil
}

func mustOptimize(t testing.TB, s *Store, plan []Placement) OptimizeReport {
	t.Helper()
	report, err := s.Optimize(t.Context(), plan, OptimizeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// TestOptimize makes a history small and changes nothing else.
func TestOptimize(t *testing.T) {
	dir, m, plan := newVersions(t)
	s, err := Open(t.Context(), dir, optimizeOptions)
	if err != nil {
		t.Fatal(err)
	}
	reader := openStore(t, dir) // knows the old packs only
	dry, err := s.Optimize(t.Context(), plan, OptimizeOptions{DryRun: true})
	if err != nil || dry.Objects != len(plan) || dry.PacksAfter != dry.PacksBefore {
		t.Errorf("dry run: %+v, %v", dry, err)
	}
	seen := 0
	report, err := s.Optimize(t.Context(), plan, OptimizeOptions{Progress: func(n int, _ uint64) { seen += n }})
	if err != nil {
		t.Fatal(err)
	}
	if report.Objects != len(plan) || report.Kept != 0 || report.Deltas < 70 || seen != len(plan) {
		t.Errorf("%d of %d: %+v", seen, len(plan), report)
	}
	if report.BytesAfter*2 > report.BytesBefore {
		t.Errorf("it is not small: %+v", report)
	}
	if diff, reported := m.compare(reader); len(diff) > 0 || reported > 0 {
		t.Errorf("an open reader: %d errors, %q", reported, diff)
	}
	if n := optimizedPacks(s); n != 3 {
		t.Errorf("%d optimized packs for %d objects", n, len(plan))
	}
	if again := mustOptimize(t, s, plan); !again.Noop || again.Kept != len(plan) {
		t.Errorf("again: %+v", again)
	}
	_ = s.Close()
	_ = reader.Close()
	m.mustHold(t, dir)
	checkFiles(t, dir)
}

func optimizedPacks(s *Store) (n int) {
	for _, p := range s.snap.packs {
		if p.optimized() {
			n++
		}
	}
	return n
}

// checkFiles makes sure that no file of a dropped pack is left.
func checkFiles(t *testing.T, dir string) {
	t.Helper()
	s := openStore(t, dir)
	putOne(t, s, []byte("after everything"))
	if names := packNames(t, dir); len(names) != len(s.snap.packs) {
		t.Errorf("%d files for %d packs", len(names), len(s.snap.packs))
	}
}

// TestOptimizeAgain adds to an optimized store: only what is new is stored anew,
// until that is much.
func TestOptimizeAgain(t *testing.T) {
	dir, m, plan := newVersions(t)
	s := openStore(t, dir)
	mustOptimize(t, s, plan)
	w := modelWriter{t, s, m}
	var fresh []objects.ID
	w.publish(func(st objects.Stage) {
		for _, text := range versionsOf("later", 8) {
			fresh = append(fresh, w.put(st, objects.KindBlob, text))
		}
	})
	more := planOf([][]objects.ID{fresh})
	for _, p := range plan {
		if p.Base >= 0 {
			p.Base += int32(len(fresh))
		}
		more = append(more, p)
	}
	if report := mustOptimize(t, s, more); report.Objects != len(fresh) || report.Kept != len(plan) {
		t.Errorf("a little: %+v", report)
	}
	var lots []objects.ID
	w.publish(func(st objects.Stage) {
		for _, text := range versionsOf("lots", 60) {
			lots = append(lots, w.put(st, objects.KindBlob, text))
		}
	})
	all := planOf([][]objects.ID{lots})
	for _, p := range more {
		if p.Base >= 0 {
			p.Base += int32(len(lots))
		}
		all = append(all, p)
	}
	if report := mustOptimize(t, s, all); report.Objects != len(all) || report.Kept != 0 || optimizedPacks(s) != 1 {
		t.Errorf("much: %+v, in %d packs", report, optimizedPacks(s))
	}
	_ = s.Close()
	m.mustHold(t, dir)
}

// TestOptimizeBesideMuchElse optimizes packs that hold mostly what no plan has:
// that is kept, and a second run finds nothing to do.
func TestOptimizeBesideMuchElse(t *testing.T) {
	dir, m := newFixture(t)
	s := openStore(t, dir)
	w := modelWriter{t, s, m}
	var line []objects.ID
	w.publish(func(st objects.Stage) {
		for i, text := range versionsOf("history", 5) {
			line = append(line, w.put(st, objects.KindBlob, text))
			other := make([]byte, 200<<10)
			fillRandom(other, uint64(i))
			w.put(st, objects.KindBlob, other)
		}
	})
	plan := planOf([][]objects.ID{line})
	if report := mustOptimize(t, s, plan); report.Objects != len(plan) {
		t.Errorf("%d objects: %+v", len(plan), report)
	}
	if again := mustOptimize(t, s, plan); !again.Noop || again.Kept != len(plan) {
		t.Errorf("again: %+v", again)
	}
	_ = s.Close()
	m.mustHold(t, dir)
	checkFiles(t, dir)
}

// optimizePoints are the durable steps of a run.
var optimizePoints = []point{
	pointStageCreate, pointStageWrite, pointStageSync, pointFooterWrite, pointFooterSync, pointOptimizeCheck,
	pointRename, pointDirSync, pointCatalogOpen, pointOptimizeCommit, pointCatalogCommit, pointSlotWrite, pointSlotSync,
	pointCatalogClose, pointDropDelete,
}

// TestOptimizeKilled kills a run at each step, the first times that it comes
// there, then lets another finish it.
func TestOptimizeKilled(t *testing.T) {
	passages := map[point]int{}
	dir, _, _ := newVersions(t)
	restore := setFailpoints(func(p point) error {
		passages[p]++
		return nil
	})
	err := childOptimize(dir)
	restore()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range optimizePoints {
		if passages[p] == 0 {
			t.Errorf("%s: no run comes there", p)
		}
		for passage := range min(passages[p], 3**soak) {
			t.Run(fmt.Sprintf("%s/%d", p, passage+1), func(t *testing.T) {
				t.Parallel()
				dir, m, _ := newVersions(t)
				cmd, out := startChild(t, "optimize", dir, string(p), strconv.Itoa(passage+1))
				_, _ = io.Copy(io.Discard, out)
				if err := cmd.Wait(); err == nil || cmd.ProcessState.ExitCode() != -1 {
					t.Fatalf("the child was not killed: %v", err)
				}
				m.mustHold(t, dir)
				if err := childOptimize(dir); err != nil {
					t.Fatal(err)
				}
				m.mustHold(t, dir)
				checkFiles(t, dir)
			})
		}
	}
}

// TestOptimizeThatFails lets each step fail: the store is as it was or further,
// and whole.
func TestOptimizeThatFails(t *testing.T) {
	injected := errors.New("injected")
	for _, p := range optimizePoints {
		dir, m, plan := newVersions(t)
		s, err := Open(t.Context(), dir, optimizeOptions)
		if err != nil {
			t.Fatal(err)
		}
		passed := 0
		restore := setFailpoints(func(q point) error {
			if q == p {
				if passed++; passed == 2 {
					return injected
				}
			}
			return nil
		})
		_, err = s.Optimize(t.Context(), plan, OptimizeOptions{})
		restore()
		// What comes after the transaction takes nothing back.
		late := slices.Contains([]point{pointSlotWrite, pointSlotSync, pointCatalogClose, pointDropDelete}, p)
		if !late && !errors.Is(err, injected) || late && err != nil {
			t.Errorf("%s: %v", p, err)
		}
		if diff, reported := m.compare(s); len(diff) > 0 || reported > 0 {
			t.Errorf("%s: %d errors, %q", p, reported, diff)
		}
		mustOptimize(t, s, plan)
		_ = s.Close()
		m.mustHold(t, dir)
	}
}

// TestOptimizeCancelled stops a run: nothing is lost.
func TestOptimizeCancelled(t *testing.T) {
	dir, m, plan := newVersions(t)
	s := openStore(t, dir)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	_, err := s.Optimize(ctx, plan, OptimizeOptions{Progress: func(int, uint64) { cancel() }})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	_ = s.Close()
	m.mustHold(t, dir)
}

// TestOptimizeTwice refuses a second run beside the first, after as long as it is
// to wait for a lock, and lets a writer go on.
func TestOptimizeTwice(t *testing.T) {
	const patience = 50 * time.Millisecond
	dir, m, plan := newVersions(t)
	s, other := openStore(t, dir), openStore(t, dir)
	w := modelWriter{t, other, m}
	other.opts.LockTimeout = patience
	var second error
	var waited time.Duration
	once := false
	_, err := s.Optimize(t.Context(), plan, OptimizeOptions{Progress: func(int, uint64) {
		if once {
			return
		}
		once = true
		start := time.Now()
		_, second = other.Optimize(context.Background(), plan, OptimizeOptions{})
		waited = time.Since(start)
		w.publish(func(st objects.Stage) { w.put(st, objects.KindBlob, []byte("meanwhile")) })
	}})
	var busy *OptimizingError
	if err != nil || !errors.As(second, &busy) || waited < patience {
		t.Errorf("%v, %v after %v", err, second, waited)
	}
	_, _ = s.Close(), other.Close()
	m.mustHold(t, dir)
}

// TestOptimizeInTurn lets a second run wait for the first, and find nothing to do.
func TestOptimizeInTurn(t *testing.T) {
	dir, m, plan := newVersions(t)
	s, other := openStore(t, dir), openStore(t, dir)
	reports := make(chan OptimizeReport, 1)
	var once sync.Once
	_, err := s.Optimize(t.Context(), plan, OptimizeOptions{Progress: func(int, uint64) {
		once.Do(func() {
			go func() {
				r, err := other.Optimize(context.Background(), plan, OptimizeOptions{})
				if err != nil {
					t.Error(err)
				}
				reports <- r
			}()
		})
	}})
	if second := <-reports; err != nil || !second.Noop || second.Kept == 0 {
		t.Errorf("%v; the second did %+v", err, second)
	}
	_, _ = s.Close(), other.Close()
	m.mustHold(t, dir)
}

// TestOptimizeWaitCanceled stops to wait when it is told to.
func TestOptimizeWaitCanceled(t *testing.T) {
	dir, _, plan := newVersions(t)
	s, other := openStore(t, dir), openStore(t, dir)
	leave, err := s.optimizeLock(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer leave()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := other.Optimize(ctx, plan, OptimizeOptions{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	_, _ = s.Close(), other.Close()
}

// TestOptimizeDamaged does not drop a pack of which an object cannot be read.
func TestOptimizeDamaged(t *testing.T) {
	dir, m, plan := newVersions(t)
	s := openStore(t, dir)
	places, err := s.snap.locate(plan[5].ID, nil)
	if err != nil {
		t.Fatal(err)
	}
	flipByte(t, s.packPath(places[0].pack.id), places[0].entry.offset+recordHeaderSize+3)
	before := packNames(t, dir)
	var damaged *objects.CorruptError
	if _, err := s.Optimize(t.Context(), plan, OptimizeOptions{}); !errors.As(err, &damaged) || damaged.ID != plan[5].ID {
		t.Errorf("%v", err)
	}
	if after := packNames(t, dir); !slices.Equal(before, after) {
		t.Errorf("packs before %q, after %q", before, after)
	}
	delete(m.data, plan[5].ID)
	if diff, reported := m.compare(s); len(diff) > 0 || reported > 0 {
		t.Errorf("%d errors, %q", reported, diff)
	}
}

// TestOptimizedDamage flips bytes all over optimized packs: nothing is read as
// other data or taken for absent, and Verify finds it.
func TestOptimizedDamage(t *testing.T) {
	dir, m, plan := newVersions(t)
	s, err := Open(t.Context(), dir, optimizeOptions)
	if err != nil {
		t.Fatal(err)
	}
	mustOptimize(t, s, plan)
	var paths []string
	for _, p := range s.snap.packs {
		if p.optimized() {
			paths = append(paths, p.path())
		}
	}
	_ = s.Close()
	for _, rel := range paths {
		info, err := os.Stat(filepath.Join(dir, rel))
		if err != nil {
			t.Fatal(err)
		}
		for off := int64(0); off < info.Size(); off += max(1, info.Size()/int64(25**soak)) {
			harmFile(t, dir, m, rel, "flip", off)
		}
		harmFile(t, dir, m, rel, "cut", info.Size()/2)
	}
}

// TestRebuildOptimized makes the catalog again from optimized packs, one of which
// has lost its footer: its deltas are taken from it as whole objects.
func TestRebuildOptimized(t *testing.T) {
	dir, m, plan := newVersions(t)
	s, err := Open(t.Context(), dir, optimizeOptions)
	if err != nil {
		t.Fatal(err)
	}
	mustOptimize(t, s, plan)
	var victim *pack
	for _, p := range s.snap.packs {
		if p.optimized() {
			victim = p
		}
	}
	path, end := s.packPath(victim.id), victim.size
	_ = s.Close()
	flipByte(t, path, end-trailerSize-3)
	if err := os.RemoveAll(filepath.Join(dir, catalogName)); err != nil {
		t.Fatal(err)
	}
	report, err := RebuildCatalog(t.Context(), dir, Options{}, Rebuild{})
	if err != nil || len(report.Losses) > 0 || !report.Replaced {
		t.Fatalf("%+v, %v", report, err)
	}
	if !report.Operation.IsZero() {
		m.head = objects.Head{Operation: report.Operation, Seq: m.head.Seq + 1}
	}
	m.mustHold(t, dir)
}

// TestOptimizeAfterDamage goes on from a pack that was whole when an earlier run
// wrote it, and is not any more: nothing goes that only it would have.
func TestOptimizeAfterDamage(t *testing.T) {
	dir, m, plan := newVersions(t)
	s, err := Open(t.Context(), dir, optimizeOptions)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	_, err = s.Optimize(ctx, plan, OptimizeOptions{Progress: func(int, uint64) {
		if optimizedPacks(s) > 0 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) || optimizedPacks(s) == 0 {
		t.Fatalf("%d packs, %v", optimizedPacks(s), err)
	}
	for _, p := range s.snap.packs {
		if p.optimized() {
			flipByte(t, s.packPath(p.id), packHeaderSize+recordHeaderSize+20)
		}
	}
	var damaged *objects.CorruptError
	if _, err = s.Optimize(t.Context(), plan, OptimizeOptions{}); !errors.As(err, &damaged) || damaged.What != "pack" {
		t.Errorf("%v", err)
	}
	_ = s.Close()
	if diff, reported := m.compare(openStore(t, dir)); len(diff) > 0 || reported > 0 {
		t.Errorf("%d errors, %q", reported, diff)
	}
}

// TestOptimizeBesideARebuild makes the catalog again, without a pack that the run
// relies on, right before the old packs go: they stay.
func TestOptimizeBesideARebuild(t *testing.T) {
	dir, m, plan := newVersions(t)
	s, err := Open(t.Context(), dir, optimizeOptions)
	if err != nil {
		t.Fatal(err)
	}
	checks := 0
	restore := setFailpoints(func(p point) error {
		if p != pointOptimizeCheck {
			return nil
		}
		if checks++; checks < 4 { // three packs of deltas, then what else there is
			return nil
		}
		for _, p := range s.snap.packs {
			if p.optimized() {
				if err := os.Remove(s.packPath(p.id)); err != nil {
					return err
				}
				break
			}
		}
		_, err := RebuildCatalog(context.Background(), dir, Options{}, Rebuild{AcceptLosses: true})
		return err
	})
	_, err = s.Optimize(t.Context(), plan, OptimizeOptions{})
	restore()
	var busy *objects.BusyError
	if checks != 4 || !errors.As(err, &busy) {
		t.Errorf("after %d checks: %v", checks, err)
	}
	_ = s.Close()
	s = openStore(t, dir)
	if m.head, err = s.Head(t.Context()); err != nil {
		t.Fatal(err)
	}
	mustOptimize(t, s, plan)
	_ = s.Close()
	m.mustHold(t, dir)
}

// TestOptimizeAmongOthers mixes publications, optimizing, merges and fresh
// openings in any order: the store holds what it was given.
func TestOptimizeAmongOthers(t *testing.T) {
	for seed := range uint64(15 * *soak) {
		t.Run(strconv.FormatUint(seed, 10), func(t *testing.T) {
			t.Parallel()
			mixedWork(t, rand.New(rand.NewPCG(seed, 11)))
		})
	}
}

func mixedWork(t *testing.T, r *rand.Rand) {
	dir, m := newFixture(t)
	open := func() *Store {
		s, err := Open(t.Context(), dir, optimizeOptions)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	s := open()
	for n := range 2 + r.IntN(6) {
		w := modelWriter{t, s, m}
		switch r.IntN(4) {
		case 0:
			w.publish(func(st objects.Stage) {
				for _, text := range versionsOf(strconv.Itoa(n%3), 1+r.IntN(40)) {
					w.put(st, objects.KindBlob, append(text, byte(n)))
				}
			})
		case 1:
			for i := range mergePacks / 2 {
				w.publish(func(st objects.Stage) { w.put(st, objects.KindBlob, fmt.Appendf(nil, "small %d %d", n, i)) })
			}
		case 2:
			plan, err := planBySize(t.Context(), s)
			if err != nil {
				t.Fatal(err)
			}
			plan = plan[:len(plan)/(1+r.IntN(2))]
			mustOptimize(t, s, plan)
			if again := mustOptimize(t, s, plan); !again.Noop {
				t.Errorf("not done: %+v", again)
			}
		case 3:
			_ = s.Close()
			s = open()
		}
	}
	_ = s.Close()
	m.mustHold(t, dir)
}

// TestBadPlans refuses plans that no planner makes.
func TestBadPlans(t *testing.T) {
	dir, _, plan := newVersions(t)
	s := openStore(t, dir)
	for _, bad := range [][]Placement{{{ID: plan[0].ID, Base: 0}}, {{ID: plan[0].ID, Base: -2}}} {
		if _, err := s.Optimize(t.Context(), bad, OptimizeOptions{}); err == nil {
			t.Errorf("%v is accepted", bad)
		}
	}
	var missing *objects.NotFoundError
	if _, err := s.Optimize(t.Context(), []Placement{{ID: objects.ID{1}, Base: -1}}, OptimizeOptions{}); !errors.As(err, &missing) {
		t.Errorf("%v", err)
	}
}

// TestChainsAreBounded makes no chain that a reader refuses, whatever the plan.
func TestChainsAreBounded(t *testing.T) {
	dir, m := newFixture(t)
	s := openStore(t, dir)
	w := modelWriter{t, s, m}
	var line []objects.ID
	w.publish(func(st objects.Stage) {
		for _, text := range versionsOf("deep", 3*maxChain) {
			line = append(line, w.put(st, objects.KindBlob, text))
		}
	})
	mustOptimize(t, s, planOf([][]objects.ID{line}))
	_ = s.Close()
	m.mustHold(t, dir)
}

func BenchmarkGetDelta(b *testing.B) {
	dir, _, plan := newVersions(b)
	s := openStore(b, dir)
	if _, err := s.Optimize(b.Context(), plan, OptimizeOptions{}); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		n = (n + 7) % len(plan)
		if _, err := s.Get(b.Context(), plan[n].ID); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkOptimize stores 80 versions of some 3 KB as deltas, besides opening and
// closing the catalog a few times.
func BenchmarkOptimize(b *testing.B) {
	_, m, plan := newVersions(b)
	size := 0
	for _, p := range plan {
		size += len(m.data[p.ID])
	}
	b.SetBytes(int64(size))
	for b.Loop() {
		b.StopTimer()
		dir, _, plan := newVersions(b)
		s := openStore(b, dir)
		b.StartTimer()
		mustOptimize(b, s, plan)
	}
}

// BenchmarkVerifyOptimized checks a history of 20 files with 100 versions each of
// some 3 KB, stored as it came and optimized.
func BenchmarkVerifyOptimized(b *testing.B) {
	dir, m := newFixture(b)
	s := openStore(b, dir)
	w := modelWriter{b, s, m}
	var lines [][]objects.ID
	size := int64(0)
	w.publish(func(st objects.Stage) {
		for i := range 20 {
			var line []objects.ID
			for _, text := range versionsOf(fmt.Sprintf("file %0*d", i+1, i), 100) {
				line = append(line, w.put(st, objects.KindBlob, text))
				size += int64(len(text))
			}
			lines = append(lines, line)
		}
	})
	run := func(name string) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(size)
			for b.Loop() {
				mustVerify(b, s)
			}
		})
	}
	run("plain")
	mustOptimize(b, s, planOf(lines))
	run("optimized")
}
