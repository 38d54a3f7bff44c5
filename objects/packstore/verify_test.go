package packstore

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
)

func TestVerifyCounts(t *testing.T) {
	dir, m := newFixture(t)
	s := openStore(t, dir)
	steps := 0
	r, err := s.Verify(t.Context(), VerifyOptions{Progress: func(n int, _ uint64) { steps += n }})
	if err != nil {
		t.Fatal(err)
	}
	want := len(m.data) + int(m.head.Seq) // and an operation each
	if r.Checked != want || steps != want || r.RefsChecked != 2 || r.ByKind[objects.KindChunk] != 3 || r.Bytes == 0 {
		t.Errorf("%+v, want %d objects", r, want)
	}
	totals, err := s.Totals(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	sum := 0
	for _, k := range totals.Kinds {
		sum += k.Objects
		if k.Objects != r.ByKind[k.Kind] {
			t.Errorf("totals have %d %s, verify %d", k.Objects, k.Kind, r.ByKind[k.Kind])
		}
	}
	if sum != want || totals.Packs != len(s.snap.packs) || totals.DiskBytes < totals.StoredBytes || totals.LogicalBytes < 60<<10 {
		t.Errorf("%+v", totals)
	}
}

// TestVerifyMissing stores a tree without its file.
func TestVerifyMissing(t *testing.T) {
	s := newStore(t)
	w := modelWriter{t, s, newModel()}
	absent := objects.Sum(objects.KindBlob, []byte("absent"))
	var tree objects.ID
	st, err := s.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	tree = w.putStructured(st, &objects.Tree{Entries: []objects.Entry{{Name: "f", Mode: objects.ModeFile, ID: absent, Size: 6}}})
	_, err = s.Publish(t.Context(), st, objects.Batch{
		Changes: []objects.Change{ref("refs/heads/gone", objects.ID{9})}, Operation: &objects.Operation{Verb: "test", Seconds: 1},
		Partial: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, opts := range map[string]VerifyOptions{"all": {}, "reachable": {Reachable: true}, "ids": {IDs: []objects.ID{tree}}} {
		r, err := s.Verify(t.Context(), opts)
		if err != nil {
			t.Fatal(err)
		}
		got := map[objects.ID][]string{}
		for _, m := range r.Missing {
			got[m.ID] = m.ReferencedBy
		}
		if by := got[absent]; name != "reachable" && (len(by) != 1 || by[0] != "tree "+tree.String()) {
			t.Errorf("%s: the file is referenced by %q", name, by)
		}
		if by := got[objects.ID{9}]; name != "ids" && (len(by) == 0 || by[len(by)-1] != "ref refs/heads/gone") {
			t.Errorf("%s: the ref's target is referenced by %q", name, by)
		}
		if len(r.Corrupt) != 0 {
			t.Errorf("%s: %+v", name, r.Corrupt)
		}
	}
}

// TestVerifyWrongKind stores a tree that calls a tree a file.
func TestVerifyWrongKind(t *testing.T) {
	s := newStore(t)
	w := modelWriter{t, s, newModel()}
	w.publish(func(st objects.Stage) {
		empty := w.putStructured(st, &objects.Tree{})
		w.putStructured(st, &objects.Tree{Entries: []objects.Entry{{Name: "f", Mode: objects.ModeFile, ID: empty}}})
	})
	if r, err := s.Verify(t.Context(), VerifyOptions{}); err != nil || len(r.Corrupt) != 1 || r.Corrupt[0].What != "reference" {
		t.Errorf("%+v, %v", r.Corrupt, err)
	}
}

// TestVerifyChunked finds a chunked blob whose chunks are whole and are not its
// content.
func TestVerifyChunked(t *testing.T) {
	s := newStore(t)
	w := modelWriter{t, s, newModel()}
	id := objects.Sum(objects.KindBlob, []byte("something else"))
	w.publish(func(st objects.Stage) {
		chunk := w.put(st, objects.KindChunk, []byte("chunk"))
		list := w.putStructured(st, &objects.ChunkList{Size: 5, Entries: []objects.ChunkEntry{{ID: chunk, Size: 5}}})
		if _, err := st.PutChunked(t.Context(), id, 5, list); err != nil {
			t.Fatal(err)
		}
	})
	for _, opts := range []VerifyOptions{{}, {IDs: []objects.ID{id}}} {
		if r, err := s.Verify(t.Context(), opts); err != nil || len(r.Corrupt) != 1 || r.Corrupt[0].ID != id {
			t.Errorf("%+v, %v", r.Corrupt, err)
		}
	}
}

// TestVerifyParts reads every object in exactly one of three parts.
func TestVerifyParts(t *testing.T) {
	dir, m := newFixture(t)
	s := openStore(t, dir)
	whole := mustVerify(t, s)
	structured := uint64(0)
	for id, data := range m.data {
		if info, err := s.Stat(t.Context(), id); err == nil && info.Kind.Structured() {
			structured += uint64(len(data))
		}
	}
	for _, id := range (modelWriter{t, s, m}).byKind(objects.KindOperation) {
		o, err := s.Get(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		structured += uint64(len(o.Data))
	}
	sum := uint64(0)
	for part := 1; part <= 3; part++ {
		r, err := s.Verify(t.Context(), VerifyOptions{Part: part, Of: 3})
		if err != nil || r.Checked != whole.Checked {
			t.Errorf("part %d: %+v, %v", part, r, err)
		}
		sum += r.Bytes
	}
	if sum != whole.Bytes+2*structured {
		t.Errorf("the parts read %d bytes, the whole %d of which %d structured", sum, whole.Bytes, structured)
	}
}

// TestVerifyBesideWriters raises no false alarm while others publish and merge.
func TestVerifyBesideWriters(t *testing.T) {
	dir, m := newFixture(t)
	s := openStore(t, dir)
	var stop atomic.Bool
	done := make(chan error, 1)
	writer := openStore(t, dir)
	go func() {
		w := modelWriter{&fatal{}, writer, m}
		for i := byte(0); !stop.Load(); i++ {
			w.publish(func(st objects.Stage) { w.put(st, objects.KindBlob, []byte{i, i}) },
				objects.Change{Space: objects.SpaceSetting, Name: "n", New: []byte{i}})
		}
		done <- nil
	}()
	for range 15 {
		mustVerify(t, s)
	}
	stop.Store(true)
	<-done
	mustVerify(t, s)
}

func TestVerifyCanceled(t *testing.T) {
	dir, _ := newFixture(t)
	s := openStore(t, dir)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, opts := range []VerifyOptions{{}, {Reachable: true}} {
		if _, err := s.Verify(ctx, opts); !errors.Is(err, context.Canceled) {
			t.Errorf("%+v: %v", opts, err)
		}
	}
}
