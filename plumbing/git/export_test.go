package git

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/git/gitobj"
	"github.com/genesis-vcs/genesis/plumbing/git/gitproc"
	"github.com/genesis-vcs/genesis/plumbing/git/oidmap"
	"github.com/genesis-vcs/genesis/refs"
)

// maker puts objects of ours into a store.
type maker struct {
	tb    testing.TB
	db    *refs.DB
	stage objects.Stage
	tx    *refs.Tx
}

func making(tb testing.TB, db *refs.DB) *maker {
	tb.Helper()
	stage, err := db.Store().Begin(tb.Context())
	if err != nil {
		tb.Fatal(err)
	}
	return &maker{tb, db, stage, db.Begin("test")}
}

func (m *maker) put(v objects.Structured) objects.ID {
	m.tb.Helper()
	data, err := objects.Encode(v)
	if err != nil {
		m.tb.Fatal(err)
	}
	id, _, err := m.stage.Put(m.tb.Context(), v.Kind(), data)
	if err != nil {
		m.tb.Fatal(err)
	}
	return id
}

func (m *maker) blob(text string) objects.Entry {
	m.tb.Helper()
	id, _, err := m.stage.Put(m.tb.Context(), objects.KindBlob, []byte(text))
	if err != nil {
		m.tb.Fatal(err)
	}
	return objects.Entry{Mode: objects.ModeFile, ID: id, Size: uint64(len(text))}
}

// snapshot is of a tree with the entries alone.
func (m *maker) snapshot(entries ...objects.Entry) objects.ID {
	m.tb.Helper()
	snap := &objects.Snapshot{Root: m.put(&objects.Tree{Entries: entries})}
	for _, e := range entries {
		if e.Mode != objects.ModeDir {
			snap.Files, snap.Bytes = snap.Files+1, snap.Bytes+e.Size
		}
	}
	return m.put(snap)
}

var ada = objects.Person{Name: "Ada", Email: "ada@example.org", Seconds: 5, Zone: "+0000"}

func (m *maker) commit(snapshot objects.ID, parents ...objects.ID) objects.ID {
	m.tb.Helper()
	return m.put(&objects.Commit{Snapshot: snapshot, Parents: parents, Author: ada, Committer: ada, Message: "m\n"})
}

func (m *maker) done() {
	m.tb.Helper()
	if _, err := m.tx.Commit(m.tb.Context(), m.stage); err != nil {
		m.tb.Fatal(err)
	}
}

func named(name string, e objects.Entry) objects.Entry {
	e.Name = objects.Bytes(name)
	return e
}

// try exports and wants a failure, after which no ref has moved.
func try(t *testing.T, db *refs.DB, r *repository, opts ExportOptions) error {
	t.Helper()
	before := r.refs()
	stage, err := db.Store().Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = stage.Abort() }()
	_, err = Export(t.Context(), db, r.open(), opts, stage)
	if err == nil {
		t.Error("no failure")
	}
	if after := r.refs(); after != before {
		t.Errorf("refs before:\n%s\nafter:\n%s", before, after)
	}
	return err
}

