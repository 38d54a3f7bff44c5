package packstore

import (
	"context"

	"github.com/genesis-vcs/genesis/objects"
)

// awaited is a strong reference of a staged object to one that was not there
// when it was staged. Children are usually staged first, so there are few.
type awaited struct {
	by   objects.ID
	edge objects.Edge
}

// await notes the references of an object that nothing satisfies yet.
func (st *stage) await(by objects.ID, edges []objects.Edge) {
	if edges = st.unstaged(edges); len(edges) == 0 {
		return
	}
	snap, err := st.s.acquire()
	if err != nil {
		return // closed: Publish fails
	}
	defer st.s.release(snap)
	var open []awaited
	for _, e := range edges {
		if absent(snap, e.To) {
			open = append(open, awaited{by, e})
		}
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	st.awaits = append(st.awaits, open...)
}

// unstaged returns the strong edges whose targets are not in the stage.
func (st *stage) unstaged(edges []objects.Edge) (out []objects.Edge) {
	st.mu.Lock()
	defer st.mu.Unlock()
	for _, e := range edges {
		if _, ok := st.staged[e.To]; !ok && e.Strength == objects.Strong {
			out = append(out, e)
		}
	}
	return out
}

// absent reports whether an object is certainly not there: a damaged footer may
// hide it.
func absent(snap *snapshot, id objects.ID) bool {
	known, err := snap.has(id)
	return err == nil && !known
}

// closed makes sure that everything that the staged objects strongly refer to is
// in the stage or the snapshot: *objects.DanglingError.
func (st *stage) closed(ctx context.Context, snap *snapshot) error {
	st.mu.Lock()
	defer st.mu.Unlock()
	for _, a := range st.awaits {
		if err := ctx.Err(); err != nil {
			return err
		}
		if _, ok := st.staged[a.edge.To]; !ok && absent(snap, a.edge.To) {
			return &objects.DanglingError{ID: a.by, Field: a.edge.Field, To: a.edge.To}
		}
	}
	return nil
}
