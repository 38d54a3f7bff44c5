package workspace

import (
	"context"
	"errors"
	"math"
	"slices"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/refs"
)

// FilesOf returns the commit that the files of a workspace are of: what the
// branch of its HEAD held when this workspace last moved it, went onto it, or
// wrote its files. It is not the tip only when others moved the branch since.
func FilesOf(ctx context.Context, db *refs.DB, id string, head refs.Head, tip objects.ID) (objects.ID, error) {
	return filesBefore(ctx, db, id, head, tip, math.MaxUint64)
}

// FilesAt is what FilesOf was right after an operation, with the HEAD and its
// tip of that time.
func FilesAt(ctx context.Context, db *refs.DB, id string, head refs.Head, tip objects.ID, at refs.Op) (objects.ID, error) {
	return filesBefore(ctx, db, id, head, tip, at.Seq+1)
}

// filesBefore looks only at operations whose number is below end.
func filesBefore(ctx context.Context, db *refs.DB, id string, head refs.Head, tip objects.ID, end uint64) (objects.ID, error) {
	if head.Branch == "" {
		return tip, nil
	}
	heads, err := db.Store().Rows(ctx, objects.RowQuery{Space: objects.SpaceHead, Limit: 2})
	if err != nil || len(heads.Rows) < 2 {
		return tip, err // there are no others
	}
	since, fresh, err := lastSync(ctx, db, id, head.Branch, end)
	if err != nil {
		return tip, err
	}
	if fresh {
		return objects.ID{}, nil
	}
	files := tip
	err = walk(ctx, db, refs.LogQuery{Ref: head.Branch, All: true}, func() { files = tip }, func(op refs.Op) bool {
		if op.Seq >= end {
			return true
		}
		if op.Seq <= since {
			return false
		}
		files = valueBefore(op, head.Branch)
		return true
	})
	return files, err
}

// lastSync is the number of the newest operation of a workspace, below end, after
// which its files belonged to what its branch held; 0 if there is none. An operation that
// takes another one back also takes back what the files belonged to. fresh reports
// that this operation set the workspace up: its files are of no commit, whatever
// its branch held already.
func lastSync(ctx context.Context, db *refs.DB, id string, branch refs.Name, end uint64) (since uint64, fresh bool, err error) {
	var limit uint64
	var failed error
	reset := func() { since, limit, fresh = 0, end, false }
	err = walk(ctx, db, refs.LogQuery{}, reset, func(op refs.Op) bool {
		switch {
		case op.Seq >= limit:
			return true
		case op.Verb == refs.VerbUndo || op.Verb == refs.VerbRedo || op.Verb == refs.VerbRestore:
			if op.Subject.IsZero() {
				return true
			}
			var subject refs.Op
			if subject, failed = db.Op(ctx, op.Subject); failed != nil {
				return false
			}
			switch {
			case op.Verb == refs.VerbRestore:
				limit = subject.Seq + 1
			case subject.Workspace == id:
				limit = subject.Seq
			}
			return true
		case syncs(op, id, branch):
			since, fresh = op.Seq, op.Verb == refs.VerbInit
			return false
		}
		return true
	})
	return since, fresh, errors.Join(err, failed)
}

// syncs reports whether the files of the workspace belong to what the branch
// holds after an operation of the workspace.
func syncs(op refs.Op, id string, branch refs.Name) bool {
	return !op.WorktreeAfter.IsZero() || slices.ContainsFunc(op.Changes, func(c objects.OpChange) bool {
		return c.Space == objects.SpaceHead && string(c.Name) == id || c.Space == objects.SpaceRef && string(c.Name) == string(branch)
	})
}

// walk visits operations, newest first, until visit returns false. The log is
// read in growing pieces, because most walks are short; reset is called before
// each, which begins again.
func walk(ctx context.Context, db *refs.DB, q refs.LogQuery, reset func(), visit func(refs.Op) bool) error {
	for q.Max = 16; ; q.Max *= 8 {
		ops, truncated, err := db.Log(ctx, q)
		if err != nil {
			return err
		}
		reset()
		for _, op := range ops {
			if !visit(op) {
				return nil
			}
		}
		if !truncated {
			return nil
		}
	}
}

// valueBefore is what a ref held before an operation; zero when it was not set.
func valueBefore(op refs.Op, name refs.Name) objects.ID {
	for _, c := range op.Changes {
		if c.Space == objects.SpaceRef && string(c.Name) == string(name) && len(c.Old) == objects.IDSize {
			return objects.ID(c.Old)
		}
	}
	return objects.ID{}
}
