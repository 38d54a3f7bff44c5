package vcscmd

import (
	"context"

	"github.com/spf13/pflag"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
	"github.com/genesis-vcs/genesis/plumbing/worktree"
	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/fields"
	"github.com/genesis-vcs/genesis/porcelain/render"
)

// snapshotResult is the data of `vcs snapshot`.
type snapshotResult struct {
	Snapshot   objects.ID               `json:"snapshot"`
	Root       objects.ID               `json:"root"`
	Files      uint64                   `json:"files"`
	Bytes      uint64                   `json:"bytes"`
	NewObjects int                      `json:"new_objects"`
	NewBytes   uint64                   `json:"new_bytes"`
	Skipped    cli.List[fields.Skipped] `json:"skipped"`
	fields.Outcome
}

// Human implements cli.Result.
func (r *snapshotResult) Human(p *render.Printer) {
	p.Linef("%s", p.Styled(render.Strong, r.Snapshot.String()))
	p.Linef("%s in %s, %s new", render.Bytes(r.Bytes), render.Count(r.Files, "file"), render.Bytes(r.NewBytes))
	fields.WriteSkipped(p, r.Skipped.Items())
	fields.NotShown(p, r.Skipped.Suppressed(), "path")
	r.Line(p)
}

func snapshotCommand() *cli.Command {
	var limits fields.Limits
	return &cli.Command{
		Path:  []string{"vcs", "snapshot"},
		Short: "Store the working tree without a commit",
		Long: `Stores the working tree as a snapshot and prints its hash. With PATH only these
paths are taken, on top of the tree of HEAD. No ref moves.`,
		Example: "  genesis vcs snapshot\n  genesis vcs snapshot -- src",
		Args:    []cli.Arg{{Name: "PATH", Optional: true, Repeat: true, AfterDash: true, Help: "take only these paths"}},
		Data:    []cli.Result{(*snapshotResult)(nil)},
		Exits:   []contract.Status{contract.Parse, contract.Refused, contract.NotFound, contract.Verification, contract.Busy},
		Mutates: true,
		Flags:   func(fs *pflag.FlagSet) { limits.Register(fs) },
		Run: func(ctx context.Context, env *cli.Env, args []string) (cli.Result, error) {
			return fields.Data(takeSnapshot(ctx, env, args, limits))
		},
	}
}

func takeSnapshot(ctx context.Context, env *cli.Env, args []string, limits fields.Limits) (*snapshotResult, error) {
	l, err := newLook(ctx, env, args, &limits)
	if err != nil {
		return nil, err
	}
	stage, err := fields.Stage(ctx, env, l.db.Store())
	if err != nil {
		return nil, err
	}
	defer stage.Abort()
	scan, err := l.tree.Scan(ctx, worktree.ScanRequest{Store: l.db.Store(), Base: l.pos.root, Paths: l.paths, Stage: stage})
	if err != nil {
		return nil, err
	}
	r := &snapshotResult{Root: scan.Root, Files: scan.Files, Bytes: scan.Bytes, Skipped: cli.NewList[fields.Skipped](env)}
	if err := r.Skipped.AddAll(ctx, fields.SkippedOf(scan.Skipped)); err != nil {
		return nil, err
	}
	if r.Snapshot, err = snapshot.Put(ctx, stage, scan.Root, scan.Files, scan.Bytes); err != nil {
		return nil, err
	}
	done, err := fields.Finish(ctx, env, l.db.Begin("vcs snapshot"), stage)
	if err != nil {
		return nil, err
	}
	if env.DryRun {
		env.Planned(int(scan.Files))
	}
	r.NewObjects, r.NewBytes, r.Outcome = done.Objects, done.Bytes, fields.OutcomeOf(done, env.DryRun)
	return r, nil
}
