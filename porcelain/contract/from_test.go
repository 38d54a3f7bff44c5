package contract_test

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/chunk"
	"github.com/genesis-vcs/genesis/objects/packstore"
	"github.com/genesis-vcs/genesis/plumbing/git"
	"github.com/genesis-vcs/genesis/plumbing/git/fastio"
	"github.com/genesis-vcs/genesis/plumbing/git/gitobj"
	"github.com/genesis-vcs/genesis/plumbing/git/gitproc"
	"github.com/genesis-vcs/genesis/plumbing/git/oidmap"
	"github.com/genesis-vcs/genesis/plumbing/history"
	"github.com/genesis-vcs/genesis/plumbing/merging"
	"github.com/genesis-vcs/genesis/plumbing/patching"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
	"github.com/genesis-vcs/genesis/plumbing/workspace"
	"github.com/genesis-vcs/genesis/plumbing/worktree"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/refs"
	"github.com/genesis-vcs/genesis/semantic"
	"github.com/genesis-vcs/genesis/semantic/coreform"
	"github.com/genesis-vcs/genesis/semantic/patch"
)

var (
	idA  = objects.ID{0xaa, 1}
	idB  = objects.ID{0xbb, 2}
	hexA = idA.String()
	hexB = idB.String()
)

type facts = contract.Facts

var oidA = gitobj.OID{1}

