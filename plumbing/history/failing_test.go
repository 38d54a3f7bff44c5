package history

import (
	"context"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/storetest"
	"github.com/genesis-vcs/genesis/refs"
)

// TestStoreFails makes each call that a walk or a resolution makes to the store
// fail:
//
//	a - b - d   main
//	 \- c -/    tag of c: v1
func TestStoreFails(t *testing.T) {
	g := newGraph(t)
	snap := g.snapshotOf(map[string]string{"dir/file": "1"})
	other := g.snapshotOf(map[string]string{"dir/file": "2"})
	a := g.commitOf("a", 1, snap)
	g.commitOf("b", 2, other, "a")
	c := g.commitOf("c", 3, snap, "a")
	d := g.commitOf("d", 4, other, "b", "c")
	g.set("refs/heads/main", d)
	g.set("refs/tags/v1", g.tag(c, objects.KindCommit))
	g.head(refs.Head{Branch: "refs/heads/main"})
	store := &storetest.Failing{Store: g.store, Left: -1}
	db := refs.New(store, nil, refs.Origin{Workspace: "here"})
	log := func(q LogQuery) func(context.Context) error {
		return func(ctx context.Context) error {
			_, _, err := collect(ctx, store, q, 0)
			return err
		}
	}
	resolve := func(text string) func(context.Context) error {
		return func(ctx context.Context) error {
			_, err := Resolve(ctx, db, text)
			return err
		}
	}
	for name, op := range map[string]func(context.Context) error{
		"log":           log(LogQuery{From: []objects.ID{d}}),
		"log of paths":  log(LogQuery{From: []objects.ID{d}, Paths: []string{"dir/file", "none"}}),
		"log of range":  log(LogQuery{From: []objects.ID{d}, Exclude: []objects.ID{c}}),
		"id":            resolve(d.String()),
		"short id":      resolve(a.String()[:12]),
		"steps":         resolve("main^2~1"),
		"tag":           resolve("v1^"),
		"short name":    resolve("v1"),
		"resolve range": func(ctx context.Context) error { _, _, err := ResolveRange(ctx, db, []string{"v1..main"}); return err },
		"HEAD":          func(ctx context.Context) error { _, _, err := ResolveRange(ctx, db, nil); return err },
		"commit":        func(ctx context.Context) error { _, _, err := ResolveCommit(ctx, db, "v1"); return err },
		"tree":          func(ctx context.Context) error { _, err := ResolveTree(ctx, db, "v1"); return err },
		"any id":        func(ctx context.Context) error { _, err := ResolveID(ctx, store, snap.String()); return err },
	} {
		storetest.EachCall(t, store, name, op)
	}
}
