package storetest

import (
	"bytes"
	"encoding/binary"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
)

func testEmpty(e *env) {
	e.wantHead(0)
	e.wantHas(objects.ID{1}, false)
	has, err := e.store.Has(e.ctx, nil)
	e.check(err)
	if len(has) != 0 {
		e.Errorf("Has of nothing is %v", has)
	}
	e.wantNotFound(objects.ID{1})
	list, err := e.store.List(e.ctx, objects.ListQuery{})
	e.check(err)
	if len(list.Objects) != 0 || list.More {
		e.Errorf("List is %+v", list)
	}
	for _, space := range objects.Spaces {
		_, ok, err := e.store.Row(e.ctx, space, "x")
		e.check(err)
		page, err := e.store.Rows(e.ctx, objects.RowQuery{Space: space})
		e.check(err)
		if ok || len(page.Rows) != 0 || page.More {
			e.Errorf("space %s has rows: %v %+v", space, ok, page)
		}
	}
}

// wantNotFound checks that Get and Stat name the missing object.
func (e *env) wantNotFound(id objects.ID) {
	e.Helper()
	var missing *objects.NotFoundError
	if _, err := e.store.Get(e.ctx, id); !errors.As(err, &missing) || missing.ID != id {
		e.Errorf("Get: %v, want a NotFoundError of %s", err, id)
	}
	missing = nil
	if _, err := e.store.Stat(e.ctx, id); !errors.As(err, &missing) || missing.ID != id {
		e.Errorf("Stat: %v, want a NotFoundError of %s", err, id)
	}
}

// noise returns n deterministic bytes that do not compress.
func noise(n int) []byte {
	out := make([]byte, 0, n+8)
	for x := uint64(2463534242); len(out) < n; {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
		out = binary.LittleEndian.AppendUint64(out, x)
	}
	return out[:n]
}

// sample is an object with its kind.
type sample struct {
	kind objects.Kind
	data []byte
}

// samples returns objects of every kind, and blobs of many sizes, each after
// those that it refers to.
func samples(t *testing.T) []sample {
	sum := func(v objects.Structured) objects.ID {
		data, err := objects.Encode(v)
		if err != nil {
			t.Fatal(err)
		}
		return objects.Sum(v.Kind(), data)
	}
	x := objects.Sum(objects.KindBlob, []byte("x"))
	snapshot := &objects.Snapshot{Root: sum(&objects.Tree{})}
	commit := &objects.Commit{Snapshot: sum(snapshot)}
	list := []sample{
		{objects.KindBlob, nil},
		{objects.KindBlob, []byte("x")},
		{objects.KindBlob, noise(5000)},
		{objects.KindBlob, bytes.Repeat([]byte("genesis "), 4000)},
		{objects.KindBlob, noise(255 << 10)},
		{objects.KindChunk, noise(70_000)},
		// The same bytes have another identity as another kind.
		{objects.KindChunk, []byte("x")},
	}
	for _, v := range []objects.Structured{
		&objects.ChunkList{Size: 1, Entries: []objects.ChunkEntry{{ID: objects.Sum(objects.KindChunk, []byte("x")), Size: 1}}},
		&objects.Tree{},
		&objects.Tree{Entries: []objects.Entry{{Name: "a", Mode: objects.ModeFile, ID: x, Size: 1}}},
		snapshot,
		commit,
		&objects.Tag{Target: sum(commit), TargetKind: objects.KindCommit, Name: "v1"},
		&objects.View{},
	} {
		data, err := objects.Encode(v)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, sample{v.Kind(), data})
	}
	return list
}

func testObjects(e *env) {
	st := e.begin()
	all := samples(e.T)
	var bytesIn uint64
	for _, s := range all {
		e.put(st, s.kind, s.data)
		bytesIn += uint64(len(s.data))
	}
	stats := st.Stats()
	if stats.Objects != len(all) || stats.Bytes != bytesIn {
		e.Errorf("stats are %+v, want %d objects of %d bytes", stats, len(all), bytesIn)
	}
	if pub := e.publish(st, objects.Batch{}); pub.StageStats != stats {
		e.Errorf("Publish reports %+v, the stage %+v", pub.StageStats, stats)
	}
	for _, s := range all {
		id := objects.Sum(s.kind, s.data)
		o, err := e.store.Get(e.ctx, id)
		e.check(err)
		if o.ID != id || o.Kind != s.kind || o.Size != uint64(len(s.data)) || !o.List.IsZero() || !bytes.Equal(o.Data, s.data) {
			e.Errorf("Get of a %s of %d bytes: %+v", s.kind, len(s.data), o.Info)
		}
		info, err := e.store.Stat(e.ctx, id)
		e.check(err)
		if info != o.Info {
			e.Errorf("Stat says %+v, Get %+v", info, o.Info)
		}
		e.wantHas(id, true)
	}
}

