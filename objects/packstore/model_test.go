package packstore

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
)

// model is what a store must hold.
type model struct {
	data   map[objects.ID][]byte // canonical bytes; of a chunked blob nil
	rows   map[objects.Space]map[string][]byte
	head   objects.Head
	absent []objects.ID
}

func newModel() *model {
	m := &model{data: map[objects.ID][]byte{}, rows: map[objects.Space]map[string][]byte{}}
	for _, s := range objects.Spaces {
		m.rows[s] = map[string][]byte{}
	}
	return m
}

// modelWriter publishes to a store and notes it in the model.
type modelWriter struct {
	testing.TB
	s *Store
	m *model
}

// publish stores blobs and structured objects and changes rows.
func (w modelWriter) publish(add func(st objects.Stage), changes ...objects.Change) objects.Published {
	w.Helper()
	st, err := w.s.Begin(context.Background())
	if err != nil {
		w.Fatal(err)
	}
	if add != nil {
		add(st)
	}
	pub, err := w.s.Publish(context.Background(), st, objects.Batch{Changes: changes, Operation: &objects.Operation{Verb: "test", Seconds: 1}})
	if err != nil {
		w.Fatal(err)
	}
	for _, c := range changes {
		if c.New == nil {
			delete(w.m.rows[c.Space], c.Name)
		} else {
			w.m.rows[c.Space][c.Name] = c.New
		}
	}
	if !pub.Noop {
		w.m.head = objects.Head{Operation: pub.Operation, Seq: pub.Seq}
	}
	return pub
}

func (w modelWriter) put(st objects.Stage, kind objects.Kind, data []byte) objects.ID {
	w.Helper()
	id, _, err := st.Put(context.Background(), kind, data)
	if err != nil {
		w.Fatal(err)
	}
	w.m.data[id] = data
	return id
}

func (w modelWriter) putStructured(st objects.Stage, v objects.Structured) objects.ID {
	w.Helper()
	data, err := objects.Encode(v)
	if err != nil {
		w.Fatal(err)
	}
	return w.put(st, v.Kind(), data)
}

// ref is a change of a ref that expects nothing.
func ref(name string, id objects.ID) objects.Change {
	return objects.Change{Space: objects.SpaceRef, Name: name, New: id[:]}
}

// fixture fills a store with objects of every kind, rows of every space and
// several packs.
func fixture(w modelWriter) {
	w.publish(func(st objects.Stage) {
		a := w.put(st, objects.KindBlob, []byte("hello"))
		b := w.put(st, objects.KindBlob, bytes.Repeat([]byte("compressible "), 40))
		empty := w.put(st, objects.KindBlob, nil)
		tree := w.putStructured(st, &objects.Tree{Entries: []objects.Entry{
			{Name: "a", Mode: objects.ModeFile, ID: a, Size: 5},
			{Name: "b", Mode: objects.ModeExec, ID: b, Size: 520},
			{Name: "c", Mode: objects.ModeFile, ID: empty},
		}})
		snap := w.putStructured(st, &objects.Snapshot{Root: tree, Files: 3, Bytes: 525})
		commit := w.putStructured(st, &objects.Commit{Snapshot: snap, Message: "first\n"})
		_ = w.putStructured(st, &objects.Tag{Target: commit, TargetKind: objects.KindCommit, Name: "v1", Message: "tag"})
	})
	commits := w.byKind(objects.KindCommit)
	w.publish(nil, ref("refs/heads/main", commits[0]), ref("refs/tags/v1", commits[0]),
		objects.Change{Space: objects.SpaceHead, Name: "w1", New: []byte("refs/heads/main")},
		objects.Change{Space: objects.SpacePin, Name: commits[0].String(), New: []byte("keep")})
	w.publish(func(st objects.Stage) { w.chunked(st, 3) },
		objects.Change{Space: objects.SpaceSetting, Name: "policy", New: []byte("none")},
		objects.Change{Space: objects.SpaceMark, Name: "origin/main", New: []byte{1}})
	w.publish(func(st objects.Stage) { w.put(st, objects.KindBlob, []byte("late")) })
	w.publish(nil, objects.Change{Space: objects.SpaceRef, Name: "refs/tags/v1"}, ref("refs/heads/topic", commits[0]))
	w.m.absent = append(w.m.absent, objects.Sum(objects.KindBlob, []byte("never stored")))
}

// chunked stores a blob as n chunks.
func (w modelWriter) chunked(st objects.Stage, n int) objects.ID {
	w.Helper()
	list := &objects.ChunkList{}
	var all []byte
	for i := range n {
		part := compressible(uint64(i), 20<<10)
		list.Entries = append(list.Entries, objects.ChunkEntry{ID: w.put(st, objects.KindChunk, part), Size: uint64(len(part))})
		list.Size += uint64(len(part))
		all = append(all, part...)
	}
	id := objects.Sum(objects.KindBlob, all)
	if _, err := st.PutChunked(context.Background(), id, list.Size, w.putStructured(st, list)); err != nil {
		w.Fatal(err)
	}
	w.m.data[id] = nil
	return id
}