// samples is one error of every type that the layers below export (and more
// where the code depends on its fields), the code it becomes, and its facts.
var samples = []struct {
	err   error
	code  string
	facts facts
}{
	{&objects.BadIDError{Text: "xyz"}, "store/bad-hash", facts{"value": "xyz"}},
	{&objects.NotFoundError{ID: idA}, "store/not-found", facts{"hash": hexA}},
	{&objects.NotFoundError{}, "store/not-found", facts{"hash": strings.Repeat("0", 64)}},
	{&packstore.UnreadableError{Part: "pack", Path: "packs/x.pack", Err: syscall.EACCES}, "io/permission", facts{"part": "pack", "path": "x.pack", "reason": "permission denied"}},
	{&packstore.UnreadableError{Part: "catalog", Path: "catalog", Err: syscall.EIO}, "io/failed", facts{"part": "catalog", "path": "catalog", "reason": "input/output error"}},
	{&objects.CorruptError{ID: idA, What: "record", Path: "packs/x.pack", Reason: "bad checksum"}, "store/corrupt", facts{"hash": hexA, "part": "record", "file": "packs/x.pack", "reason": "bad checksum"}},
	{&objects.CorruptError{What: "catalog", Reason: "missing"}, "store/catalog-damaged", facts{"part": "catalog", "reason": "missing"}},
	{&objects.CorruptError{What: "slots", Path: "slots", Reason: "neither slot is whole"}, "store/catalog-damaged", facts{"part": "slots", "file": "slots", "reason": "neither slot is whole"}},
	{&objects.CorruptError{What: "pack", Reason: "short"}, "store/corrupt", facts{"part": "pack", "reason": "short"}},
	{&objects.ConflictError{Space: objects.SpaceRef, Name: "refs/heads/x", Expected: idA[:], Actual: nil}, "refs/conflict", facts{"space": "ref", "name": "refs/heads/x", "expected": hexA, "actual": nil}},
	{&objects.ConflictError{Space: objects.SpaceHead, Name: "w", Expected: []byte("refs/heads/a"), Actual: []byte("refs/heads/b")}, "refs/conflict", facts{"space": "head", "name": "w", "expected": "refs/heads/a", "actual": "refs/heads/b"}},
	{&objects.ConflictError{Space: objects.SpaceRef, Name: "refs/heads/a/b", Guard: true}, "refs/name-clash", facts{"space": "ref", "name": "refs/heads/a/b"}},
	{&objects.DanglingError{ID: objects.ID{1}, Field: "root", To: objects.ID{2}}, "store/dangling",
		facts{"hash": objects.ID{1}.String(), "field": "root", "missing": objects.ID{2}.String()}},
	{&objects.BusyError{PID: 7, Verb: "commit new"}, "store/busy", facts{"holder_pid": 7, "holder_verb": "commit new"}},
	{&objects.BusyError{}, "store/busy", facts{}},
	{&objects.NoSpaceError{Need: 5, Free: 3}, "store/no-space", facts{"need_bytes": uint64(5), "free_bytes": uint64(3)}},
	{&objects.EncodingError{Kind: objects.KindTree, Reason: "unsorted"}, "store/invalid-object", facts{"kind": "tree", "reason": "unsorted"}},
	{&chunk.TooLargeError{Size: 9}, "store/blob-too-large", facts{"size": uint64(9)}},
	{&chunk.NotBlobError{ID: idA, Kind: objects.KindTree}, "store/not-blob", facts{"hash": hexA, "kind": "tree"}},
	{&packstore.NotStoreError{Dir: "/home/u/store"}, "store/no-store", facts{"directory": "store"}},
	{&packstore.NotEmptyError{Dir: "/home/u/d"}, "store/not-empty", facts{"directory": "d"}},
	{&packstore.FormatError{Found: 9, Supported: 1}, "store/format-newer", facts{"found_format": 9, "supported_format": 1}},
	{&packstore.OptimizingError{}, "store/busy", nil},
	{&git.ObjectError{OID: oidA, Type: gitobj.Tree, Reason: "r"}, "git/unrepresentable", facts{"oid": oidA.String(), "type": "tree", "reason": "r"}},
	{&git.RefNamesError{Refs: []git.RefProblem{{Name: "refs/heads/-", Reason: "r"}}}, "git/unrepresentable", facts{"refs": []contract.Verbatim{"refs/heads/-"}, "reasons": []string{"r"}}},
	{&git.ObjectError{OID: oidA, Type: gitobj.Tree, Reason: "r", Commit: oidA, Path: "a"}, "git/unrepresentable", facts{
		"oid": oidA.String(), "type": "tree", "reason": "r", "commit": oidA.String(), "path": "a",
	}},
	{&git.UnsendableError{Ref: "refs/heads/x", Path: "a/b", Reason: "r"}, "git/unsendable", facts{"ref": "refs/heads/x", "path": "a/b", "reason": "r"}},
	{&git.UnsendableError{Ref: "refs/tags/x", ID: idA, Reason: "r"}, "git/unsendable", facts{"ref": "refs/tags/x", "hash": idA, "reason": "r"}},
	{&git.DivergedError{Refs: []git.Divergence{{Name: "refs/heads/x", Old: idA, New: idB}}}, "git/diverged", facts{"refs": []string{"refs/heads/x"}, "here": []string{hexA}, "in_git": []string{hexB}}},
	{&git.TargetError{Refs: []git.RefProblem{{Name: "refs/heads/x", Reason: "r"}}}, "git/target-refused", facts{"refs": []contract.Verbatim{"refs/heads/x"}, "reasons": []string{"r"}}},
	{&git.RefNamesError{Refs: []git.RefProblem{{Name: "refs/heads/-", Reason: "r", Line: 7}}}, "git/unrepresentable", facts{"refs": []contract.Verbatim{"refs/heads/-"}, "reasons": []string{"r"}, "lines": []int{7}}},
	{&git.CheckedOutError{Refs: []git.RefProblem{{Name: "refs/heads/x", Reason: "r"}}}, "git/checked-out", facts{"refs": []contract.Verbatim{"refs/heads/x"}, "reasons": []string{"r"}}},
	{&git.ClashError{Refs: []git.RefProblem{{Name: "refs/heads/x", Reason: "r"}}}, "git/ref-clash", facts{"refs": []contract.Verbatim{"refs/heads/x"}, "reasons": []string{"r"}}},
	{&git.NothingError{Pattern: "refs/heads/x"}, "git/nothing-to-export", facts{"pattern": "refs/heads/x"}},
	{&git.NothingError{}, "git/nothing-to-export", nil},
	{&git.PatternError{Pattern: "main", Exclude: true}, "usage/bad-argument", facts{"argument": "--exclude-ref", "value": "main"}},
	{&git.NoRefError{Pattern: "refs/heads/x"}, "git/no-such-ref", facts{"pattern": "refs/heads/x"}},
	{&fastio.StreamError{Line: 3, Offset: 40, Reason: "r"}, "git/bad-stream", facts{"line": 3, "byte": int64(40), "reason": contract.Verbatim("line 3, byte 40 of the stream: r")}},
	{&git.PatternError{Pattern: "x"}, "usage/bad-argument", facts{"argument": "--ref", "value": "x"}},
	{&gitobj.MalformedError{Type: gitobj.Commit, Reason: "r"}, "git/unrepresentable", facts{"type": "commit", "reason": "r"}},
	{&gitobj.TreeError{Name: "n", Reason: "r"}, "git/unrepresentable", facts{"type": "tree", "name": "n", "reason": "r"}},
	{&gitproc.MissingObjectError{OID: oidA, Damaged: true, Commit: oidA, Path: "a/b"}, "git/missing-object", facts{
		"oid": oidA.String(), "reason": "its " + oidA.String() + " is damaged: what is there has another name", "commit": oidA.String(), "path": "a/b",
	}},
	{&gitproc.MissingObjectError{OID: oidA, Ref: "refs/heads/x"}, "git/missing-object", facts{"oid": oidA.String(), "reason": "it has no " + oidA.String(), "ref": "refs/heads/x"}},
	{&gitproc.MissingObjectError{OID: oidA}, "git/missing-object", facts{"oid": oidA.String(), "reason": "it has no " + oidA.String()}},
	{&gitproc.NotInstalledError{Err: os.ErrNotExist}, "git/not-installed", nil},
	{&gitproc.NotRepositoryError{Dir: "/home/u/x"}, "git/not-a-repository", facts{"directory": "x"}},
	{&gitproc.UnsupportedError{Dir: "/home/u/x", Reason: gitproc.Shallow}, "git/unsupported-repository", facts{"directory": "x", "reason": gitproc.Shallow}},
	{&gitproc.UntrustedError{Dir: "/home/u/x"}, "git/untrusted", facts{"directory": "x"}},
	{&gitproc.ContendedError{FailedError: gitproc.FailedError{Command: "git update-ref", Words: "w", Err: os.ErrClosed}}, "git/contended", facts{"command": "git update-ref", "reason": "w"}},
	{&gitproc.FailedError{Command: "git index-pack", Err: errors.New("signal: killed")}, "git/failed", facts{"command": "git index-pack", "reason": "signal: killed"}},
	{&gitproc.FailedError{Command: "git index-pack", Words: "fatal: write error: No space left on device", Err: os.ErrClosed}, "io/no-space", facts{
		"command": "git index-pack", "reason": "fatal: write error: No space left on device",
	}},
	{&gitproc.FailedError{Command: "git index-pack", Words: "error: insufficient permission for adding an object", Err: os.ErrClosed}, "io/permission", facts{
		"command": "git index-pack", "reason": "error: insufficient permission for adding an object",
	}},
	{&gitproc.FailedError{Command: "git rev-list", Words: "w", Err: os.ErrClosed}, "git/failed", facts{"command": "git rev-list", "reason": "w"}},
	{&oidmap.SegmentError{ID: idA, Reason: "r"}, "store/corrupt", facts{"hash": idA, "part": "map of Git ids", "reason": "r"}},
	{&refs.InvalidNameError{Name: "a..b", Rule: `contains ".."`}, "refs/invalid-name", facts{"name": "a..b", "rule": `contains ".."`}},
	{&refs.ConflictError{Name: "refs/heads/x", Expected: idA, Actual: idB}, "refs/conflict", facts{"name": "refs/heads/x", "expected": hexA, "actual": hexB}},
	{&refs.ConflictError{Name: "refs/heads/x"}, "refs/conflict", facts{"name": "refs/heads/x", "expected": nil, "actual": nil}},
	{&refs.ContendedError{Attempts: 3}, "refs/contended", facts{"attempts": 3}},
	{&refs.NotFoundError{Name: "refs/heads/x"}, "refs/not-found", facts{"name": "refs/heads/x"}},
	{&refs.MissingObjectError{Name: "refs/tags/x", ID: idA}, "refs/missing-object", facts{"name": "refs/tags/x", "hash": hexA}},
	{&refs.KindError{Name: refs.Attestations, ID: idA, Kind: objects.KindCommit, Want: objects.KindTree}, "store/wrong-kind", facts{"hash": hexA, "kind": "commit", "wanted_kind": "tree"}},
	{&refs.KindError{Name: "refs/heads/x", ID: idA, Kind: objects.KindBlob, Want: objects.KindCommit}, "refs/not-commit", facts{"name": "refs/heads/x", "hash": hexA, "kind": "blob"}},
	{&refs.NameClashError{Name: "refs/heads/a", Other: "refs/heads/a/b"}, "refs/name-clash", facts{"name": "refs/heads/a", "other": "refs/heads/a/b"}},
	{&refs.NoWorkspaceError{}, "refs/no-workspace", nil},
	{&refs.NothingToUndoError{Redo: true}, "op/nothing-to-undo", facts{"redo": true}},
	{&refs.UndoConflictError{Operation: idA, Space: objects.SpaceRef, Name: "refs/heads/x", Expected: idB[:]}, "op/undo-conflict", facts{"hash": hexA, "space": "ref", "name": "refs/heads/x", "expected": hexB, "actual": nil}},
	{&refs.OpNotFoundError{ID: "abcdef01"}, "op/not-found", facts{"id": "abcdef01"}},
	{&refs.OpNotFoundError{ID: "abc"}, "op/not-found", facts{"id": "abc", "reason": "a short id needs at least 8 lower-case hexadecimal digits"}},
	{&history.UnknownRevError{Rev: "ABC"}, "history/unknown-revision", facts{"revision": "ABC", "reason": "a short id needs at least 8 lower-case hexadecimal digits"}},
	{&objects.BadIDError{Text: "ABCDEF01"}, "store/bad-hash", facts{"value": "ABCDEF01", "reason": "the digits of a hash are lower-case"}},
	{&objects.BadIDError{Text: hexA + "0"}, "store/bad-hash", facts{"value": hexA + "0", "reason": "a hash has 64 hexadecimal digits"}},
	{&refs.AmbiguousOpError{ID: "abc", Candidates: []objects.ID{idA}}, "op/ambiguous-id", facts{"id": "abc", "candidates": []objects.ID{idA}}},
	{&snapshot.NotInTreeError{Path: "a/b"}, "worktree/not-in-tree", facts{"path": "a/b"}},
	{&snapshot.PathError{Path: ".GIT", Rule: "an alias of .git"}, "worktree/path-refused", facts{"path": ".GIT", "rule": "an alias of .git"}},
	{&snapshot.KindError{ID: idA, Want: objects.KindTree, Got: objects.KindBlob}, "store/wrong-kind", facts{"hash": hexA, "kind": "blob", "wanted_kind": "tree"}},
	{&history.UnknownRevError{Rev: "main"}, "history/unknown-revision", facts{"revision": "main"}},
	{&history.UnbornError{Branch: "refs/heads/x"}, "commit/unborn", facts{"branch": "refs/heads/x"}},
	{&history.AmbiguousError{Rev: "x", Candidates: []string{"refs/heads/x", "refs/tags/x"}}, "history/ambiguous-revision", facts{"revision": "x", "candidates": []string{"refs/heads/x", "refs/tags/x"}}},
	{&history.AmbiguousError{Rev: "aa010000", Candidates: []string{hexA, hexB}}, "store/ambiguous-id", facts{"revision": "aa010000", "candidates": []string{hexA, hexB}}},
	{&history.NotCommitError{ID: idA, Kind: objects.KindBlob}, "history/not-commit", facts{"hash": hexA, "kind": "blob"}},
	{&history.NotFileError{Path: "d", Mode: objects.ModeDir}, "history/not-file", facts{"path": "d", "mode": "dir"}},
	{&history.LineRangeError{Path: "f", First: 9, Last: 12, Lines: 3}, "history/no-such-lines", facts{"path": "f", "first": 9, "last": 12, "lines": 3}},
	{&history.UnitError{Path: "f.go", Unit: "x"}, "history/unknown-unit", facts{"path": "f.go", "unit": "x"}},
	{&history.UnitError{Path: "f.go", Unit: "x", Found: []string{"func x", "type x"}}, "history/ambiguous-unit", facts{"path": "f.go", "unit": "x", "candidates": []string{"func x", "type x"}}},
	{&history.RevSyntaxError{Rev: "a^x", Reason: "ends in the middle"}, "history/bad-revision", facts{"revision": "a^x", "reason": "the revision ends in the middle"}},
	{&workspace.NotFoundError{Dir: "/home/u/x"}, "workspace/not-found", facts{"directory": "x"}},
	{&workspace.DamagedError{Dir: "/home/u/x", Reason: "r"}, "workspace/damaged", facts{"directory": "x", "reason": "r"}},
	{&workspace.RefusedError{Dir: "/home/u", Reason: "home"}, "workspace/refused-home", facts{"directory": "u"}},
	{&workspace.RefusedError{Dir: "/", Reason: "root"}, "workspace/refused-root", facts{"directory": "/"}},
	{&workspace.RefusedError{Dir: "/w/sub", Reason: "nested"}, "workspace/nested", facts{"directory": "sub"}},
	{&workspace.ForeignOwnerError{Dir: "/w", UID: 12}, "workspace/foreign-owner", facts{"directory": "w", "uid": 12}},
	{&workspace.ConfigError{File: "/home/u/config.toml", Line: 3, Column: 1, EndColumn: 4, Reason: "unknown key"}, "workspace/config", facts{"file": "config.toml", "line": 3, "column": 1, "reason": "unknown key"}},
	{&workspace.ConfigError{File: "config.toml", Key: "store", Reason: "store is missing"}, "workspace/config", facts{"file": "config.toml", "key": "store", "reason": "store is missing"}},
	{&workspace.NoIdentityError{Missing: "email"}, "commit/no-identity", facts{"missing": "email"}},
	{&workspace.BadIdentityError{Text: "x", Reason: "no address"}, "commit/bad-author", facts{"value": "x", "rule": "no address"}},
	{&worktree.ChangedError{Path: "a"}, "worktree/changed-during-read", facts{"path": "a"}},
	{&worktree.UnreadableError{Path: "a", Err: syscall.EACCES}, "worktree/unreadable", facts{"path": "a", "reason": "permission denied"}},
	{&worktree.TooLargeError{Paths: []string{"a"}, Limit: 4}, "worktree/too-large", facts{"paths": []string{"a"}, "limit_bytes": uint64(4)}},
	{&worktree.TooManyError{Limit: 4}, "worktree/too-many-files", facts{"limit_files": 4}},
	{&worktree.LockedError{PID: 7, Verb: "vcs checkout"}, "worktree/busy", facts{"holder_pid": 7, "holder_verb": "vcs checkout"}},
	{&worktree.UnsavedError{Paths: []string{"a", "b"}}, "worktree/unsaved", facts{"paths": []string{"a", "b"}}},
	{&worktree.UnsavedError{Paths: []string{"a", "b"}, Ignored: []string{"b"}}, "worktree/unsaved", facts{"paths": []string{"a", "b"}, "ignored": []string{"b"}}},
	{&worktree.InTheWayError{Paths: []worktree.Skipped{{Path: "p", Reason: "fifo"}}}, "worktree/in-the-way", facts{"paths": []facts{{"path": "p", "kind": "fifo"}}}},
	{&worktree.InTheWayError{Paths: []worktree.Skipped{{Path: "p", Reason: "fifo"}}, Unsaved: []string{"a"}}, "worktree/in-the-way", facts{"paths": []facts{{"path": "p", "kind": "fifo"}}, "unsaved": []string{"a"}}},
	{&worktree.FoldingError{Groups: [][]string{{"A", "a"}}}, "worktree/folding", facts{"groups": [][]string{{"A", "a"}}}},
	{&worktree.SwappedError{Path: "d"}, "worktree/swapped", facts{"path": "d"}},
	{&worktree.JournalError{Reason: "cut off"}, "worktree/journal-damaged", facts{"reason": "cut off"}},
	{&coreform.SyntaxError{Kind: coreform.Unexpected, At: 3, Msg: "m"}, "parse/coreform", facts{"byte_offset": 3, "reason": "unexpected token at byte 3: m"}},
	{&coreform.SyntaxError{Kind: coreform.EOF, At: 3}, "parse/coreform", facts{"byte_offset": 3, "reason": "unexpected end of input"}},
	{&coreform.SyntaxError{Kind: coreform.Escape, At: 3, Msg: "m"}, "parse/coreform", facts{"byte_offset": 3, "reason": "invalid escape at byte 3: m"}},
	{&coreform.FormError{Form: 1, At: 3, Msg: "m"}, "canonicalize/coreform", facts{"byte_offset": 3, "form": 1, "reason": "canonicalize form 1: m"}},
	{coreform.ErrTooLong, "canonicalize/coreform", facts{"reason": "the canonical text is too long"}},
	{&merging.UnitError{Unit: "u", Open: []string{"v"}}, "merge/unknown-unit", facts{"unit": "u", "units": []string{"v"}}},
	{&merging.UnitError{Unit: "u", Decided: true, Open: []string{}}, "merge/decided-unit", facts{"unit": "u", "units": []string{}}},
	{&merging.UnionError{Unit: "file"}, "merge/no-union", facts{"unit": "file"}},
	{&patch.DecodeError{Ordinal: -1, Reason: "r"}, "patch/malformed", facts{"reason": "r"}},
	{&patch.DecodeError{Ordinal: 2, Field: "path", Reason: "r"}, "patch/malformed", facts{"ordinal": 2, "field": "path", "reason": "r"}},
	{&patch.ApplyError{Ordinal: 1, Op: "move-file", Path: "p", Reason: "r"}, "patch/not-applicable", facts{"ordinal": 1, "op": "move-file", "path": "p", "reason": "r"}},
	{&patch.ApplyError{Ordinal: 1, Op: "set-mode", Path: "p", Reason: "r", Expected: "e", Actual: "a"}, "patch/stale", facts{"ordinal": 1, "op": "set-mode", "path": "p", "reason": "r", "expected": "e", "actual": "a"}},
	{&patching.ClashError{Path: "p"}, "patch/path-state-conflict", facts{"path": "p"}},
	{semantic.NewParseError("go", []byte("a\nb"), 2, "r"), "parse/source", facts{"language": "go", "byte_offset": 2, "line": 2, "column": 1, "reason": "r"}},
	{&worktree.InterruptedError{}, "worktree/interrupted", nil},
}

