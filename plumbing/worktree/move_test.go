package worktree

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"
)

// base is a tree with one of everything.
var base = files{
	"a": "f one", "exec": "x run", "link": "l a", "dir/x": "f x", "dir/y": "f y", "dir/sub/z": "f z",
	"empty": "d", "zero": "f ",
}

func TestMoveBetweenTrees(t *testing.T) {
	for _, c := range []struct {
		name             string
		change           files
		written, removed []string
	}{
		{"nothing", files{}, nil, nil},
		{"content", files{"a": "f two"}, []string{"a"}, nil},
		{"mode", files{"a": "x one", "exec": "f run"}, []string{"a", "exec"}, nil},
		{"link target", files{"link": "l zero"}, []string{"link"}, nil},
		{"file to link and back", files{"a": "l b", "link": "f text"}, []string{"a", "link"}, nil},
		{"add", files{"new": "f new", "n/e/w": "f deep", "e": "d"}, []string{"e", "n/e/w", "new"}, nil},
		{"remove", files{"a": "", "dir/sub/z": ""}, nil, []string{"a", "dir/sub/z"}},
		{"remove a directory", files{"dir/x": "", "dir/y": "", "dir/sub/z": ""}, nil, []string{"dir/sub/z", "dir/x", "dir/y"}},
		{"file to directory", files{"a": "", "a/b": "f b"}, []string{"a/b"}, []string{"a"}},
		{"directory to file", files{"dir/x": "", "dir/y": "", "dir/sub/z": "", "dir": "f file"},
			[]string{"dir"}, []string{"dir/sub/z", "dir/x", "dir/y"}},
		{"directory to link", files{"dir/sub/z": "", "dir/sub": "l x"}, []string{"dir/sub"}, []string{"dir/sub/z"}},
		{"empty directory to file", files{"empty": "f e"}, []string{"empty"}, nil},
		{"file to empty directory", files{"a": "d"}, []string{"a"}, nil},
		{"an empty directory is filled", files{"empty": "", "empty/x": "f x"}, []string{"empty/x"}, nil},
		{"a directory is emptied but stays", files{"dir/sub/z": "", "dir/sub": "d"}, []string{"dir/sub"}, []string{"dir/sub/z"}},
		{"an empty directory goes", files{"empty": ""}, nil, []string{"empty"}},
		{"names that look alike", files{"A": "f big", "dir.x": "f dot", "dir/x.": "f dot"}, []string{"A", "dir.x", "dir/x."}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newSpace(t)
			from, to := s.commit(base), s.commit(base.with(c.change))
			s.put(base)
			r := s.mustMove(MoveRequest{Base: from, To: to})
			s.same(base.with(c.change), s.files())
			if !slices.Equal(r.Written, c.written) || !slices.Equal(r.Removed, c.removed) {
				t.Errorf("written %q, removed %q; want %q, %q", r.Written, r.Removed, c.written, c.removed)
			}
			if !r.Saved.IsZero() {
				t.Errorf("saved something of a clean tree: %s", r.Saved)
			}
			s.mustMove(MoveRequest{Base: to, To: from})
			s.same(base, s.files())
		})
	}
}

func TestMoveIntoAnEmptyDirectoryAndBack(t *testing.T) {
	s := newSpace(t)
	to := s.commit(base)
	r := s.mustMove(MoveRequest{To: to})
	s.same(base, s.files())
	if len(r.Written) != len(base) || r.Unchanged != 0 {
		t.Errorf("%d written and %d unchanged, want %d and 0", len(r.Written), r.Unchanged, len(base))
	}
	r = s.mustMove(MoveRequest{Base: to})
	s.same(files{}, s.files())
	if len(r.Removed) != len(base) {
		t.Errorf("%d removed, want %d", len(r.Removed), len(base))
	}
}

