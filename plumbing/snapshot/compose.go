package snapshot

import (
	"maps"
	"slices"

	"github.com/genesis-vcs/genesis/objects"
)

// Compose joins the changes of two steps into those from the first state to the
// last: what was changed and changed back is no change. What only the second step
// brought keeps its status.
func Compose(first, second []Change) []Change {
	type ends struct {
		from, to *objects.Entry
		status   Status // of a path that only the second step changed
	}
	paths := make(map[string]ends)
	for _, c := range Split(first) {
		paths[c.Path] = ends{from: c.Old, to: c.New}
	}
	for _, c := range Split(second) {
		e, ok := paths[c.Path]
		if !ok {
			e.from, e.status = c.Old, c.Status
		} else {
			e.status = ""
		}
		e.to = c.New
		paths[c.Path] = e
	}
	var changes []Change
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		e := paths[path]
		status := Compare(e.from, e.to)
		if status != "" && e.status != "" {
			status = e.status
		}
		if status != "" {
			changes = append(changes, Change{Path: path, Status: status, Old: e.from, New: e.to})
		}
	}
	return Renames(changes)
}

// Split takes renames apart again, into what went and what came.
func Split(changes []Change) []Change {
	var out []Change
	for _, c := range changes {
		if c.Status == Renamed {
			out = append(out, Change{Path: c.OldPath, Status: Deleted, Old: c.Old})
			c = Change{Path: c.Path, Status: Added, New: c.New}
		}
		out = append(out, c)
	}
	return out
}
