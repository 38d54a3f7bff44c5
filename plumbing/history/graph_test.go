package history

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/memstore"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
	"github.com/genesis-vcs/genesis/refs"
)

// tester is what *testing.T, *testing.B and *rapid.T have in common.
type tester interface {
	Helper()
	Context() context.Context
	Fatalf(format string, args ...any)
}

// graph is a store with commits that have names.
type graph struct {
	tester
	store *memstore.Store
	db    *refs.DB
	ids   map[string]objects.ID
	names map[objects.ID]string
}

func newGraph(t tester) *graph {
	store := memstore.New()
	return &graph{
		tester: t, store: store, db: refs.New(store, nil, refs.Origin{Workspace: "here"}),
		ids: map[string]objects.ID{}, names: map[objects.ID]string{},
	}
}

// put stores one object of a kind.
func (g *graph) put(kind objects.Kind, data []byte) objects.ID {
	g.Helper()
	stage, err := g.store.Begin(g.Context())
	if err != nil {
		g.Fatalf("begin: %v", err)
	}
	id, _, err := stage.Put(g.Context(), kind, data)
	if err != nil {
		g.Fatalf("put: %v", err)
	}
	if _, err := g.store.Publish(g.Context(), stage, objects.Batch{Partial: true}); err != nil {
		g.Fatalf("publish: %v", err)
	}
	return id
}

func (g *graph) encode(v objects.Structured) objects.ID {
	g.Helper()
	data, err := objects.Encode(v)
	if err != nil {
		g.Fatalf("encode: %v", err)
	}
	return g.put(v.Kind(), data)
}

// commit makes a named commit with the committer's time.
func (g *graph) commit(name string, seconds int64, parents ...string) objects.ID {
	g.Helper()
	return g.commitOf(name, seconds, objects.Sum(objects.KindSnapshot, nil), parents...)
}

func (g *graph) commitOf(name string, seconds int64, snap objects.ID, parents ...string) objects.ID {
	g.Helper()
	ada := objects.Person{Name: objects.Bytes("Ada"), Email: objects.Bytes("ada@example.org"), Seconds: seconds, Zone: objects.Bytes("+0000")}
	commit := &objects.Commit{Snapshot: snap, Author: ada, Committer: ada, Message: objects.Bytes(name + "\n")}
	for _, parent := range parents {
		if g.ids[parent].IsZero() {
			g.Fatalf("%s comes before its parent %s", name, parent)
		}
		commit.Parents = append(commit.Parents, g.ids[parent])
	}
	id := g.encode(commit)
	g.ids[name], g.names[id] = id, name
	return id
}

// snapshotOf stores a tree with these files and a snapshot over it.
func (g *graph) snapshotOf(files map[string]string) objects.ID {
	g.Helper()
	stage, err := g.store.Begin(g.Context())
	if err != nil {
		g.Fatalf("begin: %v", err)
	}
	var edits []snapshot.Edit
	for path, content := range files {
		id, _, err := stage.Put(g.Context(), objects.KindBlob, []byte(content))
		if err != nil {
			g.Fatalf("put: %v", err)
		}
		name := path[strings.LastIndexByte(path, '/')+1:]
		entry := &objects.Entry{Name: objects.Bytes(name), Mode: objects.ModeFile, ID: id, Size: uint64(len(content))}
		edits = append(edits, snapshot.Edit{Path: path, Entry: entry})
	}
	root, err := snapshot.Rewrite(g.Context(), g.store, stage, objects.ID{}, edits)
	if err != nil {
		g.Fatalf("rewrite: %v", err)
	}
	id, err := snapshot.Put(g.Context(), stage, root, uint64(len(files)), 0)
	if err != nil {
		g.Fatalf("put: %v", err)
	}
	if _, err := g.store.Publish(g.Context(), stage, objects.Batch{}); err != nil {
		g.Fatalf("publish: %v", err)
	}
	return id
}

func (g *graph) from(names ...string) []objects.ID {
	var ids []objects.ID
	for _, name := range names {
		ids = append(ids, g.ids[name])
	}
	return ids
}

// log returns the names of the commits of a walk.
func (g *graph) log(q LogQuery, limit int) (names string, truncated bool) {
	g.Helper()
	commits, truncated, err := collect(g.Context(), g.store, q, limit)
	if err != nil {
		g.Fatalf("log: %v", err)
	}
	return g.namesOf(commits), truncated
}

// collect returns the commits of a walk, at most limit unless that is 0;
// truncated says that more would follow.
func collect(ctx context.Context, store objects.Store, q LogQuery, limit int) (commits []Commit, truncated bool, err error) {
	err = Log(ctx, store, q, func(c Commit) (bool, error) {
		if truncated = limit > 0 && len(commits) == limit; !truncated {
			commits = append(commits, c)
		}
		return !truncated, nil
	})
	return commits, truncated, err
}

func (g *graph) namesOf(commits []Commit) string {
	var list []string
	for _, c := range commits {
		if string(c.Message) != g.names[c.ID]+"\n" {
			g.Fatalf("commit %s has the message %q", g.names[c.ID], c.Message)
		}
		list = append(list, g.names[c.ID])
	}
	return strings.Join(list, " ")
}

// countingStore counts the objects that are read.
type countingStore struct {
	objects.Store
	mu   sync.Mutex
	gets int
}

func (s *countingStore) Get(ctx context.Context, id objects.ID) (objects.Object, error) {
	s.mu.Lock()
	s.gets++
	s.mu.Unlock()
	return s.Store.Get(ctx, id)
}

func wantError[E error](t *testing.T, err error) E {
	t.Helper()
	var want E
	if !errors.As(err, &want) {
		t.Fatalf("got the error %T (%v), want %T", err, err, want)
	}
	return want
}
