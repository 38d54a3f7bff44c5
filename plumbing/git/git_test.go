package git

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/memstore"
	"github.com/genesis-vcs/genesis/plumbing/git/gitobj"
	"github.com/genesis-vcs/genesis/plumbing/git/gitproc"
	"github.com/genesis-vcs/genesis/plumbing/git/oidmap"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
	"github.com/genesis-vcs/genesis/refs"
)

// TestThereAndBack imports everything that a history may have, exports it into
// another repository, and imports that into another store: all ids are the same.
func TestThereAndBack(t *testing.T) {
	from, to := newRepository(t), newRepository(t)
	from.rich()
	db := newDB()
	done := take(t, db, from, ImportOptions{})
	if done.Irregular != 0 || done.Commits != 7 || done.Tags != 3 || len(done.Refs) != 11 || len(done.Skipped) != 1 {
		t.Errorf("%+v", done)
	}
	if n := checkTrees(t, db, from); n != 7 {
		t.Errorf("%d commits in the map", n)
	}
	out := give(t, db, to, ExportOptions{})
	if out.Rewritten != 0 || out.Commits != 7 || out.DroppedCount != 0 {
		t.Errorf("%+v", out)
	}
	if a, b := from.refs(), to.refs(); strings.ReplaceAll(a, "\n\n", "\n") != b {
		t.Errorf("refs before:\n%s\nafter:\n%s", a, b)
	}
	if a, b := from.git("", "rev-list", "--all"), to.git("", "rev-list", "--all"); len(a) != len(b) {
		t.Errorf("other commits")
	}
	again := newDB()
	take(t, again, to, ImportOptions{})
	ours, err := db.List(t.Context(), "refs/")
	if err != nil {
		t.Fatal(err)
	}
	theirs, err := again.List(t.Context(), "refs/")
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range ours {
		if r != theirs[i] && r.Name != oidmap.Ref {
			t.Errorf("%v became %v", r, theirs[i])
		}
	}
	if len(ours) != len(theirs) || len(ours) != 12 {
		t.Errorf("%d refs became %d", len(ours), len(theirs))
	}
	if out := give(t, db, to, ExportOptions{}); !out.Noop() || out.Objects != 0 {
		t.Errorf("a second export: %+v", out)
	}
}

// TestAgain imports a repository that grows, and gets what is new.
func TestAgain(t *testing.T) {
	r := newRepository(t)
	r.rich()
	db := newDB()
	take(t, db, r, ImportOptions{})
	if done := take(t, db, r, ImportOptions{}); done.Commits != 0 || done.Objects != 0 || !done.Map.IsZero() {
		t.Errorf("nothing is new: %+v", done)
	}
	// A commit that changes one file deep in the tree and moves another; it goes
	// back to a blob that only older commits have, too.
	old, err := gitobj.ParseOID(r.git("", "rev-parse", "refs/heads/topic/x"))
	if err != nil {
		t.Fatal(err)
	}
	deep := r.git("", "rev-parse", "refs/heads/topic/x:deep")
	fresh := r.object(gitobj.Blob, "new\n")
	tree := r.tree("100644 "+fresh.String()+" b", "40000 "+deep+" deep", "100644 "+r.git("", "rev-parse", "refs/tags/light:a")+" older")
	r.git("", "update-ref", "refs/heads/topic/x", r.commit(tree, people+"\nmore\n", old).String())
	done := take(t, db, r, ImportOptions{})
	if done.Commits != 1 || done.Objects > 6 {
		t.Errorf("one commit: %+v", done)
	}
	if n := checkTrees(t, db, r); n != 8 {
		t.Errorf("%d commits in the map", n)
	}
	r.git("", "update-ref", "-d", "refs/heads/ünï")
	if done := take(t, db, r, ImportOptions{}); len(done.Refs) != 10 {
		t.Errorf("%+v", done.Refs)
	}
	take(t, db, r, ImportOptions{Prune: true})
	if _, ok, err := db.Get(t.Context(), "refs/heads/ünï"); ok || err != nil {
		t.Errorf("a pruned ref: %v, %v", ok, err)
	}
}

