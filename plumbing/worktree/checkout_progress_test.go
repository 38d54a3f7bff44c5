package worktree

import "testing"

// A move tells after each file how far it is, and how much there is.
func TestMoveReportsWhatItWrites(t *testing.T) {
	s := newSpace(t)
	from, to := s.commit(files{"a": "f one", "gone": "f x"}), s.commit(files{"a": "f three", "b/c": "f four", "l": "l a", "d": "d"})
	s.put(files{"a": "f one", "gone": "f x"})
	calls, last := 0, Amount{}
	s.tree.opts.Writing = func(done, all Amount) {
		calls++
		if done.Files < last.Files || done.Bytes < last.Bytes || all != (Amount{Files: 3, Bytes: 9}) {
			t.Errorf("%+v of %+v after %+v", done, all, last)
		}
		last = done
	}
	s.mustMove(MoveRequest{Base: from, To: to})
	if want := (Amount{Files: 3, Bytes: 9}); calls != 4 || last != want {
		t.Errorf("%d calls, the last with %+v", calls, last)
	}
}