func testOwnership(e *env) {
	st := e.begin()
	data := []byte("mine, not yours")
	id := e.put(st, objects.KindBlob, data)
	copy(data, "overwritten")
	e.publish(st, objects.Batch{})
	for range 2 {
		o, err := e.store.Get(e.ctx, id)
		e.check(err)
		if string(o.Data) != "mine, not yours" {
			e.Fatalf("the content became %q", o.Data)
		}
		copy(o.Data, "overwritten")
	}
	value := []byte("value")
	e.set(objects.Change{Space: objects.SpaceSetting, Name: "s", New: value})
	copy(value, "VALUE")
	for range 2 {
		got, _, err := e.store.Row(e.ctx, objects.SpaceSetting, "s")
		e.check(err)
		if string(got) != "value" {
			e.Fatalf("the value became %q", got)
		}
		copy(got, "VALUE")
	}
}

func testPrivateStage(e *env) {
	st, other := e.begin(), e.begin()
	id := e.put(st, objects.KindBlob, []byte("secret"))
	e.wantHas(id, false)
	e.wantNotFound(id)
	info, err := st.Stat(e.ctx, id)
	e.check(err)
	if info.ID != id || info.Kind != objects.KindBlob || info.Size != 6 {
		e.Errorf("the stage's Stat says %+v", info)
	}
	var missing *objects.NotFoundError
	if _, err := other.Stat(e.ctx, id); !errors.As(err, &missing) {
		e.Errorf("another stage sees the object: %v", err)
	}
	list, err := e.store.List(e.ctx, objects.ListQuery{})
	e.check(err)
	if len(list.Objects) != 0 {
		e.Errorf("List shows staged objects: %+v", list)
	}
	e.check(st.Abort())
	e.wantHas(id, false)
	if fresh := e.fresh(other, "secret"); !fresh {
		e.Error("an aborted object counts as stored")
	}
	e.publish(other, objects.Batch{})
	e.wantContent(id, []byte("secret"))
}

func (e *env) fresh(st objects.Stage, content string) bool {
	e.Helper()
	_, fresh, err := st.Put(e.ctx, objects.KindBlob, []byte(content))
	e.check(err)
	return fresh
}

func testDedup(e *env) {
	stored := e.blob("stored")
	st := e.begin()
	if !e.fresh(st, "new") || e.fresh(st, "new") || e.fresh(st, "stored") {
		e.Error("fresh is wrong: want true, then false for what the stage or the store holds")
	}
	if s := st.Stats(); s.Objects != 1 || s.Bytes != 3 {
		e.Errorf("stats are %+v, want one object of 3 bytes", s)
	}
	if _, err := st.Stat(e.ctx, stored); err != nil {
		e.Errorf("the stage does not see the store: %v", err)
	}
	// Two stages may hold the same object; both are published.
	twin := e.begin()
	e.put(twin, objects.KindBlob, []byte("new"))
	e.publish(st, objects.Batch{})
	e.publish(twin, objects.Batch{})
	list, err := e.store.List(e.ctx, objects.ListQuery{})
	e.check(err)
	if len(list.Objects) != 2 {
		e.Errorf("List shows %d objects, want 2: %+v", len(list.Objects), list)
	}
}

func testCanonical(e *env) {
	st := e.begin()
	tree, err := objects.Encode(&objects.Tree{})
	e.check(err)
	for name, s := range map[string]sample{
		"not CBOR":        {objects.KindTree, []byte("x")},
		"another kind":    {objects.KindCommit, tree},
		"trailing bytes":  {objects.KindTree, append(slices.Clone(tree), 0)},
		"not canonical":   {objects.KindTree, []byte("\xa1\x67entries\x80")},
		"empty":           {objects.KindTree, nil},
		"an empty chunk":  {objects.KindChunk, nil},
		"a large chunk":   {objects.KindChunk, make([]byte, objects.MaxChunk+1)},
		"an unknown kind": {objects.Kinds[len(objects.Kinds)-1] + 1, tree},
	} {
		var malformed *objects.EncodingError
		if _, _, err := st.Put(e.ctx, s.kind, s.data); !errors.As(err, &malformed) {
			e.Errorf("%s: %v, want an EncodingError", name, err)
		}
	}
	// A refused object does not spoil the stage.
	id := e.put(st, objects.KindTree, tree)
	if s := st.Stats(); s.Objects != 1 {
		e.Errorf("stats are %+v, want one object", s)
	}
	e.publish(st, objects.Batch{})
	e.wantContent(id, tree)
}