// TestExportWithoutMap exports again what the map has forgotten: what Git has is
// recognized, whether it stays or moves.
func TestExportWithoutMap(t *testing.T) {
	from, to, db := newRepository(t), newRepository(t), newDB()
	from.rich()
	take(t, db, from, ImportOptions{})
	give(t, db, to, ExportOptions{})
	before := to.refs()
	forget := func() {
		tx := db.Begin("test")
		tx.Delete(oidmap.Ref, refs.Expect{})
		if _, err := tx.Commit(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
	}
	forget()
	out := give(t, db, to, ExportOptions{})
	for _, r := range out.Refs {
		if r.Status != RefUnchanged {
			t.Errorf("%+v", r)
		}
	}
	if out.Commits != 0 || out.Objects != 0 || out.Bytes != 0 || out.Map.IsZero() || to.refs() != before {
		t.Errorf("%+v", out)
	}

	forget()
	m := making(t, db)
	tip, _, err := db.Get(t.Context(), "refs/heads/main")
	if err != nil {
		t.Fatal(err)
	}
	m.tx.Set("refs/heads/main", m.commit(m.snapshot(named("new", m.blob("new"))), tip), refs.Expect{})
	m.done()
	out = give(t, db, to, ExportOptions{Filter: RefFilter{Include: []string{"refs/heads/main"}}})
	if len(out.Refs) != 1 || out.Refs[0].Status != RefUpdated {
		t.Errorf("%+v", out.Refs)
	}

	forget()
	to.git("", "update-ref", "refs/heads/main", to.commit(to.tree(), people+"\nelsewhere\n").String())
	var refused *TargetError
	if err := try(t, db, to, ExportOptions{}); !errors.As(err, &refused) || len(refused.Refs) != 1 || refused.Refs[0].Name != "refs/heads/main" {
		t.Errorf("%v", err)
	}
}

// TestDryExport says all that an export does, and does nothing.
func TestDryExport(t *testing.T) {
	from, to, db := newRepository(t), newRepository(t), newDB()
	from.rich()
	take(t, db, from, ImportOptions{})
	m := making(t, db)
	empty := objects.Entry{Name: "none", Mode: objects.ModeDir, ID: m.put(&objects.Tree{})}
	m.tx.Set("refs/heads/new", m.commit(m.snapshot(named("f", m.blob("f")), empty)), refs.Missing())
	m.done()
	for _, into := range []*gitproc.Repo{nil, to.open()} {
		dry, err := Export(t.Context(), db, into, ExportOptions{DryRun: true}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if to.refs() != "" || to.git("", "count-objects") != "0 objects, 0 kilobytes" {
			t.Error("a dry run changed the repository")
		}
		if into == nil {
			continue
		}
		wet := give(t, db, to, ExportOptions{})
		dry.Bytes, dry.Map = wet.Bytes, wet.Map
		if !reflect.DeepEqual(dry, wet) || wet.Objects == 0 || wet.DroppedCount != 1 {
			t.Errorf("planned %+v, done %+v", dry, wet)
		}
	}
}

// TestExportedTags are of what they are of here; a snapshot goes as its tree.
func TestExportedTags(t *testing.T) {
	to, db := newRepository(t), newDB()
	m := making(t, db)
	file := named("f", m.blob("f"))
	snap := m.snapshot(file)
	for name, target := range map[string]struct {
		id   objects.ID
		kind objects.Kind
	}{
		"blob": {file.ID, objects.KindBlob}, "snapshot": {snap, objects.KindSnapshot}, "commit": {m.commit(snap), objects.KindCommit},
	} {
		tag := m.put(&objects.Tag{Target: target.id, TargetKind: target.kind, Name: objects.Bytes(name), Tagger: &ada, Message: "m\n"})
		m.tx.Set(refs.Name(refs.Tags+name), tag, refs.Missing())
	}
	m.tx.Set(refs.Git+"keep/snapshot", snap, refs.Missing())
	m.done()
	give(t, db, to, ExportOptions{})
	to.git("", "fsck", "--full", "--strict")
	got := to.git("", "for-each-ref", "--format=%(refname) %(objecttype) %(*objecttype)")
	want := "refs/keep/snapshot tree \nrefs/tags/blob tag blob\nrefs/tags/commit tag commit\nrefs/tags/snapshot tag tree"
	if got != want {
		t.Errorf("%s", got)
	}
}

// TestUnsendable names what Git cannot have.
func TestUnsendable(t *testing.T) {
	to, db := newRepository(t), newDB()
	m := making(t, db)
	link := objects.Entry{Name: "link", Mode: objects.ModeGitlink, Gitlink: objects.Bytes(strings.Repeat("x", 32))}
	outer := objects.Entry{Name: "a", Mode: objects.ModeDir, ID: m.put(&objects.Tree{Entries: []objects.Entry{link}})}
	m.tx.Set("refs/heads/main", m.commit(m.snapshot(outer)), refs.Missing())
	m.done()
	var unsendable *UnsendableError
	if err := try(t, db, to, ExportOptions{}); !errors.As(err, &unsendable) || unsendable.Path != "a/link" || unsendable.Ref != "refs/heads/main" {
		t.Errorf("%v", err)
	}

	m = making(t, db)
	chunk, _, err := m.stage.Put(t.Context(), objects.KindChunk, []byte("x"))
	if err != nil {
		t.Fatal(err)
	}
	m.tx.Set("refs/tags/chunk", chunk, refs.Missing())
	m.done()
	err = try(t, db, to, ExportOptions{Filter: RefFilter{Include: []string{"refs/tags/*"}}})
	if !errors.As(err, &unsendable) || unsendable.ID != chunk || !strings.Contains(unsendable.Reason, "chunk") {
		t.Errorf("%v", err)
	}
}

// TestHolesInTarget exports onto a commit that the repository has and that lacks a
// file there: no ref may reach the hole.
func TestHolesInTarget(t *testing.T) {
	from, to, db := newRepository(t), newRepository(t), newDB()
	from.rich()
	take(t, db, from, ImportOptions{})
	give(t, db, to, ExportOptions{})
	loose(t, to)
	lost := to.git("", "rev-parse", "refs/heads/main~1:deep/large")
	if err := os.Remove(filepath.Join(to.dir, "objects", lost[:2], lost[2:])); err != nil {
		t.Fatal(err)
	}
	for _, r := range strings.Fields(to.git("", "for-each-ref", "--format=%(refname)")) {
		to.git("", "update-ref", "-d", r)
	}
	var missing *gitproc.MissingObjectError
	if err := try(t, db, to, ExportOptions{}); !errors.As(err, &missing) || missing.OID.String() != lost {
		t.Errorf("%v", err)
	}
}

// loose takes the packs of a repository apart.
func loose(t *testing.T, r *repository) {
	t.Helper()
	packs, err := filepath.Glob(filepath.Join(r.dir, "objects", "pack", "*.pack"))
	if err != nil || len(packs) == 0 {
		t.Fatalf("%d packs, %v", len(packs), err)
	}
	for _, pack := range packs {
		aside := filepath.Join(t.TempDir(), "pack")
		if err := os.Rename(pack, aside); err != nil {
			t.Fatal(err)
		}
		body, err := os.ReadFile(aside)
		if err != nil {
			t.Fatal(err)
		}
		r.git(string(body), "unpack-objects", "-q")
		if err := os.Remove(strings.TrimSuffix(pack, ".pack") + ".idx"); err != nil {
			t.Fatal(err)
		}
	}
}

// TestRewrittenAgain knows commits under each of their ids: only what is new is
// written after they got others.
func TestRewrittenAgain(t *testing.T) {
	from, to, db := newRepository(t), newRepository(t), newDB()
	b := from.object(gitobj.Blob, "x").String()
	tip := from.commit(from.tree("100644 "+b+" b", "100644 "+b+" a"), people+"\nm")
	for n := range 20 {
		tip = from.commit(from.tree("100644 "+b+" c"), people+fmt.Sprintf("\n%d", n), tip)
	}
	from.git("", "update-ref", "refs/heads/main", tip.String())
	take(t, db, from, ImportOptions{})
	if out := give(t, db, to, ExportOptions{}); out.Rewritten != 21 {
		t.Errorf("%+v", out)
	}
	m := making(t, db)
	main, _, err := db.Get(t.Context(), "refs/heads/main")
	if err != nil {
		t.Fatal(err)
	}
	m.tx.Set("refs/heads/main", m.commit(m.snapshot(named("new", m.blob("new"))), main), refs.Expect{})
	m.done()
	if out := give(t, db, to, ExportOptions{}); out.Commits != 1 || out.Objects != 3 || out.Rewritten != 0 {
		t.Errorf("%+v", out)
	}
}

// TestCancelledExport leaves the refs and no part of a pack.
func TestCancelledExport(t *testing.T) {
	from, to, db := newRepository(t), newRepository(t), newDB()
	from.rich()
	take(t, db, from, ImportOptions{})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	left := 10
	_, err := Export(ctx, db, to.open(), ExportOptions{Progress: func(int, uint64) {
		if left--; left == 0 {
			cancel()
		}
	}}, nil)
	if !errors.Is(err, context.Canceled) || to.refs() != "" {
		t.Errorf("%v, refs %q", err, to.refs())
	}
	err = filepath.WalkDir(filepath.Join(to.dir, "objects"), func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			t.Errorf("left %s", path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
