package opcmd

import (
	"context"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/fields"
)

func undoCommand() *cli.Command {
	return &cli.Command{
		Path:  []string{"op", "undo"},
		Alias: "undo",
		Short: "Take back an operation",
		Long: `Takes back the last operation of this workspace that moved a ref, HEAD, a pin, a
setting or the working tree. Undo again walks further back; redo returns. With
ID an older operation is taken back, if nothing changed since what it set.

What is unsaved in the working tree is stored first, in the operation of the
undo itself. If a command was killed while it wrote the working tree and did not
happen, undo takes back what it wrote, and stops there.`,
		Example: "  genesis undo\n  genesis op undo 8f3a61c09d22",
		Args:    []cli.Arg{{Name: "ID", Complete: cli.Operations, Optional: true, Help: "the id of an operation"}},
		Data:    []cli.Result{(*reversalResult)(nil)},
		Exits:   []contract.Status{contract.Conflicted, contract.Parse, contract.Refused, contract.NotFound, contract.Verification, contract.Busy},
		Mutates: true, Destroys: true, Previews: true,
		Run: func(ctx context.Context, env *cli.Env, args []string) (cli.Result, error) {
			return fields.Data(undo(ctx, env, args))
		},
	}
}

func undo(ctx context.Context, env *cli.Env, args []string) (*reversalResult, error) {
	r, err := newReverse(ctx, env)
	if err != nil {
		return nil, err
	}
	if len(args) == 0 && r.before.Done && !r.before.Forward {
		// What the user saw last was the interrupted command, and that is undone.
		return r.onlyRecovered(), nil
	}
	var id objects.ID
	if len(args) == 1 {
		op, err := r.db.ResolveOp(ctx, args[0])
		if err != nil {
			return nil, err
		}
		id = op.ID
	}
	plan, err := r.db.PlanUndo(ctx, id)
	if err != nil {
		return nil, err
	}
	out, err := r.apply(ctx, "op undo", plan)
	if err != nil {
		return nil, err
	}
	out.Undone, out.verb = []objects.ID{plan.Target.ID}, "undone"
	return out, nil
}

func redoCommand() *cli.Command {
	return &cli.Command{
		Path:    []string{"op", "redo"},
		Short:   "Make an undone operation again",
		Long:    "Takes back the newest undo that no other operation followed.",
		Example: "  genesis op redo",
		Data:    []cli.Result{(*reversalResult)(nil)},
		Exits:   []contract.Status{contract.Conflicted, contract.Parse, contract.Refused, contract.NotFound, contract.Verification, contract.Busy},
		Mutates: true, Destroys: true, Previews: true,
		Run: func(ctx context.Context, env *cli.Env, _ []string) (cli.Result, error) {
			return fields.Data(redo(ctx, env))
		},
	}
}

func redo(ctx context.Context, env *cli.Env) (*reversalResult, error) {
	r, err := newReverse(ctx, env)
	if err != nil {
		return nil, err
	}
	plan, err := r.db.PlanRedo(ctx)
	if err != nil {
		return nil, err
	}
	again, err := r.db.Op(ctx, plan.Target.Subject) // the plan's target is its undo
	if err != nil {
		return nil, err
	}
	out, err := r.apply(ctx, "op redo", plan)
	if err != nil {
		return nil, err
	}
	out.Redone, out.verb, out.target = []objects.ID{again.ID}, "redone", operationOf(again)
	return out, nil
}

func restoreCommand() *cli.Command {
	return &cli.Command{
		Path:  []string{"op", "restore"},
		Short: "Go back to the state after an operation",
		Long: `Makes every ref, pin and setting, and the HEAD and working tree of this
workspace, what they were right after the operation. Where that moves HEAD to
another commit, the files become that commit's; changes that are in no commit
are carried along, or stored first where they are in the way. Before the first
commit there are no files to go to, and they stay. Other workspaces keep their
HEAD. "genesis undo" takes the restore back.`,
		Example: "  genesis op restore 8f3a61c09d22",
		Args:    []cli.Arg{{Name: "ID", Complete: cli.Operations, Help: "the id of an operation"}},
		Data:    []cli.Result{(*reversalResult)(nil)},
		Exits:   []contract.Status{contract.Conflicted, contract.Parse, contract.Refused, contract.NotFound, contract.Verification, contract.Busy},
		Mutates: true, Destroys: true, Previews: true,
		Run: func(ctx context.Context, env *cli.Env, args []string) (cli.Result, error) {
			return fields.Data(restore(ctx, env, args[0]))
		},
	}
}

func restore(ctx context.Context, env *cli.Env, arg string) (*reversalResult, error) {
	r, err := newReverse(ctx, env)
	if err != nil {
		return nil, err
	}
	op, err := r.db.ResolveOp(ctx, arg)
	if err != nil {
		return nil, err
	}
	plan, err := r.db.PlanRestore(ctx, op.ID)
	if err != nil {
		return nil, err
	}
	out, err := r.apply(ctx, "op restore", plan)
	if err != nil {
		return nil, err
	}
	out.Restored, out.verb = plan.Target.ID, "restored to"
	return out, nil
}