func (w modelWriter) byKind(kind objects.Kind) (ids []objects.ID) {
	w.Helper()
	page, err := w.s.List(context.Background(), objects.ListQuery{Kind: kind})
	if err != nil {
		w.Fatal(err)
	}
	for _, o := range page.Objects {
		ids = append(ids, o.ID)
	}
	return ids
}

// isDamage reports whether an error is one that damage may cause.
func isDamage(err error) bool {
	var c *objects.CorruptError
	var f *FormatError
	return errors.As(err, &c) || errors.As(err, &f)
}

// compare reads everything and returns what differs from the model. Errors that
// report damage are counted, not differences.
func (m *model) compare(s *Store) (differences []string, reported int) {
	ctx := context.Background()
	say := func(format string, args ...any) { differences = append(differences, fmt.Sprintf(format, args...)) }
	failed := func(what string, err error) bool {
		if err != nil && isDamage(err) {
			reported++
		} else if err != nil {
			say("%s: %v", what, err)
		}
		return err != nil
	}
	for _, id := range slices.SortedFunc(maps.Keys(m.data), objects.ID.Compare) {
		want := m.data[id]
		if o, err := s.Get(ctx, id); !failed("get", err) && !(bytes.Equal(o.Data, want) && (want == nil || o.List.IsZero())) {
			say("object %s has other bytes", id)
		}
		if info, err := s.Stat(ctx, id); !failed("stat", err) && want != nil && info.Size != uint64(len(want)) {
			say("object %s has size %d", id, info.Size)
		}
		if ok, err := s.Has(ctx, []objects.ID{id}); !failed("has", err) && !ok[0] {
			say("object %s is said to be absent", id)
		}
	}
	for _, id := range m.absent {
		if ok, err := s.Has(ctx, []objects.ID{id}); !failed("has", err) && ok[0] {
			say("object %s is said to be there", id)
		}
	}
	for space, rows := range m.rows {
		page, err := s.Rows(ctx, objects.RowQuery{Space: space})
		if failed("rows", err) {
			continue
		}
		got := map[string]string{}
		for _, r := range page.Rows {
			got[r.Name] = string(r.Value)
		}
		want := map[string]string{}
		for name, v := range rows {
			want[name] = string(v)
		}
		if !maps.Equal(got, want) {
			say("rows of %s are %q instead of %q", space, got, want)
		}
	}
	if head, err := s.Head(ctx); !failed("head", err) && head != m.head {
		say("head is %v instead of %v", head, m.head)
	}
	return differences, reported
}

// mustHold fails the test unless the store in dir holds exactly the model and
// verifies clean.
func (m *model) mustHold(t testing.TB, dir string) {
	t.Helper()
	s, err := Open(context.Background(), dir, Options{})
	if err != nil {
		t.Fatalf("Open: %v", err)
	}
	defer func() { _ = s.Close() }()
	if diff, reported := m.compare(s); len(diff) > 0 || reported > 0 {
		t.Errorf("%d errors, differences: %q", reported, diff)
	}
	mustVerify(t, s)
}

func mustVerify(t testing.TB, s *Store) VerifyReport {
	t.Helper()
	r, err := s.Verify(context.Background(), VerifyOptions{})
	if err != nil {
		t.Fatalf("Verify: %v", err)
	}
	for _, d := range r.Corrupt {
		t.Errorf("damage: %+v", d)
	}
	for _, m := range r.Missing {
		t.Errorf("missing: %s, referenced by %v", m.ID, m.ReferencedBy)
	}
	return r
}

// template is a closed fixture store that tests copy: making one takes a
// dozen syncs.
var template = sync.OnceValues(func() (string, *model) {
	dir, err := os.MkdirTemp("", "packstore-fixture-")
	if err != nil {
		panic(err)
	}
	templateDir = dir
	dir = filepath.Join(dir, "store")
	ctx := context.Background()
	if _, err := Create(ctx, dir, Options{}); err != nil {
		panic(err)
	}
	s, err := Open(ctx, dir, Options{})
	if err != nil {
		panic(err)
	}
	w := modelWriter{&fatal{}, s, newModel()}
	fixture(w)
	if err := s.Close(); err != nil {
		panic(err)
	}
	return dir, w.m
})

var templateDir string // removed by TestMain

// fatal is a testing.TB for code that runs outside of any test.
type fatal struct{ testing.TB }

func (*fatal) Helper()           {}
func (*fatal) Fatal(args ...any) { panic(fmt.Sprint(args...)) }

// newFixture returns the directory of a closed fixture store and its model.
func newFixture(t testing.TB) (string, *model) {
	t.Helper()
	dir, m := template()
	return copyStore(t, dir), m.clone()
}

func (m *model) clone() *model {
	c := newModel()
	maps.Copy(c.data, m.data)
	for s, rows := range m.rows {
		maps.Copy(c.rows[s], rows)
	}
	c.head, c.absent = m.head, slices.Clone(m.absent)
	return c
}

// copyStore copies a closed store, without what carries no meaning.
func copyStore(t testing.TB, from string) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), "store")
	backup(t, from).restore(t, to)
	return to
}

func TestModelHolds(t *testing.T) {
	dir, m := newFixture(t)
	m.mustHold(t, dir)
}
