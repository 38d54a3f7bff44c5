package worktree

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
	"golang.org/x/sys/unix"
)

// naive computes the leaves that a scan must find, in the most direct way that
// the rules allow: by path, without cache, one directory after the other.
type naive struct {
	f    *fixture
	base map[string]objects.Entry // everything in the base by path
	out  []string
}

func (f *fixture) naive() string {
	n := naive{f: f, base: map[string]objects.Entry{}}
	f.must(snapshot.Walk(context.Background(), f.store, f.base, func(path string, e objects.Entry) error {
		n.base[path] = e
		return nil
	}))
	n.dir("", nil, false)
	slices.Sort(n.out)
	return strings.Join(n.out, "\n")
}

// dir adds the leaves of a directory and reports whether there were any.
func (n *naive) dir(dir string, outer *rules, lookup bool) bool {
	entries, err := os.ReadDir(n.f.path(dir))
	n.f.must(err)
	if dir == "" {
		entries = slices.DeleteFunc(entries, func(e os.DirEntry) bool { return e.Name() == ".git" || e.Name() == ".genesis" })
	} else if slices.ContainsFunc(entries, func(e os.DirEntry) bool { return e.Name() == ".git" || e.Name() == ".genesis" }) {
		lookup = true
	}
	var texts []string
	for _, name := range ignoreNames {
		if info, err := os.Lstat(n.f.path(joinPath(dir, name))); err == nil && info.Mode().IsRegular() {
			text, err := os.ReadFile(n.f.path(joinPath(dir, name)))
			n.f.must(err)
			texts = append(texts, string(text))
		}
	}
	inner := outer.push(dir, texts)
	any := false
	for _, e := range entries {
		path := joinPath(dir, e.Name())
		b, inBase := n.base[path]
		sameSort := inBase && (b.Mode == objects.ModeDir) == e.IsDir()
		ignored := lookup || inner.ignored(path, e.IsDir())
		switch {
		case snapshot.CheckName(e.Name()) != "", ignored && !sameSort:
		case e.IsDir():
			found := n.dir(path, inner, ignored)
			if !found && (!ignored && n.bare(path) || b.ID == emptyTree()) {
				n.out = append(n.out, fmt.Sprintf("dir %q", path))
				found = true
			}
			any = any || found
		case e.Type() == os.ModeSymlink:
			target, err := os.Readlink(n.f.path(path))
			n.f.must(err)
			n.out = append(n.out, fmt.Sprintf("symlink %q %q", path, target))
			any = true
		case e.Type().IsRegular():
			content, err := os.ReadFile(n.f.path(path))
			n.f.must(err)
			info, err := e.Info()
			n.f.must(err)
			mode := objects.ModeFile
			if info.Mode()&0o100 != 0 {
				mode = objects.ModeExec
			}
			n.out = append(n.out, fmt.Sprintf("%s %q %q", mode, path, content))
			any = true
		}
	}
	return any
}

func (n *naive) bare(dir string) bool {
	entries, err := os.ReadDir(n.f.path(dir))
	n.f.must(err)
	return len(entries) == 0
}

// edit does something random to the working tree.
func (f *fixture) edit(r *rand.Rand) {
	names := []string{"a", "b", "c.o", "d", "e", ".gitignore", ".genesisignore"}
	path := names[r.IntN(5)]
	for range r.IntN(4) {
		path = joinPath(path, names[r.IntN(5)])
	}
	abs := f.path(path)
	// Whatever is in the way of the path goes.
	for dir := filepath.Dir(abs); dir != f.root; dir = filepath.Dir(dir) {
		if info, err := os.Lstat(dir); err == nil && !info.IsDir() {
			f.must(os.Remove(dir))
		}
	}
	f.must(os.MkdirAll(filepath.Dir(abs), 0o777))
	info, _ := os.Lstat(abs)
	isDir := info != nil && info.IsDir()
	switch op := r.IntN(16); {
	case op < 6 && !isDir: // often an edit of the same size, in place
		if info != nil && !info.Mode().IsRegular() {
			f.must(os.Remove(abs))
		}
		f.must(os.WriteFile(abs, fmt.Appendf(nil, "content %d\n", r.IntN(10)), 0o666))
	case op == 6 && info != nil && info.Mode().IsRegular():
		f.must(os.Chmod(abs, info.Mode().Perm()^0o111))
	case op == 7:
		f.must(os.RemoveAll(abs))
		f.must(os.Symlink(names[r.IntN(5)], abs))
	case op == 8:
		f.must(os.RemoveAll(abs))
		f.must(os.Mkdir(abs, 0o777))
	case op == 9:
		f.must(os.RemoveAll(abs))
		f.must(unix.Mkfifo(abs, 0o666))
	case op == 10 && r.IntN(4) == 0:
		f.must(os.MkdirAll(filepath.Join(filepath.Dir(abs), ".git"), 0o777))
	case op == 11 && filepath.Dir(abs) != f.root:
		f.must(os.RemoveAll(filepath.Join(filepath.Dir(abs), ".git")))
	case op == 12:
		patterns := []string{"*.o\n", "a\n", "b/\n", "/d\n", "!c.o\n", "d/**\n!d/a\n", "*\n!*.o\n", ""}
		file := filepath.Join(filepath.Dir(abs), names[5+r.IntN(2)])
		f.must(os.RemoveAll(file))
		f.must(os.WriteFile(file, []byte(patterns[r.IntN(len(patterns))]), 0o666))
	case op == 13:
		f.must(os.RemoveAll(abs))
	case op == 14:
		from := f.path(names[r.IntN(5)])
		if _, err := os.Lstat(from); err == nil && !strings.HasPrefix(abs, from) {
			f.must(os.RemoveAll(abs))
			f.must(os.Rename(from, abs))
		}
	case op == 15 && r.IntN(3) == 0:
		f.must(os.RemoveAll(f.path(names[r.IntN(5)])))
	}
}

