package worktree

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
	"golang.org/x/sys/unix"
)

func TestScanStatuses(t *testing.T) {
	f := newFixture(t)
	f.want("empty workspace", showChanges(f.status().Changes))
	f.write("keep", "mod=one", "mode", "gone", "dir/gone", "dir/keep", "old-name=moved content", "tolink", "dirs/a", "todir", "empty/")
	f.must(os.Symlink("keep", f.path("link")))
	scan := f.commit()
	if scan.Files != 11 || scan.Bytes == 0 {
		t.Errorf("%d files, %d bytes", scan.Files, scan.Bytes)
	}
	f.want("clean", showChanges(f.status().Changes))

	f.write("mod=two", "new", "newdir/a/b", "todir-/")
	f.must(os.Chmod(f.path("mode"), 0o755))
	f.remove("gone", "dir/gone", "tolink", "dirs", "todir", "empty", "link")
	f.must(os.Rename(f.path("old-name"), f.path("dir/new-name")))
	f.must(os.Symlink("keep", f.path("tolink")))
	f.must(os.Symlink("other", f.path("link")))
	f.write("dirs=now a file", "todir/x", "newempty/")
	want := []string{"deleted dir/gone", "renamed dir/new-name <- old-name", "untracked dirs", "deleted dirs/a",
		"deleted empty/", "deleted gone", "modified link", "modified mod", "mode mode", "untracked new", "untracked newdir/a/b",
		"untracked newempty/", "deleted todir", "untracked todir-/", "untracked todir/x", "type tolink"}
	f.want("changes", showChanges(f.status().Changes), want...)
	f.want("changes again", showChanges(f.status().Changes), want...)
	f.want("changes with a stage", showChanges(f.commit().Changes), want...)
	f.want("after the commit", showChanges(f.status().Changes))
}

func TestScanKeepsBytesOfNames(t *testing.T) {
	f := newFixture(t)
	names := []string{"line\nbreak", "not \xff utf-8 \xfe", "é", "e\u0301", strings.Repeat("x", 255), "A", "a", " ", "-", "$", "tab\t"}
	f.write(names...)
	f.write("sub \xff/file", "empty file=", "crlf=a\r\nb\r\n", "binary=\x00\x01\xff")
	f.must(os.Symlink("does/not/exist\xff", f.path("dangling")))
	f.must(os.Symlink("/etc", f.path("absolute")))
	f.must(os.Symlink("sub \xff", f.path("to directory")))
	f.commit()
	got := f.leaves(f.base)
	for _, name := range names {
		if !strings.Contains(got, fmt.Sprintf("file %q %q", name, name)) {
			t.Errorf("%q is missing", name)
		}
	}
	for _, line := range []string{`symlink "dangling" "does/not/exist\xff"`, `symlink "absolute" "/etc"`, `symlink "to directory" "sub \xff"`,
		`file "sub \xff/file" "sub \xff/file"`, `file "empty file" ""`, `file "crlf" "a\r\nb\r\n"`, `file "binary" "\x00\x01\xff"`} {
		if !strings.Contains(got, line) {
			t.Errorf("%s is missing in\n%s", line, got)
		}
	}
}

func TestScanIgnored(t *testing.T) {
	f := newFixture(t)
	f.write("build/tracked", "build/deep/tracked", "log.o", "src/a")
	f.commit()
	f.write(".gitignore=build\n*.o\n", "build/new", "build/deep/new", "other.o", "src/b.o", "src/c", "node/.gitignore=*\n", "node/x",
		"src/.gitignore=c\n", "src/.genesisignore=!c\nd\n", "src/d")
	scan := f.status()
	f.want("changes", showChanges(scan.Changes), "untracked .gitignore", "untracked src/.genesisignore", "untracked src/.gitignore", "untracked src/c")
	if scan.Ignored != 6 { // build, other.o, src/b.o, src/d, node/.gitignore, node/x
		t.Errorf("ignored %d", scan.Ignored)
	}
	f.write("build/tracked=edited", "log.o=edited")
	f.remove("build/deep")
	f.want("tracked below ignored", showChanges(f.status().Changes), "untracked .gitignore", "deleted build/deep/tracked", "modified build/tracked",
		"modified log.o", "untracked src/.genesisignore", "untracked src/.gitignore", "untracked src/c")
	f.commit()
	if got := f.leaves(f.base); !strings.Contains(got, `"build/tracked"`) || strings.Contains(got, "new") {
		t.Errorf("committed:\n%s", got)
	}
}

