package packstore

import (
	"context"
	"fmt"
	"slices"
	"strings"

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
	if value == nil {
		value = []byte{} // nil is a row that is not there
	}
	s[f][name] = value
}

func (s rowSet) sorted(f family) []row {
	out := make([]row, 0, len(s[f]))
	for name, value := range s[f] {
		out = append(out, row{name, value})
	}
	slices.SortFunc(out, func(a, b row) int { return strings.Compare(a.name, b.name) })
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
	// before tells where the chain goes on behind an operation that cannot be
	// read: with a number below seq. Nil ends the chain there.
	before func(seq uint64) objects.Head

	rows   rowSet
	based  bool         // one of bases was met
	view   objects.Head // the newest view in the chain
	losses []Loss       // operations in front of the base that cannot be read
}

// run replays up to head. What cannot be read is in losses: rows that it changed
// are then as they were before it. An error means that it could not finish.
func (r *replay) run(ctx context.Context, head objects.Head) error {
	views, err := r.snap.views(ctx)
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
			r.view = objects.Head{Operation: at.Operation, Seq: view.seq}
		}
		base, ok, err := r.base(views, at.Operation)
		if err != nil {
			return err
		}
		if ok {
			r.rows = base
			break
		}
		op, err := r.snap.operation(at)
		if isUnreadable(err) {
			return err
		}
		if err != nil {
			r.losses = append(r.losses, Loss{What: "operation " + at.Operation.String(), Reason: err.Error()})
			at = r.behind(at.Seq)
			continue
		}
		chain = append(chain, op)
		at = objects.Head{Operation: op.Parent, Seq: op.Seq - 1}
	}
	slices.Reverse(chain)
	for _, op := range chain {
		r.apply(op)
	}
	return nil
}

func (r *replay) behind(seq uint64) objects.Head {
	if r.before == nil {
		return objects.Head{}
	}
	return r.before(seq)
}

// base returns the rows after an operation if something recorded them. The only
// error is that of what may not be read.
func (r *replay) base(views map[objects.ID]storedView, op objects.ID) (rowSet, bool, error) {
	if rows, ok := r.bases[op]; ok {
		r.based = true
		return rows.clone(), true, nil
	}
	if view, ok := views[op]; ok {
		return r.viewRows(view)
	}
	return nil, false, nil
}

// storedView is where a view is and what it stands for. A store has many, each
// as long as all its rows, so that only the wanted one is held in memory.
type storedView struct {
	id  objects.ID
	seq uint64
}

func (r *replay) viewRows(v storedView) (rowSet, bool, error) {
	o, err := r.snap.read(v.id)
	if isUnreadable(err) {
		return nil, false, err
	}
	var view *objects.View
	if err == nil {
		view, err = objects.DecodeAs[*objects.View](o.Data)
	}
	if err != nil {
		return nil, false, nil // damaged: the operations will have to do
	}
	set := rowSet{}
	for _, row := range view.Rows {
		if f, ok := spaceFamily[row.Space]; ok {
			set.put(f, row.Name, row.Value)
		}
	}
	return set, true, nil
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

// views finds every view that the packs hold, by the operation it stands for.
func (snap *snapshot) views(ctx context.Context) (map[objects.ID]storedView, error) {
	views := map[objects.ID]storedView{}
	err := snap.readable(ctx, objects.KindView, func(o objects.Object) {
		if v, err := objects.DecodeAs[*objects.View](o.Data); err == nil && v.Seq > 0 {
			views[v.Operation] = storedView{id: o.ID, seq: v.Seq}
		}
	})
	return views, err
}

// readable gives out the objects of a kind that can be read, in no order. What
// is damaged is passed over; what may not be read is an error.
func (snap *snapshot) readable(ctx context.Context, kind objects.Kind, give func(objects.Object)) error {
	for _, p := range snap.packs {
		_, idx, err := p.open()
		if isUnreadable(err) {
			return err
		}
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
			o, err := p.get(e)
			switch {
			case err == nil:
				give(o)
			case isUnreadable(err):
				return err
			}
		}
	}
	return nil
}

// operation reads one operation and checks that it is the one with this number.
func (snap *snapshot) operation(at objects.Head) (*objects.Operation, error) {
	o, err := snap.read(at.Operation)
	if err != nil {
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