// A tree with everything that a file system can hold comes back byte for byte.
func TestMoveIsFaithful(t *testing.T) {
	odd := files{
		"\xff\xfe": "f not UTF-8", "new\nline": "f n", "tab\tand\x1b[31m": "f t", strings.Repeat("n", 255): "f long",
		strings.Repeat("\xc3\xa9", 127): "f long", "case": "f 1", "CASE": "f 2", "Case/x": "f 3",
		"caf\u00e9": "f nfc", "cafe\u0301": "f nfd", "a b": "f space", " ": "f space", "...": "f dots", "-rf": "f dash", `b\s`: "f back",
		"dangling": "l nowhere", "absolute": "l /nonexistent/x", "todir": "l d", "self": "l self", "up": "l ../../..",
		"d/e/f": "d", "exec": "x #!/bin/sh\n", "zero": "f ", "crlf": "f a\r\nb\rc\n\r", "nul": "f \x00\x01\xff", "bom": "f \ufeffx",
		"big":                                   "f " + strings.Repeat("0123456789abcdef", 40<<10),
		strings.Repeat("deep/", 200) + "bottom": "f b",
	}
	s := newSpace(t)
	to := s.commit(odd)
	s.mustMove(MoveRequest{To: to})
	s.same(odd, s.files())
	s.reopen()
	r := s.mustMove(MoveRequest{Base: to, To: to})
	if len(r.Written)+len(r.Removed) != 0 || r.Unchanged != len(odd)-1 {
		t.Errorf("moving to where we are: %+v", r)
	}
	s.mustMove(MoveRequest{Base: to})
	s.same(files{}, s.files())
}

func TestMoveRespectsTheUmask(t *testing.T) {
	old := unix.Umask(0o027)
	defer unix.Umask(old)
	s := newSpace(t)
	s.mustMove(MoveRequest{To: s.commit(files{"f": "f x", "x": "x x", "d/f": "f x"})})
	for path, want := range map[string]os.FileMode{"f": 0o640, "x": 0o750, "d": 0o750} {
		info, err := os.Stat(filepath.Join(s.root, path))
		if err != nil || info.Mode().Perm() != want {
			t.Errorf("%s has mode %v, %v; want %v", path, info.Mode(), err, want)
		}
	}
}

func TestMoveCarriesLocalChangesAlong(t *testing.T) {
	local := files{"dir/x": "f mine", "dir/y": "", "untracked": "f u", "un/tracked": "f u", "exec": "f run", "mkdir": "d"}
	s := newSpace(t)
	to := base.with(files{"a": "f two", "new/one": "f n", "dir/sub/z": ""})
	from := s.commit(base)
	target := s.commit(to)
	s.put(base)
	s.ok(os.Remove(filepath.Join(s.root, "dir/y")))
	s.put(files{"dir/x": "f mine", "untracked": "f u", "un/tracked": "f u", "exec": "f run", "mkdir": "d"})
	s.same(base.with(local), s.files())
	r := s.mustMove(MoveRequest{Base: from, To: target})
	s.same(to.with(local), s.files())
	if !r.Saved.IsZero() {
		t.Error("saved what was not overwritten")
	}
}