// TestDiverged refuses to leave commits behind.
func TestDiverged(t *testing.T) {
	r := newRepository(t)
	r.rich()
	db := newDB()
	take(t, db, r, ImportOptions{})
	was, _, err := db.Get(t.Context(), "refs/heads/main")
	if err != nil {
		t.Fatal(err)
	}
	r.git("", "update-ref", "refs/heads/main", r.git("", "rev-parse", "refs/tags/light"))
	var diverged *DivergedError
	if _, err := Import(t.Context(), db, r.open(), ImportOptions{}); !errors.As(err, &diverged) || len(diverged.Refs) != 1 || diverged.Refs[0].Old != was {
		t.Errorf("%v", err)
	}
	done := take(t, db, r, ImportOptions{Force: true, Filter: RefFilter{Include: []string{"refs/heads/**"}}})
	if len(done.Refs) != 3 || done.Refs[0].Status != RefForced {
		t.Errorf("%+v", done.Refs)
	}
}

// TestTargetRefused does not move refs of Git that have what is not known here.
func TestTargetRefused(t *testing.T) {
	r, other := newRepository(t), newRepository(t)
	r.rich()
	db := newDB()
	take(t, db, r, ImportOptions{})
	give(t, db, other, ExportOptions{})
	head, err := gitobj.ParseOID(other.git("", "rev-parse", "refs/heads/main"))
	if err != nil {
		t.Fatal(err)
	}
	other.git("", "update-ref", "refs/heads/main", other.commit(other.tree(), people+"\nelsewhere\n", head).String())
	before := other.refs()
	stage, err := db.Store().Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = stage.Abort() }()
	var refused *TargetError
	if _, err := Export(t.Context(), db, other.open(), ExportOptions{}, stage); !errors.As(err, &refused) || refused.Refs[0].Name != "refs/heads/main" {
		t.Errorf("%v", err)
	}
	if other.refs() != before {
		t.Error("refs moved")
	}
	out := give(t, db, other, ExportOptions{Force: true, Filter: RefFilter{Include: []string{"refs/heads/main"}}})
	if len(out.Refs) != 1 || out.Refs[0].Status != RefForced {
		t.Errorf("%+v", out.Refs)
	}
	if strings.ReplaceAll(r.refs(), "\n\n", "\n") != other.refs() {
		t.Error("not what was forced")
	}
}

