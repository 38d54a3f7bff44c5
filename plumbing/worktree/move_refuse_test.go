package worktree

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// Nothing can save a FIFO or the inside of another repository, so nothing
// overwrites them.
func TestMoveNeverOverwritesWhatCannotBeSaved(t *testing.T) {
	s := newSpace(t)
	to := s.commit(files{"fifo": "f new", "nested": "f new", "up/x": "f new"})
	s.ok(unix.Mkfifo(filepath.Join(s.root, "fifo"), 0o666))
	s.ok(unix.Mkfifo(filepath.Join(s.root, "up"), 0o666))
	s.put(files{"nested/.git/HEAD": "f ref: x", "nested/x": "f x"})
	present := s.files()
	_, err := s.move(MoveRequest{To: to, Discard: true})
	var stuck *InTheWayError
	want := []Skipped{{"fifo", "fifo"}, {"nested", "nested-repository"}, {"up", "fifo"}}
	if !errors.As(err, &stuck) || !slices.Equal(stuck.Paths, want) || stuck.Unsaved != nil {
		t.Fatalf("got %v %+v, want %q", err, stuck, want)
	}
	s.same(present, s.files())
	s.put(files{"up.x": "f mine"})
	to = s.commit(files{"fifo": "f new", "nested": "f new", "up.x": "f new"})
	_, err = s.move(MoveRequest{To: to})
	if want := []string{"up.x"}; !errors.As(err, &stuck) || len(stuck.Paths) != 2 || !slices.Equal(stuck.Unsaved, want) {
		t.Fatalf("got %v %+v, want %q too", err, stuck, want)
	}
}

// Ignored files in the way are told apart from others: no commit takes them.
func TestMoveTellsIgnoredFilesApart(t *testing.T) {
	s := newSpace(t)
	s.put(files{".gitignore": "f ignored", "ignored": "f mine", "p": "f mine"})
	base := s.commit(files{".gitignore": "f ignored"})
	_, err := s.move(MoveRequest{Base: base, To: s.commit(files{".gitignore": "f ignored", "ignored": "f new", "p": "f new"})})
	var unsaved *UnsavedError
	if !errors.As(err, &unsaved) || !slices.Equal(unsaved.Paths, []string{"ignored", "p"}) || !slices.Equal(unsaved.Ignored, []string{"ignored"}) {
		t.Fatalf("got %v %+v", err, unsaved)
	}
}

// What the scan did not compare is restored as well when it is named.
func TestMoveRestoresAFileThatWasNotCompared(t *testing.T) {
	s := newSpace(t)
	root := s.commit(base)
	s.put(base)
	s.tree.opts.MaxFile = 50
	huge := "f " + strings.Repeat("x", 100)
	s.put(files{"a": huge})
	r := s.mustMove(MoveRequest{Base: root, To: root, Paths: []string{""}, Discard: true})
	s.same(base, s.files())
	s.same(files{"a": huge}, s.snapshotFiles(r.Saved))
}

// A file over the size limit is in no snapshot, and is carried along all the
// same; if it is in the way, it is saved like any other.
func TestMoveAndFilesOverTheLimit(t *testing.T) {
	s := newSpace(t)
	from, to := files{"p": "f 1", "q": "f 1"}, files{"p": "f 2", "q": "f 1", "r": "f 2"}
	f, g := s.commit(from), s.commit(to)
	huge := "f " + strings.Repeat("x", 100)
	s.put(from.with(files{"huge": huge, "q": huge}))
	s.tree.opts.MaxFile = 50
	r, err := s.move(MoveRequest{Base: f, To: g})
	s.ok(err)
	s.same(to.with(files{"huge": huge, "q": huge}), s.files())
	op, err := s.db.Op(t.Context(), r.Operation)
	s.ok(err)
	got := s.snapshotFiles(op.WorktreeAfter)
	if got["p"] != "f 2" || got["r"] != "f 2" {
		t.Errorf("after: %v", got)
	}
	s.put(files{"p": huge})
	var unsaved *UnsavedError
	if _, err := s.move(MoveRequest{Base: g, To: f}); !errors.As(err, &unsaved) || !slices.Equal(unsaved.Paths, []string{"p"}) {
		t.Fatalf("Move: %v", err)
	}
	r, err = s.move(MoveRequest{Base: g, To: f, Discard: true})
	s.ok(err)
	s.same(files{"p": huge}, s.snapshotFiles(r.Saved))
	op, err = s.db.Op(t.Context(), r.Operation)
	s.ok(err)
	s.snapshotFiles(op.WorktreeBefore) // checks the totals
	s.snapshotFiles(op.WorktreeAfter)
	s.same(from.with(files{"huge": huge, "q": huge}), s.files())
}
