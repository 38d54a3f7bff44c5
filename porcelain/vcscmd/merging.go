package vcscmd

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/history"
	"github.com/genesis-vcs/genesis/plumbing/merging"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
	"github.com/genesis-vcs/genesis/plumbing/treemerge"
	"github.com/genesis-vcs/genesis/plumbing/worktree"
	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/fields"
	"github.com/genesis-vcs/genesis/refs"
	"github.com/genesis-vcs/genesis/semantic/merge3"
)

// joiner merges one commit into HEAD.
type joiner struct {
	*mover
	opts   mergeOptions
	label  string // what the person named
	theirs history.Commit
	stage  objects.Stage
	desk   *treemerge.Desk
}

func merge(ctx context.Context, env *cli.Env, rev string, o mergeOptions) (*mergeResult, error) {
	m, err := newMover(ctx, env, "vcs merge")
	if err != nil {
		return nil, err
	}
	if err := m.current(ctx); err != nil {
		return nil, err
	}
	if err := refuseMerging(ctx, m); err != nil {
		return nil, err
	}
	j := &joiner{mover: m, opts: o, label: rev}
	var found history.Rev
	if found, j.theirs, err = history.ResolveCommit(ctx, m.db, rev); err != nil {
		return nil, err
	}
	if found.Ref != "" {
		j.label = found.Ref.Short()
	}
	r, err := j.run(ctx)
	if fault, ok := errors.AsType[*contract.Error](err); err != nil && (!ok || fault.Code != conflicted) {
		return nil, err
	}
	return r, err
}

// conflicted is the code of a merge that was done and has conflicts.
const conflicted = "merge/conflict"

func (j *joiner) run(ctx context.Context) (*mergeResult, error) {
	store := j.db.Store()
	ours := j.pos.commit
	if ours.IsZero() { // an unborn branch begins where the other one is
		return j.forward(ctx)
	}
	has, err := history.IsAncestor(ctx, store, j.theirs.ID, ours)
	if err != nil {
		return nil, err
	}
	if has {
		return j.upToDate(ctx)
	}
	if !j.opts.noFF {
		behind, err := history.IsAncestor(ctx, store, ours, j.theirs.ID)
		if err != nil {
			return nil, err
		}
		if behind {
			return j.forward(ctx)
		}
	}
	return j.join(ctx)
}

func (j *joiner) result(status string, to objects.ID) *mergeResult {
	return &mergeResult{
		Status: status, From: fields.OrNull(j.pos.commit), To: fields.OrNull(to), Merged: j.theirs.ID,
		Files: cli.NewList[mergedFile](j.env), Head: headName(j.pos.head),
	}
}

func (j *joiner) upToDate(ctx context.Context) (*mergeResult, error) {
	done, err := fields.Finish(ctx, j.env, j.db.Begin(j.verb), nil)
	if err != nil {
		return nil, err
	}
	r := j.result("up-to-date", j.pos.commit)
	r.Outcome = fields.OutcomeOf(done, j.env.DryRun)
	return r, nil
}

// forward moves the branch, or a detached HEAD, to the other commit.
func (j *joiner) forward(ctx context.Context) (*mergeResult, error) {
	root, err := rootOf(ctx, j.db.Store(), j.theirs)
	if err != nil {
		return nil, err
	}
	tx := j.db.Begin(j.verb)
	j.moveHead(tx, j.theirs.ID)
	r := j.result("fast-forward", j.theirs.ID)
	return r, j.finish(ctx, tx, root, r, nil)
}

// moveHead puts the new place of HEAD into the transaction.
func (j *joiner) moveHead(tx *refs.Tx, to objects.ID) {
	if j.pos.head.Branch == "" {
		tx.SetHead(refs.Head{Detached: to})
		return
	}
	expect := refs.Missing()
	if !j.pos.commit.IsZero() {
		expect = refs.At(j.pos.commit)
	}
	tx.Set(j.pos.head.Branch, to, expect)
}

// join merges the trees, and commits if nothing is left to decide.
func (j *joiner) join(ctx context.Context) (*mergeResult, error) {
	var err error
	if j.stage, err = fields.Stage(ctx, j.env, j.db.Store()); err != nil {
		return nil, err
	}
	defer func() { _ = j.stage.Abort() }()
	j.desk = treemerge.NewDesk(j.db.Store(), j.stage)
	base, err := treemerge.FindBase(ctx, j.desk, j.pos.commit, j.theirs.ID)
	if err != nil {
		return nil, err
	}
	if len(base.Commits) == 0 && !j.opts.unrelated {
		return nil, contract.Fail("merge/unrelated", contract.Facts{"left": j.pos.commit, "right": j.theirs.ID})
	}
	theirs, err := rootOf(ctx, j.db.Store(), j.theirs)
	if err != nil {
		return nil, err
	}
	done, err := treemerge.Merge(ctx, j.desk, treemerge.Input{
		Base: base.Root, Left: j.files, Right: theirs, Options: optionsOf(j.opts.style, "HEAD", j.label, merging.Resolved(j.db)),
	})
	if err != nil {
		return nil, err
	}
	r := j.result("merged", j.pos.commit)
	r.Bases = base.Commits
	ids, err := addFiles(ctx, j.desk, &r.Files, done)
	if err != nil {
		return nil, err
	}
	return r, j.settle(ctx, r, base, done.Root, ids)
}

