package worktree

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/memstore"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
	"github.com/genesis-vcs/genesis/refs"
)

func TestMoveRefusesNamesThatReachElsewhere(t *testing.T) {
	for _, path := range []string{
		".git", ".git/config", ".GIT/config", "a/.git/hooks/post-checkout", ".git./x", ".git /x", ".git::$INDEX_ALLOCATION/x",
		"git~1/x", "GIT~1", ".g\u200cit/x", `x\.git\config`, ".genesis/config.toml", ".GENESIS/x", "a/b/.genesis", "GENESI~1/x", ".gene\u017fis",
	} {
		s := newQuickSpace(t)
		s.put(files{"kept": "f k"})
		from, to := s.commit(files{"kept": "f k"}), s.commit(files{"kept": "f new", "z": "f z", path: "f evil"})
		meta := s.metaFiles()
		var refused *snapshot.PathError
		for _, req := range []MoveRequest{{Base: from, To: to}, {Base: from, To: to, Discard: true}, {Base: from, To: to, DryRun: true}} {
			if _, err := s.move(req); !errors.As(err, &refused) || !strings.HasPrefix(path, refused.Path) || refused.Rule == "" {
				t.Errorf("%q: %v, want a *PathError", path, err)
			}
		}
		s.same(files{"kept": "f k"}, s.files())
		s.same(meta, s.metaFiles())
	}
}

// metaFiles reads the workspace's own files, but for the stat cache and lock.
func (s *space) metaFiles() files {
	f := readFiles(s.T, filepath.Join(s.root, ".genesis"))
	for path := range f {
		if path != journalFile && !strings.HasPrefix(path, "config") {
			delete(f, path)
		}
	}
	return f
}

// A tree that already is HEAD's and has such a name was never written. It can
// be left, and nothing is removed in its name.
func TestMoveNeverRemovesUnderAReservedName(t *testing.T) {
	s := newQuickSpace(t)
	s.put(files{".git/config": "f mine", "a": "f 1"})
	from, to := s.commit(files{".git/config": "f mine", "a": "f 1"}), s.commit(files{"a": "f 2"})
	_, err := s.move(MoveRequest{Base: from, To: to})
	s.ok(err)
	s.same(files{".git/config": "f mine", "a": "f 2"}, s.files())
}

// Two entries of one name, a link and a directory, are how a tree would make a
// checkout write through its own link. No store takes such a tree.
func TestTreesWithTwinsOrPathsAreNoTrees(t *testing.T) {
	link := objects.Entry{Name: "a", Mode: objects.ModeSymlink, ID: objects.ID{1}}
	dir := objects.Entry{Name: "a", Mode: objects.ModeDir, ID: objects.ID{2}}
	for _, entries := range [][]objects.Entry{
		{link, dir}, {dir, link},
		{{Name: "..", Mode: objects.ModeDir, ID: objects.ID{2}}},
		{{Name: "a/b", Mode: objects.ModeFile, ID: objects.ID{2}}},
		{{Name: "", Mode: objects.ModeFile, ID: objects.ID{2}}},
	} {
		var bad *objects.EncodingError
		if _, err := objects.Encode(&objects.Tree{Entries: entries}); !errors.As(err, &bad) {
			t.Errorf("%v: %v, want an *EncodingError", entries, err)
		}
	}
}