// inTheWay are present states that a move to {p: "f new"} from {} or {p: "f
// old"} would overwrite.
func TestMoveRefusesToOverwriteUnsavedChanges(t *testing.T) {
	for _, c := range []struct {
		name              string
		from, local, to   files
		paths             []string
		want              []string
		saved, afterwards files
	}{
		{name: "modified", from: files{"p": "f old"}, local: files{"p": "f mine"}, to: files{"p": "f new"},
			want: []string{"p"}, saved: files{"p": "f mine"}, afterwards: files{"p": "f new"}},
		{name: "modified, to be removed", from: files{"p": "f old", "q": "f q"}, local: files{"p": "f mine"}, to: files{"q": "f q"},
			want: []string{"p"}, saved: files{"p": "f mine"}, afterwards: files{"q": "f q"}},
		{name: "mode", from: files{"p": "f old"}, local: files{"p": "x old"}, to: files{"p": "f new"},
			want: []string{"p"}, saved: files{"p": "x old"}, afterwards: files{"p": "f new"}},
		{name: "became a link", from: files{"p": "f old"}, local: files{"p": "l there"}, to: files{"p": "f new"},
			want: []string{"p"}, saved: files{"p": "l there"}, afterwards: files{"p": "f new"}},
		{name: "untracked", from: files{}, local: files{"p": "f mine"}, to: files{"p": "f new"},
			want: []string{"p"}, saved: files{"p": "f mine"}, afterwards: files{"p": "f new"}},
		{name: "untracked link", from: files{}, local: files{"p": "l x"}, to: files{"p": "f new"},
			want: []string{"p"}, saved: files{"p": "l x"}, afterwards: files{"p": "f new"}},
		{name: "ignored", from: files{".gitignore": "f ignored*"}, local: files{"ignored": "f mine"},
			to:   files{".gitignore": "f ignored*", "ignored": "f new"},
			want: []string{"ignored"}, saved: files{"ignored": "f mine"}, afterwards: files{".gitignore": "f ignored*", "ignored": "f new"}},
		{name: "in an ignored directory", from: files{".gitignore": "f ignored/"}, local: files{"ignored/p": "f mine", "ignored/q": "f q"},
			to:   files{".gitignore": "f ignored/", "ignored/p": "f new"},
			want: []string{"ignored/p"}, saved: files{"ignored/p": "f mine"},
			afterwards: files{".gitignore": "f ignored/", "ignored/p": "f new", "ignored/q": "f q"}},
		{name: "a directory where a file will be", from: files{}, local: files{"p/a": "f a", "p/b/c": "l c", "p/e": "d"}, to: files{"p": "f new"},
			want: []string{"p/a", "p/b/c"}, saved: files{"p/a": "f a", "p/b/c": "l c"}, afterwards: files{"p": "f new"}},
		{name: "untracked beside tracked, where a file will be", from: files{"p/x": "f x"}, local: files{"p/a": "f a"}, to: files{"p": "f new"},
			want: []string{"p/a"}, saved: files{"p/a": "f a"}, afterwards: files{"p": "f new"}},
		{name: "an ignored directory where a file will be", from: files{".gitignore": "f ignored"}, local: files{"ignored/q": "f q"},
			to:   files{".gitignore": "f ignored", "ignored": "f new"},
			want: []string{"ignored/q"}, saved: files{"ignored/q": "f q"}, afterwards: files{".gitignore": "f ignored", "ignored": "f new"}},
		{name: "a file where a directory will be", from: files{}, local: files{"p": "f mine"}, to: files{"p/q/r": "f new", "p/s": "f new"},
			want: []string{"p"}, saved: files{"p": "f mine"}, afterwards: files{"p/q/r": "f new", "p/s": "f new"}},
		{name: "a link where a directory will be", from: files{}, local: files{"p": "l /"}, to: files{"p/q": "f new"},
			want: []string{"p"}, saved: files{"p": "l /"}, afterwards: files{"p/q": "f new"}},
		{name: "a tracked file, modified, where a directory will be", from: files{"p": "f old"}, local: files{"p": "f mine"}, to: files{"p/q": "f new"},
			want: []string{"p"}, saved: files{"p": "f mine"}, afterwards: files{"p/q": "f new"}},
		{name: "a directory became a file", from: files{"p/q": "f old"}, local: files{"p": "f mine", "p/q": ""}, to: files{"p/q": "f new"},
			want: []string{"p"}, saved: files{"p": "f mine"}, afterwards: files{"p/q": "f new"}},
		{name: "several", from: files{"a": "f 1", "b": "f 2", "c": "f 3"}, local: files{"a": "f mine", "c": "f mine"},
			to: files{"a": "f x", "b": "f x", "c": "f x"}, want: []string{"a", "c"},
			saved: files{"a": "f mine", "c": "f mine"}, afterwards: files{"a": "f x", "b": "f x", "c": "f x"}},
		{name: "a named path that To has as Base", from: files{"d/p": "f old", "q": "f q"}, local: files{"d/p": "f mine", "q": "f mine"},
			to: files{"d/p": "f old", "q": "f q"}, paths: []string{"d"}, want: []string{"d/p"},
			saved: files{"d/p": "f mine"}, afterwards: files{"d/p": "f old", "q": "f mine"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newSpace(t)
			from, to := s.commit(c.from), s.commit(c.to)
			s.put(c.from)
			for path, leaf := range c.local {
				s.ok(os.RemoveAll(filepath.Join(s.root, path)))
				if leaf == "" {
					delete(c.local, path)
				}
			}
			s.put(c.local)
			present := s.files()
			req := MoveRequest{Base: from, To: to, Paths: c.paths}
			for _, dry := range []bool{true, false} {
				req.DryRun = dry
				_, err := s.move(req)
				var unsaved *UnsavedError
				if !errors.As(err, &unsaved) || !slices.Equal(unsaved.Paths, c.want) {
					t.Fatalf("Move: %v %+v, want a *UnsavedError of %q", err, unsaved, c.want)
				}
				s.same(present, s.files())
			}
			req.Discard = true
			r := s.mustMove(req)
			s.same(c.afterwards, s.files())
			s.same(c.saved, s.snapshotFiles(r.Saved))
			s.undo(r.Operation)
			s.same(present, s.files())
		})
	}
}

