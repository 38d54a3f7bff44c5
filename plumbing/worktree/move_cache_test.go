package worktree

import (
	"fmt"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
)

// checkCache compares what a scan finds with the stat cache and without it. The
// cache stays as it is.
func (s *space) checkCache(base objects.ID) {
	s.Helper()
	scan := func(meta string) (*Scan, string) {
		stage, err := s.store.Begin(s.Context())
		s.ok(err)
		defer func() { s.ok(stage.Abort()) }()
		tree := New(Options{Root: s.root, Meta: meta, ReadOnly: true})
		found, err := tree.Scan(s.Context(), ScanRequest{Store: s.store, Base: base, Stage: stage})
		s.ok(err)
		return found, showChanges(found.Changes)
	}
	with, changes := scan(s.tree.opts.Meta)
	without, want := scan("")
	if with.Root != without.Root || changes != want || with.Files != without.Files || with.Bytes != without.Bytes {
		s.Errorf("with the cache %d files, %d bytes, %s:\n%s\nwithout %d, %d, %s:\n%s",
			with.Files, with.Bytes, with.Root, changes, without.Files, without.Bytes, without.Root, want)
	}
}

// counted counts what scans of the space do.
func (s *space) counted() (reads, trees *atomic.Int64) {
	reads, trees = new(atomic.Int64), new(atomic.Int64)
	s.tree.opts.seams.read = func(string) { reads.Add(1) }
	s.tree.opts.seams.treeRead = func() { trees.Add(1) }
	return reads, trees
}

// many are files in several directories.
func many(dirs, each int) files {
	f := files{}
	for d := range dirs {
		for i := range each {
			f[fmt.Sprintf("d%d/e/f%d", d, i)] = fmt.Sprintf("f %d %d", d, i)
		}
	}
	f["link"], f["d0/run"], f["empty"] = "l d0", "x 1", "d"
	return f
}

// slowly lets the clock of the file system move on before each file that a move
// writes gets its name, and before the move goes on after it.
func slowly(t *testing.T) {
	f := newFixture(t)
	onPoint = func(p point) {
		if p == beforeRename || p == afterWrite {
			f.nextTick()
		}
	}
	t.Cleanup(func() { onPoint = nil })
}

// What a move wrote need not be read to see that it is there.
func TestMoveUpdatesTheStatCache(t *testing.T) {
	slowly(t)
	s := newSpace(t)
	first := many(3, 2)
	base := s.commit(first)
	s.mustMove(MoveRequest{To: base})
	reads, trees := s.counted()
	clean := func(base objects.ID) {
		t.Helper()
		scan, err := s.tree.Scan(s.Context(), ScanRequest{Store: s.store, Base: base})
		s.ok(err)
		if len(scan.Changes) > 0 || reads.Load() > 0 || trees.Load() > 0 {
			t.Errorf("%d files and %d trees were read, and there is\n%s", reads.Load(), trees.Load(), showChanges(scan.Changes))
		}
	}
	clean(base)
	second := s.commit(first.with(files{"d1/e/f0": "f other", "d1/new/f": "f new", "d2/e/f0": "", "d2/e/f1": "", "link": "l d1"}))
	s.mustMove(MoveRequest{Base: base, To: second})
	clean(second)
}

// Local changes that are carried along are still found after the move.
func TestMoveWithLocalChangesUpdatesTheStatCache(t *testing.T) {
	slowly(t)
	s := newSpace(t)
	first := many(3, 2)
	base := s.commit(first)
	s.mustMove(MoveRequest{To: base})
	s.put(files{"d0/e/f0": "f mine", "d1/e/untracked": "f mine"})
	to := s.commit(first.with(files{"d1/e/f0": "f other"}))
	s.mustMove(MoveRequest{Base: base, To: to})
	s.checkCache(to)
	reads, _ := s.counted()
	scan, err := s.tree.Scan(s.Context(), ScanRequest{Store: s.store, Base: to})
	s.ok(err)
	if got, want := showChanges(scan.Changes), "modified d0/e/f0\nuntracked d1/e/untracked"; got != want || reads.Load() > 1 {
		t.Errorf("%d files were read, and there is\n%s\nwant\n%s", reads.Load(), got, want)
	}
}

// A switch that writes few of many files does not write their records anew: what
// it costs follows what it writes.
func TestMoveOfLittleLeavesTheStatCache(t *testing.T) {
	s := newQuickSpace(t)
	first := many(3, worthCaching)
	base := s.commit(first)
	s.mustMove(MoveRequest{To: base})
	to := s.commit(first.with(files{"d1/e/f0": "f other"}))
	newFixture(t).nextTick() // after it a scan trusts what there is, and the next has nothing to note
	_, err := s.tree.Scan(s.Context(), ScanRequest{Store: s.store, Base: base})
	s.ok(err)
	before := loadCache(&s.tree.opts)
	s.mustMove(MoveRequest{Base: base, To: to})
	if after := loadCache(&s.tree.opts); !slices.Equal(before.raw, after.raw) {
		t.Errorf("the stat cache was written")
	}
	s.checkCache(to)
}

// A record of a file that was just written is believed only if no write since
// could hide behind it.
func TestSettled(t *testing.T) {
	const second = int64(1e9)
	at := fileStat{dev: 1, ino: 2, size: 3, mtime: 100*second + 5, ctime: 100*second + 5, mode: 0o100644}
	with := func(change func(*fileStat)) fileStat {
		st := at
		st.ctime++
		change(&st)
		return st
	}
	for name, c := range map[string]struct {
		temp, placed fileStat
		want         bool
	}{
		"renamed later":          {at, with(func(*fileStat) {}), true},
		"renamed in that tick":   {at, at, false},
		"another file":           {at, with(func(st *fileStat) { st.ino++ }), false},
		"written to":             {at, with(func(st *fileStat) { st.mtime++ }), false},
		"longer":                 {at, with(func(st *fileStat) { st.size++ }), false},
		"another mode":           {at, with(func(st *fileStat) { st.mode ^= 0o100 }), false},
		"a clock of two seconds": {coarse(at, 100*second), coarse(at, 100*second), false},
		"two seconds later":      {coarse(at, 100*second), withCtime(coarse(at, 100*second), 102*second), true},
		"within two seconds":     {coarse(at, 100*second), withCtime(coarse(at, 100*second), 101*second+7), false},
	} {
		if got := settled(c.temp, c.placed); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func coarse(st fileStat, mtime int64) fileStat {
	st.mtime = mtime
	return withCtime(st, mtime)
}

func withCtime(st fileStat, ctime int64) fileStat {
	st.ctime = ctime
	return st
}
