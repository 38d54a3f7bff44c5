package worktree

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/zeebo/blake3"
)

// cacheBytes returns the cache file as the last scan left it.
func (f *fixture) cacheBytes() []byte {
	f.Helper()
	raw, err := os.ReadFile(filepath.Join(f.opts.Meta, cacheFile))
	f.must(err)
	return raw
}

func TestStatCacheHoldsWhatWasFound(t *testing.T) {
	f := newFixture(t)
	f.write("a/x", "a/b/y", "z", "empty/")
	f.must(os.Symlink("z", f.path("link")))
	f.must(os.Chmod(f.path("z"), 0o755))
	f.commit()
	c := parseCache(f.cacheBytes())
	if c == nil {
		t.Fatal("the cache is not valid")
	}
	if c.nDirs != 4 || c.nFile != 4 || c.tree(0) != f.base || c.tree(c.childNamed(0, "empty")) != emptyTree() {
		t.Errorf("%d directories, %d files", c.nDirs, c.nFile)
	}
	if files, bytes := c.totals(0); files != 4 || bytes != uint64(len("a/x"+"a/b/y"+"z")) {
		t.Errorf("%d files, %d bytes", files, bytes)
	}
	entries, err := snapshotTree(f, f.base)
	f.must(err)
	for i, e := range c.entries(0) {
		if e != entries[i] {
			t.Errorf("the cache has %v, the tree %v", e, entries[i])
		}
	}
	if c.childNamed(0, "nope") != noDir || c.childNamed(noDir, "a") != noDir {
		t.Errorf("found a child that is not there")
	}
}

func snapshotTree(f *fixture, id objects.ID) ([]objects.Entry, error) {
	o, err := f.store.Get(f.Context(), id)
	if err != nil {
		return nil, err
	}
	tree, err := objects.DecodeAs[*objects.Tree](o.Data)
	if err != nil {
		return nil, err
	}
	return tree.Entries, nil
}

// A cache with any byte changed, or any part cut off, is no cache. A scan finds
// the same without it, and writes it anew.
func TestStatCacheDamaged(t *testing.T) {
	f := newFixture(t)
	f.write("a/x", "y")
	f.nextTick()
	f.commit()
	good := f.cacheBytes()
	for i := range good {
		bad := bytes.Clone(good)
		bad[i] ^= 0x10
		if parseCache(bad) != nil {
			t.Errorf("byte %d changed, and the cache is valid", i)
		}
		if parseCache(good[:i]) != nil {
			t.Errorf("the first %d bytes are a valid cache", i)
		}
	}
	if parseCache(append(bytes.Clone(good), 0)) != nil {
		t.Errorf("a longer file is a valid cache")
	}
	for _, bad := range [][]byte{nil, good[:len(good)-1], bytes.Repeat([]byte{0xff}, len(good))} {
		f.must(os.WriteFile(filepath.Join(f.opts.Meta, cacheFile), bad, 0o666))
		f.want("with a damaged cache", showChanges(f.status().Changes))
		if c := parseCache(f.cacheBytes()); c == nil || c.nFile != 2 {
			t.Errorf("the cache was not written anew")
		}
	}
}

// A scan that may not, or cannot, write the cache works all the same.
func TestStatCacheNotWritten(t *testing.T) {
	f := newFixture(t)
	f.write("a")
	f.opts.ReadOnly = true
	f.commit()
	f.opts.ReadOnly, f.opts.Meta = false, f.path(".genesis/missing")
	f.commit()
	f.opts.Meta = ""
	f.commit()
	if entries, err := os.ReadDir(f.path(".genesis")); err != nil || len(entries) != 0 {
		t.Errorf("%v, %v", entries, err)
	}
	f.opts.Meta = f.path(".genesis")
	f.must(os.MkdirAll(filepath.Join(f.opts.Meta, cacheFile, "in the way"), 0o777))
	f.commit()
	if entries, err := os.ReadDir(f.path(".genesis")); err != nil || len(entries) != 1 {
		t.Errorf("a draft was left: %v, %v", entries, err)
	}
}

func TestStatCacheOfReadOnlyScanIsUsed(t *testing.T) {
	f := newFixture(t)
	f.write("a")
	f.nextTick()
	f.commit()
	f.opts.ReadOnly = true
	reads := f.reads()
	f.status()
	if len(*reads) != 0 {
		t.Errorf("%q were read", *reads)
	}
}

// What killed scans left behind goes after a while.
func TestStatCacheDrafts(t *testing.T) {
	f := newFixture(t)
	old, young := filepath.Join(f.opts.Meta, draftPrefix+"old"), filepath.Join(f.opts.Meta, draftPrefix+"young")
	writeFile(t, old, "")
	writeFile(t, young, "")
	when := time.Now().Add(-2 * draftAge)
	f.must(os.Chtimes(old, when, when))
	f.write("a")
	f.commit()
	if _, err := os.Stat(old); !os.IsNotExist(err) {
		t.Errorf("the old draft is still there: %v", err)
	}
	if _, err := os.Stat(young); err != nil {
		t.Errorf("the young draft is gone: %v", err)
	}
}

func TestCacheModes(t *testing.T) {
	for _, m := range []objects.Mode{objects.ModeFile, objects.ModeExec, objects.ModeSymlink, "100664", "100775", "100000"} {
		w := newCacheWriter(&statCache{}, 0)
		w.file(&cacheEntry{mode: m})
		if got := cacheRecord(w.files).mode(); got != m {
			t.Errorf("%s comes back as %s", m, got)
		}
	}
}

// Whatever the bytes, reading a cache does not fail otherwise than by saying
// that it is none; what is accepted can be walked.
func FuzzParseCache(f *testing.F) {
	w := newCacheWriter(&statCache{}, 0)
	w.add("", objects.ID{1}, 2, []cacheEntry{{name: "a", mode: objects.ModeFile}, {name: "b", mode: "100664"}})
	w.add("d", objects.ID{}, 0, nil)
	w.add("e", objects.ID{2}, 0, []cacheEntry{{name: "x", mode: objects.ModeSymlink}})
	f.Add(slices.Concat(w.parts(clock{time: 1, dev: 2})...)[sumEnd:])
	f.Fuzz(func(t *testing.T, body []byte) {
		raw := sealCache(append(make([]byte, sumEnd), body...))
		c := parseCache(raw)
		if c == nil {
			return
		}
		seen := 0
		var walk func(dir int)
		walk = func(dir int) {
			seen++
			c.entries(dir)
			for i, to := c.children(dir); i < to; i++ {
				walk(i)
			}
		}
		walk(0)
		if files, _ := c.totals(0); seen != c.nDirs || files != uint64(c.nFile) {
			t.Errorf("%d of %d directories and %d of %d files are below the root", seen, c.nDirs, files, c.nFile)
		}
	})
}

// sealCache fills in the magic and the checksum.
func sealCache(raw []byte) []byte {
	copy(raw, cacheMagic)
	sum := blake3.Sum256(raw[sumEnd:])
	copy(raw[len(cacheMagic):], sum[:])
	return raw
}
