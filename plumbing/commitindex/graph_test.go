package commitindex

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"pgregory.net/rapid"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/memstore"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
)

// tester is what *testing.T, *testing.B and *rapid.T have in common.
type tester interface {
	Helper()
	Context() context.Context
	Fatalf(format string, args ...any)
}

// graph is a store with a history.
type graph struct {
	tester
	store   *memstore.Store
	commits []made
}

// made is a commit with what the index should say of it.
type made struct {
	id         objects.ID
	time       int64
	parents    []int // places in the list
	root       objects.ID
	generation int64
}

func newGraph(t tester) *graph { return &graph{tester: t, store: memstore.New()} }

// grow adds commits to the history, each with a change of files.
func (g *graph) commit(time int64, parents []int, files map[string]string) {
	g.Helper()
	stage, err := g.store.Begin(g.Context())
	if err != nil {
		g.Fatalf("begin: %v", err)
	}
	root := objects.ID{}
	generation := min(time, latest)
	commit := &objects.Commit{Message: objects.Bytes(fmt.Sprint(len(g.commits)))}
	for i, p := range parents {
		if i == 0 {
			root = g.commits[p].root
		}
		generation = max(generation, g.commits[p].generation+1)
		commit.Parents = append(commit.Parents, g.commits[p].id)
	}
	var edits []snapshot.Edit
	for path, content := range files {
		edit := snapshot.Edit{Path: path}
		if content != "" {
			id, _, err := stage.Put(g.Context(), objects.KindBlob, []byte(content))
			if err != nil {
				g.Fatalf("put: %v", err)
			}
			name := path[strings.LastIndexByte(path, '/')+1:]
			edit.Entry = &objects.Entry{Name: objects.Bytes(name), Mode: objects.ModeFile, ID: id, Size: uint64(len(content))}
		}
		edits = append(edits, edit)
	}
	slices.SortFunc(edits, func(a, b snapshot.Edit) int { return strings.Compare(a.Path, b.Path) })
	if root, err = snapshot.Rewrite(g.Context(), g.store, stage, root, edits); err != nil {
		g.Fatalf("rewrite: %v", err)
	}
	if commit.Snapshot, err = snapshot.Put(g.Context(), stage, root, 0, 0); err != nil {
		g.Fatalf("snapshot: %v", err)
	}
	snap := commit.Snapshot
	commit.Committer.Seconds = time
	data, err := objects.Encode(commit)
	if err != nil {
		g.Fatalf("encode: %v", err)
	}
	id, _, err := stage.Put(g.Context(), objects.KindCommit, data)
	if err != nil {
		g.Fatalf("put: %v", err)
	}
	if _, err := g.store.Publish(g.Context(), stage, objects.Batch{}); err != nil {
		g.Fatalf("publish: %v", err)
	}
	loaded, err := snapshot.Load(g.Context(), g.store, snap)
	if err != nil {
		g.Fatalf("snapshot: %v", err)
	}
	g.commits = append(g.commits, made{id, time, parents, loaded.Root, generation})
}

// drawPath draws one of a few paths, some of which are directories of others.
func drawPath(t *rapid.T) string {
	return rapid.SampledFrom([]string{"a", "b", "d/a", "d/e/a", "d/e/b", "x/y/z"}).Draw(t, "path")
}

// draw adds a random history with merges, several roots and any clocks.
func (g *graph) draw(t *rapid.T, n int) {
	for range n {
		var parents []int
		if have := len(g.commits); have > 0 {
			parents = rapid.SliceOfNDistinct(rapid.IntRange(max(0, have-6), have-1), 0, min(5, have), rapid.ID[int]).Draw(t, "parents")
		}
		files := map[string]string{}
		for range rapid.IntRange(0, 3).Draw(t, "files") {
			path := drawPath(t)
			files[path] = rapid.SampledFrom([]string{"", "1", "2"}).Draw(t, "content")
		}
		g.commit(rapid.OneOf(rapid.Int64Range(-5, 50), rapid.Int64()).Draw(t, "time"), parents, files)
	}
}

func (g *graph) tip() []objects.ID { return []objects.ID{g.commits[len(g.commits)-1].id} }

func (g *graph) all() []objects.ID {
	var ids []objects.ID
	for _, c := range g.commits {
		ids = append(ids, c.id)
	}
	return ids
}

func (g *graph) index(tips []objects.ID, limit int) int {
	g.Helper()
	n, err := Grow(g.Context(), g.store, tips, limit)
	if err != nil {
		g.Fatalf("grow: %v", err)
	}
	return n
}
