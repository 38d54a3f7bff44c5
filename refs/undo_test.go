package refs

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/memstore"
)

// story is a store with one branch that tests move, undo and redo.
type story struct {
	*testing.T
	store   *memstore.Store
	db      *DB
	commits []objects.ID
}

const storyBranch Name = "refs/heads/main"

func newStory(t *testing.T) *story {
	s := &story{T: t, store: memstore.New()}
	s.db = newDB(s.store)
	s.commits, _, _ = storeObjects(t, s.store, 6)
	return s
}

// move sets the branch to the n-th commit.
func (s *story) move(n int) objects.ID {
	s.Helper()
	return setRef(s.T, s.db, storyBranch, s.commits[n]).Operation
}

func (s *story) apply(verb string, r Reversal, err error) objects.ID {
	s.Helper()
	if err != nil {
		s.Fatalf("%s: %v", verb, err)
	}
	tx := s.db.Begin(verb)
	tx.Apply(r)
	if !r.Worktree.IsZero() {
		tx.Worktree(r.From, r.Worktree, objects.ID{})
	}
	return mustCommit(s.T, tx).Operation
}

func (s *story) undo(id objects.ID) objects.ID {
	s.Helper()
	r, err := s.db.PlanUndo(s.Context(), id)
	return s.apply(VerbUndo, r, err)
}

func (s *story) redo() objects.ID {
	s.Helper()
	r, err := s.db.PlanRedo(s.Context())
	return s.apply(VerbRedo, r, err)
}

// at checks where the branch is; -1: not set.
func (s *story) at(n int) {
	s.Helper()
	id, ok, err := s.db.Get(s.Context(), storyBranch)
	if err != nil || ok != (n >= 0) || ok && id != s.commits[n] {
		s.Fatalf("the branch is at %s (%v, %v), want commit %d", id, ok, err, n)
	}
}

func (s *story) nothing(redo bool) {
	s.Helper()
	plan := func() (Reversal, error) { return s.db.PlanUndo(s.Context(), objects.ID{}) }
	if redo {
		plan = func() (Reversal, error) { return s.db.PlanRedo(s.Context()) }
	}
	r, err := plan()
	if err == nil {
		s.Fatalf("there is something: %+v", r)
	}
	if got := wantError[*NothingToUndoError](s.T, err); got.Redo != redo {
		s.Fatalf("%+v", got)
	}
}

// TestUndoWalksBackAndForth:
//
//	move 0, move 1, move 2 | undo, undo | redo | move 3 (ends the redos)
func TestUndoWalksBackAndForth(t *testing.T) {
	s := newStory(t)
	s.nothing(false)
	s.move(0)
	s.move(1)
	two := s.move(2)
	s.nothing(true)
	undo := s.undo(objects.ID{})
	s.at(1)
	op, err := s.db.Op(t.Context(), undo)
	if err != nil || op.Verb != VerbUndo || op.Subject != two {
		t.Fatalf("the undo is %+v, %v", op.Operation, err)
	}
	second := s.undo(objects.ID{})
	s.at(0)
	redo := s.redo()
	s.at(1)
	if op, err = s.db.Op(t.Context(), redo); err != nil || op.Subject != second {
		t.Fatalf("the redo is %+v, %v", op.Operation, err)
	}
	s.redo()
	s.at(2)
	s.nothing(true)
	s.undo(objects.ID{})
	s.at(1)
	s.move(3)
	s.nothing(true)
	s.undo(objects.ID{})
	s.at(1)
	s.undo(objects.ID{})
	s.at(0)
	s.undo(objects.ID{})
	s.at(-1)
	s.nothing(false)
	s.redo()
	s.at(0)
}

// TestUndoOfNamedOperation: an older operation can be taken back while its rows
// still hold what it set, and an undo like any other.
func TestUndoOfNamedOperation(t *testing.T) {
	s := newStory(t)
	s.move(0)
	one := s.move(1)
	setRef(t, s.db, "refs/heads/other", s.commits[5])
	undo := s.undo(one)
	s.at(0)
	_, err := s.db.PlanUndo(t.Context(), one)
	conflict := wantError[*UndoConflictError](t, err)
	want := &UndoConflictError{
		Operation: one, Space: objects.SpaceRef, Name: string(storyBranch),
		Expected: s.commits[1][:], Actual: s.commits[0][:],
	}
	if diff := cmp.Diff(want, conflict); diff != "" {
		t.Error(diff)
	}
	s.undo(undo) // brings move 1 back into force
	s.at(1)
	s.undo(objects.ID{})
	if _, ok, err := s.db.Get(t.Context(), "refs/heads/other"); ok || err != nil {
		t.Fatalf("the newest operation in force was not taken back: %v", err)
	}
	s.undo(objects.ID{})
	s.at(0)
	_, err = s.db.PlanUndo(t.Context(), objects.Sum(objects.KindOperation, nil))
	wantError[*OpNotFoundError](t, err)
}

