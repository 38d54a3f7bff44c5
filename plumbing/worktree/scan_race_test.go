package worktree

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/chunk"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
	"golang.org/x/sys/unix"
)

// nextTick returns when the clock of the file system has moved on.
func (f *fixture) nextTick() {
	f.Helper()
	file, err := os.Create(filepath.Join(f.TempDir(), "clock"))
	f.must(err)
	defer file.Close()
	first, err := fstat(int(file.Fd()))
	f.must(err)
	for st := first; st.mtime == first.mtime; {
		_, err = file.WriteAt([]byte("tick"), 0)
		f.must(err)
		st, err = fstat(int(file.Fd()))
		f.must(err)
	}
}

// reads counts which files the scans read.
func (f *fixture) reads() *[]string {
	paths := new([]string)
	var mu sync.Mutex
	f.opts.seams.read = func(path string) {
		mu.Lock()
		defer mu.Unlock()
		*paths = append(*paths, path)
	}
	return paths
}

// forge makes the stat cache what a scan and an edit after it, within one tick
// of a coarse clock, would leave behind: the record of the file is as the file
// is now, and the scan began at the time that began says. (Not every kernel has
// a clock that is coarse enough to wait for such a moment.)
func (f *fixture) forge(path string, began func(st fileStat) clock) {
	f.Helper()
	st, err := lstatAt(unix.AT_FDCWD, f.path(path))
	f.must(err)
	file := filepath.Join(f.opts.Meta, cacheFile)
	raw, err := os.ReadFile(file)
	f.must(err)
	c := parseCache(raw)
	if c == nil {
		f.Fatal("there is no cache")
	}
	for i := range c.nFile {
		if e := c.record(i); e.name == filepath.Base(path) {
			w := newCacheWriter(&statCache{}, 0)
			e.stat = st
			w.file(&e)
			copy(c.file(i)[:40], w.files[:40]) // device to ctime
		}
	}
	at := began(st)
	binary.LittleEndian.PutUint64(raw[56:], uint64(at.time))
	binary.LittleEndian.PutUint64(raw[64:], at.dev)
	f.must(os.WriteFile(file, sealCache(raw), 0o666))
}

// The record of a file is only believed if an edit after the scan would have
// changed its times: if both of them are before the start of the scan.
func TestScanAndEditInTheSameTick(t *testing.T) {
	const second = int64(time.Second)
	for name, c := range map[string]struct {
		mtime    int64 // of the file, after the epoch
		clock    func(mtime, ctime int64) int64
		dev      uint64 // added to the clock's device
		believed bool
	}{
		"long ago":             {1e9*second + 123456789, func(_, c int64) int64 { return c + 3*second }, 0, true},
		"the tick before":      {1e9*second + 123456789, func(_, c int64) int64 { return c + second }, 0, true},
		"ctime in the tick":    {1e9*second + 123456789, func(_, c int64) int64 { return c }, 0, false},
		"after the scan":       {1e9*second + 123456789, func(_, c int64) int64 { return c - 1 }, 0, false},
		"mtime in the tick":    {0, func(m, _ int64) int64 { return m }, 0, false},
		"mtime in the future":  {4e9*second + 1, func(_, c int64) int64 { return c + 100*second }, 0, false},
		"other clock, recent":  {1e9*second + 123456789, func(_, c int64) int64 { return c + second }, 1, false},
		"other clock, old":     {1e9*second + 123456789, func(_, c int64) int64 { return c + foreignSlack + second }, 1, true},
		"coarse clock, recent": {4e9 * second, func(m, _ int64) int64 { return m + second }, 0, false},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			f.opts.Now = func() time.Time { return time.Unix(9e9, 0) }
			f.write("x=aaaa")
			f.commit()
			f.write("x=bbbb")
			if c.mtime != 0 {
				f.must(os.Chtimes(f.path("x"), time.Time{}, time.Unix(0, c.mtime)))
			}
			f.forge("x", func(st fileStat) clock {
				return clock{time: c.clock(st.mtime, st.ctime), dev: st.dev + c.dev}
			})
			want := "modified x"
			if c.believed {
				want = ""
			}
			f.want("changes", showChanges(f.status().Changes), want)
		})
	}
}