func TestFromMapsTypedErrors(t *testing.T) {
	for _, s := range samples {
		for _, err := range []error{s.err, fmt.Errorf("while testing: %w", s.err)} {
			got := contract.From(err)
			if got.Code != s.code || !cmp.Equal(got.Facts, s.facts) || !errors.Is(got, s.err) {
				t.Errorf("%T became %s %v, want %s %v", s.err, got.Code, got.Facts, s.code, s.facts)
			}
			if contract.Lookup(got.Code) == nil {
				t.Errorf("%T: no row for %s", s.err, got.Code)
			}
		}
	}
}

// TestEveryTypedErrorHasARow reads the source of the layers below, so that a
// new exported error type cannot be forgotten here.
func TestEveryTypedErrorHasARow(t *testing.T) {
	sampled := map[string]bool{}
	for _, s := range samples {
		sampled[strings.TrimPrefix(reflect.TypeOf(s.err).String(), "*")] = true
	}
	found := 0
	for _, layer := range []string{"objects", "refs", "plumbing", "semantic"} {
		err := filepath.WalkDir(filepath.Join("..", "..", layer), func(path string, d fs.DirEntry, err error) error {
			if errors.Is(err, fs.ErrNotExist) {
				return nil // a layer that does not exist yet
			}
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			for _, name := range errorTypes(t, path) {
				found++
				if !sampled[name] {
					t.Errorf("%s in %s has no row", name, path)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if found < 30 {
		t.Errorf("only %d error types found: the scan is broken", found)
	}
}

// errorTypes lists "package.XxxError" for every exported error type of a file.
func errorTypes(t *testing.T, path string) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, decl := range file.Decls {
		gen, ok := decl.(*ast.GenDecl)
		if !ok || gen.Tok != token.TYPE {
			continue
		}
		for _, spec := range gen.Specs {
			name := spec.(*ast.TypeSpec).Name
			if name.IsExported() && strings.HasSuffix(name.Name, "Error") {
				names = append(names, file.Name.Name+"."+name.Name)
			}
		}
	}
	return names
}

func TestFromMapsSystemErrors(t *testing.T) {
	pathError := func(err error) error { return &fs.PathError{Op: "open", Path: "/home/u/f", Err: err} }
	for _, s := range []struct {
		err  error
		code string
	}{
		{context.Canceled, "interrupted/sigint"},
		{fmt.Errorf("read: %w", context.DeadlineExceeded), "timeout/exceeded"},
		{pathError(syscall.ENOENT), "io/not-exist"},
		{pathError(syscall.EACCES), "io/permission"},
		{pathError(syscall.EPERM), "io/permission"},
		{pathError(syscall.EEXIST), "io/exists"},
		{pathError(syscall.ENOSPC), "io/no-space"},
		{pathError(syscall.EDQUOT), "io/no-space"},
		{pathError(syscall.EROFS), "io/read-only"},
		{pathError(syscall.ENOTDIR), "io/not-directory"},
		{pathError(syscall.ELOOP), "io/link-loop"},
		{pathError(syscall.EISDIR), "io/is-directory"},
		{pathError(syscall.ENAMETOOLONG), "io/name-too-long"},
		{&worktree.UnreadableError{Path: "x", Err: syscall.ENAMETOOLONG}, "io/name-too-long"},
		{pathError(syscall.EMFILE), "io/too-many-open"},
		{pathError(syscall.EIO), "io/failed"},
		{os.NewSyscallError("fsync", syscall.EIO), "io/failed"},
		{os.ErrNotExist, "io/not-exist"},
		{errors.New("no one knows"), "internal/error"},
	} {
		if got := contract.From(s.err); got.Code != s.code || contract.Lookup(s.code) == nil {
			t.Errorf("%v became %s, want %s", s.err, got.Code, s.code)
		}
	}
}

func TestFromKeepsWhatIsAnErrorAlready(t *testing.T) {
	inner := contract.Fail("store/range", contract.Facts{"size": 3})
	if got := contract.From(fmt.Errorf("get: %w", inner)); got != inner {
		t.Errorf("got %v", got)
	}
	if contract.From(nil) != nil {
		t.Error("From(nil) is not nil")
	}
}
