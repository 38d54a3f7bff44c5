package worktree

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"
)

// foldingDisk is a probe for a file system that ignores case and writes an
// accent in one way.
type foldingDisk struct{ err error }

func (foldingDisk) close() {}

func (d foldingDisk) folds() (bool, error) { return d.err == nil, d.err }

func (d foldingDisk) groups(names []string) ([][]string, error) {
	byKey := make(map[string][]string)
	for _, name := range names {
		key := strings.ToLower(strings.ReplaceAll(name, "e\u0301", "\u00e9"))
		byKey[key] = append(byKey[key], name)
	}
	var groups [][]string
	for _, group := range byKey {
		if len(group) > 1 {
			groups = append(groups, group)
		}
	}
	slices.SortFunc(groups, slices.Compare)
	return groups, nil
}

func onFoldingDisk(t *testing.T, d foldingDisk) {
	t.Helper()
	real := newFoldProbe
	newFoldProbe = func(string, string) foldProbe { return d }
	t.Cleanup(func() { newFoldProbe = real })
}

func TestMoveRefusesNamesThatTheFileSystemFolds(t *testing.T) {
	onFoldingDisk(t, foldingDisk{})
	s := newSpace(t)
	from := files{"a/readme": "f 1", "a/x": "f 1"}
	to := files{"a/readme": "f 1", "a/README": "f 2", "a/x": "f 2", "D/x": "f 1", "d/y": "f 1", "caf\u00e9": "f", "cafe\u0301": "f", "l": "l /tmp", "L/x": "f"}
	req := MoveRequest{Base: s.commit(from), To: s.commit(to), Discard: true}
	s.put(from)
	for _, req.DryRun = range []bool{true, false} {
		_, err := s.move(req)
		var folding *FoldingError
		want := [][]string{{"D", "d"}, {"L", "l"}, {"cafe\u0301", "caf\u00e9"}, {"a/README", "a/readme"}}
		if !errors.As(err, &folding) {
			t.Fatalf("Move: %v, want a *FoldingError", err)
		}
		if d := cmp.Diff(want, folding.Groups); d != "" {
			t.Error(d)
		}
		s.same(from, s.files())
	}
}

// Twins that are there already, in directories that get no new names, are not
// this move's concern.
func TestMoveLooksForTwinsOnlyWhereNamesAreNew(t *testing.T) {
	onFoldingDisk(t, foldingDisk{})
	s := newSpace(t)
	from := files{"a/x": "f 1", "a/X": "f 1", "b/y": "f 1"}
	to := from.with(files{"a/x": "f 2", "b/z": "f 2"})
	s.put(from)
	s.mustMove(MoveRequest{Base: s.commit(from), To: s.commit(to)})
	s.same(to, s.files())
}

func TestMoveReportsAProbeThatFails(t *testing.T) {
	broken := errors.New("broken")
	onFoldingDisk(t, foldingDisk{err: broken})
	s := newSpace(t)
	if _, err := s.move(MoveRequest{To: s.commit(base)}); !errors.Is(err, broken) {
		t.Errorf("Move: %v", err)
	}
}

// A file system that folds names shows a file that goes under its new spelling
// too. A hard link that the scan does not see plays that part here.
func TestMoveRenamesByCaseOnly(t *testing.T) {
	onFoldingDisk(t, foldingDisk{})
	s := newSpace(t)
	ignore := files{".gitignore": "f /README"}
	from, to := ignore.with(files{"readme": "f 1"}), ignore.with(files{"README": "f 2"})
	s.put(from)
	s.ok(os.Link(filepath.Join(s.root, "readme"), filepath.Join(s.root, "README")))
	p, err := s.plan(MoveRequest{Base: s.commit(from), To: s.commit(to)})
	s.ok(err)
	if len(p.unsaved) != 0 || len(p.steps) != 2 {
		t.Errorf("in the way: %q; %d steps", p.unsaved, len(p.steps))
	}
}

func (s *space) plan(req MoveRequest) (*plan, error) {
	s.Helper()
	root, err := openAnchor(s.root)
	s.ok(err)
	defer root.close()
	req.DB = s.db
	return s.tree.plan(s.Context(), root, req)
}

// Rolling back a rename by case removes the one spelling and writes the other,
// even where the other seemed to be all right.
func TestReconcileWritesATwinAgain(t *testing.T) {
	s := newSpace(t)
	id := s.blob("same")
	one := &state{Mode: "file", ID: id, Size: 4}
	s.put(files{"readme": "f same", "README": "f same"})
	root, err := openAnchor(s.root)
	s.ok(err)
	defer root.close()
	j := &journal{Prefix: newPrefix(), Steps: []step{{Path: "README", After: one}, {Path: "readme", Before: one}}}
	r, err := s.tree.reconcile(t.Context(), root, s.store, j, false)
	s.ok(err)
	if !slices.Equal(r.Restored, []string{"README", "readme"}) {
		t.Errorf("restored %q", r.Restored)
	}
	s.same(files{"readme": "f same"}, s.files())
}

func TestFileProbe(t *testing.T) {
	meta := t.TempDir()
	p := &fileProbe{meta: meta}
	if _, err := p.folds(); err != nil {
		t.Fatal(err)
	}
	if groups, err := p.groups([]string{"a", "b"}); err != nil || groups != nil {
		t.Errorf("plain names: %v, %v", groups, err)
	}
	// Two names of one file, as a file system that folds would have it.
	groups, err := p.try([]string{"x", "y", strings.Repeat("n", 300), "./x"})
	if err != nil || len(groups) != 1 || !slices.Equal(groups[0], []string{"./x", "x"}) {
		t.Errorf("groups %v, %v", groups, err)
	}
	p.close()
	if left, err := os.ReadDir(meta); err != nil || len(left) != 0 {
		t.Errorf("left over: %v, %v", left, err)
	}
	gone := &fileProbe{meta: filepath.Join(meta, "gone")}
	if _, err := gone.folds(); !errors.Is(err, unix.ENOENT) {
		t.Errorf("a probe that cannot write: %v", err)
	}
}

func TestSuspiciousNames(t *testing.T) {
	for _, c := range []struct {
		names []string
		want  bool
	}{{nil, false}, {[]string{"a", "b"}, false}, {[]string{"a", "A"}, true}, {[]string{"x", "\u00e9"}, true}} {
		if suspicious(c.names) != c.want {
			t.Errorf("suspicious(%q) = %v", c.names, !c.want)
		}
	}
}
