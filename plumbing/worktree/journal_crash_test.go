package worktree

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/refs"
)

// stopAt lets run pass points until the one with the number n, where it stands
// still for ever, as a killed process does. It returns where that was, or the
// number of points that were passed if run came to its end.
func stopAt(t *testing.T, n int, run func()) (at point, passed int, stopped bool) {
	t.Helper()
	reached, ended := make(chan point), make(chan struct{})
	onPoint = func(p point) {
		if passed == n {
			reached <- p
			select {}
		}
		passed++
	}
	defer func() { onPoint = nil }()
	go func() {
		defer close(ended)
		run()
	}()
	select {
	case at = <-reached:
		return at, passed, true
	case <-ended:
		return "", passed, false
	}
}

// scenario is a move over local changes that are carried along.
type scenario struct {
	name                  string
	from, local, to, want files
	paths                 []string
	discard               bool
}

func (sc scenario) prepare(t *testing.T) (*space, MoveRequest) {
	s := newQuickSpace(t)
	req := MoveRequest{Base: s.commit(sc.from), To: s.commit(sc.to), Paths: sc.paths, Discard: sc.discard}
	s.put(sc.from)
	for path := range sc.local {
		s.ok(os.RemoveAll(filepath.Join(s.root, path)))
	}
	s.put(sc.local)
	return s, req
}

var scenarios = []scenario{
	{name: "first checkout", to: base, want: base},
	{name: "everything goes", from: base},
	{name: "everything is different",
		from: base,
		to:   files{"a": "d", "exec": "f run", "link": "f l", "dir": "f d", "empty/x": "f x", "zero/deep/er": "f z", "n": "l n"},
		want: files{"a": "d", "exec": "f run", "link": "f l", "dir": "f d", "empty/x": "f x", "zero/deep/er": "f z", "n": "l n"}},
	{name: "and back",
		from: files{"a": "d", "exec": "f run", "link": "f l", "dir": "f d", "empty/x": "f x", "zero/deep/er": "f z", "n": "l n"},
		to:   base, want: base},
	{name: "unsaved work", discard: true,
		from:  base,
		local: files{"a": "f mine", "dir/x": "x mine", "u": "f u", "new": "f mine", "zero": "l z", "hole/e": "d"},
		to:    base.with(files{"a": "f two", "dir/x": "", "new/x": "f n", "zero": "f 0", "hole/e/x": "f x", "gone": "f g"}),
		want:  base.with(files{"a": "f two", "dir/x": "", "new/x": "f n", "zero": "f 0", "hole/e/x": "f x", "gone": "f g", "u": "f u"})},
	{name: "ignored files", discard: true,
		from:  files{".gitignore": "f ignored", "d/x": "f x"},
		local: files{"ignored/a": "f a", "ignored/b": "f b", "d/ignored": "f i"},
		to:    files{".gitignore": "f ignored", "ignored": "f file", "d": "f file"},
		want:  files{".gitignore": "f ignored", "ignored": "f file", "d": "f file"}},
	{name: "paths", paths: []string{"dir"}, discard: true,
		from:  base,
		local: files{"dir/x": "f mine", "a": "f mine"},
		to:    base.with(files{"a": "f two", "dir/y": "", "dir/sub/z": "l z"}),
		want:  base.with(files{"a": "f mine", "dir/y": "", "dir/sub/z": "l z"})},
}

// Wherever a move is stopped, the next command finishes it or rolls it back,
// and so does one that was stopped in doing that.
func TestStoppedAnywhereThenRecovered(t *testing.T) {
	for _, sc := range scenarios {
		t.Run(sc.name, func(t *testing.T) {
			want := sc.want
			if want == nil {
				want = files{}
			}
			for n := 0; ; n++ {
				s, req := sc.prepare(t)
				before, head := s.files(), headOf(s)
				at, _, stopped := stopAt(t, n, func() { _, _ = s.move(req) })
				if !stopped {
					s.same(want, s.files())
					break
				}
				s.checkEachFile(before, want)
				s.reopen()
				if n%3 == 1 {
					stopAt(t, n%7, func() { _, _ = s.tree.Recover(s.Context(), s.db) })
					s.reopen()
				}
				s.checkRecovered(fmt.Sprintf("%s (%d)", at, n), before, want, head)
			}
		})
	}
}

// checkEachFile checks that every file that is there is old or new as a whole.
func (s *space) checkEachFile(before, after files) {
	s.Helper()
	for path, leaf := range s.files() {
		if _, name := splitPath(path); leaf == "d" || len(name) > 40 && name[:len(tempPrefix)] == tempPrefix {
			continue
		}
		if leaf != before[path] && leaf != after[path] {
			s.Fatalf("%s is %q, neither %q nor %q", path, leaf, before[path], after[path])
		}
	}
}

