package optimize_test

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"pgregory.net/rapid"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/chunk"
	"github.com/genesis-vcs/genesis/objects/memstore"
	"github.com/genesis-vcs/genesis/refs"
)

// tester is what *testing.T and *rapid.T have in common.
type tester interface {
	Helper()
	Context() context.Context
	Fatalf(format string, args ...any)
}

// world is a store that a test fills with history.
type world struct {
	tester
	store *memstore.Store
	db    *refs.DB
	stage objects.Stage
}

// files is what a commit holds: the contents of paths.
type files map[string]string

func newWorld(t tester) *world {
	store := memstore.New()
	w := &world{tester: t, store: store, db: refs.New(store, nil, refs.Origin{Workspace: "here"})}
	w.begin()
	return w
}

func (w *world) must(err error) {
	w.Helper()
	if err != nil {
		w.Fatalf("%v", err)
	}
}

func (w *world) begin() {
	var err error
	w.stage, err = w.store.Begin(w.Context())
	w.must(err)
}

// publish makes what was put visible, with the changes of a transaction.
func (w *world) publish(change func(tx *refs.Tx)) {
	w.Helper()
	tx := w.db.Begin("test")
	change(tx)
	_, err := tx.Commit(w.Context(), w.stage)
	w.must(err)
	w.begin()
}

func (w *world) put(v objects.Structured) objects.ID {
	w.Helper()
	data, err := objects.Encode(v)
	w.must(err)
	id, _, err := w.stage.Put(w.Context(), v.Kind(), data)
	w.must(err)
	return id
}

// blob puts a file; "large" in front makes one that is stored as chunks.
func (w *world) blob(content string) objects.ID {
	w.Helper()
	if !strings.HasPrefix(content, "large") {
		id, _, err := w.stage.Put(w.Context(), objects.KindBlob, []byte(content))
		w.must(err)
		return id
	}
	blob, err := chunk.Put(w.Context(), w.stage, strings.NewReader(strings.Repeat(content, 60_000)), nil)
	w.must(err)
	return blob.ID
}

// tree puts the directory of the files whose paths begin with prefix.
func (w *world) tree(of files, prefix string) objects.ID {
	w.Helper()
	entries := map[string]objects.Entry{}
	for path, content := range of {
		rest, ok := strings.CutPrefix(path, prefix)
		if !ok {
			continue
		}
		name, _, dir := strings.Cut(rest, "/")
		switch {
		case dir && entries[name].Name == "":
			entries[name] = objects.Entry{Name: objects.Bytes(name), Mode: objects.ModeDir, ID: w.tree(of, prefix+name+"/")}
		case content == "gitlink":
			entries[name] = objects.Entry{Name: objects.Bytes(name), Mode: objects.ModeGitlink, Gitlink: objects.Bytes(bytes.Repeat([]byte{7}, 20))}
		case !dir:
			entries[name] = objects.Entry{Name: objects.Bytes(name), Mode: objects.ModeFile, ID: w.blob(content), Size: uint64(len(content))}
		}
	}
	t := &objects.Tree{}
	for _, name := range slices.Sorted(maps.Keys(entries)) {
		t.Entries = append(t.Entries, entries[name])
	}
	return w.put(t)
}

func (w *world) snapshot(of files) objects.ID {
	w.Helper()
	return w.put(&objects.Snapshot{Root: w.tree(of, ""), Files: uint64(len(of))})
}

func (w *world) commit(seconds int64, of files, parents ...objects.ID) objects.ID {
	w.Helper()
	ada := objects.Person{Name: "Ada", Email: "ada@example.org", Seconds: seconds, Zone: "+0000"}
	return w.put(&objects.Commit{Parents: parents, Snapshot: w.snapshot(of), Author: ada, Committer: ada, Message: objects.Bytes(fmt.Sprint(seconds))})
}

// reachable lists what rows and operations reach, without the operations, by the
// table of edges alone.
func (w *world) reachable() map[objects.ID]objects.Kind {
	w.Helper()
	var next []objects.ID
	for _, space := range objects.Spaces {
		page, err := w.store.Rows(w.Context(), objects.RowQuery{Space: space})
		w.must(err)
		for _, row := range page.Rows {
			if id, ok := objects.RowTarget(space, row.Name, row.Value); ok {
				next = append(next, id)
			}
		}
	}
	head, err := w.store.Head(w.Context())
	w.must(err)
	next = append(next, head.Operation)
	seen := map[objects.ID]objects.Kind{}
	for len(next) > 0 {
		id := next[len(next)-1]
		next = next[:len(next)-1]
		if seen[id] != 0 {
			continue
		}
		o, err := w.store.Get(w.Context(), id)
		w.must(err)
		seen[id] = o.Kind
		edges, err := objects.Edges(o)
		w.must(err)
		for _, e := range edges {
			if e.Strength == objects.Strong {
				next = append(next, e.To)
			}
		}
	}
	maps.DeleteFunc(seen, func(_ objects.ID, k objects.Kind) bool { return k == objects.KindOperation })
	return seen
}

// draw makes a random history: merges, branches that end, clocks that go wrong,
// files that become directories, tags, pins, what only an operation remembers.
func (w *world) draw(t *rapid.T) {
	paths := []string{"a", "b", "d/a", "d/e/a", "d/e/b", "x", "x/y"}
	contents := []string{"", "1", "2", "3", "a longer text", "large1", "large2", "gitlink"}
	type made struct {
		id objects.ID
		files
	}
	var all []made
	pick := func(label string) made { return rapid.SampledFrom(all).Draw(t, label) }
	for i := range rapid.IntRange(1, 12).Draw(t, "commits") {
		var parents []objects.ID
		now := files{}
		if i > 0 {
			for range rapid.IntRange(0, 3).Draw(t, "parents") {
				p := pick("parent")
				maps.Copy(now, p.files)
				parents = append(parents, p.id)
			}
		}
		for range rapid.IntRange(0, 3).Draw(t, "edits") {
			path := rapid.SampledFrom(paths).Draw(t, "path")
			now[path] = rapid.SampledFrom(contents).Draw(t, "content")
			if rapid.Bool().Draw(t, "gone") {
				delete(now, path)
			}
		}
		if now["x"] != "" || now["x/y"] != "" {
			delete(now, rapid.SampledFrom([]string{"x", "x/y"}).Draw(t, "one of"))
		}
		all = append(all, made{w.commit(rapid.Int64Range(0, 5).Draw(t, "time"), now, parents...), now})
	}
	branch := refs.Name("refs/heads/main")
	w.publish(func(tx *refs.Tx) {
		tx.Set(branch, pick("main").id, refs.Expect{})
		tag := w.put(&objects.Tag{Target: pick("tagged").id, TargetKind: objects.KindCommit, Name: "v1", Message: "v1"})
		tx.Set("refs/tags/v1", tag, refs.Expect{})
		tx.Set("refs/tags/tree", w.tree(pick("tree").files, ""), refs.Expect{})
		tx.Pin(w.snapshot(pick("pinned").files), "")
		tx.Pin(w.blob("large pinned"), "")
	})
	w.publish(func(tx *refs.Tx) {
		tx.Set(branch, pick("moved").id, refs.Expect{})
		tx.Delete("refs/tags/tree", refs.Expect{})
		tx.SetHead(refs.Head{Detached: pick("head").id})
		tx.Worktree(w.snapshot(pick("before").files), w.snapshot(files{"only": "here"}), w.snapshot(files{"saved": "too"}))
	})
}