// TestRefusedObjects imports what no store can hold: nothing moves.
func TestRefusedObjects(t *testing.T) {
	entry := func(name string) func(r *repository) gitobj.OID {
		return func(r *repository) gitobj.OID {
			return r.commit(r.tree("100644 "+r.object(gitobj.Blob, "x").String()+" "+name), people+"\nm")
		}
	}
	for name, test := range map[string]struct {
		make   func(r *repository) gitobj.OID
		reason string
	}{
		"alias of .git":     {entry(".GIT"), "alias of .git"},
		"alias of .genesis": {entry(".genesis"), "alias of .genesis"},
		"twice": {func(r *repository) gitobj.OID {
			b := r.object(gitobj.Blob, "x").String()
			return r.commit(r.tree("100644 "+b+" a", "100755 "+b+" a"), people+"\nm")
		}, "twice"},
		"unknown mode": {func(r *repository) gitobj.OID {
			return r.commit(r.tree("140000 "+r.object(gitobj.Blob, "x").String()+" a"), people+"\nm")
		}, "mode"},
	} {
		r, db := newRepository(t), newDB()
		r.git("", "update-ref", "refs/heads/main", test.make(r).String())
		var refused *ObjectError
		if _, err := Import(t.Context(), db, r.open(), ImportOptions{}); !errors.As(err, &refused) || !strings.Contains(refused.Reason, test.reason) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestIrregularTrees keeps trees that Git itself would write otherwise.
func TestIrregularTrees(t *testing.T) {
	r, to, db := newRepository(t), newRepository(t), newDB()
	b := r.object(gitobj.Blob, "x").String()
	sub := r.tree("100644 " + b + " f").String()
	root := r.commit(r.tree("040000 "+sub+" a", "100644 "+b+" a.b"), people+"\nm")
	r.git("", "update-ref", "refs/heads/main", r.commit(r.tree("100644 "+b+" a"), people+"\nnext", root).String())
	if done := take(t, db, r, ImportOptions{}); done.Irregular != 1 {
		t.Errorf("%+v", done)
	}
	if out := give(t, db, to, ExportOptions{}); out.Rewritten != 2 {
		t.Errorf("%+v", out)
	}
	to.git("", "fsck", "--strict")
}

// TestMissingObjects names what a repository lacks.
func TestMissingObjects(t *testing.T) {
	absent := "2222222222222222222222222222222222222222"
	for name, make := range map[string]func(r *repository) gitobj.OID{
		"blob":   func(r *repository) gitobj.OID { return r.commit(r.tree("100644 "+absent+" a"), people+"\nm") },
		"tree":   func(r *repository) gitobj.OID { return r.commit(r.tree("40000 "+absent+" a"), people+"\nm") },
		"parent": func(r *repository) gitobj.OID { return r.commit(r.tree(), "parent "+absent+"\n"+people+"\nm") },
	} {
		r, db := newRepository(t), newDB()
		r.git("", "update-ref", "refs/heads/main", make(r).String())
		for _, dry := range []bool{false, true} {
			var missing *gitproc.MissingObjectError
			if _, err := Import(t.Context(), db, r.open(), ImportOptions{DryRun: dry}); !errors.As(err, &missing) || missing.OID.String() != absent {
				t.Errorf("%s: %v", name, err)
			}
			if !dry && (missing.Commit.String() != r.git("", "rev-parse", "main") || missing.Path != map[string]string{"blob": "a", "tree": "a"}[name]) {
				t.Errorf("%s: commit %s, path %q", name, missing.Commit, missing.Path)
			}
		}
	}
}

// TestPlaceOfFault says in which commit and at which path it is what is deep below.
func TestPlaceOfFault(t *testing.T) {
	r, db := newRepository(t), newDB()
	b := r.object(gitobj.Blob, "x").String()
	bad := r.tree("100644 " + b + " .git").String()
	good := r.commit(r.tree("100644 "+b+" a"), people+"\nm")
	first := r.commit(r.tree("40000 "+r.tree("40000 "+bad+" sub dir").String()+" d"), people+"\nm", good)
	r.git("", "update-ref", "refs/heads/main", r.commit(r.tree("40000 "+bad+" z"), people+"\nm", first).String())
	var refused *ObjectError
	if _, err := Import(t.Context(), db, r.open(), ImportOptions{}); !errors.As(err, &refused) || refused.OID.String() != bad {
		t.Fatal(err)
	}
	if want := r.git("", "rev-parse", refused.Commit.String()+":"+strings.TrimSuffix(refused.Path, "/.git")); want != bad {
		t.Errorf("at %s of %s is %s", refused.Path, refused.Commit, want)
	}
}

// TestDamagedObjects takes nothing for what its name does not say.
func TestDamagedObjects(t *testing.T) {
	text, other := strings.Repeat("0123456789abcdef", 20_000), strings.Repeat("0123456789abcdeF", 20_000)
	for name, test := range map[string]struct {
		spec string
		path string
	}{
		"blob": {"main:a", "a"}, "large blob": {"main:large", "large"}, "tree": {"main^{tree}", ""}, "commit": {"main", ""},
	} {
		r, db := newRepository(t), newDB()
		tree := r.tree("100644 "+r.object(gitobj.Blob, "right").String()+" a", "100644 "+r.object(gitobj.Blob, text).String()+" large")
		r.git("", "update-ref", "refs/heads/main", r.commit(tree, people+"\nm").String())
		twin := map[string]gitobj.OID{
			"blob": r.object(gitobj.Blob, "wrong"), "large blob": r.object(gitobj.Blob, other),
			"tree": r.tree("100644 " + r.object(gitobj.Blob, "right").String() + " b"), "commit": r.commit(tree, people+"\nn"),
		}[name]
		oid := r.git("", "rev-parse", test.spec)
		loose := func(oid string) string { return filepath.Join(r.dir, "objects", oid[:2], oid[2:]) }
		if err := os.Rename(loose(twin.String()), loose(oid)); err != nil {
			t.Fatal(err)
		}
		var missing *gitproc.MissingObjectError
		_, err := Import(t.Context(), db, r.open(), ImportOptions{})
		if !errors.As(err, &missing) || !missing.Damaged || missing.OID.String() != oid || missing.Path != test.path {
			t.Errorf("%s: %v", name, err)
		}
		if list, err := db.List(t.Context(), ""); err != nil || len(list) != 0 {
			t.Errorf("%s: %v, %v", name, list, err)
		}
	}
}

// TestBrokenRefs leaves out what names nothing, says why, and prunes none of it.
func TestBrokenRefs(t *testing.T) {
	r, db := newRepository(t), newDB()
	root := r.commit(r.tree(), people+"\nm").String()
	broken := map[string][2]string{ // what is in the file, and a part of the reason
		"refs/heads/garbage": {"garbage\n", "cannot be read"}, "refs/heads/empty": {"", "cannot be read"},
		"refs/heads/missing":  {strings.Repeat("12", 20) + "\n", "names " + strings.Repeat("12", 20) + ", which is missing"},
		"refs/heads/dangling": {"ref: refs/heads/nowhere\n", "stands for refs/heads/nowhere, which is not there"},
	}
	names := []string{"refs/heads/main", "refs/heads/gone"}
	for name := range broken {
		names = append(names, name)
	}
	for _, name := range names {
		r.git("", "update-ref", name, root)
	}
	take(t, db, r, ImportOptions{})
	for name, file := range broken {
		if err := os.WriteFile(filepath.Join(r.dir, name), []byte(file[0]), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(r.dir, "refs/heads/main.lock"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	r.git("", "update-ref", "-d", "refs/heads/gone")
	done := take(t, db, r, ImportOptions{Prune: true})
	for _, skipped := range done.Skipped {
		if file, ok := broken[skipped.Name]; !ok || !strings.Contains(skipped.Reason, file[1]) {
			t.Errorf("%+v", skipped)
		}
	}
	if len(done.Skipped) != len(broken) {
		t.Errorf("%+v", done.Skipped)
	}
	for _, name := range names {
		if _, ok, err := db.Get(t.Context(), refs.Name(name)); ok != (name != "refs/heads/gone") || err != nil {
			t.Errorf("%s: %v, %v", name, ok, err)
		}
	}
	// Where none is left, that is no success; one that is asked for is no name that is
	// misspelled.
	var missing *gitproc.MissingObjectError
	_, err := Import(t.Context(), db, r.open(), ImportOptions{Filter: RefFilter{Include: []string{"refs/heads/missing"}}})
	if !errors.As(err, &missing) || missing.Ref != "refs/heads/missing" {
		t.Errorf("%v", err)
	}
	for i := range 200 {
		if err := os.WriteFile(filepath.Join(r.dir, "refs/heads", fmt.Sprint("broken", i)), []byte("garbage\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var failed *gitproc.FailedError
	if _, err := Import(t.Context(), db, r.open(), ImportOptions{Prune: true}); !errors.As(err, &failed) {
		t.Errorf("more than can be listed: %v", err)
	}
}

// TestEmptyDirectories drops what Git cannot have, and says so.
func TestEmptyDirectories(t *testing.T) {
	ctx, db, to := t.Context(), newDB(), newRepository(t)
	stage, err := db.Store().Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	put := func(v objects.Structured) objects.ID {
		data, err := objects.Encode(v)
		if err != nil {
			t.Fatal(err)
		}
		id, _, err := stage.Put(ctx, v.Kind(), data)
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	blob, _, err := stage.Put(ctx, objects.KindBlob, []byte("x"))
	if err != nil {
		t.Fatal(err)
	}
	empty := put(&objects.Tree{})
	outer := put(&objects.Tree{Entries: []objects.Entry{{Name: "inner", Mode: objects.ModeDir, ID: empty}}})
	root := put(&objects.Tree{Entries: []objects.Entry{
		{Name: "f", Mode: objects.ModeFile, ID: blob, Size: 1}, {Name: "outer", Mode: objects.ModeDir, ID: outer},
	}})
	snap := put(&objects.Snapshot{Root: root, Files: 1, Bytes: 1})
	c := &objects.Commit{Snapshot: snap, Message: "m", Why: "to see", Author: objects.Person{Name: "A", Email: "a", Zone: "+0000", Agent: "robot"}, Committer: objects.Person{Name: "A", Email: "a", Zone: "+0000"}}
	commit := put(c)
	tx := db.Begin("test")
	tx.Set("refs/heads/main", commit, refs.Expect{})
	if _, err := tx.Commit(ctx, stage); err != nil {
		t.Fatal(err)
	}
	out := give(t, db, to, ExportOptions{})
	if out.DroppedCount != 2 || strings.Join(out.Dropped, " ") != "outer/inner outer" {
		t.Errorf("%d dropped: %q", out.DroppedCount, out.Dropped)
	}
	if got := to.git("", "ls-tree", "-r", "--name-only", "main"); got != "f" {
		t.Errorf("Git has %q", got)
	}
	if got := to.git("", "cat-file", "commit", "main"); !strings.Contains(got, "\ngenesis-author-agent robot\n") || !strings.Contains(got, "\ngenesis-why to see\n") {
		t.Errorf("the commit is %q", got)
	}
	// What it was exported from is known when it comes back.
	if done := take(t, db, to, ImportOptions{}); done.Commits != 0 || done.Refs[0].Status != RefUnchanged {
		t.Errorf("%+v", done)
	}
}

// TestCancelled stops an import in the middle.
func TestCancelled(t *testing.T) {
	r, db := newRepository(t), newDB()
	r.rich()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	_, err := Import(ctx, db, r.open(), ImportOptions{Progress: func(int, uint64) { cancel() }})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func TestRefNames(t *testing.T) {
	for git, ours := range map[string]refs.Name{
		"refs/heads/a": "refs/heads/a", "refs/tags/a/b": "refs/tags/a/b", "refs/remotes/o/x": "refs/remotes/o/x",
		"refs/notes/commits": "refs/git/notes/commits", "refs/stash": "refs/git/stash", "refs/pull/1/head": "refs/git/pull/1/head",
	} {
		name, err := RefName(git)
		if err != nil || name != ours {
			t.Errorf("%s: %s, %v", git, name, err)
		}
		if back, ok := GitRefName(ours); !ok || back != git {
			t.Errorf("%s: %s, %v", ours, back, ok)
		}
	}
	for _, name := range []refs.Name{oidmap.Ref, refs.Attestations, "refs/sessions/x"} {
		if git, ok := GitRefName(name); ok {
			t.Errorf("%s goes to Git as %s", name, git)
		}
	}
	if _, err := RefName("refs/heads/-x"); err == nil {
		t.Error("a name that is an option")
	}
}

func TestRefFilter(t *testing.T) {
	for _, test := range []struct {
		pattern, name string
		want          bool
	}{
		{"refs/heads/main", "refs/heads/main", true}, {"refs/heads/main", "refs/heads/main2", false},
		{"refs/heads/*", "refs/heads/a", true}, {"refs/heads/*", "refs/heads/a/b", false},
		{"refs/heads/**", "refs/heads/a/b", true}, {"refs/heads/**", "refs/heads", false},
		{"refs/*/x", "refs/tags/x", true}, {"refs/**", "refs/stash", true}, {"refs/h?ads/a", "refs/heads/a", true},
	} {
		if got := matchRef(test.pattern, test.name); got != test.want {
			t.Errorf("%s of %s: %v", test.pattern, test.name, got)
		}
	}
	for _, bad := range []string{"main", "refs/[", ""} {
		if err := (RefFilter{Exclude: []string{bad}}).Check(); err == nil {
			t.Errorf("%q is a pattern", bad)
		}
	}
}

// TestKnownButGone reads again what the store has lost, whatever of it that is, when
// something new needs it.
func TestKnownButGone(t *testing.T) {
	for name, lost := range map[string][]objects.Kind{
		"everything": {objects.KindCommit, objects.KindTag, objects.KindSnapshot, objects.KindTree, objects.KindBlob},
		"commits":    {objects.KindCommit}, "trees": {objects.KindTree}, "snapshots": {objects.KindSnapshot}, "blobs": {objects.KindBlob},
	} {
		t.Run(name, func(t *testing.T) {
			r, store := newRepository(t), memstore.New()
			r.rich()
			db := refs.New(store, nil, refs.Origin{})
			take(t, db, r, ImportOptions{})
			loseKinds(t, store, db, lost)
			r.addOnTop(t)
			if done := take(t, db, r, ImportOptions{}); done.Commits != 8 {
				t.Errorf("%+v", done)
			}
			if n := checkTrees(t, db, r); n != 8 {
				t.Errorf("%d commits in the map", n)
			}
		})
	}
}

// loseKinds drops the objects of some kinds, but not those of the map.
func loseKinds(tb testing.TB, store *memstore.Store, db *refs.DB, lost []objects.Kind) {
	tb.Helper()
	ids, err := oidmap.Open(tb.Context(), db)
	if err != nil {
		tb.Fatal(err)
	}
	kept := map[objects.ID]bool{ids.Root: true}
	err = snapshot.Walk(tb.Context(), store, ids.Root, func(_ string, e objects.Entry) error { kept[e.ID] = true; return nil })
	if err != nil {
		tb.Fatal(err)
	}
	page, err := store.List(tb.Context(), objects.ListQuery{})
	if err != nil {
		tb.Fatal(err)
	}
	for _, o := range page.Objects {
		if !kept[o.ID] && slices.Contains(lost, o.Kind) {
			store.Drop(o.ID)
		}
	}
}

// addOnTop gives a branch of the rich history a commit that has most of what its
// parent has.
func (r *repository) addOnTop(tb testing.TB) {
	tb.Helper()
	old, err := gitobj.ParseOID(r.git("", "rev-parse", "refs/heads/topic/x"))
	if err != nil {
		tb.Fatal(err)
	}
	fresh := r.object(gitobj.Blob, "new\n")
	tree := r.tree("100644 "+fresh.String()+" b", "40000 "+r.git("", "rev-parse", "refs/heads/topic/x:deep")+" deep")
	r.git("", "update-ref", "refs/heads/topic/x", r.commit(tree, people+"\nmore\n", old).String())
}

// TestWrongMap reads again what the map says to be something that never was here.
func TestWrongMap(t *testing.T) {
	r, db := newRepository(t), newDB()
	r.rich()
	var pairs []oidmap.Pair
	for oid := range strings.Lines(r.git("", "rev-list", "--all") + "\n") {
		id, err := gitobj.ParseOID(strings.TrimSpace(oid))
		if err != nil {
			t.Fatal(err)
		}
		pairs = append(pairs, oidmap.Pair{OID: id, ID: objects.Sum(objects.KindCommit, []byte(oid))})
	}
	stage, err := db.Store().Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	root, err := new(oidmap.Map).Add(t.Context(), stage, pairs)
	if err != nil {
		t.Fatal(err)
	}
	tx := db.Begin("test")
	tx.Set(oidmap.Ref, root, refs.Missing())
	if _, err := tx.Commit(t.Context(), stage); err != nil {
		t.Fatal(err)
	}
	if done := take(t, db, r, ImportOptions{}); done.Commits != 7 {
		t.Errorf("%+v", done)
	}
	if again := take(t, db, r, ImportOptions{}); again.Commits != 0 {
		t.Errorf("a second time: %+v", again)
	}
	ids, err := oidmap.Open(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pairs {
		id, ok, err := ids.ID(p.OID)
		if err != nil || !ok {
			t.Fatalf("%s: %v, %v", p.OID, ok, err)
		}
		if _, err := db.Store().Stat(t.Context(), id); err != nil {
			t.Errorf("%s: %v", p.OID, err)
		}
	}
}