// undo takes the working tree back to where it was before an operation.
func (s *space) undo(id objects.ID) {
	s.Helper()
	op, err := s.db.Op(s.Context(), id)
	s.ok(err)
	after, err := snapshot.Load(s.Context(), s.store, op.WorktreeAfter)
	s.ok(err)
	before, err := snapshot.Load(s.Context(), s.store, op.WorktreeBefore)
	s.ok(err)
	s.mustMove(MoveRequest{Base: after.Root, To: before.Root})
}

func TestMoveLeavesAlone(t *testing.T) {
	for _, c := range []struct {
		name            string
		from, local, to files
		want            files
	}{
		{"what is as it will be", files{"p": "f old"}, files{"p": "f new"}, files{"p": "f new"}, files{"p": "f new"}},
		{"untracked as it will be", files{}, files{"p": "x new", "l": "l a"}, files{"p": "x new", "l": "l a"}, files{"p": "x new", "l": "l a"}},
		{"ignored as it will be", files{".gitignore": "f ignored"}, files{"ignored": "f new"},
			files{".gitignore": "f ignored", "ignored": "f new"}, files{".gitignore": "f ignored", "ignored": "f new"}},
		{"ignored in a directory that goes", files{"d/p": "f p", ".gitignore": "f ignored"}, files{"d/ignored": "f i"},
			files{".gitignore": "f ignored"}, files{"d/ignored": "f i", ".gitignore": "f ignored"}},
		{"untracked in a directory that goes", files{"d/p": "f p"}, files{"d/u": "f u"}, files{}, files{"d/u": "f u"}},
		{"untracked in an empty directory that goes", files{"d": "d"}, files{"d/u": "f u"}, files{}, files{"d/u": "f u"}},
		{"a directory that is there already", files{}, files{"d/u": "f u"}, files{"d": "d"}, files{"d/u": "f u"}},
		{"an empty directory that will be filled", files{}, files{"d/e": "d"}, files{"d/e/x": "f x"}, files{"d/e/x": "f x"}},
		{"an empty directory where a file will be", files{}, files{"d/e": "d"}, files{"d": "f x"}, files{"d": "f x"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newSpace(t)
			from, to := s.commit(c.from), s.commit(c.to)
			s.put(c.from)
			s.put(c.local)
			s.mustMove(MoveRequest{Base: from, To: to})
			s.same(c.want, s.files())
		})
	}
}

func TestMoveWritesAFileThatWasOnlyDeleted(t *testing.T) {
	s := newSpace(t)
	from, to := s.commit(files{"p": "f old", "q": "f q"}), s.commit(files{"p": "f new", "q": "f q"})
	r := s.mustMove(MoveRequest{Base: from, To: to}) // everything was deleted
	s.same(files{"p": "f new"}, s.files())
	if !slices.Equal(r.Written, []string{"p"}) {
		t.Errorf("written %q", r.Written)
	}
	s.mustMove(MoveRequest{Base: to, To: to, Paths: []string{"q"}})
	s.same(files{"p": "f new", "q": "f q"}, s.files())
}