// Whenever a directory on the way turns into a link out of the tree, nothing
// is written or removed at its other end, and the rest is rolled back.
func TestMoveNeverFollowsALinkThatAppears(t *testing.T) {
	from := files{"d/e/a": "f 1", "d/e/b": "f 1", "d/e/gone": "f 1", "z": "f 1"}
	to := files{"d/e/a": "f 2", "d/e/b": "f 2", "d/e/new": "f 2", "d/e/deep/new": "f 2", "z": "f 2"}
	there := files{"a": "f outside", "b": "f outside", "gone": "f outside", "e/a": "f outside"}
	swapped := 0
	for _, victim := range []string{"d", "d/e"} {
		for n := 0; ; n++ {
			s := newQuickSpace(t)
			outside := &space{T: t, root: t.TempDir()}
			outside.put(there)
			req := MoveRequest{Base: s.commit(from), To: s.commit(to)}
			s.put(from)
			passed := 0
			onPoint = func(p point) {
				if passed == n && p != afterCommit && p != beforeEnd && p != afterEnd {
					full := filepath.Join(s.root, victim)
					s.ok(os.Rename(full, full+".moved"))
					s.ok(os.Symlink(outside.root, full))
				}
				passed++
			}
			_, err := s.move(req)
			onPoint = nil
			outside.same(there, outside.files())
			got := s.files()
			if passed <= n {
				break
			}
			var link *SwappedError
			switch {
			case errors.As(err, &link):
				swapped++
				if link.Path != victim || got["z"] != "f 1" {
					t.Errorf("%s, %d: %v of %q, z is %q", victim, n, err, link.Path, got["z"])
				}
			case err != nil:
				t.Errorf("%s, %d: %v", victim, n, err)
			case got["z"] != "f 2":
				t.Errorf("%s, %d: succeeded, and z is %q", victim, n, got["z"])
			}
		}
	}
	if swapped < 10 {
		t.Errorf("only %d moves met the link", swapped)
	}
}

// A file that is written between the look at it and its replacement is not
// lost.
func TestMoveNoticesFilesThatChangeMeanwhile(t *testing.T) {
	for name, hit := range map[string]files{
		"a directory on the way":  {"deep": "f mine"},
		"the file to be replaced": {"a": "f mine"},
		"the file to be removed":  {"gone": "f mine"},
		"where a file will be":    {"new": "f mine"},
		"a link to be replaced":   {"l": "l mine"},
		"where a directory is":    {"e/u": "f mine"},
		"where one will be":       {"sub": "f mine"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newQuickSpace(t)
			from := files{"a": "f 1234", "gone": "f 1234", "l": "l 1234", "e": "d", "z": "f 1"}
			req := MoveRequest{Base: s.commit(from), To: s.commit(files{"a": "f 2", "new": "f 2", "l": "l 2", "e": "f 2", "sub": "d", "z": "f 2", "deep/er": "f 2"})}
			s.put(from)
			onPoint = func(p point) {
				if p == afterJournal {
					if hit["l"] != "" {
						s.ok(os.Remove(filepath.Join(s.root, "l")))
					}
					s.put(hit)
				}
			}
			defer func() { onPoint = nil }()
			_, err := s.move(req)
			onPoint = nil
			var changed *ChangedError
			if !errors.As(err, &changed) {
				t.Fatalf("Move: %v, want a *ChangedError", err)
			}
			want := from.with(hit)
			if hit["e/u"] != "" {
				delete(want, "e")
			}
			s.same(want, s.files())
			s.noLeftovers()
		})
	}
}

func TestMoveRollsBackWhenTheTransactionFails(t *testing.T) {
	s := newQuickSpace(t)
	from := base.with(files{"u": "f u"})
	req := MoveRequest{DB: s.db, Base: s.commit(base), To: s.commit(files{"a": "l 2", "exec/x": "f 2", "dir": "f 2"})}
	s.put(from)
	tx := s.db.Begin("test")
	tx.Set("refs/heads/main", objects.ID{1}, refs.Expect{})
	var missing *refs.MissingObjectError
	if _, err := s.tree.Move(t.Context(), tx, req); !errors.As(err, &missing) {
		t.Fatalf("Move: %v", err)
	}
	s.same(from, s.files())
	s.noLeftovers()
}

func TestMoveRollsBackWhenItIsCanceled(t *testing.T) {
	for n := 0; ; n++ {
		s := newQuickSpace(t)
		req := MoveRequest{DB: s.db, Base: s.commit(base), To: s.commit(files{"a": "l 2", "exec/x": "f 2", "dir": "f 2"})}
		s.put(base)
		head := headOf(s)
		ctx, cancel := context.WithCancel(t.Context())
		passed := 0
		onPoint = func(point) {
			if passed++; passed == n {
				cancel()
			}
		}
		_, err := s.tree.Move(ctx, s.db.Begin("test"), req)
		onPoint = nil
		cancel()
		s.noLeftovers()
		if headOf(s) != head {
			if err != nil {
				t.Errorf("committed and failed: %v", err)
			}
			break // every earlier point was tried
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatalf("canceled at point %d: %v", n, err)
		}
		s.same(base, s.files())
	}
}