// TestUndoLeavesOthersAlone: each workspace takes back its own operations, and
// fails where another one built on them.
func TestUndoLeavesOthersAlone(t *testing.T) {
	s := newStory(t)
	there := inWorkspace(s.db, "there")
	s.move(0)
	mine := s.move(1)
	tx := there.Begin("vcs switch")
	tx.SetHead(Head{Branch: storyBranch})
	tx.Set("refs/heads/theirs", s.commits[0], Expect{})
	tx.Worktree(objects.ID{1}, objects.ID{2}, objects.ID{})
	theirs := mustCommit(t, tx).Operation
	s.undo(objects.ID{})
	s.at(0)
	s.redo()
	s.at(1)

	// Their operation, taken back from here: the ref goes, their HEAD and
	// their files stay.
	r, err := s.db.PlanUndo(t.Context(), theirs)
	if err != nil || len(r.Changes) != 1 || !r.Worktree.IsZero() {
		t.Fatalf("plan %+v, %v", r, err)
	}
	s.apply(VerbUndo, r, err)
	if head, _, err := there.Head(t.Context()); head.Branch != storyBranch || err != nil {
		t.Fatalf("their head is %+v, %v", head, err)
	}

	setRef(t, there, storyBranch, s.commits[3])
	_, err = s.db.PlanUndo(t.Context(), objects.ID{})
	if conflict := wantError[*UndoConflictError](t, err); conflict.Operation != mine {
		t.Errorf("%+v", conflict)
	}
	s.at(3)
}

// TestUndoSkipsWhatChangedNothing: init, and operations that only stored
// objects, are no steps.
func TestUndoSkipsWhatChangedNothing(t *testing.T) {
	s := newStory(t)
	tx := s.db.Begin(VerbInit)
	tx.SetHead(Head{Branch: storyBranch})
	initial := mustCommit(t, tx).Operation
	s.move(0)
	stage, err := s.store.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	stageCommit(t, stage, 50)
	put, err := s.db.Begin("store put").Commit(t.Context(), stage)
	if err != nil || put.Noop {
		t.Fatalf("%+v, %v", put, err)
	}
	_, err = s.db.PlanUndo(t.Context(), put.Operation)
	wantError[*NothingToUndoError](t, err)
	_, err = s.db.PlanUndo(t.Context(), initial)
	wantError[*NothingToUndoError](t, err)
	s.undo(objects.ID{})
	s.at(-1)
	s.nothing(false)
}

// TestUndoOfWorktree: a checkout of files only has no rows, and is a step all
// the same.
func TestUndoOfWorktree(t *testing.T) {
	s := newStory(t)
	s.move(0)
	before, after := s.commits[1], s.commits[2]
	tx := s.db.Begin("vcs checkout")
	tx.Worktree(before, after, objects.ID{})
	mustCommit(t, tx)
	r, err := s.db.PlanUndo(t.Context(), objects.ID{})
	if err != nil || r.Worktree != before || r.From != after || len(r.Changes) != 0 {
		t.Fatalf("plan %+v, %v", r, err)
	}
	s.apply(VerbUndo, r, err)
	r, err = s.db.PlanRedo(t.Context())
	if err != nil || r.Worktree != after || r.From != before {
		t.Fatalf("plan %+v, %v", r, err)
	}
	s.undo(objects.ID{})
	s.at(-1)
}

// TestRestore: every row goes back, a restore is an operation like any other,
// and undo takes it back.
func TestRestore(t *testing.T) {
	s := newStory(t)
	there := inWorkspace(s.db, "there")
	first := s.move(0)
	s.move(1)
	tx := there.Begin("vcs switch")
	tx.SetHead(Head{Branch: storyBranch})
	tx.Set("refs/heads/theirs", s.commits[0], Expect{})
	mustCommit(t, tx)
	tx = s.db.Begin("gc pin")
	tx.Pin(s.commits[0], "")
	tx.SetHead(Head{Detached: s.commits[0]})
	mustCommit(t, tx)
	full := allRows(t, s.store)

	r, err := s.db.PlanRestore(t.Context(), first)
	restore := s.apply(VerbRestore, r, err)
	want := map[string]string{
		rowKey(objects.SpaceRef, string(storyBranch)): string(s.commits[0][:]),
		rowKey(objects.SpaceHead, "there"):            string(storyBranch),
	}
	if diff := cmp.Diff(want, allRows(t, s.store)); diff != "" {
		t.Fatal(diff)
	}
	if r, err = s.db.PlanRestore(t.Context(), first); err != nil || len(r.Changes) != 0 {
		t.Fatalf("restoring what is: %+v, %v", r, err)
	}
	s.undo(objects.ID{})
	if diff := cmp.Diff(full, allRows(t, s.store)); diff != "" {
		t.Fatal(diff)
	}
	s.redo()
	if diff := cmp.Diff(want, allRows(t, s.store)); diff != "" {
		t.Fatal(diff)
	}
	if op, err := s.db.Op(t.Context(), restore); err != nil || op.Subject != first {
		t.Fatalf("%+v, %v", op.Operation, err)
	}
	_, err = s.db.PlanRestore(t.Context(), objects.Sum(objects.KindOperation, nil))
	wantError[*OpNotFoundError](t, err)
}