func TestMoveRestrictedToPaths(t *testing.T) {
	s := newSpace(t)
	from := files{"a/x": "f 1", "a/y": "f 1", "b": "f 1", "c": "f 1", "e": "f file"}
	to := files{"a/x": "f 2", "a/z": "f 2", "b": "f 2", "c": "f 2", "e/f": "f 2"}
	f, g := s.commit(from), s.commit(to)
	s.put(from)
	s.put(files{"a/untracked": "f u", "b": "f mine"})
	s.mustMove(MoveRequest{Base: f, To: g, Paths: []string{"a/", "c", "e/f"}})
	s.same(files{"a/x": "f 2", "a/z": "f 2", "a/untracked": "f u", "b": "f mine", "c": "f 2", "e/f": "f 2"}, s.files())
	var missing *snapshot.NotInTreeError
	for _, path := range []string{"nowhere", "a/untracked"} {
		if _, err := s.move(MoveRequest{Base: f, To: g, Paths: []string{path}}); !errors.As(err, &missing) || missing.Path != path {
			t.Errorf("a path in neither tree: %v", err)
		}
	}
}

// Going to where we are, as a new branch does, neither reads nor stores the
// local changes.
func TestMoveToTheSameTreeStoresNothing(t *testing.T) {
	s := newSpace(t)
	root := s.commit(base)
	s.put(base)
	s.put(files{"a": "f mine", "u": "f u"})
	r := s.mustMove(MoveRequest{Base: root, To: root})
	if r.Objects != 0 || r.Noop || len(r.Changes) != 1 || r.Unchanged != len(base)-2 { // empty is no file
		t.Errorf("got %+v", r)
	}
	s.same(base.with(files{"a": "f mine", "u": "f u"}), s.files())
}

// The root itself can be named, which is not the same as naming nothing.
func TestMoveOfTheRootAsAPath(t *testing.T) {
	s := newSpace(t)
	root := s.commit(base)
	s.put(base)
	s.put(files{"a": "f mine", "u": "f u"})
	s.ok(os.Remove(filepath.Join(s.root, "exec")))
	s.mustMove(MoveRequest{Base: root, To: root, Paths: []string{""}, Discard: true})
	s.same(base.with(files{"u": "f u"}), s.files())
}

// A tracked file that was moved by hand is one that is gone and one that is
// untracked.
func TestMoveAndRenamedFiles(t *testing.T) {
	s := newSpace(t)
	from, to := s.commit(files{"a": "f one", "b": "f b"}), s.commit(files{"a": "f two", "b": "f b", "moved": "f new"})
	s.put(files{"moved": "f one", "b": "f b"})
	var unsaved *UnsavedError
	if _, err := s.move(MoveRequest{Base: from, To: to}); !errors.As(err, &unsaved) || !slices.Equal(unsaved.Paths, []string{"moved"}) {
		t.Fatalf("Move: %v", err)
	}
	s.mustMove(MoveRequest{Base: from, To: to, Discard: true})
	s.same(files{"a": "f two", "b": "f b", "moved": "f new"}, s.files())
	s.clear()
	s.put(files{"elsewhere": "f two", "b": "f b", "moved": "f new"})
	s.mustMove(MoveRequest{Base: to, To: to, Paths: []string{"a"}})
	s.same(files{"a": "f two", "b": "f b", "moved": "f new", "elsewhere": "f two"}, s.files())
}

// The odd modes that Git once had are files like others on disk.
func TestMoveAndOddModes(t *testing.T) {
	s := newSpace(t)
	for mode, want := range map[objects.Mode]string{"100664": "f x", "100775": "x x", "100600": "f x"} {
		to := s.tree1("odd", objects.Entry{Mode: mode, ID: s.blob("x"), Size: 1})
		s.put(files{"odd": want}) // there already, as far as a file system can show it
		r, err := s.move(MoveRequest{To: to})
		s.ok(err)
		if len(r.Written) != 0 {
			t.Errorf("%s: written %q", mode, r.Written)
		}
		s.clear()
		_, err = s.move(MoveRequest{To: to})
		s.ok(err)
		s.same(files{"odd": want}, s.files())
		_, err = s.move(MoveRequest{Base: to})
		s.ok(err)
		s.same(files{}, s.files())
	}
}