// Directories that are ignored and in which nothing is tracked are not opened,
// whatever is in them.
func TestScanOpensNoIgnoredDirectory(t *testing.T) {
	f := newFixture(t)
	f.write(".gitignore=/out\n*.tmp/\n", "out/a/b/c", "src/x.tmp/y", "src/z", "out.d/q", "kept/in/f")
	f.commit()
	f.write(".gitignore=/out\n*.tmp/\n/kept\n", "kept/other/g")
	var mu sync.Mutex
	var opened []string
	f.opts.seams.open = func(path string) error {
		mu.Lock()
		defer mu.Unlock()
		if info, err := os.Lstat(f.path(path)); err == nil && info.IsDir() {
			opened = append(opened, path)
		}
		return nil
	}
	f.status()
	slices.Sort(opened)
	f.want("opened", strings.Join(opened, "\n"), "", "kept", "kept/in", "out.d", "src")
}

func TestScanExcludes(t *testing.T) {
	f := newFixture(t)
	excludes := filepath.Join(t.TempDir(), "excludes")
	writeFile(t, excludes, "user\nshared\n")
	f.opts.Excludes = []string{excludes, excludes + "-missing"}
	f.write(".git/info/exclude=repo\n!shared\n", "user", "repo", "shared")
	f.want("changes", showChanges(f.status().Changes), "untracked shared")

	f.opts.Excludes = []string{t.TempDir()}
	_, err := New(f.opts).Scan(context.Background(), ScanRequest{Store: f.store})
	var unreadable *UnreadableError
	if !errors.As(err, &unreadable) || unreadable.Path != f.opts.Excludes[0] {
		t.Errorf("excludes that are a directory: %v", err)
	}
}

// An ignore file that is a link or a directory has no rules, as with Git. One
// that is too large to be a list of patterns is refused, not half obeyed.
func TestScanOddIgnoreFiles(t *testing.T) {
	f := newFixture(t)
	f.write("rules=x\n", "a/x", "b/.gitignore/x", "b/x")
	f.must(os.Symlink("../rules", f.path("a/.gitignore")))
	f.want("changes", showChanges(f.status().Changes), "untracked a/.gitignore", "untracked a/x", "untracked b/.gitignore/x", "untracked b/x", "untracked rules")
	f.write(".gitignore=")
	f.must(os.Truncate(f.path(".gitignore"), maxIgnoreFile+1))
	f.want("skipped", showSkipped(f.status().Skipped), "unreadable .gitignore")
	_, _, err := f.stage()
	var unreadable *UnreadableError
	if !errors.As(err, &unreadable) || unreadable.Path != ".gitignore" {
		t.Errorf("with a stage: %v", err)
	}
}

// Damage in the base ends a scan that has to read it. It is never taken for a
// tree without entries.
func TestScanDamagedBase(t *testing.T) {
	for _, damaged := range []string{"", "a", "gone", "other"} {
		f := newFixture(t)
		f.opts.ReadOnly = true // no cache stands in
		f.write("a/x", "gone/y", "other/z")
		f.commit()
		e, err := snapshot.Lookup(context.Background(), f.store, f.base, damaged)
		f.must(err)
		f.remove("gone")
		f.store.Damage(e.ID)
		paths := []string{"a", "gone"}
		if damaged != "other" {
			paths = nil
		}
		_, err = New(f.opts).Scan(context.Background(), ScanRequest{Store: f.store, Base: f.base, Paths: paths})
		var corrupt *objects.CorruptError
		if !errors.As(err, &corrupt) || corrupt.ID != e.ID {
			t.Errorf("damage in %q: %v", damaged, err)
		}
	}
}

// A linked Git worktree has its excludes in the common directory.
func TestScanExcludesOfLinkedWorktree(t *testing.T) {
	f := newFixture(t)
	other := t.TempDir()
	writeFile(t, filepath.Join(other, "info/exclude"), "hidden\n")
	writeFile(t, filepath.Join(other, "worktrees/w/commondir"), "../..\n")
	f.write(".git=gitdir: "+other+"/worktrees/w\n", "hidden", "seen")
	f.want("changes", showChanges(f.status().Changes), "untracked seen")
}

func TestScanSkips(t *testing.T) {
	f := newFixture(t)
	f.write("nested/.git/HEAD", "nested/file", "deep/ws/.genesis/workspace.toml", "deep/ws/file", ".git/config", "linked/.git=gitdir: x", "linked/y")
	f.write(".GIT/hooks", "sub/git~1", "sub/.Genesis/x", "sub/ok")
	f.must(unix.Mkfifo(f.path("fifo"), 0o666))
	socket, err := unix.Socket(unix.AF_UNIX, unix.SOCK_STREAM, 0)
	f.must(err)
	defer unix.Close(socket)
	f.must(unix.Bind(socket, &unix.SockaddrUnix{Name: f.path("sock")}))
	for _, scan := range []*Scan{f.status(), f.commit()} {
		f.want("skipped", showSkipped(scan.Skipped), "reserved-name .GIT", "nested-repository deep/ws", "fifo fifo", "nested-repository linked",
			"nested-repository nested", "socket sock", "reserved-name sub/.Genesis", "reserved-name sub/git~1")
		f.want("changes", showChanges(scan.Changes), "untracked sub/ok")
	}
}