// Granularity is told by the zeros at the end of a time.
func TestTick(t *testing.T) {
	for _, c := range []struct{ time, start, want int64 }{
		{123456789, 5_000_000_001, 5_000_000_001},
		{123456780, 5_000_000_009, 5_000_000_000},
		{120_000_000, 5_019_999_999, 5_010_000_000},
		{7_000_000_000, 9_900_000_000, 8_000_000_000}, // FAT has even seconds
		{0, 9_900_000_000, 8_000_000_000},
	} {
		if got := tick(c.time, c.start); got != c.want {
			t.Errorf("tick(%d, %d) = %d, want %d", c.time, c.start, got, c.want)
		}
	}
}

// A scan of other paths writes a cache with a later clock. That must not make
// it believe what the earlier clock could not vouch for.
func TestScanOfOtherPathsDoesNotVouch(t *testing.T) {
	f := newFixture(t)
	f.write("a/x=aaaa", "b/y")
	f.commit()
	f.write("a/x=bbbb")
	f.forge("a/x", func(st fileStat) clock { return clock{time: st.ctime, dev: st.dev} })
	f.nextTick()
	f.write("b/y=edited")
	f.want("other paths", showChanges(f.status("b").Changes), "modified b/y")
	f.want("all paths", showChanges(f.status().Changes), "modified a/x", "modified b/y")
}

// Files are read once if their times are past, and again and again if they are
// not: the cache cannot vouch for a file of the future.
func TestScanReadsWhatTheClockCannotVouchFor(t *testing.T) {
	f := newFixture(t)
	f.write("old", "future")
	when := time.Now().Add(time.Hour)
	f.must(os.Chtimes(f.path("future"), when, when))
	f.nextTick()
	f.commit()
	reads := f.reads()
	for range 3 {
		f.status()
	}
	f.want("reads", strings.Join(*reads, " "), "future future future")

	// When the clock went back, all that happened since is suspect.
	*reads = nil
	f.opts.Now = func() time.Time { return when.Add(-24 * time.Hour) }
	f.status()
	if len(*reads) != 2 {
		t.Errorf("after the clock went back only %q were read", *reads)
	}
}

// A cache entry may stand for an object that the store does not have: it was
// hashed without a stage, or the stage was never published.
func TestScanStoresWhatTheCacheOnlyKnows(t *testing.T) {
	for name, before := range map[string]func(f *fixture){
		"hashed by a status": func(f *fixture) { f.status() },
		"stage aborted": func(f *fixture) {
			_, stage, err := f.stage()
			f.must(err)
			f.must(stage.Abort())
		},
		"other store": func(f *fixture) {
			store := f.store
			f.store = newFixture(f).store
			base := f.base
			f.base = objects.ID{}
			f.commit()
			f.store, f.base = store, base
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			f.write("a/b/x=one", "c")
			f.commit()
			f.write("a/b/x=two", "a/new")
			f.nextTick()
			before(f)
			f.commit()
			f.want("tree", f.leaves(f.base), `file "a/b/x" "two"`, `file "a/new" "a/new"`, `file "c" "c"`)
		})
	}
}

// When nothing changed, no tree is read and no file is written.
func TestScanCleanTouchesNothing(t *testing.T) {
	f := newFixture(t)
	f.write("a/b/x", "a/y", "z", "e/")
	f.nextTick()
	f.commit()
	trees := 0
	f.opts.seams.treeRead = func() { trees++ }
	reads := f.reads()
	before, err := os.Stat(filepath.Join(f.opts.Meta, cacheFile))
	f.must(err)
	f.status()
	f.status("a/b")
	f.commit()
	after, err := os.Stat(filepath.Join(f.opts.Meta, cacheFile))
	f.must(err)
	if trees != 0 || len(*reads) != 0 || !os.SameFile(before, after) {
		t.Errorf("%d trees read, files read: %q, cache kept: %v", trees, *reads, os.SameFile(before, after))
	}
	// An edit makes a commit encode the directories on its path, no others.
	f.write("a/b/x=edited")
	_, stage, err := f.stage()
	f.must(err)
	if got := stage.Stats().Objects; got != 4 || trees != 0 { // blob, a/b, a, root
		t.Errorf("%d objects, %d trees read", got, trees)
	}
	f.must(stage.Abort())
}

