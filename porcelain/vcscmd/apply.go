package vcscmd

import (
	"context"
	"strconv"

	"github.com/spf13/pflag"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/history"
	"github.com/genesis-vcs/genesis/plumbing/patching"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
	"github.com/genesis-vcs/genesis/plumbing/treemerge"
	"github.com/genesis-vcs/genesis/plumbing/worktree"
	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/fields"
	"github.com/genesis-vcs/genesis/porcelain/render"
	"github.com/genesis-vcs/genesis/refs"
	"github.com/genesis-vcs/genesis/semantic"
	"github.com/genesis-vcs/genesis/semantic/patch"
)

// applyOptions are the flags of `vcs apply`.
type applyOptions struct {
	base, patch string
	worktree    bool
}

// applyResult is the data of `vcs apply`. Base and Root are trees.
type applyResult struct {
	Base     objects.ID          `json:"base"`
	Root     objects.ID          `json:"root"`
	Snapshot objects.ID          `json:"snapshot"`
	Patch    objects.ID          `json:"patch"`
	PatchH   semantic.Hash       `json:"patch_h" jsonschema:"of the operations in normal form"`
	Intent   string              `json:"intent,omitempty" cut:"content"`
	Ops      cli.List[appliedOp] `json:"ops"`
	Changes  fields.Counts       `json:"changes"`
	// Worktree is what was done to the files, with --to-worktree.
	Worktree *writtenFiles `json:"worktree,omitempty"`
	fields.Outcome
}

// appliedOp is an operation of the patch. The hashes of a file before and after are
// there where the operation knows its language.
type appliedOp struct {
	Ordinal int    `json:"ordinal" jsonschema:"from 0"`
	Op      string `json:"op" min:"1"`
	fields.Path
	OpH    semantic.Hash `json:"op_h"`
	Before string        `json:"before_h,omitempty" pattern:"^[0-9a-f]{64}$"`
	After  string        `json:"after_h,omitempty" pattern:"^[0-9a-f]{64}$"`
	Count  int           `json:"count,omitempty" jsonschema:"places that were changed"`
}

// writtenFiles counts the files of the working tree that a command changed.
type writtenFiles struct {
	Written int `json:"written"`
	Removed int `json:"removed"`
}

// Human implements cli.Result.
func (r *applyResult) Human(p *render.Printer) {
	p.Linef("%s", p.Styled(render.Strong, r.Snapshot.String()))
	var rows [][]string
	for _, op := range r.Ops.Items() {
		rows = append(rows, []string{"  " + strconv.Itoa(op.Ordinal), p.Styled(render.Note, op.Op), op.Text})
	}
	p.Table(nil, rows)
	fields.NotShown(p, r.Ops.Suppressed(), "operation")
	p.Linef("patch %s, patch_h %s", fields.Short(r.Patch), r.PatchH.String()[:12])
	if r.Worktree != nil {
		p.Linef("%s", fields.Moved(r.Worktree.Written, r.Worktree.Removed))
	}
	r.Line(p)
}

func applyCommand() *cli.Command {
	var o applyOptions
	return &cli.Command{
		Path:  []string{"vcs", "apply"},
		Short: "Apply a patch to a tree",
		Long: `Applies the operations of a patch to BASE, a commit, snapshot or tree, and stores the
result as a snapshot. No ref moves, and without --to-worktree no file changes. The
patch is a stored one, by its id, or a file in CoreForm or JSON.

All of it is done or nothing. Each operation names what it expects to find; the
first that finds something else is named, with what it expects and what there is.

With --to-worktree the files are written, too. BASE has to be what HEAD has then,
and the paths that change must have no changes of yours. "genesis undo" brings back
what was there.`,
		Example: `  genesis vcs apply --base main --patch rename.gcpatch
  genesis vcs apply --patch rename.gcpatch --to-worktree --dry-run`,
		Data:     []cli.Result{(*applyResult)(nil)},
		Required: []string{"patch"},
		Exits:    []contract.Status{contract.Conflicted, contract.Parse, contract.Refused, contract.NotFound, contract.Verification, contract.Busy},
		Mutates:  true,
		Flags: func(fs *pflag.FlagSet) {
			fs.StringVar(&o.base, "base", "HEAD", "what to apply the patch to, a `REV`")
			fs.StringVar(&o.patch, "patch", "", "the id of a stored `PATCH`, a file, or - for standard input")
			fs.BoolVar(&o.worktree, "to-worktree", false, "write the files that change")
		},
		Run: func(ctx context.Context, env *cli.Env, _ []string) (cli.Result, error) {
			return fields.Data(apply(ctx, env, o))
		},
	}
}