// A directory that becomes a repository of its own keeps what is tracked of it.
func TestScanTrackedInNestedRepository(t *testing.T) {
	f := newFixture(t)
	f.write("lib/a", "lib/b")
	f.commit()
	f.write("lib/.git/HEAD", "lib/c", "lib/b=edited")
	scan := f.status()
	f.want("skipped", showSkipped(scan.Skipped), "nested-repository lib")
	f.want("changes", showChanges(scan.Changes), "modified lib/b")
}

func TestScanEmptyDirectories(t *testing.T) {
	f := newFixture(t)
	f.write(".gitignore=*.o\n", "a/", "b/c/", "full/x", "ignored/y.o", "sockets/")
	f.must(unix.Mkfifo(f.path("sockets/fifo"), 0o666))
	f.commit()
	f.want("tree", f.leaves(f.base), `dir "a"`, `dir "b/c"`, `file ".gitignore" "*.o\n"`, `file "full/x" "full/x"`)
	// What was recorded as empty stays recorded when something ignored appears.
	f.write("a/x.o")
	f.remove("full/x")
	f.want("changes", showChanges(f.status().Changes), "untracked full/", "deleted full/x")
	f.write("a/y")
	f.write("full/z.o")
	f.want("changes", showChanges(f.status().Changes), "deleted a/", "untracked a/y", "deleted full/x")
	f.remove("b")
	f.want("changes", showChanges(f.commit().Changes), "deleted a/", "untracked a/y", "deleted b/c/", "deleted full/x")
	f.want("tree", f.leaves(f.base), `file ".gitignore" "*.o\n"`, `file "a/y" "a/y"`)
}

func TestScanEmptyDirectoryBecomesFile(t *testing.T) {
	f := newFixture(t)
	f.write("d/", "e")
	f.commit()
	f.remove("d", "e")
	f.write("d=file", "e/")
	f.want("changes", showChanges(f.status().Changes), "type d", "type e/")
}

func TestScanLimits(t *testing.T) {
	f := newFixture(t)
	f.write("big=0123456789", "small=1", "sub/big=0123456789a")
	f.commit()
	f.opts.MaxFile = 5
	f.write("new=0123456", "sub/big=changed and too large", "other/x=1234567")
	scan := f.status()
	f.want("skipped", showSkipped(scan.Skipped), "too-large new", "too-large other/x", "too-large sub/big")
	f.want("changes", showChanges(scan.Changes))
	_, _, err := f.stage()
	var large *TooLargeError
	if !errors.As(err, &large) || strings.Join(large.Paths, " ") != "new other/x sub/big" || large.Limit != 5 {
		t.Errorf("with a stage: %v", err)
	}

	f.opts.MaxFile, f.opts.MaxFiles = 0, 4
	_, _, err = f.stage()
	var many *TooManyError
	if !errors.As(err, &many) || many.Limit != 4 {
		t.Errorf("five files, limit four: %v", err)
	}
	if scan := f.status(); scan.Files != 5 || scan.TooMany != 5 {
		t.Errorf("status counts %d files, %d of them too many", scan.Files, scan.TooMany)
	}
	f.opts.MaxFiles = 5
	if scan := f.status(); scan.TooMany != 0 {
		t.Errorf("%d files are too many for 5", scan.TooMany)
	}
	f.commit()
}