// checkRecovered recovers and checks that the files and the rows agree.
func (s *space) checkRecovered(at string, before, after files, head objects.Head) {
	s.Helper()
	defer s.checkClosure()
	committed := headOf(s) != head
	interrupted, err := s.tree.Interrupted()
	s.ok(err)
	pending, err := s.tree.Pending(s.Context(), s.db)
	s.ok(err)
	r, err := s.tree.Recover(s.Context(), s.db)
	if err != nil {
		s.Fatalf("stopped at %s: Recover: %v", at, err)
	}
	if pending.Done != r.Done || pending.Forward != r.Forward {
		s.Errorf("stopped at %s: %+v was pending, and Recover did %+v", at, pending, r)
	}
	want := before
	if committed {
		want = after
	}
	if r.Done != interrupted || r.Done && r.Forward != committed || len(r.Untouched) > 0 {
		s.Errorf("stopped at %s, interrupted %v, committed %v: %+v", at, interrupted, committed, r)
	}
	got := s.files()
	for path := range got {
		if got[path] != want[path] {
			s.Fatalf("stopped at %s, committed %v: %s is %q, want %q", at, committed, path, got[path], want[path])
		}
	}
	s.same(want, got)
	_ = os.Remove(filepath.Join(s.root, ".genesis", journalFile+".tmp")) // the next journal replaces it
	s.noLeftovers()
	if again, err := s.tree.Recover(s.Context(), s.db); err != nil || again.Done {
		s.Errorf("a second Recover: %+v, %v", again, err)
	}
	if interrupted, err := s.tree.Interrupted(); err != nil || interrupted {
		s.Errorf("still interrupted: %v", err)
	}
}

// What somebody wrote after the crash is reported and left alone; everything
// else is restored.
func TestRecoverLeavesForeignChangesAlone(t *testing.T) {
	s := newQuickSpace(t)
	from, to := files{"a": "f 1", "b": "f 1", "c": "f 1", "d/x": "f 1"}, files{"a": "f 2", "b": "f 2", "c": "f 2", "e": "f 2"}
	req := MoveRequest{Base: s.commit(from), To: s.commit(to)}
	s.put(from)
	_, total, _ := stopAt(t, -1, func() { s.mustMove(req) })
	s.mustMove(MoveRequest{Base: req.To, To: req.Base})
	if _, _, stopped := stopAt(t, total-5, func() { _, _ = s.move(req) }); !stopped {
		t.Fatal("not stopped")
	}
	s.put(files{"a": "f mine", "e": "x 2"})
	s.ok(os.Remove(filepath.Join(s.root, "b")))
	s.put(files{"d": "f mine"})
	s.reopen()
	var interrupted *InterruptedError
	if _, err := s.move(req); !errors.As(err, &interrupted) {
		t.Errorf("a move without recovery: %v", err)
	}
	r, err := s.tree.Recover(s.Context(), s.db)
	s.ok(err)
	if r.Forward || !slices.Equal(r.Untouched, []string{"a", "d/x", "e"}) || !slices.Equal(r.Restored, []string{"b", "c"}) {
		t.Errorf("got %+v", r)
	}
	s.same(files{"a": "f mine", "b": "f 1", "c": "f 1", "d": "f mine", "e": "x 2"}, s.files())
}

// Whoever changes a file while Recover is at work keeps the change.
func TestRecoverLeavesFilesAloneThatChangeMeanwhile(t *testing.T) {
	for _, at := range []point{beforeRemove, beforeWrite} {
		s := newSpace(t)
		from, to := files{"a": "f 1", "d/b": "f 1", "z": "f 1"}, files{"a": "f 2", "d/b": "f 2", "new": "f 2", "z": "f 2"}
		req := MoveRequest{Base: s.commit(from), To: s.commit(to)}
		s.put(from)
		_, total, _ := stopAt(t, -1, func() { s.mustMove(req) })
		s.mustMove(MoveRequest{Base: req.To, To: req.Base})
		stopAt(t, total-4, func() { _, _ = s.move(req) })
		onPoint = func(p point) {
			if p == at {
				onPoint = nil
				s.put(files{"a": "f mine", "z": "l mine too"}.with(files{"z": ""}))
				s.ok(os.RemoveAll(filepath.Join(s.root, "d")))
				s.put(files{"d": "f a file"})
			}
		}
		r, err := s.tree.Recover(t.Context(), s.db)
		onPoint = nil
		s.ok(err)
		if r.Forward || !slices.Equal(r.Untouched, []string{"a", "d/b"}) || !slices.Equal(r.Restored, []string{"new", "z"}) {
			t.Errorf("changed at %s: %+v", at, r)
		}
		s.same(files{"a": "f mine", "d": "f a file", "z": "f 1"}, s.files())
		s.noLeftovers()
	}
}

// An operation of another workspace, or an older one with the same transition,
// is not ours.
func TestRecoverKnowsItsOwnOperation(t *testing.T) {
	s := newQuickSpace(t)
	from, to := files{"a": "f 1"}, files{"a": "f 2"}
	req := MoveRequest{Base: s.commit(from), To: s.commit(to)}
	s.put(from)
	done := s.mustMove(req)
	s.mustMove(MoveRequest{Base: req.To, To: req.Base})
	op, err := s.db.Op(s.Context(), done.Operation)
	s.ok(err)
	for n := 0; ; n++ {
		at, _, stopped := stopAt(t, n, func() { _, _ = s.move(req) })
		if !stopped {
			t.Fatal("never came to the transaction")
		}
		if at == beforeCommit {
			break
		}
		_, err := s.tree.Recover(s.Context(), s.db)
		s.ok(err)
	}
	other := refs.New(s.store, refs.AllowAll{}, refs.Origin{Workspace: "other"}).Begin("test")
	other.Worktree(op.WorktreeBefore, op.WorktreeAfter, objects.ID{})
	_, err = other.Commit(s.Context(), nil)
	s.ok(err)
	for i := range 20 { // later operations of ours that write no working tree
		tx := s.db.Begin("test")
		tx.Setting("x", []byte{byte(i)})
		_, err = tx.Commit(s.Context(), nil)
		s.ok(err)
	}
	r, err := s.tree.Recover(s.Context(), s.db)
	s.ok(err)
	if !r.Done || r.Forward {
		t.Errorf("taken for done: %+v", r)
	}
	s.same(from, s.files())
}