// applying is one application of a patch.
type applying struct {
	env   *cli.Env
	db    *refs.DB
	mover *mover // nil unless files are written
	base  objects.ID
	patch *patch.Patch
	desk  *treemerge.Desk
	stage objects.Stage
}

func apply(ctx context.Context, env *cli.Env, o applyOptions) (*applyResult, error) {
	a := &applying{env: env}
	if err := a.open(ctx, o); err != nil {
		return nil, err
	}
	var err error
	if a.stage, err = fields.Stage(ctx, env, a.db.Store()); err != nil {
		return nil, err
	}
	defer func() { _ = a.stage.Abort() }()
	a.desk = treemerge.NewDesk(a.db.Store(), a.stage)
	done, err := patching.Apply(ctx, a.desk, a.base, a.patch)
	if err != nil {
		return nil, err
	}
	r, err := a.result(ctx, done)
	if err != nil {
		return nil, err
	}
	return r, a.end(ctx, r)
}

func (a *applying) open(ctx context.Context, o applyOptions) (err error) {
	if o.worktree {
		if a.mover, err = newMover(ctx, a.env, "vcs apply"); err != nil {
			return err
		}
		if err := a.mover.current(ctx); err != nil {
			return err
		}
		if err := refuseMerging(ctx, a.mover); err != nil {
			return err
		}
	}
	if a.db, err = a.env.DB(ctx); err != nil {
		return err
	}
	if a.base, err = history.ResolveTree(ctx, a.db, o.base); err != nil {
		return err
	}
	if a.mover != nil && a.mover.files != a.base {
		return contract.Fail("patch/base-elsewhere", contract.Facts{"base": a.base, "files": a.mover.files})
	}
	a.patch, err = fields.ReadPatch(ctx, a.env, a.db.Store(), o.patch)
	return err
}

func (a *applying) result(ctx context.Context, done *patching.Applied) (*applyResult, error) {
	r := &applyResult{Base: a.base, Root: done.Root, Intent: a.patch.Intent, Ops: cli.NewList[appliedOp](a.env)}
	var err error
	if r.Patch, err = patching.Put(ctx, a.stage, a.patch); err != nil {
		return nil, err
	}
	if r.PatchH, err = a.patch.Hash(); err != nil {
		return nil, err
	}
	files, bytes, err := snapshot.Count(ctx, a.desk, done.Root)
	if err != nil {
		return nil, err
	}
	if r.Snapshot, err = snapshot.Put(ctx, a.stage, done.Root, files, bytes); err != nil {
		return nil, err
	}
	ops, err := appliedOps(a.patch, done.Edits)
	if err != nil {
		return nil, err
	}
	return r, r.Ops.AddAll(ctx, ops)
}

// appliedOps are the records of the operations, with what those on terms did.
func appliedOps(p *patch.Patch, edits []patch.Edit) ([]appliedOp, error) {
	out := make([]appliedOp, len(p.Ops))
	for i, op := range p.Ops {
		h, err := op.Term.Hash()
		if err != nil {
			return nil, err
		}
		out[i] = appliedOp{Ordinal: i, Op: op.Name, Path: fields.PathOf(op.Path()), OpH: h}
	}
	for _, e := range edits {
		if op := &out[e.Ordinal]; op.Count == 0 { // a split has two; the first is what is left
			op.Before, op.After, op.Count = e.Before, e.After, e.Count
		}
	}
	return out, nil
}

// end stores the result, and writes the files that change.
func (a *applying) end(ctx context.Context, r *applyResult) error {
	changes, err := snapshot.Diff(ctx, a.desk, r.Base, r.Root, nil)
	if err != nil {
		return err
	}
	r.Changes = fields.CountsOf(snapshot.Renames(changes))
	if a.env.DryRun {
		a.env.Planned(len(changes))
	}
	tx := a.db.Begin("vcs apply")
	if a.mover == nil || len(changes) == 0 {
		done, err := fields.Finish(ctx, a.env, tx, a.stage)
		if err == nil {
			r.Outcome = fields.OutcomeOf(done, a.env.DryRun)
		}
		return err
	}
	paths := make([]string, len(changes))
	for i, c := range changes {
		paths[i] = c.Path
	}
	done, err := a.mover.through(ctx, tx, a.stage, worktree.MoveRequest{
		DB: a.db, Base: a.base, To: r.Root, Paths: paths, DryRun: a.env.DryRun, Unstored: a.desk.Trees(),
	})
	if err != nil {
		return err
	}
	r.Worktree = &writtenFiles{Written: len(done.Written), Removed: len(done.Removed)}
	r.Outcome = fields.OutcomeOf(done.Result, a.env.DryRun)
	return nil
}
