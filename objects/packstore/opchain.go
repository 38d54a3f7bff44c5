package packstore

import (
	"cmp"
	"context"
	"slices"

	"github.com/genesis-vcs/genesis/objects"
)

// opChain is every operation that the packs, their views or an old catalog know
// of, to go on behind one that cannot be read.
type opChain struct {
	ops   map[objects.ID]opLink // those that can be read
	known []knownOp             // the greatest number first; of several with one number the likeliest
}

type knownOp struct {
	objects.Head
	named   bool // a view or a catalog names it
	seconds int64
}

// newOpChain reads what the packs know. named are operations that others name.
func newOpChain(ctx context.Context, snap *snapshot, named ...objects.Head) (*opChain, error) {
	ops, err := snap.operations(ctx)
	if err != nil {
		return nil, err
	}
	views, err := snap.views(ctx)
	if err != nil {
		return nil, err
	}
	known := map[objects.ID]knownOp{}
	for id, op := range ops {
		known[id] = knownOp{Head: objects.Head{Operation: id, Seq: op.seq}, seconds: op.seconds}
	}
	for id, view := range views {
		named = append(named, objects.Head{Operation: id, Seq: view.seq})
	}
	for _, h := range named {
		if !h.Operation.IsZero() {
			known[h.Operation] = knownOp{Head: h, named: true, seconds: known[h.Operation].seconds}
		}
	}
	c := &opChain{ops: ops}
	for _, k := range known {
		c.known = append(c.known, k)
	}
	slices.SortFunc(c.known, compareKnown)
	return c, nil
}

// compareKnown sorts the operation that is likelier to have happened first: one
// that never did was replaced by a later one with its number.
func compareKnown(a, b knownOp) int {
	if a.Seq != b.Seq {
		return cmp.Compare(b.Seq, a.Seq)
	}
	if a.named != b.named {
		if a.named {
			return -1
		}
		return 1
	}
	return cmp.Or(cmp.Compare(b.seconds, a.seconds), a.Operation.Compare(b.Operation))
}

// before returns the newest operation with a number below seq, or the zero Head.
func (c *opChain) before(seq uint64) objects.Head {
	if i := c.index(seq); i < len(c.known) {
		return c.known[i].Head
	}
	return objects.Head{}
}

// choices returns how many operations before chose from.
func (c *opChain) choices(seq uint64) int {
	i := c.index(seq)
	n := 0
	for ; i+n < len(c.known) && c.known[i+n].Seq == c.known[i].Seq; n++ {
	}
	return n
}

func (c *opChain) index(seq uint64) int {
	i, _ := slices.BinarySearchFunc(c.known, seq, func(k knownOp, seq uint64) int {
		if k.Seq >= seq {
			return -1
		}
		return 1
	})
	return i
}

// operations reads every operation that the packs hold.
func (snap *snapshot) operations(ctx context.Context) (map[objects.ID]opLink, error) {
	ops := map[objects.ID]opLink{}
	err := snap.readable(ctx, objects.KindOperation, func(o objects.Object) {
		if op, err := objects.DecodeAs[*objects.Operation](o.Data); err == nil {
			ops[o.ID] = opLink{seq: op.Seq, parent: op.Parent, seconds: op.Seconds}
		}
	})
	return ops, err
}
