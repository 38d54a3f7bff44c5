package refs

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/genesis-vcs/genesis/objects"
)

// Op is an operation with its id.
type Op struct {
	ID objects.ID
	*objects.Operation
}

// changesRef reports whether the operation changed the ref.
func (op Op) changesRef(name Name) bool {
	return slices.ContainsFunc(op.Changes, func(c objects.OpChange) bool {
		return c.Space == objects.SpaceRef && string(c.Name) == string(name)
	})
}

// changesHead reports whether the operation changed the HEAD of the workspace.
func (op Op) changesHead(workspace string) bool {
	return slices.ContainsFunc(op.Changes, func(c objects.OpChange) bool {
		return c.Space == objects.SpaceHead && string(c.Name) == workspace
	})
}

// walkOps calls visit for the operations of the chain, newest first, until it
// returns false. Only one operation is held at a time. A chain that has a hole
// is damage: *objects.CorruptError, after visit saw what is newer.
func (db *DB) walkOps(ctx context.Context, visit func(Op) bool) error {
	head, err := db.store.Head(ctx)
	if err != nil {
		return err
	}
	for id := head.Operation; !id.IsZero(); {
		if err := ctx.Err(); err != nil {
			return err
		}
		op, err := db.loadOp(ctx, id)
		var missing *objects.NotFoundError
		if errors.As(err, &missing) {
			err = &objects.CorruptError{ID: id, What: "operation", Reason: "the chain of operations needs it, and it is missing"}
		}
		if err != nil {
			return fmt.Errorf("read the chain of operations: %w", err)
		}
		if !visit(op) {
			return nil
		}
		id = op.Parent
	}
	return nil
}

// loadOp reads an operation by its id, in the chain or not.
func (db *DB) loadOp(ctx context.Context, id objects.ID) (Op, error) {
	object, err := db.store.Get(ctx, id)
	if err != nil {
		return Op{}, err
	}
	if object.Kind != objects.KindOperation {
		return Op{}, &objects.CorruptError{ID: id, What: "record", Reason: "a " + object.Kind.String() + " stands in the chain of operations"}
	}
	op, err := objects.DecodeAs[*objects.Operation](object.Data)
	return Op{ID: id, Operation: op}, err
}

// LogQuery selects operations.
type LogQuery struct {
	Max int  // 0: all
	Ref Name // only operations that changed this ref; zero: all
	All bool // of every workspace, not only the origin's
}

// Log returns operations, newest first; truncated says that more would follow.
// Where the chain has a hole it returns what is newer, with the error.
func (db *DB) Log(ctx context.Context, q LogQuery) (ops []Op, truncated bool, err error) {
	err = db.EachOp(ctx, q, func(op Op) (bool, error) {
		if truncated = q.Max > 0 && len(ops) == q.Max; !truncated {
			ops = append(ops, op)
		}
		return !truncated, nil
	})
	return ops, truncated, err
}

// EachOp calls visit for the operations of a log, newest first and whatever
// Max says, until more is false. Where the chain has a hole it visits what is
// newer and returns the error.
func (db *DB) EachOp(ctx context.Context, q LogQuery, visit func(Op) (more bool, err error)) error {
	var failed error
	err := db.walkOps(ctx, func(op Op) (more bool) {
		if !q.All && op.Workspace != db.origin.Workspace || q.Ref != "" && !op.changesRef(q.Ref) {
			return true
		}
		more, failed = visit(op)
		return more && failed == nil
	})
	if failed != nil {
		return failed
	}
	return err
}

// Op reads one operation of the chain. *OpNotFoundError if there is none: also
// for an operation object that the chain does not reach, which never happened.
func (db *DB) Op(ctx context.Context, id objects.ID) (Op, error) {
	found, err := db.inChain(ctx, []objects.ID{id})
	if err != nil {
		return Op{}, err
	}
	if len(found) == 0 {
		return Op{}, &OpNotFoundError{ID: id.String()}
	}
	return found[0], nil
}

// maxCandidates is how many of several matches an error lists.
const maxCandidates = 10

// ResolveOp finds an operation of the chain by a full or a short id (at least
// objects.MinShortID digits). Errors: *OpNotFoundError, *AmbiguousOpError,
// *objects.BadIDError for an id with upper-case digits.
func (db *DB) ResolveOp(ctx context.Context, s string) (Op, error) {
	notFound := &OpNotFoundError{ID: s}
	if id, err := objects.ParseID(s); err == nil {
		return db.Op(ctx, id)
	}
	if lower := strings.ToLower(s); lower != s && len(s) >= objects.MinShortID && len(s) <= 2*objects.IDSize && objects.IsHex(lower) {
		return Op{}, &objects.BadIDError{Text: s}
	}
	if len(s) < objects.MinShortID || len(s) >= 2*objects.IDSize || !objects.IsHex(s) {
		return Op{}, notFound
	}
	var ids []objects.ID
	query := objects.ListQuery{Kind: objects.KindOperation, Prefix: s}
	for more := true; more; {
		page, err := db.store.List(ctx, query)
		if err != nil {
			return Op{}, err
		}
		for _, info := range page.Objects {
			ids = append(ids, info.ID)
			query.After = info.ID
		}
		more = page.More && len(page.Objects) > 0
	}
	found, err := db.inChain(ctx, ids)
	switch {
	case err != nil:
		return Op{}, err
	case len(found) == 0:
		return Op{}, notFound
	case len(found) == 1:
		return found[0], nil
	}
	ambiguous := &AmbiguousOpError{ID: s}
	for _, op := range found {
		ambiguous.Candidates = append(ambiguous.Candidates, op.ID)
	}
	slices.SortFunc(ambiguous.Candidates, objects.ID.Compare)
	ambiguous.Candidates = ambiguous.Candidates[:min(len(found), maxCandidates)]
	return Op{}, ambiguous
}

// inChain returns those of the ids that are operations of the chain. The walk
// ends at the oldest of them.
func (db *DB) inChain(ctx context.Context, ids []objects.ID) ([]Op, error) {
	oldest, candidates := uint64(0), 0
	for _, id := range ids {
		object, err := db.store.Stat(ctx, id)
		var missing *objects.NotFoundError
		if errors.As(err, &missing) || err == nil && object.Kind != objects.KindOperation {
			continue
		}
		if err != nil {
			return nil, err
		}
		op, err := db.loadOp(ctx, id)
		if err != nil {
			return nil, err
		}
		if candidates++; candidates == 1 || op.Seq < oldest {
			oldest = op.Seq
		}
	}
	if candidates == 0 {
		return nil, nil
	}
	var found []Op
	err := db.walkOps(ctx, func(op Op) bool {
		if slices.Contains(ids, op.ID) {
			found = append(found, op)
		}
		return op.Seq > oldest
	})
	return found, err
}
