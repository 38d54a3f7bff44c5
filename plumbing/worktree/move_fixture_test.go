package worktree

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/chunk"
	"github.com/genesis-vcs/genesis/objects/memstore"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
	"github.com/genesis-vcs/genesis/refs"
	"github.com/google/go-cmp/cmp"
)

// files is a working tree as a map of its leaves: "f text" is a file, "x text"
// an executable one, "l target" a symlink, "d" an empty directory.
type files map[string]string

// with returns the files with others added or replaced; "" removes one.
func (f files) with(changes files) files {
	out := maps.Clone(f)
	for path, leaf := range changes {
		if leaf == "" {
			delete(out, path)
		} else {
			out[path] = leaf
		}
	}
	return out
}

// space is a workspace with a store in memory.
type space struct {
	*testing.T
	root  string
	store objects.Store
	db    *refs.DB
	tree  *Tree
	// closed are the snapshots whose closure was seen.
	closed map[objects.ID]bool
}

func newSpace(t *testing.T) *space {
	t.Helper()
	return newSpaceIn(t, t.TempDir())
}

// newQuickSpace is newSpace for tests that make hundreds: in memory if the
// system offers that.
func newQuickSpace(t *testing.T) *space {
	t.Helper()
	root, err := os.MkdirTemp("/dev/shm", "genesis-test-") //nolint:usetesting // t.TempDir is on a disk
	if err != nil {
		return newSpace(t)
	}
	t.Cleanup(func() { _ = os.RemoveAll(root) })
	return newSpaceIn(t, root)
}

func newSpaceIn(t *testing.T, root string) *space {
	t.Helper()
	s := &space{T: t, root: root, store: memstore.New(), closed: make(map[objects.ID]bool)}
	if err := os.Mkdir(filepath.Join(s.root, ".genesis"), 0o777); err != nil {
		t.Fatal(err)
	}
	s.db = refs.New(s.store, refs.AllowAll{}, refs.Origin{Workspace: "w"})
	s.reopen()
	return s
}

// reopen forgets what the process knows, as after a restart.
func (s *space) reopen() {
	s.tree = New(Options{Root: s.root, Meta: filepath.Join(s.root, ".genesis")})
}

// put writes leaves into the working tree.
func (s *space) put(f files) {
	s.Helper()
	for _, path := range slices.Sorted(maps.Keys(f)) {
		full := filepath.Join(s.root, path)
		s.ok(os.MkdirAll(filepath.Dir(full), 0o777))
		kind, text, _ := strings.Cut(f[path], " ")
		switch kind {
		case "d":
			s.ok(os.MkdirAll(full, 0o777))
		case "l":
			s.ok(os.Symlink(text, full))
		case "f":
			s.ok(os.WriteFile(full, []byte(text), 0o666))
			s.ok(os.Chmod(full, 0o644))
		case "x":
			s.ok(os.WriteFile(full, []byte(text), 0o777))
			s.ok(os.Chmod(full, 0o755))
		default:
			s.Fatalf("what is %q?", f[path])
		}
	}
}

// clear removes everything but the workspace's own files.
func (s *space) clear() {
	s.Helper()
	entries, err := os.ReadDir(s.root)
	s.ok(err)
	for _, e := range entries {
		if e.Name() != ".genesis" {
			s.ok(os.RemoveAll(filepath.Join(s.root, e.Name())))
		}
	}
}

// files reads the working tree.
func (s *space) files() files {
	s.Helper()
	return readFiles(s.T, s.root)
}