func testChunked(e *env) {
	st := e.begin()
	parts := [][]byte{noise(100_000), []byte("end")}
	list := &objects.ChunkList{}
	for _, p := range parts {
		list.Entries = append(list.Entries, objects.ChunkEntry{ID: e.put(st, objects.KindChunk, p), Size: uint64(len(p))})
		list.Size += uint64(len(p))
	}
	data, err := objects.Encode(list)
	e.check(err)
	listID := e.put(st, objects.KindChunkList, data)
	whole := slices.Concat(parts...)
	id := objects.Sum(objects.KindBlob, whole)
	before := st.Stats()
	for _, want := range []bool{true, false} {
		fresh, err := st.PutChunked(e.ctx, id, list.Size, listID)
		e.check(err)
		if fresh != want {
			e.Errorf("PutChunked says fresh %v, want %v", fresh, want)
		}
	}
	if s := st.Stats(); s.Objects != before.Objects+1 || s.Bytes != before.Bytes {
		e.Errorf("stats went from %+v to %+v: want one object more and no bytes", before, s)
	}
	if e.fresh(st, string(whole)) {
		e.Error("the blob is fresh, whole, beside its chunks")
	}
	staged, err := st.Stat(e.ctx, id)
	e.check(err)
	e.publish(st, objects.Batch{})
	o, err := e.store.Get(e.ctx, id)
	e.check(err)
	if o.Data != nil || o.List != listID || o.Kind != objects.KindBlob || o.Size != list.Size || o.ID != id {
		e.Errorf("Get of a chunked blob: %+v with %d bytes", o.Info, len(o.Data))
	}
	if staged.List != listID || staged.Size != list.Size {
		e.Errorf("the stage's Stat says %+v", staged)
	}
	st = e.begin()
	if fresh, err := st.PutChunked(e.ctx, id, list.Size, listID); err != nil || fresh {
		e.Errorf("PutChunked of a stored blob: fresh %v, %v", fresh, err)
	}
	e.check(st.Abort())
}

func testList(e *env) {
	st := e.begin()
	var ids []objects.ID
	trees := 0
	for i := range 40 {
		ids = append(ids, e.put(st, objects.KindBlob, []byte{byte(i)}))
	}
	for _, s := range samples(e.T) {
		if s.kind == objects.KindTree {
			ids = append(ids, e.put(st, s.kind, s.data))
			trees++
		}
	}
	e.publish(st, objects.Batch{Partial: true})
	slices.SortFunc(ids, objects.ID.Compare)
	for _, limit := range []int{0, 1, 7, len(ids) - 1, len(ids), len(ids) + 1} {
		got := e.listAll(objects.ListQuery{Limit: limit})
		if !slices.Equal(got, ids) {
			e.Errorf("pages of %d yield %d objects, want %d in order", limit, len(got), len(ids))
		}
	}
	if got := e.listAll(objects.ListQuery{Kind: objects.KindTree, Limit: 1}); len(got) != trees {
		e.Errorf("List shows %d trees, want %d", len(got), trees)
	}
	for _, digits := range []int{1, 2, 8, 63, 64} {
		prefix := ids[3].String()[:digits]
		var want []objects.ID
		for _, id := range ids {
			if strings.HasPrefix(id.String(), prefix) {
				want = append(want, id)
			}
		}
		if got := e.listAll(objects.ListQuery{Prefix: prefix, Limit: 2}); !slices.Equal(got, want) {
			e.Errorf("prefix %s yields %v, want %v", prefix, got, want)
		}
	}
	var bad *objects.BadIDError
	if _, err := e.store.List(e.ctx, objects.ListQuery{Prefix: "XY"}); !errors.As(err, &bad) {
		e.Errorf("a prefix that is not hex: %v, want a BadIDError", err)
	}
}

func testDefaultPage(e *env) {
	st := e.begin()
	for i := range 1001 {
		e.put(st, objects.KindBlob, binary.BigEndian.AppendUint32(nil, uint32(i)))
	}
	e.publish(st, objects.Batch{})
	page, err := e.store.List(e.ctx, objects.ListQuery{})
	e.check(err)
	if len(page.Objects) != 1000 || !page.More {
		e.Errorf("a page without a limit has %d objects, more %v", len(page.Objects), page.More)
	}
	if got := e.listAll(objects.ListQuery{}); len(got) != 1001 {
		e.Errorf("the pages have %d objects", len(got))
	}
}

// listAll follows the pages of a query.
func (e *env) listAll(q objects.ListQuery) []objects.ID {
	e.Helper()
	var ids []objects.ID
	for {
		page, err := e.store.List(e.ctx, q)
		e.check(err)
		if q.Limit > 0 && len(page.Objects) > q.Limit || page.More && len(page.Objects) == 0 {
			e.Fatalf("a page of %d has %d objects, more %v", q.Limit, len(page.Objects), page.More)
		}
		for _, o := range page.Objects {
			ids = append(ids, o.ID)
		}
		if !page.More {
			return ids
		}
		q.After = ids[len(ids)-1]
	}
}

// Damaged bytes are an error that names the object; they are never data, and
// never make the object look absent.
func testDamage(e *env, harm func(*testing.T, objects.Store, objects.ID)) {
	st := e.begin()
	var ids []objects.ID
	for _, s := range samples(e.T) {
		if len(s.data) > 0 {
			ids = append(ids, e.put(st, s.kind, s.data))
		}
	}
	sound := e.put(st, objects.KindBlob, []byte("sound"))
	e.publish(st, objects.Batch{})
	for _, id := range ids {
		harm(e.T, e.store, id)
		var corrupt *objects.CorruptError
		if o, err := e.store.Get(e.ctx, id); !errors.As(err, &corrupt) || corrupt.ID != id || o.Data != nil {
			e.Errorf("Get of a damaged %s: %v, want a CorruptError of %s", o.Kind, err, id)
		}
		e.wantHas(id, true)
	}
	e.wantContent(sound, []byte("sound"))
}
