package packstore

import (
	"cmp"
	"context"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"

	"github.com/genesis-vcs/genesis/objects"
)

// restoreRows finds the rows and the head of the chain, and reports what is not
// as it was.
func (r *rebuild) restoreRows(ctx context.Context) error {
	var named []objects.Head
	if r.old != nil {
		named = append(named, r.old.head, r.old.view)
	}
	chain, err := newOpChain(ctx, r.snap, named...)
	if err != nil {
		return err
	}
	packs := &replay{snap: r.snap, before: chain.before}
	if err := packs.run(ctx, r.newest.head); err != nil {
		return err
	}
	r.rows, r.view = packs.rows, packs.view
	losses := packs.losses
	if r.old != nil {
		if losses, err = r.keepOld(ctx, chain, packs); err != nil {
			return err
		}
	}
	r.follow(chain)
	if len(losses) > 0 {
		r.lose("rows", "those that only lost operations changed are as they were before")
	}
	r.changes = packs.rows.changes(r.rows)
	r.repair = len(packs.losses) > 0 || len(r.changes) > 0 || r.head != r.newest.head
	if len(packs.losses) == 0 {
		r.contradict()
	}
	for _, space := range objects.Spaces {
		for _, row := range r.rows.sorted(spaceFamily[space]) {
			r.checkTarget(space, row)
		}
	}
	r.missPacks()
	r.report.RefsRestored = len(r.rows[famRef])
	return r.countObjects()
}

// keepOld takes the rows of the old catalog and what the operations behind it
// changed. Families that do not pass their checks, and all if the chain does not
// lead to the old catalog, are left as the packs have them. It returns the
// operations that are missing behind the rows that were taken.
func (r *rebuild) keepOld(ctx context.Context, chain *opChain, packs *replay) ([]Loss, error) {
	old := &replay{
		snap: r.snap, before: chain.before,
		bases: map[objects.ID]rowSet{r.old.head.Operation: r.old.rows},
	}
	if err := old.run(ctx, r.newest.head); err != nil {
		return nil, err
	}
	doubt := r.old.doubt
	losses := old.losses
	if old.based {
		r.rows = old.rows
		for f := range doubt {
			r.rows[f] = packs.rows[f]
			losses = append(losses, packs.losses...)
		}
	} else {
		doubt = r.old.rows.clone()
		for f := range r.old.doubt {
			doubt[f] = r.old.doubt[f]
		}
	}
	for _, space := range objects.Spaces {
		for _, row := range doubt.sorted(spaceFamily[space]) {
			got, ok := r.rows[spaceFamily[space]][row.name]
			if !ok || string(got) != string(row.value) {
				r.lose(rowOwner(space, row.name), "the old catalog had %s, the operations lead to %s",
					showRow(space, row.value), showRow(space, got))
			}
		}
	}
	return losses, nil
}

// follow goes through the whole chain, counts its operations, and reports those
// that are lost.
func (r *rebuild) follow(chain *opChain) {
	for at := r.newest.head; !at.Operation.IsZero(); {
		link, ok := chain.ops[at.Operation]
		if ok && link.seq == at.Seq {
			if r.head.Seq == 0 {
				r.head = at
			}
			r.report.Operations++
			at = objects.Head{Operation: link.parent, Seq: link.seq - 1}
			continue
		}
		_, err := r.snap.operation(at)
		r.lose("operation "+at.Operation.String(), "number %d: %v", at.Seq, err)
		next := chain.before(at.Seq)
		switch missing := at.Seq - next.Seq; {
		case missing == 2:
			r.lose(fmt.Sprintf("operation number %d", at.Seq-1), "it is in no pack, or damaged")
		case missing > 2:
			r.lose(fmt.Sprintf("operations number %d to %d", next.Seq+1, at.Seq-1), "they are in no pack, or damaged")
		}
		if n := chain.choices(at.Seq); n > 1 {
			r.lose(fmt.Sprintf("operation number %d", next.Seq), "%d operations have this number; the one with the latest time was taken", n)
		}
		at = next
	}
}

// contradict reports rows that were taken from the old catalog although all
// operations are there and lead to others.
func (r *rebuild) contradict() {
	for _, c := range r.changes {
		r.lose(rowOwner(c.Space, string(c.Name)), "the old catalog had %s, which was kept; the operations lead to %s",
			showRow(c.Space, c.New), showRow(c.Space, c.Old))
	}
}

func showRow(space objects.Space, value []byte) string {
	switch {
	case value == nil:
		return "nothing"
	case space == objects.SpaceRef:
		return hex.EncodeToString(value)
	default:
		return fmt.Sprintf("%q", value)
	}
}

func (r *rebuild) checkTarget(space objects.Space, row row) {
	id, ok := objects.RowTarget(space, row.name, row.value)
	if !ok {
		return
	}
	if known, err := r.snap.has(id); err == nil && !known {
		r.lose(rowOwner(space, row.name), "its target %s is in no pack", id)
	}
}

// changes lists what turns these rows into others, in the order of an
// operation.
func (s rowSet) changes(to rowSet) (out []objects.OpChange) {
	for _, space := range objects.Spaces {
		f := spaceFamily[space]
		names := map[string]bool{}
		for _, rows := range []map[string][]byte{s[f], to[f]} {
			for name := range rows {
				names[name] = true
			}
		}
		for _, name := range slices.Sorted(maps.Keys(names)) {
			old, had := s[f][name]
			value, has := to[f][name]
			if had != has || string(old) != string(value) {
				out = append(out, objects.OpChange{Space: space, Name: objects.Bytes(name), Old: old, New: value})
			}
		}
	}
	return out
}

// record appends an operation that takes the rows to what was restored, and a
// view of them.
func (r *rebuild) record() error {
	op := &objects.Operation{
		Seq: r.head.Seq + 1, Parent: r.head.Operation, Changes: r.changes,
		Verb: cmp.Or(r.opts.Verb, "store repair"), Seconds: r.opts.now().Unix(),
	}
	data, err := objects.Encode(op)
	if err != nil {
		return err
	}
	if r.w, err = createPack(r.dir, r.opts.now()); err != nil { // cleanUp discards it
		return err
	}
	if err := addRaw(r.w, objects.KindOperation, data); err != nil {
		return err
	}
	r.head = objects.Head{Operation: objects.Sum(objects.KindOperation, data), Seq: op.Seq}
	r.report.Operation = r.head.Operation
	view := &objects.View{Seq: r.head.Seq, Operation: r.head.Operation, Rows: r.rows.view()}
	// More rows than one object takes have no view.
	if data, err := objects.Encode(view); err == nil {
		if err := addRaw(r.w, objects.KindView, data); err != nil {
			return err
		}
		r.view = r.head
	}
	return r.publish()
}

// publish gives the pack that was written its name.
func (r *rebuild) publish() error {
	row, err := r.w.finish(nil)
	if err != nil {
		return err
	}
	r.w.keep()
	r.w = nil
	r.snap.packs = append(r.snap.packs, &pack{packRow: row, dir: r.dir})
	return nil
}

// view lists the rows in the order of a view.
func (s rowSet) view() (out []objects.Row) {
	for _, space := range objects.Spaces {
		for _, row := range s.sorted(spaceFamily[space]) {
			out = append(out, objects.Row{Space: space, Name: row.name, Value: row.value})
		}
	}
	return out
}