func TestMoveRollsBackWhenAnObjectIsDamagedOrMissing(t *testing.T) {
	for _, harm := range []func(*memstore.Store, objects.ID){(*memstore.Store).Damage, (*memstore.Store).Drop} {
		s := newQuickSpace(t)
		req := MoveRequest{Base: s.commit(base), To: s.commit(files{"a": "f 2", "zz": "f bad", "exec": "d"})}
		s.put(base)
		harm(s.store.(*memstore.Store), objects.Sum(objects.KindBlob, []byte("bad")))
		_, err := s.move(req)
		var corrupt *objects.CorruptError
		var missing *objects.NotFoundError
		if !errors.As(err, &corrupt) && !errors.As(err, &missing) {
			t.Errorf("Move: %v", err)
		}
		s.same(base, s.files())
		s.noLeftovers()
	}
}

// Entries that no file system can have are refused, and what was written goes
// back.
func TestMoveRefusesEntriesThatAreNoFiles(t *testing.T) {
	s := newQuickSpace(t)
	stage, err := s.store.Begin(t.Context())
	s.ok(err)
	list, _, err := stage.Put(t.Context(), objects.KindChunk, []byte("x"))
	s.ok(err)
	_, err = s.store.Publish(t.Context(), stage, objects.Batch{})
	s.ok(err)
	for name, c := range map[string]struct {
		entry objects.Entry
		check func(error) bool
	}{
		"empty link":      {objects.Entry{Mode: objects.ModeSymlink, ID: s.blob("")}, isA[*snapshot.PathError]},
		"link with a NUL": {objects.Entry{Mode: objects.ModeSymlink, ID: s.blob("a\x00b")}, isA[*snapshot.PathError]},
		"huge link":       {objects.Entry{Mode: objects.ModeSymlink, ID: s.blob(strings.Repeat("x", 300<<10))}, isA[*snapshot.PathError]},
		"long link":       {objects.Entry{Mode: objects.ModeSymlink, ID: s.blob(strings.Repeat("x", 5000))}, isA[*os.PathError]},
		"not a blob":      {objects.Entry{Mode: objects.ModeFile, ID: list, Size: 1}, isA[*snapshot.KindError]},
	} {
		to := s.tree1("b", c.entry)
		s.clear()
		s.put(files{"a": "f 1"})
		_, err := s.move(MoveRequest{Base: s.commit(files{"a": "f 1"}), To: to})
		if !c.check(err) {
			t.Errorf("%s: %v", name, err)
		}
		s.same(files{"a": "f 1"}, s.files())
		s.noLeftovers()
	}
	to := s.tree1(strings.Repeat("n", 256), objects.Entry{Mode: objects.ModeFile, ID: s.blob("x"), Size: 1})
	if _, err := s.move(MoveRequest{Base: s.commit(files{"a": "f 1"}), To: to}); !isA[*os.PathError](err) {
		t.Errorf("a name that is too long: %v", err)
	}
	s.same(files{"a": "f 1"}, s.files())
}

func isA[E error](err error) bool {
	var e E
	return errors.As(err, &e)
}

func (s *space) blob(text string) objects.ID {
	s.Helper()
	stage, err := s.store.Begin(s.Context())
	s.ok(err)
	id := s.entry(stage, "f "+text).ID
	_, err = s.store.Publish(s.Context(), stage, objects.Batch{})
	s.ok(err)
	return id
}

// tree1 stores a tree with one entry.
func (s *space) tree1(path string, e objects.Entry) objects.ID {
	s.Helper()
	stage, err := s.store.Begin(s.Context())
	s.ok(err)
	root, err := snapshot.Rewrite(s.Context(), s.store, stage, objects.ID{}, []snapshot.Edit{{Path: path, Entry: &e}})
	s.ok(err)
	_, err = s.store.Publish(s.Context(), stage, objects.Batch{})
	s.ok(err)
	return root
}