func TestMoveReportsATreeThatIsMissing(t *testing.T) {
	s := newSpace(t)
	var missing *objects.NotFoundError
	if _, err := s.move(MoveRequest{To: objects.ID{1}}); !errors.As(err, &missing) {
		t.Errorf("Move: %v", err)
	}
	if _, err := s.move(MoveRequest{Base: objects.ID{1}}); !errors.As(err, &missing) {
		t.Errorf("Move: %v", err)
	}
	s.tree.opts.Root = filepath.Join(s.root, "nowhere")
	if _, err := s.move(MoveRequest{}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("Move without a root: %v", err)
	}
}

func TestMoveAndGitlinks(t *testing.T) {
	s := newSpace(t)
	none, one, two := s.commit(files{}), s.commit(files{"sub": "g 1"}), s.commit(files{"sub": "g 2"})
	file := s.commit(files{"sub": "f file"})
	r := s.mustMove(MoveRequest{Base: none, To: one})
	s.same(files{"sub": "d"}, s.files())
	if !slices.Equal(r.Written, []string{"sub"}) {
		t.Errorf("written %q", r.Written)
	}
	s.mustMove(MoveRequest{Base: one, To: none})
	s.same(files{}, s.files())
	s.put(files{"sub/.git/HEAD": "f ref", "sub/x": "f x"})
	present := s.files()
	for _, step := range [][2]objects.ID{{one, two}, {two, none}, {none, one}} {
		s.mustMove(MoveRequest{Base: step[0], To: step[1]})
		s.same(present, s.files())
	}
	var stuck *InTheWayError
	if _, err := s.move(MoveRequest{Base: one, To: file, Discard: true}); !errors.As(err, &stuck) {
		t.Errorf("a repository where a file will be: %v", err)
	}
	s.same(present, s.files())
}

func TestMoveDryRunChangesNothing(t *testing.T) {
	s := newSpace(t)
	from, to := s.commit(base), s.commit(base.with(files{"a": "f two", "exec": "", "new": "f n"}))
	s.put(base)
	s.put(files{"a": "f mine"})
	present, head := s.files(), headOf(s)
	r, err := s.move(MoveRequest{Base: from, To: to, Discard: true, DryRun: true})
	s.ok(err)
	s.same(present, s.files())
	if !slices.Equal(r.Written, []string{"a", "new"}) || !slices.Equal(r.Removed, []string{"exec"}) || !r.Operation.IsZero() || r.Noop {
		t.Errorf("got %+v", r)
	}
	if headOf(s) != head {
		t.Error("an operation was made")
	}
	s.noLeftovers()
}

func headOf(s *space) objects.Head {
	s.Helper()
	head, err := s.store.Head(s.Context())
	s.ok(err)
	return head
}

func TestMoveCountsUnchanged(t *testing.T) {
	s := newSpace(t)
	from, to := s.commit(base), s.commit(base.with(files{"a": "f two"}))
	s.put(base)
	if r := s.mustMove(MoveRequest{Base: from, To: to}); r.Unchanged != len(base)-2 { // a is written, empty is no file
		t.Errorf("%d unchanged, want %d", r.Unchanged, len(base)-2)
	}
	s.put(files{"exec": "x mine", "untracked": "f u"})
	s.ok(os.Remove(filepath.Join(s.root, "zero")))
	if r := s.mustMove(MoveRequest{Base: to, To: from}); r.Unchanged != len(base)-4 {
		t.Errorf("beside local changes %d unchanged, want %d", r.Unchanged, len(base)-4)
	}
}

// The clean tree costs no objects: the snapshots of both commits exist.
func TestMoveOfACleanTreeStoresNothing(t *testing.T) {
	s := newSpace(t)
	from, to := s.commit(base), s.commit(base.with(files{"a": "f two"}))
	s.put(base)
	s.mustMove(MoveRequest{Base: from, To: to})
	s.mustMove(MoveRequest{Base: to, To: from})
	r := s.mustMove(MoveRequest{Base: from, To: to})
	if r.Objects != 0 {
		t.Errorf("%d new objects", r.Objects)
	}
}

func TestFilesHelperSeesEverything(t *testing.T) {
	s := newSpace(t)
	s.put(base)
	if d := cmp.Diff(base, s.files()); d != "" || len(slices.Collect(maps.Keys(s.files()))) != len(base) {
		t.Error(d)
	}
}