func TestScanFileThatKeepsChanging(t *testing.T) {
	for _, size := range []int{10, chunk.Threshold + 10} {
		f := newFixture(t)
		f.write("x=" + strings.Repeat("a", size))
		attempts, limit := 0, 0
		f.opts.seams.read = func(path string) {
			if attempts++; attempts <= limit {
				writeFile(t, f.path("x"), strings.Repeat("b", size))
				f.must(os.Chtimes(f.path("x"), time.Time{}, time.Unix(int64(attempts), 0)))
			}
		}
		limit = rereads
		scan := f.commit()
		if attempts != rereads+1 || scan.Bytes != uint64(size) {
			t.Errorf("size %d: %d attempts, %d bytes", size, attempts, scan.Bytes)
		}
		attempts, limit = 0, rereads+1
		f.write("x=new")
		_, _, err := f.stage()
		var changed *ChangedError
		if !errors.As(err, &changed) || changed.Path != "x" || attempts != rereads+1 {
			t.Errorf("size %d: after %d attempts: %v", size, attempts, err)
		}
	}
}

// While a file is read, its path may become anything else.
func TestScanFileThatBecomesSomethingElse(t *testing.T) {
	for name, c := range map[string]struct {
		become func(f *fixture)
		want   string
	}{
		"vanished":  {func(f *fixture) {}, ""},
		"directory": {func(f *fixture) { f.write("x/y") }, ""},
		"fifo":      {func(f *fixture) { f.must(unix.Mkfifo(f.path("x"), 0o666)) }, ""},
		"link":      {func(f *fixture) { f.must(os.Symlink("z", f.path("x"))) }, `symlink "x" "z"`},
		"file":      {func(f *fixture) { f.write("x=new") }, `file "x" "new"`},
	} {
		for _, first := range []string{"file", "link"} {
			t.Run(first+" "+name, func(t *testing.T) {
				f := newFixture(t)
				f.write("x=old", "other")
				if first == "link" {
					f.remove("x")
					f.must(os.Symlink("target", f.path("x")))
				}
				once := false
				f.opts.seams.read = func(path string) {
					if path == "x" && !once {
						once = true
						// The file must be seen to change, not only its path.
						if first == "file" {
							f.write("x=other size")
						}
						f.remove("x")
						c.become(f)
					}
				}
				f.commit()
				want := []string{`file "other" "other"`, c.want}
				if c.want == "" {
					want = want[:1]
				}
				f.want("tree", f.leaves(f.base), want...)
			})
		}
	}
}

// A directory that is gone, or is something else, when its turn comes.
func TestScanDirectoryThatVanishes(t *testing.T) {
	for name, become := range map[string]func(f *fixture){
		"vanished": func(f *fixture) {},
		"file":     func(f *fixture) { f.write("d=file") },
		"link":     func(f *fixture) { f.must(os.Symlink("/etc", f.path("d"))) },
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			f.write("d/x", "e/f")
			f.commit()
			f.write("d/new")
			f.opts.seams.listed = func(dir string) {
				if dir == "" {
					f.remove("d")
					become(f)
				}
			}
			f.want("changes", showChanges(f.status().Changes), "deleted d/x")
			f.opts.seams.listed = nil
			f.remove("d")
			f.write("d/x")
			f.want("changes", showChanges(f.status().Changes))
		})
	}
}

