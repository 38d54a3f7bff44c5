package commitcmd

import (
	"maps"
	"slices"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
)

// compose joins the changes of two steps into those from the first state to the
// last: what was changed and changed back is no change.
func compose(first, second []snapshot.Change) []snapshot.Change {
	type ends struct{ from, to *objects.Entry }
	paths := make(map[string]ends)
	for _, c := range split(first) {
		paths[c.Path] = ends{c.Old, c.New}
	}
	for _, c := range split(second) {
		e, ok := paths[c.Path]
		if !ok {
			e.from = c.Old
		}
		e.to = c.New
		paths[c.Path] = e
	}
	var changes []snapshot.Change
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		e := paths[path]
		if status := statusOf(e.from, e.to); status != "" {
			changes = append(changes, snapshot.Change{Path: path, Status: status, Old: e.from, New: e.to})
		}
	}
	return snapshot.Renames(changes)
}

// split takes renames apart again.
func split(changes []snapshot.Change) []snapshot.Change {
	var out []snapshot.Change
	for _, c := range changes {
		if c.Status == snapshot.Renamed {
			out = append(out, snapshot.Change{Path: c.OldPath, Status: snapshot.Deleted, Old: c.Old})
			c = snapshot.Change{Path: c.Path, Status: snapshot.Added, New: c.New}
		}
		out = append(out, c)
	}
	return out
}

// statusOf says how an entry changed; "" when it did not.
func statusOf(from, to *objects.Entry) snapshot.Status {
	switch {
	case from == nil && to == nil:
		return ""
	case from == nil:
		return snapshot.Added
	case to == nil:
		return snapshot.Deleted
	case from.ID == to.ID && from.Mode == to.Mode && string(from.Gitlink) == string(to.Gitlink):
		return ""
	default:
		return snapshot.Modified
	}
}
