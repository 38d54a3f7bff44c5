package history

import (
	"context"
	"slices"

	"github.com/genesis-vcs/genesis/objects"
)

// maxNear bounds among how many kept ancestors those are looked for that others
// stand on.
const maxNear = 64

// Simplify gives each of the kept commits its nearest kept ancestors in place of its
// parents: those that a line of parents leads to which passes no other kept commit,
// without those that another one of them stands on and that are no parents. The kept commits are some of
// those that the query reaches; its filters and Max do not count here.
func Simplify(ctx context.Context, store objects.Store, q LogQuery, kept []objects.ID) (map[objects.ID][]objects.ID, error) {
	type link struct {
		id      objects.ID
		parents []objects.ID
	}
	var links []link
	whole := LogQuery{From: q.From, Exclude: q.Exclude}
	err := Log(ctx, store, whole, func(c Commit) (bool, error) {
		links = append(links, link{c.ID, c.Parents})
		return true, nil
	})
	if err != nil {
		return nil, err
	}
	out := make(map[objects.ID][]objects.ID, len(kept))
	for _, id := range kept {
		out[id] = nil
	}
	s := simplifier{parents: out, near: make(map[objects.ID][]objects.ID, len(links))}
	for _, l := range slices.Backward(links) { // parents first
		if _, ok := out[l.id]; ok {
			out[l.id] = s.ancestors(l.parents, l.parents)
			s.near[l.id] = []objects.ID{l.id}
		} else {
			s.near[l.id] = s.ancestors(l.parents, nil)
		}
	}
	return out, nil
}

// simplifier knows of each commit that it has seen the kept commits that stand for
// it: itself, or its nearest ones.
type simplifier struct {
	parents map[objects.ID][]objects.ID // of the kept commits, as they will be
	near    map[objects.ID][]objects.ID
}

// ancestors are the kept commits that stand for some parents; those of always are not
// left out because another one stands on them.
func (s *simplifier) ancestors(parents, always []objects.ID) []objects.ID {
	if len(parents) == 1 {
		return s.near[parents[0]]
	}
	var all []objects.ID
	for _, p := range parents {
		for _, id := range s.near[p] {
			if !slices.Contains(all, id) {
				all = append(all, id)
			}
		}
	}
	if len(all) < 2 || len(all) > maxNear {
		return all
	}
	below := map[objects.ID]bool{}
	for _, id := range all {
		s.reach(id, below)
	}
	return slices.DeleteFunc(all, func(id objects.ID) bool { return below[id] && !slices.Contains(always, id) })
}

// reach adds what a kept commit stands on.
func (s *simplifier) reach(id objects.ID, seen map[objects.ID]bool) {
	next := slices.Clone(s.parents[id])
	for len(next) > 0 {
		id, next = next[len(next)-1], next[:len(next)-1]
		if !seen[id] {
			seen[id] = true
			next = append(next, s.parents[id]...)
		}
	}
}