func TestScanPaths(t *testing.T) {
	f := newFixture(t)
	f.write("a/x", "a/y", "b/x", "b/sub/y", "c", "d/e/f")
	f.commit()
	f.write("a/x=1", "a/y=1", "a/new", "b/x=1", "b/sub/y=1", "b/sub/z", "c=1", "n/new", "n/m/new")
	f.remove("d")
	for _, c := range []struct {
		paths   []string
		changes []string
	}{
		{[]string{"a/x"}, []string{"modified a/x"}},
		{[]string{"a/"}, []string{"untracked a/new", "modified a/x", "modified a/y"}},
		{[]string{"b/sub", "c", "b/sub/y"}, []string{"modified b/sub/y", "untracked b/sub/z", "modified c"}},
		{[]string{"b/sub/y", "b/sub"}, []string{"modified b/sub/y", "untracked b/sub/z"}},
		{[]string{"d/e"}, []string{"deleted d/e/f"}},
		{[]string{"n/m"}, []string{"untracked n/m/new"}},
		{[]string{"c", "."}, []string{"untracked a/new", "modified a/x", "modified a/y", "modified b/sub/y", "untracked b/sub/z", "modified b/x",
			"modified c", "deleted d/e/f", "untracked n/m/new", "untracked n/new"}},
	} {
		f.want(fmt.Sprint(c.paths), showChanges(f.status(c.paths...).Changes), c.changes...)
		scan, stage, err := f.stage(c.paths...)
		f.must(err)
		f.want(fmt.Sprint(c.paths, " staged"), showChanges(scan.Changes), c.changes...)
		f.published(stage)
		diff, err := snapshot.Diff(context.Background(), f.store, f.base, scan.Root, nil)
		f.must(err)
		f.want(fmt.Sprint(c.paths, " root"), strings.ReplaceAll(showChanges(diff), "added", "untracked"), c.changes...)
		files, bytes, err := snapshot.Count(context.Background(), f.store, scan.Root)
		f.must(err)
		if scan.Files != files || scan.Bytes != bytes {
			t.Errorf("%q: %d files of %d bytes, the tree has %d of %d", c.paths, scan.Files, scan.Bytes, files, bytes)
		}
	}
	_, err := New(f.opts).Scan(context.Background(), ScanRequest{Store: f.store, Base: f.base, Paths: []string{"c", "no/such"}})
	var missing *snapshot.NotInTreeError
	if !errors.As(err, &missing) || missing.Path != "no/such" {
		t.Errorf("a path that is nowhere: %v", err)
	}
}

// A scan of some paths may learn what an untracked file holds, to find a
// rename. The next scan still sees that it is untracked.
func TestScanOfPathsWithRename(t *testing.T) {
	f := newFixture(t)
	f.write("a/x", "gone=content")
	f.nextTick()
	f.commit()
	f.remove("gone")
	f.write("a/new=content")
	f.nextTick()
	f.want("some paths", showChanges(f.status("a/new", "gone").Changes), "renamed a/new <- gone")
	f.write("gone=content")
	f.want("all paths", showChanges(f.status().Changes), "untracked a/new")
}

// Git's odd modes stay with files that are not touched.
func TestScanKeepsOddModes(t *testing.T) {
	f := newFixture(t)
	f.write("group", "exec", "plain", "edited", "made-exec")
	f.commit()
	tree, err := snapshot.Tree(context.Background(), f.store, f.base)
	f.must(err)
	for i := range tree.Entries {
		tree.Entries[i].Mode = "100664"
		if tree.Entries[i].Name == "exec" {
			tree.Entries[i].Mode = "100775"
		}
	}
	stage, err := f.store.Begin(context.Background())
	f.must(err)
	data, err := objects.Encode(tree)
	f.must(err)
	f.base, _, err = stage.Put(context.Background(), objects.KindTree, data)
	f.must(err)
	f.published(stage)
	for range 2 {
		f.want("clean", showChanges(f.status().Changes))
		if scan := f.commit(); len(scan.Changes) > 0 {
			t.Errorf("the root changed")
		}
	}
	f.must(os.Chmod(f.path("exec"), 0o755))
	f.must(os.Chmod(f.path("made-exec"), 0o755))
	f.write("edited=new content")
	f.want("changes", showChanges(f.status().Changes), "modified edited", "mode made-exec")
	f.commit()
	if got := f.leaves(f.base); !strings.Contains(got, `file "edited"`) || !strings.Contains(got, `100775 "exec"`) {
		t.Errorf("committed:\n%s", got)
	}
}

func TestScanKeepsGitlinks(t *testing.T) {
	f := newFixture(t)
	f.write("x")
	f.commit()
	tree, err := snapshot.Tree(context.Background(), f.store, f.base)
	f.must(err)
	tree.Entries = append([]objects.Entry{{Name: "module", Mode: objects.ModeGitlink, Gitlink: objects.Bytes(strings.Repeat("g", 20))}}, tree.Entries...)
	stage, err := f.store.Begin(context.Background())
	f.must(err)
	data, err := objects.Encode(tree)
	f.must(err)
	f.base, _, err = stage.Put(context.Background(), objects.KindTree, data)
	f.must(err)
	f.published(stage)
	f.want("without its directory", showChanges(f.status().Changes), "deleted module")
	f.write("module/.git=gitdir: ../x", "module/file")
	for range 2 {
		scan := f.status()
		f.want("with a checked-out module", showChanges(scan.Changes))
		f.want("skipped", showSkipped(scan.Skipped))
	}
	before := f.base
	if f.commit(); f.base != before {
		t.Errorf("the commit lost the gitlink:\n%s", f.leaves(f.base))
	}
	f.remove("module")
	f.write("module")
	f.want("a file instead", showChanges(f.status().Changes), "type module")
}