// Random edits, then a scan with or without a stage, published or aborted,
// restricted or not, with whatever cache the earlier ones left. What it finds
// is always what the naive walk finds, and the changes are those between the
// two trees. Edits and scans follow each other within one tick of the clock.
func TestScanAgreesWithNaiveWalk(t *testing.T) {
	seeds := 16
	if testing.Short() {
		seeds = 5
	}
	for seed := range seeds {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			r := rand.New(rand.NewPCG(uint64(seed), 1))
			f := newFixture(t)
			before := openFiles(t)
			for range 25 {
				for range r.IntN(8) {
					f.edit(r)
				}
				f.checkScan(r)
				if t.Failed() {
					t.FailNow()
				}
			}
			if after := openFiles(t); after != before {
				t.Errorf("%d files are open, %d were", after, before)
			}
		})
	}
}

func (f *fixture) checkScan(r *rand.Rand) {
	f.Helper()
	ctx := context.Background()
	switch r.IntN(6) {
	case 0: // only makes the cache richer, or stranger
		f.status()
	case 1:
		_, stage, err := f.stage()
		f.must(err)
		f.must(stage.Abort())
	case 2:
		if paths := f.existing([]string{"a", "b", "d/a", "e/b"}[r.IntN(4):]); len(paths) > 0 {
			f.status(paths...)
		}
	}
	want := f.naive()
	compared := f.status()
	scan, stage, err := f.stage()
	f.must(err)
	f.published(stage)
	f.want("tree", f.leaves(scan.Root), want)
	diff, err := snapshot.Diff(ctx, f.store, f.base, scan.Root, nil)
	f.must(err)
	for i := range diff {
		if diff[i].Status == snapshot.Added {
			diff[i].Status = snapshot.Untracked
		}
	}
	f.want("changes", showChanges(scan.Changes), showChanges(snapshot.Renames(diff)))
	f.want("changes without a stage", showChanges(compared.Changes), showChanges(scan.Changes))
	files, bytes, err := snapshot.Count(ctx, f.store, scan.Root)
	f.must(err)
	if scan.Files != files || scan.Bytes != bytes || compared.Files != files || compared.Bytes != bytes {
		f.Errorf("%d files of %d bytes, without a stage %d of %d; the tree has %d of %d",
			scan.Files, scan.Bytes, compared.Files, compared.Bytes, files, bytes)
	}
	f.checkRestricted(r, scan.Root)
	if r.IntN(2) == 0 {
		f.base = scan.Root
	}
}

// checkRestricted scans some paths only. The root must be the base with these
// replaced by what they are in the full tree.
func (f *fixture) checkRestricted(r *rand.Rand, full objects.ID) {
	f.Helper()
	ctx := context.Background()
	var paths []string
	for range 1 + r.IntN(3) {
		path := []string{"a", "b", "c.o", "d", "e"}[r.IntN(5)]
		if r.IntN(2) == 0 {
			path = joinPath(path, []string{"a", "b", "c.o"}[r.IntN(3)])
		}
		paths = append(paths, path)
	}
	if paths = f.existing(paths); len(paths) == 0 {
		return
	}
	compared := f.status(paths...)
	scan, stage, err := f.stage(paths...)
	f.must(err)
	f.published(stage)
	f.want("restricted changes without a stage", showChanges(compared.Changes), showChanges(scan.Changes))
	inside, err := snapshot.Diff(ctx, f.store, full, scan.Root, paths)
	f.must(err)
	f.want(fmt.Sprint("selected against the full tree ", paths), showChanges(inside))
	files, bytes, err := snapshot.Count(ctx, f.store, scan.Root)
	f.must(err)
	if scan.Files != files || scan.Bytes != bytes {
		f.Errorf("restricted: %d files of %d bytes; the tree has %d of %d", scan.Files, scan.Bytes, files, bytes)
	}
	// Outside of the paths nothing differs from the base, but for what a
	// selected path cannot be beside.
	outside, err := snapshot.Diff(ctx, f.store, f.base, scan.Root, nil)
	f.must(err)
	filter := snapshot.NewFilter(paths)
	for _, c := range outside {
		above := slices.ContainsFunc(paths, func(p string) bool { return strings.HasPrefix(p, c.Path+"/") })
		if !filter.Match(c.Path) && !above {
			f.Errorf("restricted to %q: %s differs from the base", paths, c.Path)
		}
	}
}

// existing keeps the paths that are on disk or in the base.
func (f *fixture) existing(paths []string) []string {
	a, err := openAnchor(f.root)
	f.must(err)
	defer a.close()
	return slices.DeleteFunc(paths, func(path string) bool {
		_, err := snapshot.Lookup(context.Background(), f.store, f.base, path)
		return err != nil && !a.has(path)
	})
}
