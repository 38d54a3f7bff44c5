package optimize_test

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/chunk"
	"github.com/genesis-vcs/genesis/refs"
)

// large puts a large blob and lists its chunks.
func (w *world) large(data []byte) (objects.ID, []objects.ID) {
	w.Helper()
	blob, err := chunk.Put(w.Context(), w.stage, bytes.NewReader(data), nil)
	w.must(err)
	w.publish(func(tx *refs.Tx) { tx.Pin(blob.ID, "") })
	info, err := w.store.Stat(w.Context(), blob.ID)
	w.must(err)
	o, err := w.store.Get(w.Context(), info.List)
	w.must(err)
	list, err := objects.DecodeAs[*objects.ChunkList](o.Data)
	w.must(err)
	var chunks []objects.ID
	for _, e := range list.Entries {
		chunks = append(chunks, e.ID)
	}
	return blob.ID, chunks
}

// Of two versions of a large file, the chunks that differ are stored against those
// that took their place; the blobs, whose records only name chunks, against nothing.
func TestPlanOfALargeFile(t *testing.T) {
	w := newWorld(t)
	old := make([]byte, 2<<20)
	r := rand.New(rand.NewPCG(1, 2))
	for i := range old {
		old[i] = byte(r.Uint32())
	}
	edited := bytes.Clone(old)
	copy(edited[300<<10:], "edited here")
	copy(edited[1<<20:], "and there")
	before, oldChunks := w.large(old)
	after, newChunks := w.large(edited)
	var tip objects.ID
	for i, id := range []objects.ID{before, after} {
		tree := w.put(&objects.Tree{Entries: []objects.Entry{{Name: "f", Mode: objects.ModeFile, ID: id, Size: 2 << 20}}})
		c := &objects.Commit{Snapshot: w.put(&objects.Snapshot{Root: tree, Files: 1, Bytes: 2 << 20})}
		c.Author = objects.Person{Name: "Ada", Email: "ada@example.org", Seconds: int64(i), Zone: "+0000"}
		c.Committer = c.Author
		if i > 0 {
			c.Parents = []objects.ID{tip}
		}
		tip = w.put(c)
	}
	w.publish(func(tx *refs.Tx) { tx.Set("refs/heads/main", tip, refs.Expect{}) })

	plan := w.plan()
	base := map[objects.ID]objects.ID{}
	for _, p := range plan {
		if p.Base >= 0 {
			base[p.ID] = plan[p.Base].ID
		}
	}
	if len(oldChunks) != len(newChunks) {
		t.Fatalf("%d chunks became %d", len(oldChunks), len(newChunks))
	}
	differ := 0
	for i, id := range oldChunks {
		switch {
		case id == newChunks[i] && !base[id].IsZero():
			t.Errorf("chunk %d, which both have, is stored against another one", i)
		case id != newChunks[i]:
			differ++
			if base[id] != newChunks[i] {
				t.Errorf("chunk %d is stored against %s, not against what took its place", i, base[id])
			}
		}
	}
	if differ != 2 || !base[before].IsZero() || !base[after].IsZero() {
		t.Errorf("%d chunks differ; the blobs are stored against %s and %s", differ, base[before], base[after])
	}
}
