package opcmd

import (
	"context"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/history"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
	"github.com/genesis-vcs/genesis/plumbing/workspace"
	"github.com/genesis-vcs/genesis/refs"
)

// route is the way of the working tree in a reversal, between two root trees.
type route struct{ from, to objects.ID }

// route returns nil if the working tree stays as it is. An undo takes back what
// the operation wrote, and nothing else: the files of an undone commit stay.
func (r *reverse) route(ctx context.Context, verb string, plan refs.Reversal) (*route, error) {
	if r.tree == nil {
		return nil, nil
	}
	if verb == refs.VerbRestore {
		return r.routeBack(ctx, plan)
	}
	if plan.Worktree.IsZero() {
		return nil, nil
	}
	from, err := r.rootOf(ctx, plan.From)
	if err != nil {
		return nil, err
	}
	to, err := r.rootOf(ctx, plan.Worktree)
	return &route{from: from, to: to}, err
}

// routeBack is the way of a restore: to the snapshot that is known of the time,
// else from the commit that the files are of to the one that they were of. If
// both are the same, or there was none yet, no file is touched: what the files
// were without a commit nobody knows, and to remove them all would be a guess.
func (r *reverse) routeBack(ctx context.Context, plan refs.Reversal) (*route, error) {
	now, then, err := r.commits(ctx, plan)
	if err != nil || plan.Worktree.IsZero() && (then == now || then.IsZero()) {
		return nil, err
	}
	way := new(route)
	if plan.From.IsZero() {
		way.from, err = r.rootOfCommit(ctx, now)
	} else {
		way.from, err = r.rootOf(ctx, plan.From)
	}
	if err != nil {
		return nil, err
	}
	if plan.Worktree.IsZero() {
		way.to, err = r.rootOfCommit(ctx, then)
	} else {
		way.to, err = r.rootOf(ctx, plan.Worktree)
	}
	return way, err
}

// commits returns the commits that the files are of now and were of right after
// the target; zero for none.
func (r *reverse) commits(ctx context.Context, plan refs.Reversal) (now, then objects.ID, err error) {
	ws, err := r.env.Workspace(ctx)
	if err != nil {
		return now, then, err
	}
	head, tip, err := r.db.Head(ctx)
	if err != nil {
		return now, then, err
	}
	if now, err = workspace.FilesOf(ctx, r.db, ws.ID, head, tip); err != nil {
		return now, then, err
	}
	if head, tip, err = r.db.HeadAfter(ctx, plan); err != nil {
		return now, then, err
	}
	then, err = workspace.FilesAt(ctx, r.db, ws.ID, head, tip, plan.Target)
	return now, then, err
}

// rootOfCommit is the root tree of a commit; zero is the empty tree.
func (r *reverse) rootOfCommit(ctx context.Context, id objects.ID) (objects.ID, error) {
	if id.IsZero() {
		return id, nil
	}
	c, err := history.Load(ctx, r.db.Store(), id)
	if err != nil {
		return objects.ID{}, err
	}
	return r.rootOf(ctx, c.Snapshot)
}

// rootOf is the root tree of a snapshot; zero is the empty tree.
func (r *reverse) rootOf(ctx context.Context, id objects.ID) (objects.ID, error) {
	if id.IsZero() {
		return id, nil
	}
	snap, err := snapshot.Load(ctx, r.db.Store(), id)
	if err != nil {
		return objects.ID{}, err
	}
	return snap.Root, nil
}
