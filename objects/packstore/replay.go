package packstore

import (
	"context"
	"fmt"
	"slices"

	"github.com/genesis-vcs/genesis/objects"
)

// rowSet is rows by family and name.
type rowSet map[family]map[string][]byte

func newRowSet(rows map[family][]row) rowSet {
	set := rowSet{}
	for f, list := range rows {
		for _, r := range list {
			set.put(f, r.name, r.value)
		}
	}
	return set
}

func (s rowSet) put(f family, name string, value []byte) {
	if s[f] == nil {
		s[f] = map[string][]byte{}
	}
	s[f][name] = value
}

func (s rowSet) sorted(f family) []row {
	out := make([]row, 0, len(s[f]))
	for name, value := range s[f] {
		out = append(out, row{name, value})
	}
	slices.SortFunc(out, func(a, b row) int {
		if a.name < b.name {
			return -1
		}
		return 1
	})
	return out
}

func (s rowSet) clone() rowSet {
	out := rowSet{}
	for f, rows := range s {
		for name, value := range rows {
			out.put(f, name, value)
		}
	}
	return out
}

// replay finds what the rows were after an operation: from the newest base (a
// view, or the rows of a catalog) in its chain and the operations behind it.
type replay struct {
	snap  *snapshot             // where operations and views are read
	bases map[objects.ID]rowSet // rows after an operation

	rows   rowSet
	view   objects.Head // the newest view in the chain
	ops    int          // operations of the chain that were read
	losses []Loss
}

// run replays up to head. What cannot be read is in losses; an error means that
// it could not finish.
func (r *replay) run(ctx context.Context, head objects.Head) error {
	views, err := r.views(ctx)
	if err != nil {
		return err
	}
	r.rows = rowSet{}
	var chain []*objects.Operation // newest first
	for at := head; !at.Operation.IsZero(); {
		if err := ctx.Err(); err != nil {
			return err
		}
		if view, ok := views[at.Operation]; ok && r.view.Seq == 0 {
			r.view = objects.Head{Operation: at.Operation, Seq: view.Seq}
		}
		if base, ok := r.base(views, at.Operation); ok {
			r.rows = base
			break
		}
		op, err := r.operation(at)
		if err != nil {
			r.losses = append(r.losses, Loss{What: "operation " + at.Operation.String(), Reason: err.Error()})
			r.rows = r.nearest(views, at.Seq)
			break
		}
		chain = append(chain, op)
		at = objects.Head{Operation: op.Parent, Seq: op.Seq - 1}
	}
	slices.Reverse(chain)
	for _, op := range chain {
		r.apply(op)
	}
	r.ops = len(chain)
	return nil
}

// base returns the rows after an operation if something recorded them.
func (r *replay) base(views map[objects.ID]*objects.View, op objects.ID) (rowSet, bool) {
	if rows, ok := r.bases[op]; ok {
		return rows.clone(), true
	}
	if view, ok := views[op]; ok {
		return viewRows(view), true
	}
	return nil, false
}

// nearest returns the rows of the newest view that is not younger than seq, for
// a chain that breaks there.
func (r *replay) nearest(views map[objects.ID]*objects.View, seq uint64) rowSet {
	var best *objects.View
	for _, v := range views {
		if v.Seq <= seq && (best == nil || v.Seq > best.Seq) {
			best = v
		}
	}
	if best == nil {
		return rowSet{}
	}
	return viewRows(best)
}

func viewRows(view *objects.View) rowSet {
	set := rowSet{}
	for _, row := range view.Rows {
		if f, ok := spaceFamily[row.Space]; ok {
			set.put(f, row.Name, row.Value)
		}
	}
	return set
}

func (r *replay) apply(op *objects.Operation) {
	for _, c := range op.Changes {
		f, ok := spaceFamily[c.Space]
		switch {
		case !ok:
		case c.New == nil:
			delete(r.rows[f], string(c.Name))
		default:
			r.rows.put(f, string(c.Name), c.New)
		}
	}
}

// views reads every view that the packs hold, by the operation it stands for.
func (r *replay) views(ctx context.Context) (map[objects.ID]*objects.View, error) {
	views := map[objects.ID]*objects.View{}
	err := r.snap.readable(ctx, objects.KindView, func(o objects.Object) {
		if v, err := objects.DecodeAs[*objects.View](o.Data); err == nil {
			views[v.Operation] = v
		}
	})
	return views, err
}

// readable gives out the objects of a kind that can be read, in no order. What
// is damaged is passed over.
func (snap *snapshot) readable(ctx context.Context, kind objects.Kind, give func(objects.Object)) error {
	for _, p := range snap.packs {
		_, idx, err := p.open()
		if err != nil {
			continue
		}
		for i := range idx.count {
			e, err := idx.entry(i)
			if err != nil || e.kind != kind {
				continue
			}
			if err := ctx.Err(); err != nil {
				return err
			}
			if o, err := p.get(e); err == nil {
				give(o)
			}
		}
	}
	return nil
}

// operation reads one operation and checks that it is the one with this number.
func (r *replay) operation(at objects.Head) (*objects.Operation, error) {
	var o objects.Object
	found := false
	err := r.snap.each(at.Operation, func(p place) (err error) {
		o, err = p.pack.get(p.entry)
		found = err == nil
		return err
	})
	if err = orNotFound(at.Operation, found, err); err != nil {
		return nil, err
	}
	op, err := objects.DecodeAs[*objects.Operation](o.Data)
	if err != nil {
		return nil, err
	}
	if o.Kind != objects.KindOperation || op.Seq != at.Seq || at.Seq == 0 {
		return nil, fmt.Errorf("it is %s %d of the chain, not operation %d", o.Kind, op.Seq, at.Seq)
	}
	return op, nil
}
