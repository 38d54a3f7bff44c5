package storecmd

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/memstore"
	"github.com/genesis-vcs/genesis/objects/packstore"
	"github.com/genesis-vcs/genesis/porcelain/cli"
)

// countingStore counts the objects that were read by List.
type countingStore struct {
	objects.Store
	listed int
}

func (s *countingStore) List(ctx context.Context, q objects.ListQuery) (objects.ListPage, error) {
	page, err := s.Store.List(ctx, q)
	s.listed += len(page.Objects)
	return page, err
}

// blobs is a store with so many blobs and nothing else.
func blobs(t *testing.T, n int) *countingStore {
	t.Helper()
	ctx := context.Background()
	store := memstore.New()
	stage, err := store.Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		if _, _, err := stage.Put(ctx, objects.KindBlob, []byte(strconv.Itoa(i))); err != nil {
			t.Fatal(err)
		}
	}
	op := &objects.Operation{Verb: "test"}
	if _, err := store.Publish(ctx, stage, objects.Batch{Operation: op}); err != nil {
		t.Fatal(err)
	}
	return &countingStore{Store: store}
}

// lsIn runs `store ls --kind blob` on a store and returns what it prints.
func lsIn(dir string, store *countingStore, args ...string) (stdout []byte, status int) {
	store.listed = 0
	var out, errs bytes.Buffer
	std := cli.IO{Stdout: &out, Stderr: &errs, OpenStore: func(context.Context, string, packstore.Options) (objects.Store, error) {
		return store, nil
	}}
	args = append([]string{"store", "ls", "--store", dir, "--kind", "blob"}, args...)
	status = cli.Run(args, std, nil, Commands)
	return append(out.Bytes(), errs.Bytes()...), status
}

// A list that is cut reads little more than it shows, whatever cuts it and
// however it is shown.
func TestLsStopsReading(t *testing.T) {
	store, dir := blobs(t, 3*pageSize), t.TempDir()
	for _, c := range []struct {
		args []string
		most int
	}{
		{[]string{"--limit", "5"}, 6},
		{[]string{"--limit", "5", "--json"}, 6},
		{[]string{"--limit", "5", "--ndjson", "--select", "hash"}, 6},
		{[]string{"--limit", strconv.Itoa(pageSize + 1)}, 2 * pageSize},
		{[]string{"--limit", "5", "--filter", "true"}, pageSize},
		{[]string{"--json", "--max-output-bytes", "20000"}, pageSize},
		{[]string{"--ndjson", "--max-output-bytes", "20000"}, pageSize},
	} {
		out, status := lsIn(dir, store, c.args...)
		if status != 0 {
			t.Fatalf("%v: exit %d\n%s", c.args, status, out)
		}
		if store.listed > c.most {
			t.Errorf("%v: %d objects were read, more than %d", c.args, store.listed, c.most)
		}
	}
}

// With a limit the list is the beginning of the whole one, and tells whether
// that was all.
func TestLsLimit(t *testing.T) {
	const most = 40
	dir := t.TempDir()
	stores := make([]*countingStore, most+1)
	rapid.Check(t, func(rt *rapid.T) {
		n, limit := rapid.IntRange(0, most).Draw(rt, "objects"), rapid.IntRange(1, most+2).Draw(rt, "limit")
		least := rapid.IntRange(0, 1).Draw(rt, "least digits after the first")
		if stores[n] == nil {
			stores[n] = blobs(t, n)
		}
		whole := lsData(rt, dir, stores[n], "--filter", fmt.Sprintf(".size > %d", least))
		cut := lsData(rt, dir, stores[n], "--filter", fmt.Sprintf(".size > %d", least), "--limit", strconv.Itoa(limit))
		if whole.Truncated || cut.Truncated != (len(whole.Objects) > limit) {
			rt.Fatalf("truncated %v of %d with the limit %d", cut.Truncated, len(whole.Objects), limit)
		}
		want := whole.Objects[:min(limit, len(whole.Objects))]
		if fmt.Sprint(cut.Objects) != fmt.Sprint(want) {
			rt.Fatalf("%v, want %v", cut.Objects, want)
		}
	})
}

// lsAnswer is what the documents of `store ls` are read into.
type lsAnswer struct {
	Objects []struct {
		Hash objects.ID `json:"hash"`
		Size uint64     `json:"size"`
	} `json:"objects"`
	Truncated bool `json:"truncated"`
}

func lsData(t *rapid.T, dir string, store *countingStore, args ...string) lsAnswer {
	out, status := lsIn(dir, store, append(args, "--json")...)
	var envelope struct {
		Data lsAnswer `json:"data"`
	}
	if err := json.Unmarshal(out, &envelope); err != nil || status != 0 {
		t.Fatalf("exit %d, %v\n%s", status, err, out)
	}
	return envelope.Data
}
