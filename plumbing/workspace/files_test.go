package workspace

import (
	"testing"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/memstore"
	"github.com/genesis-vcs/genesis/refs"
)

// shared is a store with two workspaces, a and b, both on main.
type shared struct {
	t     *testing.T
	store *memstore.Store
	n     byte
}

const main refs.Name = "refs/heads/main"

func newShared(t *testing.T) *shared {
	s := &shared{t: t, store: memstore.New()}
	for _, id := range []string{"a", "b"} {
		s.commit(id, func(tx *refs.Tx) { tx.SetHead(refs.Head{Branch: main}) })
	}
	return s
}

func (s *shared) db(id string) *refs.DB {
	return refs.New(s.store, refs.AllowAll{}, refs.Origin{Workspace: id})
}

func (s *shared) commit(id string, change func(tx *refs.Tx)) {
	s.t.Helper()
	tx := s.db(id).Begin("test")
	change(tx)
	if _, err := tx.Commit(s.t.Context(), nil); err != nil {
		s.t.Fatal(err)
	}
}

// put stores an object.
func (s *shared) put(v objects.Structured) objects.ID {
	s.t.Helper()
	stage, err := s.store.Begin(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	data, err := objects.Encode(v)
	if err != nil {
		s.t.Fatal(err)
	}
	id, _, err := stage.Put(s.t.Context(), v.Kind(), data)
	if err == nil {
		_, err = s.db("").Begin("test").Commit(s.t.Context(), stage)
	}
	if err != nil {
		s.t.Fatal(err)
	}
	return id
}

// move makes the workspace move main to a new commit.
func (s *shared) move(id string) objects.ID {
	s.t.Helper()
	s.n++
	tree := s.put(&objects.Tree{})
	snap := s.put(&objects.Snapshot{Root: tree})
	who := objects.Person{Name: "A", Email: "a@b", Seconds: int64(s.n), Zone: "+0000"}
	c := s.put(&objects.Commit{Snapshot: snap, Author: who, Committer: who, Message: "m\n"})
	s.commit(id, func(tx *refs.Tx) { tx.Set(main, c, refs.Expect{}) })
	return c
}

// check asks what the files of a workspace are of.
func (s *shared) check(id string, want objects.ID) {
	s.t.Helper()
	head, tip, err := s.db(id).Head(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	if got, err := FilesOf(s.t.Context(), s.db(id), id, head, tip); err != nil || got != want {
		s.t.Errorf("the files of %s are of %v, %v, want %v", id, got, err, want)
	}
}

func TestFilesOf(t *testing.T) {
	s := newShared(t)
	s.check("a", objects.ID{})
	c1 := s.move("a")
	s.check("a", c1)
	s.check("b", objects.ID{}) // b has nothing of c1 yet
	c2 := s.move("a")
	s.check("b", objects.ID{})
	// b writes its files anew, whatever they were.
	s.commit("b", func(tx *refs.Tx) {
		tx.Worktree(s.put(&objects.Snapshot{Root: s.put(&objects.Tree{})}), objects.ID{}, objects.ID{})
	})
	s.check("b", objects.ID{}) // that was no arrival anywhere
	snap := s.put(&objects.Snapshot{Root: s.put(&objects.Tree{}), Files: 1})
	s.commit("b", func(tx *refs.Tx) { tx.Worktree(objects.ID{}, snap, objects.ID{}) })
	s.check("b", c2)
	c3 := s.move("b")
	s.check("b", c3)
	s.check("a", c2)
	s.move("b")
	s.check("a", c2)
	// Going onto the branch again is an arrival; a detached HEAD is never stale.
	s.commit("a", func(tx *refs.Tx) { tx.SetHead(refs.Head{Detached: c1}) })
	s.check("a", c1)
	s.commit("a", func(tx *refs.Tx) { tx.SetHead(refs.Head{Branch: main}) })
	_, tip, _ := s.db("a").Head(t.Context())
	s.check("a", tip)
}

// What the files were of at a time does not change with what came later.
func TestFilesAt(t *testing.T) {
	s := newShared(t)
	c1 := s.move("a")
	mine := s.newest("a")
	c2 := s.move("b")
	theirs := s.newest("b")
	s.move("a")
	s.move("b")
	head := refs.Head{Branch: main}
	for _, c := range []struct {
		id        string
		at        refs.Op
		tip, want objects.ID
	}{
		{"a", mine, c1, c1},
		{"a", theirs, c2, c1},
		{"b", mine, c1, objects.ID{}},
		{"b", theirs, c2, c2},
	} {
		if got, err := FilesAt(t.Context(), s.db(c.id), c.id, head, c.tip, c.at); err != nil || got != c.want {
			t.Errorf("after %d the files of %s were of %v, %v, want %v", c.at.Seq, c.id, got, err, c.want)
		}
	}
}

// Whoever is alone in a store is never asked to look at its history.
func TestFilesOfTheOnlyWorkspace(t *testing.T) {
	s := &shared{t: t, store: memstore.New()}
	s.commit("a", func(tx *refs.Tx) { tx.SetHead(refs.Head{Branch: main}) })
	s.check("a", s.move("a"))
	s.check("a", s.move("")) // moved from outside: as Git's own plumbing does it
}

// An operation that was taken back is no arrival any more.
func TestFilesOfAfterAnUndo(t *testing.T) {
	s := newShared(t)
	c1 := s.move("a")
	arrive := func(tx *refs.Tx) {
		tx.SetHead(refs.Head{Branch: main})
		tx.Worktree(objects.ID{}, s.snapshot(), objects.ID{})
	}
	s.commit("b", arrive)
	s.check("b", c1)
	c2 := s.move("a")
	s.commit("b", arrive)
	s.check("b", c2)
	arrival := s.newest("b")
	back := func(verb string, subject refs.Op) {
		tx := s.db("b").Begin(verb)
		tx.Subject(subject.ID)
		tx.Worktree(s.snapshot(), objects.ID{}, objects.ID{})
		s.done(tx)
	}
	back(refs.VerbUndo, arrival)
	s.check("b", c1)
	undo := s.newest("b")
	back(refs.VerbRedo, undo)
	s.check("b", c2)
	back(refs.VerbUndo, s.newest("b"))
	s.check("b", c1)
	back(refs.VerbRestore, arrival)
	s.check("b", c2)
	// A commit that is undone leaves the files on what it stood on, and one of
	// another workspace leaves them where they are.
	c3 := s.move("b")
	s.check("b", c3)
	own := s.newest("b")
	tx := s.db("b").Begin(refs.VerbUndo)
	tx.Subject(own.ID)
	tx.Set(main, c2, refs.Expect{})
	s.done(tx)
	s.check("b", c2)
	s.check("a", c2)
	c4 := s.move("a")
	tx = s.db("b").Begin(refs.VerbUndo)
	tx.Subject(s.newest("a").ID)
	tx.Set(main, c2, refs.Expect{})
	s.done(tx)
	s.check("b", c2)
	s.check("a", c4)
	// However long ago it was.
	s.move("a")
	for range 40 {
		s.commit("b", func(tx *refs.Tx) {
			tx.Set("refs/heads/other", c1, refs.Expect{})
		})
		s.commit("b", func(tx *refs.Tx) { tx.Delete("refs/heads/other", refs.Expect{}) })
	}
	s.check("b", c2)
}

// snapshot stores a snapshot that no other call stores.
func (s *shared) snapshot() objects.ID {
	s.t.Helper()
	s.n++
	return s.put(&objects.Snapshot{Root: s.put(&objects.Tree{}), Files: uint64(s.n)})
}

func (s *shared) newest(id string) refs.Op {
	s.t.Helper()
	ops, _, err := s.db(id).Log(s.t.Context(), refs.LogQuery{Max: 1})
	if err != nil || len(ops) == 0 {
		s.t.Fatalf("no operation of %s: %v", id, err)
	}
	return ops[0]
}

func (s *shared) done(tx *refs.Tx) {
	s.t.Helper()
	if _, err := tx.Commit(s.t.Context(), nil); err != nil {
		s.t.Fatal(err)
	}
}