// optionsOf are the options of a merge of trees.
func optionsOf(style, left, right string, resolved func(context.Context, objects.ID) (*objects.Conflict, error)) treemerge.Options {
	s, _ := merge3.ParseStyle(style) // the flag takes no other
	return treemerge.Options{Style: s, Labels: merge3.Labels{Base: "base", Left: left, Right: right}, Resolved: resolved}
}

// addFiles lists the files of a merge and stages their conflicts, whose ids it
// returns.
func addFiles(ctx context.Context, stage objects.Stage, list *cli.List[mergedFile], done *treemerge.Result) ([]objects.ID, error) {
	var ids []objects.ID
	records := make([]mergedFile, len(done.Files))
	for i, f := range done.Files {
		var id objects.ID
		if f.Conflict != nil {
			var err error
			if id, err = merging.Put(ctx, stage, f.Conflict); err != nil {
				return nil, err
			}
			ids = append(ids, id)
		}
		records[i] = mergedFileOf(f, id)
	}
	return ids, list.AddAll(ctx, records)
}

// settle commits what is merged, or leaves the workspace in the merge.
func (j *joiner) settle(ctx context.Context, r *mergeResult, base treemerge.Base, root objects.ID, conflicts []objects.ID) error {
	tx := j.db.Begin(j.verb)
	if len(conflicts) == 0 && !j.opts.noCommit {
		commit, err := j.commit(ctx, root)
		if err != nil {
			return err
		}
		if !j.env.DryRun { // which stores no commit to move to
			r.To = &commit
			j.moveHead(tx, commit)
		}
		return j.finish(ctx, tx, root, r, nil)
	}
	state := &merging.State{Left: j.pos.commit, Right: j.theirs.ID, Tree: root, Parts: conflicts, Label: j.label, Message: j.message()}
	if len(base.Commits) == 1 {
		state.Base = base.Commits[0]
	}
	if err := state.Stage(ctx, j.stage); err != nil {
		return err
	}
	state.Set(tx, j.db)
	r.Status = "uncommitted"
	if len(conflicts) == 0 {
		return j.finish(ctx, tx, root, r, nil)
	}
	r.Status = "conflict"
	return j.finish(ctx, tx, root, r, contract.Fail(conflicted, contract.Facts{"conflicts": len(conflicts), "merged": j.theirs.ID}))
}

// finish takes the working tree to what was merged. then is what the command ends
// with.
func (j *joiner) finish(ctx context.Context, tx *refs.Tx, root objects.ID, r *mergeResult, then *contract.Error) error {
	request := worktree.MoveRequest{DB: j.db, Base: j.files, To: root, DryRun: j.env.DryRun}
	if j.desk != nil {
		request.Unstored = j.desk.Trees()
	}
	done, err := j.through(ctx, tx, j.stage, request)
	if err != nil {
		return err
	}
	r.moved(j.mover, done)
	if then != nil {
		return then
	}
	return nil
}

// through moves the working tree to a tree that is in a stage, which may be nil. The
// objects come first, where nobody sees them: the files are written from them.
// Whether the files can be written is tried before.
func (m *mover) through(ctx context.Context, tx *refs.Tx, stage objects.Stage, request worktree.MoveRequest) (worktree.MoveResult, error) {
	if stage != nil && !request.DryRun {
		try := request
		try.DryRun = true
		if _, err := m.tree.Move(ctx, m.db.Begin(m.verb), try); err != nil {
			return worktree.MoveResult{}, err
		}
		if _, err := m.db.Store().Publish(ctx, stage, objects.Batch{}); err != nil {
			return worktree.MoveResult{}, err
		}
	}
	return m.tree.Move(ctx, tx, request)
}

// commit stages the commit of the merge.
func (j *joiner) commit(ctx context.Context, root objects.ID) (objects.ID, error) {
	who, err := fields.Who(ctx, j.env)
	if err != nil {
		return objects.ID{}, err
	}
	snap, err := j.snapshot(ctx, root)
	if err != nil {
		return objects.ID{}, err
	}
	person := fields.Signature(who, time.Now(), "")
	data, err := objects.Encode(&objects.Commit{
		Parents: []objects.ID{j.pos.commit, j.theirs.ID}, Snapshot: snap,
		Author: person, Committer: person, Message: objects.Bytes(j.message()),
	})
	if err != nil {
		return objects.ID{}, err
	}
	id, _, err := j.stage.Put(ctx, objects.KindCommit, data)
	return id, err
}

// snapshot stages the snapshot of the merged tree. Its totals are those of HEAD and
// what the merge changed.
func (j *joiner) snapshot(ctx context.Context, root objects.ID) (objects.ID, error) {
	before, err := snapshot.Load(ctx, j.db.Store(), j.pos.loaded.Snapshot)
	if err != nil {
		return objects.ID{}, err
	}
	files, bytes := before.Files, before.Bytes
	changes, err := snapshot.Diff(ctx, j.desk, j.pos.root, root, nil)
	if err != nil {
		return objects.ID{}, err
	}
	for _, c := range changes {
		if c.Old != nil {
			f, b := snapshot.Totals(*c.Old)
			files, bytes = files-f, bytes-b
		}
		if c.New != nil {
			f, b := snapshot.Totals(*c.New)
			files, bytes = files+f, bytes+b
		}
	}
	return snapshot.Put(ctx, j.stage, root, files, bytes)
}

// message is that of the commit.
func (j *joiner) message() string {
	text := j.opts.message
	if strings.TrimSpace(text) == "" {
		text = "Merge " + j.label
		if b := j.pos.head.Branch; b != "" && b.Short() != "main" {
			text += " into " + b.Short()
		}
	}
	return strings.TrimRight(text, "\n") + "\n"
}