// TestRestoreWorktree: the files go to what the newest operation of the
// workspace up to then left there, if that one wrote them.
func TestRestoreWorktree(t *testing.T) {
	s := newStory(t)
	checkout := func(db *DB, before, after int) objects.ID {
		tx := db.Begin("vcs checkout")
		tx.Worktree(s.commits[before], s.commits[after], objects.ID{})
		return mustCommit(t, tx).Operation
	}
	first := checkout(s.db, 0, 1)
	theirs := checkout(inWorkspace(s.db, "there"), 4, 5)
	moved := s.move(0)
	checkout(s.db, 1, 2)
	for _, c := range []struct {
		name         string
		id           objects.ID
		to, expected objects.ID
	}{
		{"it wrote the files", first, s.commits[1], s.commits[2]},
		{"another workspace's operation stands for ours before it", theirs, s.commits[1], s.commits[2]},
		{"it moved a ref only", moved, objects.ID{}, objects.ID{}},
	} {
		r, err := s.db.PlanRestore(t.Context(), c.id)
		if err != nil || r.Worktree != c.to || r.From != c.expected {
			t.Errorf("%s: from %s to %s, %v", c.name, r.From, r.Worktree, err)
		}
	}
}

// TestHeadAfter: what HEAD will be is known before the reversal is committed.
func TestHeadAfter(t *testing.T) {
	s := newStory(t)
	unset := s.move(0)
	s.move(1)
	tx := s.db.Begin("vcs switch")
	tx.SetHead(Head{Branch: storyBranch})
	onBranch := mustCommit(t, tx).Operation
	s.move(2)
	tx = s.db.Begin("vcs checkout")
	tx.SetHead(Head{Detached: s.commits[3]})
	detached := mustCommit(t, tx).Operation
	tx = s.db.Begin("vcs switch")
	tx.SetHead(Head{Branch: storyBranch})
	tx.Delete(storyBranch, Expect{})
	unborn := mustCommit(t, tx).Operation
	for i, id := range []objects.ID{unset, onBranch, detached, unborn} {
		r, err := s.db.PlanRestore(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		head, tip, err := s.db.HeadAfter(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		s.apply(VerbRestore, r, nil)
		if now, at, err := s.db.Head(t.Context()); err != nil || now != head || at != tip {
			t.Errorf("%d: %v at %v was said, %v at %v is (%v)", i, head, tip, now, at, err)
		}
	}
	for _, c := range []objects.OpChange{
		{Space: objects.SpaceHead, Name: objects.Bytes(s.db.origin.Workspace), New: []byte("nowhere")},
		{Space: objects.SpaceRef, Name: objects.Bytes(storyBranch), New: []byte("short")},
	} {
		_, _, err := s.db.HeadAfter(t.Context(), Reversal{Changes: []objects.OpChange{c}})
		wantError[*objects.CorruptError](t, err)
	}
}

// TestUndoOfWhatIsBack undoes an operation that wrote only files, which are back
// already: nothing changes, and still the next undo goes further.
//
//	move 0, files | undo (of nothing), undo
func TestUndoOfWhatIsBack(t *testing.T) {
	s := newStory(t)
	s.move(0)
	tx := s.db.Begin("checkout")
	tx.Worktree(s.commits[0], s.commits[1], objects.ID{})
	files := mustCommit(t, tx).Operation
	r, err := s.db.PlanUndo(t.Context(), objects.ID{})
	if err != nil || r.Target.ID != files {
		t.Fatalf("%+v, %v", r, err)
	}
	tx = s.db.Begin(VerbUndo)
	tx.Apply(r)
	if dry, err := tx.Check(t.Context(), nil); err != nil || dry.Noop {
		t.Errorf("dry run: %+v, %v", dry, err)
	}
	done := mustCommit(t, tx)
	if op, err := s.db.Op(t.Context(), done.Operation); err != nil || done.Noop || op.Subject != files {
		t.Fatalf("the undo is %+v, %v", done, err)
	}
	s.undo(objects.ID{})
	s.at(-1)
	s.redo()
	s.at(0)
	s.redo() // of the undo that changed nothing
	if r, err = s.db.PlanUndo(t.Context(), objects.ID{}); err != nil || r.Target.ID != files {
		t.Errorf("after the redo: %+v, %v", r, err)
	}
}