func readFiles(t *testing.T, root string) files {
	t.Helper()
	out := files{}
	err := filepath.WalkDir(root, func(full string, e fs.DirEntry, err error) error {
		path := strings.TrimPrefix(strings.TrimPrefix(full, root), "/")
		switch {
		case err != nil || path == "":
			return err
		case path == ".genesis":
			return fs.SkipDir
		}
		dir, _ := splitPath(path)
		delete(out, dir)
		out[path], err = readLeaf(full, e)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func readLeaf(full string, e fs.DirEntry) (string, error) {
	switch {
	case e.IsDir():
		return "d", nil
	case e.Type() == fs.ModeSymlink:
		target, err := os.Readlink(full)
		return "l " + target, err
	case !e.Type().IsRegular():
		return "other", nil
	}
	data, err := os.ReadFile(full)
	if err != nil {
		return "", err
	}
	info, err := e.Info()
	if err == nil && info.Mode()&0o100 != 0 {
		return "x " + string(data), nil
	}
	return "f " + string(data), err
}

// commit stores the leaves as a tree.
func (s *space) commit(f files) objects.ID {
	s.Helper()
	stage, err := s.store.Begin(s.Context())
	s.ok(err)
	var edits []snapshot.Edit
	for path, leaf := range f {
		edits = append(edits, snapshot.Edit{Path: path, Entry: s.entry(stage, leaf)})
	}
	root, err := snapshot.Rewrite(s.Context(), s.store, stage, objects.ID{}, edits)
	s.ok(err)
	_, err = s.store.Publish(s.Context(), stage, objects.Batch{})
	s.ok(err)
	return root
}

func (s *space) entry(stage objects.Stage, leaf string) *objects.Entry {
	s.Helper()
	kind, text, _ := strings.Cut(leaf, " ")
	e := &objects.Entry{Mode: map[string]objects.Mode{"f": objects.ModeFile, "x": objects.ModeExec,
		"l": objects.ModeSymlink, "d": objects.ModeDir, "g": objects.ModeGitlink}[kind]}
	switch kind {
	case "d":
		var err error
		e.ID, err = snapshot.Rewrite(s.Context(), s.store, stage, objects.ID{}, nil)
		s.ok(err)
	case "g":
		e.Gitlink = objects.Bytes(strings.Repeat(text, 20))
	default:
		blob, err := chunk.Put(s.Context(), stage, strings.NewReader(text), nil)
		s.ok(err)
		e.ID = blob.ID
		if kind != "l" {
			e.Size = blob.Size
		}
	}
	return e
}

// snapshotFiles reads the leaves of a stored snapshot and checks its totals.
func (s *space) snapshotFiles(id objects.ID) files {
	s.Helper()
	snap, err := snapshot.Load(s.Context(), s.store, id)
	s.ok(err)
	out := files{}
	s.ok(snapshot.Walk(s.Context(), s.store, snap.Root, func(path string, e objects.Entry) error {
		dir, _ := splitPath(path)
		delete(out, dir)
		out[path] = s.leaf(e)
		return nil
	}))
	count, bytes, err := snapshot.Count(s.Context(), s.store, snap.Root)
	s.ok(err)
	if count != snap.Files || bytes != snap.Bytes {
		s.Errorf("the snapshot states %d files and %d bytes, and has %d and %d", snap.Files, snap.Bytes, count, bytes)
	}
	return out
}

func (s *space) leaf(e objects.Entry) string {
	s.Helper()
	kind := map[objects.Mode]string{objects.ModeFile: "f ", objects.ModeExec: "x ", objects.ModeSymlink: "l ",
		objects.ModeDir: "d", objects.ModeGitlink: "g"}[e.Mode]
	if kind == "d" || kind == "g" {
		return kind
	}
	r, err := chunk.Open(s.Context(), s.store, e.ID)
	s.ok(err)
	var text strings.Builder
	_, err = r.WriteTo(&text)
	s.ok(err)
	return kind + text.String()
}

func (s *space) move(req MoveRequest) (MoveResult, error) {
	req.DB = s.db
	tx := s.db.Begin("test")
	tx.SetHead(refs.Head{Branch: refs.Name(fmt.Sprintf("refs/heads/b%d", len(req.Paths)))})
	r, err := s.tree.Move(s.Context(), tx, req)
	s.checkClosure()
	return r, err
}

// checkClosure checks that all that the snapshots of all operations consist of
// is in the store.
func (s *space) checkClosure() {
	s.Helper()
	ctx := s.Context()
	ops, _, err := s.db.Log(ctx, refs.LogQuery{All: true})
	s.ok(err)
	for _, op := range ops {
		for _, id := range []objects.ID{op.WorktreeBefore, op.WorktreeAfter, op.Saved} {
			if id.IsZero() || s.closed[id] {
				continue
			}
			snap, err := snapshot.Load(ctx, s.store, id)
			s.ok(err)
			if err := s.closure(ctx, snap.Root); err != nil {
				s.Fatalf("snapshot %s of the operation %q: %v", id, op.Verb, err)
			}
			s.closed[id] = true
		}
	}
}

func (s *space) closure(ctx context.Context, root objects.ID) error {
	return snapshot.Walk(ctx, s.store, root, func(path string, e objects.Entry) error {
		if e.Mode == objects.ModeDir || e.Mode == objects.ModeGitlink {
			return nil
		}
		r, err := chunk.Open(ctx, s.store, e.ID)
		if err == nil {
			_, err = r.WriteTo(io.Discard)
		}
		if err != nil {
			err = fmt.Errorf("%s: %w", path, err)
		}
		return err
	})
}

// mustMove moves and checks what the operation says of the working tree.
func (s *space) mustMove(req MoveRequest) MoveResult {
	s.Helper()
	before := s.files()
	r, err := s.move(req)
	if err != nil {
		s.Fatalf("Move: %v", err)
	}
	s.checkOperation(r.Operation, before, s.files())
	s.noLeftovers()
	return r
}

// checkOperation compares the transition of an operation with the files before
// and after it, those that nothing tracks left out.
func (s *space) checkOperation(id objects.ID, before, after files) {
	s.Helper()
	op := refs.Op{Operation: &objects.Operation{}}
	if !id.IsZero() {
		var err error
		op, err = s.db.Op(s.Context(), id)
		s.ok(err)
	}
	if op.WorktreeBefore.IsZero() {
		s.same(before, after)
		return
	}
	s.same(tracked(before), tracked(withoutHolders(s.snapshotFiles(op.WorktreeBefore), before)))
	s.same(tracked(after), tracked(withoutHolders(s.snapshotFiles(op.WorktreeAfter), after)))
}

// withoutHolders leaves out empty directories that hold ignored files on disk:
// a snapshot may have them or not.
func withoutHolders(f, disk files) files {
	out := files{}
	for path, leaf := range f {
		_, there := disk[path]
		if leaf != "d" || there || !slices.ContainsFunc(slices.Collect(maps.Keys(disk)), func(p string) bool {
			return strings.HasPrefix(p, path+"/")
		}) {
			out[path] = leaf
		}
	}
	return out
}

// tracked leaves out what a snapshot need not have: ignored files, what is no
// file, and what belongs to another repository.
func tracked(f files) files {
	out := files{}
	for path, leaf := range f {
		dir, _, nested := strings.Cut(path, "/")
		nested = nested && f[dir+"/.git/HEAD"] != ""
		if !nested && !strings.Contains("/"+path, "/ignored") && leaf != "other" && path != "sub" {
			out[path] = leaf
		}
	}
	return out
}

// noLeftovers checks that the move left nothing of its own.
func (s *space) noLeftovers() {
	s.Helper()
	s.ok(filepath.WalkDir(s.root, func(path string, e fs.DirEntry, err error) error {
		name := e.Name()
		if strings.HasPrefix(name, tempPrefix) || strings.HasPrefix(name, journalFile) || strings.HasPrefix(name, "probe-") {
			s.Errorf("left over: %s", path)
		}
		return err
	}))
}

func (s *space) same(want, got files) {
	s.Helper()
	if d := cmp.Diff(want, got); d != "" {
		s.Fatalf("files differ (-want +got):\n%s", d)
	}
}

func (s *space) ok(err error) {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
}
