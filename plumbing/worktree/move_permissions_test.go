package worktree

import (
	"os"
	"path/filepath"
	"testing"
)

// A file keeps who may read it when its content is replaced, whatever the
// umask; only the execute bits follow the tree. What has more power than that
// goes with the content.
func TestMoveKeepsPermissions(t *testing.T) {
	for _, c := range []struct {
		old      os.FileMode
		to       string
		want     os.FileMode
		afterAll os.FileMode // when the move was undone
	}{
		{0o600, "f new", 0o600, 0o600},
		{0o640, "f new", 0o640, 0o640},
		{0o666, "f new", 0o666, 0o666},
		{0o604, "f new", 0o604, 0o604},
		{0o654, "f new", 0o654, 0o654},
		{0o400, "f new", 0o400, 0o400},
		{0o600, "x new", 0o700, 0o600},
		{0o644, "x new", 0o744 | 0o111&^umask(t), 0o644},
		{0o666, "x new", 0o766 | 0o111&^umask(t), 0o666},
		{0o744, "x new", 0o744, 0o744},
		{0o711, "f new", 0o600, 0o700},
		{0o755, "f new", 0o644, 0o744 | 0o111&^umask(t)},
		{0o600 | os.ModeSetuid, "f new", 0o600, 0o600},
	} {
		t.Run(c.old.String()+" "+c.to, func(t *testing.T) {
			s := newSpace(t)
			old := "f old"
			if c.old&0o100 != 0 {
				old = "x old"
			}
			req := MoveRequest{Base: s.commit(files{"p": old}), To: s.commit(files{"p": c.to})}
			s.put(files{"p": old})
			path := filepath.Join(s.root, "p")
			s.ok(os.Chmod(path, c.old))
			r := s.mustMove(req)
			s.checkMode(path, c.want)
			s.undo(r.Operation)
			s.checkMode(path, c.afterAll)
		})
	}
}

// An ignored file is nobody else's business either, and comes back so.
func TestMoveKeepsPermissionsOfIgnoredFiles(t *testing.T) {
	s := newSpace(t)
	ignore := files{".gitignore": "f ignored"}
	req := MoveRequest{Base: s.commit(ignore), To: s.commit(ignore.with(files{"ignored": "f new"})), Discard: true}
	s.put(ignore.with(files{"ignored": "f secret"}))
	path := filepath.Join(s.root, "ignored")
	s.ok(os.Chmod(path, 0o600))
	r := s.mustMove(req)
	s.checkMode(path, 0o600)
	s.undo(r.Operation)
	s.checkMode(path, 0o600)
	s.same(ignore.with(files{"ignored": "f secret"}), s.files())
}

// What is new follows the umask.
func TestMoveMakesFilesByTheUmask(t *testing.T) {
	s := newSpace(t)
	s.mustMove(MoveRequest{To: s.commit(files{"f": "f new", "x": "x new"})})
	s.checkMode(filepath.Join(s.root, "f"), 0o666&^umask(t))
	s.checkMode(filepath.Join(s.root, "x"), 0o777&^umask(t))
}

func (s *space) checkMode(path string, want os.FileMode) {
	s.Helper()
	info, err := os.Stat(path)
	s.ok(err)
	if info.Mode() != want {
		s.Errorf("%s is %v, want %v", filepath.Base(path), info.Mode(), want)
	}
}

// umask is the process's, as it shows in a file that is made.
func umask(t *testing.T) os.FileMode {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x")
	if err := os.Mkdir(path, 0o777); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return 0o777 &^ info.Mode().Perm()
}
