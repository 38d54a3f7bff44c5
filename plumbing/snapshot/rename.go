package snapshot

import (
	"path"
	"slices"
	"strings"

	"github.com/genesis-vcs/genesis/objects"
)

// Renames joins a deleted and an added (or untracked) file of identical content
// and mode into one Renamed change; equal candidates pair in path order, same base
// name first. The result is sorted by path.
func Renames(changes []Change) []Change {
	out := slices.Clone(changes)
	slices.SortStableFunc(out, func(x, y Change) int { return strings.Compare(x.Path, y.Path) })
	gone, come := candidates(out)
	joined := make(map[int]bool) // indexes of deleted halves, now part of a rename
	for _, key := range gone.keys {
		from, to := gone.of[key], come.of[key]
		for _, same := range []bool{true, false} {
			from, to = pair(out, joined, from, to, same)
		}
	}
	if len(joined) == 0 {
		return out
	}
	kept := out[:0]
	for i, c := range out {
		if !joined[i] {
			kept = append(kept, c)
		}
	}
	return kept
}

// content is what two halves of a rename have in common.
type content struct {
	id   objects.ID
	mode objects.Mode
}

// halves are indexes of changes by content, in path order.
type halves struct {
	keys []content // in the order of their first change
	of   map[content][]int
}

func (h *halves) add(i int, e *objects.Entry) {
	key := content{id: e.ID, mode: e.Mode}
	if _, ok := h.of[key]; !ok {
		h.keys = append(h.keys, key)
	}
	h.of[key] = append(h.of[key], i)
}

func candidates(changes []Change) (gone, come halves) {
	gone.of, come.of = make(map[content][]int), make(map[content][]int)
	for i, c := range changes {
		switch {
		case c.Status == Deleted && c.Old != nil && c.Old.Mode.IsFile():
			gone.add(i, c.Old)
		case (c.Status == Added || c.Status == Untracked) && c.New != nil && c.New.Mode.IsFile():
			come.add(i, c.New)
		}
	}
	return gone, come
}

// pair joins the first of from with the first of to and so on, or with same
// only those of one base name. It returns what is left over.
func pair(changes []Change, joined map[int]bool, from, to []int, same bool) (restFrom, restTo []int) {
	byBase := make(map[string][]int)
	base := func(i int) string {
		if same {
			return path.Base(changes[i].Path)
		}
		return ""
	}
	for _, t := range to {
		byBase[base(t)] = append(byBase[base(t)], t)
	}
	taken := make(map[int]bool)
	for _, f := range from {
		targets := byBase[base(f)]
		if len(targets) == 0 {
			restFrom = append(restFrom, f)
			continue
		}
		t := targets[0]
		byBase[base(f)] = targets[1:]
		taken[t], joined[f] = true, true
		changes[t] = Change{Path: changes[t].Path, OldPath: changes[f].Path, Status: Renamed,
			Old: changes[f].Old, New: changes[t].New, Similarity: 100}
	}
	for _, t := range to {
		if !taken[t] {
			restTo = append(restTo, t)
		}
	}
	return restFrom, restTo
}
