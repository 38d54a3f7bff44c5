package refs

import (
	"context"
	"errors"
	"time"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/memstore"
)

// tester is what *testing.T and *rapid.T have in common.
type tester interface {
	Helper()
	Context() context.Context
	Fatalf(format string, args ...any)
}

var testOrigin = Origin{
	Workspace: "here",
	Actor:     objects.Actor{Name: objects.Bytes("Ada"), Host: "host"},
	Now:       func() time.Time { return time.Unix(1_700_000_000, 0) },
}

func newDB(store objects.Store) *DB { return New(store, AllowAll{}, testOrigin) }

func inWorkspace(db *DB, id string) *DB {
	origin := db.origin
	origin.Workspace = id
	return New(db.store, db.gate, origin)
}

// testCommit is the n-th of the commits that tests point refs at.
func testCommit(n int) *objects.Commit {
	ada := objects.Person{Name: objects.Bytes("Ada"), Email: objects.Bytes("ada@example.org"), Seconds: int64(n), Zone: objects.Bytes("+0000")}
	return &objects.Commit{Snapshot: sumOf(testSnapshot()), Author: ada, Committer: ada, Message: objects.Bytes("message\n")}
}

func stageCommit(t tester, stage objects.Stage, n int) (id objects.ID) {
	t.Helper()
	for _, v := range []objects.Structured{&objects.Tree{}, testSnapshot(), testCommit(n)} {
		data, err := objects.Encode(v)
		if err != nil {
			t.Fatalf("encode: %v", err)
		}
		if id, _, err = stage.Put(t.Context(), v.Kind(), data); err != nil {
			t.Fatalf("put: %v", err)
		}
	}
	return id
}

// testSnapshot is the empty one that all commits have.
func testSnapshot() *objects.Snapshot { return &objects.Snapshot{Root: sumOf(&objects.Tree{})} }

func sumOf(v objects.Structured) objects.ID {
	data, err := objects.Encode(v)
	if err != nil {
		panic(err)
	}
	return objects.Sum(v.Kind(), data)
}

// storeObjects publishes n commits, a blob and an empty tree without an
// operation.
func storeObjects(t tester, store objects.Store, n int) (commits []objects.ID, blob, tree objects.ID) {
	t.Helper()
	ctx := t.Context()
	stage, err := store.Begin(ctx)
	if err != nil {
		t.Fatalf("begin: %v", err)
	}
	for i := range n {
		commits = append(commits, stageCommit(t, stage, i))
	}
	if blob, _, err = stage.Put(ctx, objects.KindBlob, []byte("blob")); err != nil {
		t.Fatalf("put: %v", err)
	}
	data, err := objects.Encode(&objects.Tree{})
	if err != nil {
		t.Fatalf("encode: %v", err)
	}
	if tree, _, err = stage.Put(ctx, objects.KindTree, data); err != nil {
		t.Fatalf("put: %v", err)
	}
	if _, err := store.Publish(ctx, stage, objects.Batch{}); err != nil {
		t.Fatalf("publish: %v", err)
	}
	return commits, blob, tree
}

func mustCommit(t tester, tx *Tx) Result {
	t.Helper()
	result, err := tx.Commit(t.Context(), nil)
	if err != nil {
		t.Fatalf("commit: %v", err)
	}
	return result
}

func setRef(t tester, db *DB, name Name, id objects.ID) Result {
	t.Helper()
	tx := db.Begin("refs set")
	tx.Set(name, id, Expect{})
	return mustCommit(t, tx)
}

// wantError checks that err is of type E and returns it.
func wantError[E error](t tester, err error) E {
	t.Helper()
	var want E
	if !errors.As(err, &want) {
		t.Fatalf("got the error %T (%v), want %T", err, err, want)
	}
	return want
}

// racingStore calls race before each Publish: what other writers do between
// the reading of a transaction and its publication.
type racingStore struct {
	*memstore.Store
	race func()
}

func (s *racingStore) Publish(ctx context.Context, stage objects.Stage, batch objects.Batch) (objects.Published, error) {
	s.race()
	return s.Store.Publish(ctx, stage, batch)
}

// allRows returns every row of the store, by space and name.
func allRows(t tester, store objects.Store) map[string]string {
	t.Helper()
	rows := map[string]string{}
	for _, space := range objects.Spaces {
		list, err := readSpace(t.Context(), store, space, "")
		if err != nil {
			t.Fatalf("rows: %v", err)
		}
		for _, row := range list {
			rows[rowKey(space, row.Name)] = string(row.Value)
		}
	}
	return rows
}

func rowKey(space objects.Space, name string) string { return string(space) + " " + name }
