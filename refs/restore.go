package refs

import (
	"context"
	"slices"

	"github.com/genesis-vcs/genesis/objects"
)

// PlanRestore finds how every ref, pin and setting, and the HEAD of the
// origin's workspace, go back to what they were right after the operation.
// Other workspaces' HEADs and remotes' marks are left alone. The working tree
// goes to what the newest operation of this workspace up to then left there, if
// that one wrote it; if not, its files were those of the commit that HEAD stood
// on (HeadAfter), and the caller moves them. A plan without changes means that
// all rows are so already.
// Errors: *OpNotFoundError.
func (db *DB) PlanRestore(ctx context.Context, id objects.ID) (Reversal, error) {
	target, err := db.Op(ctx, id)
	if err != nil {
		return Reversal{}, err
	}
	p := restorePlan{db: db, target: target, rows: map[string]*objects.OpChange{}}
	if err := db.walkOps(ctx, p.visit); err != nil {
		return Reversal{}, err
	}
	r := Reversal{Target: target, Changes: p.changes(), Worktree: p.then}
	if !r.Worktree.IsZero() {
		r.From = p.now
	}
	return r, nil
}

// HeadAfter returns what Head will return once the reversal is committed.
func (db *DB) HeadAfter(ctx context.Context, r Reversal) (Head, objects.ID, error) {
	head, _, err := db.Head(ctx)
	if err != nil {
		return Head{}, objects.ID{}, err
	}
	if value, ok := r.value(objects.SpaceHead, db.origin.Workspace); ok {
		head = Head{}
		if value != nil {
			if head, err = decodeHead(db.origin.Workspace, value); err != nil {
				return Head{}, objects.ID{}, err
			}
		}
	}
	if head.Branch == "" {
		return head, head.Detached, nil
	}
	value, ok := r.value(objects.SpaceRef, string(head.Branch))
	switch {
	case !ok:
		id, _, err := db.Get(ctx, head.Branch)
		return head, id, err
	case value == nil:
		return head, objects.ID{}, nil
	}
	id, err := decodeRef(string(head.Branch), value)
	return head, id, err
}

// value is what a row goes to; ok is false if the reversal leaves it alone.
func (r Reversal) value(space objects.Space, name string) (value []byte, ok bool) {
	for _, c := range r.Changes {
		if c.Space == space && string(c.Name) == name {
			return c.New, true
		}
	}
	return nil, false
}

// restorePlan is built up while the chain is walked from its head to the
// target, and on to the operation that last touched the workspace before it.
// It holds one change for each row that differs from the target's time.
type restorePlan struct {
	db     *DB
	target Op
	rows   map[string]*objects.OpChange // by space and name
	// now and then are the snapshots that the newest operation of the
	// workspace left in the working tree today and at the target's time; zero
	// where it did not write it.
	now, then objects.ID
	seen      bool // an operation of the workspace was met
}

func (p *restorePlan) visit(op Op) bool {
	mine := op.Workspace == p.db.origin.Workspace
	if mine && !p.seen {
		p.now, p.seen = op.WorktreeAfter, true
	}
	if op.Seq > p.target.Seq {
		p.takeBack(op)
		return true
	}
	if mine {
		p.then = op.WorktreeAfter
	}
	return !mine
}

// takeBack walks the rows back over one operation. What the newest operation
// set is what a row holds now; what the oldest found is where it goes.
func (p *restorePlan) takeBack(op Op) {
	for _, c := range op.Changes {
		if c.Space == objects.SpaceMark || !p.db.mayReverse(c) {
			continue
		}
		key := string(c.Space) + "\x00" + string(c.Name)
		if row := p.rows[key]; row != nil {
			row.New = c.Old
		} else {
			p.rows[key] = &objects.OpChange{Space: c.Space, Name: c.Name, Old: c.New, New: c.Old}
		}
	}
}

func (p *restorePlan) changes() []objects.OpChange {
	var changes []objects.OpChange
	for _, c := range p.rows {
		if !sameValue(c.Old, c.New) {
			changes = append(changes, *c)
		}
	}
	slices.SortFunc(changes, func(a, b objects.OpChange) int {
		return compareRows(a.Space, string(a.Name), b.Space, string(b.Name))
	})
	return changes
}