// What cannot be read is listed by a comparison and counts as in the base. A
// snapshot of it is refused.
func TestScanUnreadable(t *testing.T) {
	for _, bad := range []string{"d", "d/x", "d/e", "new", "dir", ".gitignore", "d/.gitignore"} {
		t.Run(bad, func(t *testing.T) {
			f := newFixture(t)
			f.write("d/x=old", "d/e/y", "keep")
			f.commit()
			f.write("d/x=new", "d/e/y=new", "d/e/z", "new", "dir/file", ".gitignore=keep\n", "d/.gitignore=nothing\n")
			f.opts.seams.open = func(path string) error {
				if path == bad {
					return unix.EACCES
				}
				return nil
			}
			if bad != "new" { // nothing reads it when nothing is to be stored
				scan := f.status()
				f.want("skipped", showSkipped(scan.Skipped), "unreadable "+bad)
				for _, c := range scan.Changes {
					if c.Path == bad && !strings.HasSuffix(bad, "ignore") || strings.HasPrefix(c.Path, bad+"/") {
						t.Errorf("%s %s", c.Status, c.Path)
					}
				}
			}
			_, _, err := f.stage()
			var unreadable *UnreadableError
			if !errors.As(err, &unreadable) || unreadable.Path != bad || !errors.Is(err, unix.EACCES) {
				t.Errorf("with a stage: %v", err)
			}
			f.opts.seams.open = nil
			f.commit()
			f.want("readable again", showChanges(f.status().Changes))
		})
	}
}

// A directory that no reader of trees would reach is not recorded in silence.
func TestScanTooDeep(t *testing.T) {
	f := newFixture(t)
	deep := &node{parent: &node{fd: -1}, path: "deep", depth: snapshot.MaxDepth + 1, fd: -1}
	s := newScanner(context.Background(), &f.opts, ScanRequest{Store: f.store})
	if err := s.open(deep); err != nil || showSkipped(s.skipped) != "unreadable deep" || !deep.asBase {
		t.Errorf("without a stage: %v, %v", err, s.skipped)
	}
	stage, err := f.store.Begin(context.Background())
	f.must(err)
	s = newScanner(context.Background(), &f.opts, ScanRequest{Store: f.store, Stage: stage})
	if err := s.open(deep); !errors.Is(err, unix.ENAMETOOLONG) {
		t.Errorf("with a stage: %v", err)
	}
}

func TestScanWithoutRoot(t *testing.T) {
	f := newFixture(t)
	f.opts.Root = f.path("missing")
	for _, paths := range [][]string{nil, {"a"}} {
		_, err := New(f.opts).Scan(context.Background(), ScanRequest{Store: f.store, Paths: paths})
		var unreadable *UnreadableError
		if !errors.As(err, &unreadable) || !errors.Is(err, os.ErrNotExist) {
			t.Errorf("a root that is missing: %v", err)
		}
	}
}

func TestScanStops(t *testing.T) {
	f := newFixture(t)
	for i := range 50 {
		f.write(fmt.Sprintf("d%d/e/f", i))
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	f.opts.seams.read = func(string) { cancel() }
	stage, err := f.store.Begin(context.Background())
	f.must(err)
	before := openFiles(t)
	_, err = New(f.opts).Scan(ctx, ScanRequest{Store: f.store, Stage: stage})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("scan ended with %v", err)
	}
	if after := openFiles(t); after != before {
		t.Errorf("%d files are open, %d were", after, before)
	}
	if drafts, _ := filepath.Glob(filepath.Join(f.opts.Meta, draftPrefix+"*")); len(drafts) > 0 {
		t.Errorf("left behind: %q", drafts)
	}
}

// openFiles counts the descriptors of this process.
func openFiles(t *testing.T) int {
	entries, err := os.ReadDir("/dev/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(entries)
}

func TestScanReportsProgress(t *testing.T) {
	f := newFixture(t)
	f.write("a=12345", "b/c=678")
	var files int
	var bytes uint64
	f.opts.Progress = func(n int, b uint64) { files, bytes = n, b }
	f.commit()
	if files != 2 || bytes != 8 {
		t.Errorf("%d files, %d bytes", files, bytes)
	}
}
