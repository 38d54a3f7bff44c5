package history

import (
	"fmt"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
)

func benchLine(b *testing.B, n int) *graph {
	g := newGraph(b)
	snap := [2]objects.ID{g.snapshotOf(map[string]string{"a/b": "1", "c": "1"}), g.snapshotOf(map[string]string{"a/b": "2", "c": "1"})}
	g.commitOf("0", 0, snap[0])
	for i := 1; i < n; i++ {
		g.commitOf(fmt.Sprint(i), int64(i), snap[i/10%2], fmt.Sprint(i-1))
	}
	g.set("refs/heads/main", g.ids[fmt.Sprint(n-1)])
	return g
}

func BenchmarkLog1000(b *testing.B) {
	g := benchLine(b, 1000)
	for b.Loop() {
		if commits, _, err := collect(b.Context(), g.store, LogQuery{From: g.from("999")}, 0); err != nil || len(commits) != 1000 {
			b.Fatal(len(commits), err)
		}
	}
}

func BenchmarkLog1000Paths(b *testing.B) {
	g := benchLine(b, 1000)
	for b.Loop() {
		if commits, _, err := collect(b.Context(), g.store, LogQuery{From: g.from("999"), Paths: []string{"a/b"}}, 0); err != nil || len(commits) != 100 {
			b.Fatal(len(commits), err)
		}
	}
}

func BenchmarkResolve(b *testing.B) {
	g := benchLine(b, 100)
	id := g.ids["50"].String()
	for _, text := range []string{"main", "main~10", id, id[:12]} {
		b.Run(text[:min(8, len(text))], func(b *testing.B) {
			for b.Loop() {
				if _, err := Resolve(b.Context(), g.db, text); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
