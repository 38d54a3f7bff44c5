package vcscmd

import (
	"context"

	"github.com/spf13/pflag"

	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/fields"
	"github.com/genesis-vcs/genesis/refs"
)

func switchCommand() *cli.Command {
	var create, discard bool
	return &cli.Command{
		Path:  []string{"vcs", "switch"},
		Alias: "switch",
		Short: "Go to another branch",
		Long: `Moves HEAD and the working tree to BRANCH, as checkout does. With -c the branch is
made where HEAD is, and no file changes.`,
		Example: "  genesis switch main\n  genesis switch -c fix/empty-list",
		Args:    []cli.Arg{{Name: "BRANCH", Help: "the short name of a branch"}},
		Data:    []cli.Result{(*moveResult)(nil)},
		Exits:   []contract.Status{contract.Conflicted, contract.Parse, contract.Refused, contract.NotFound, contract.Verification, contract.Busy},
		Mutates: true, DestroysWith: []string{"discard"}, Previews: true,
		Exclusive: []cli.Pair{{Flag: "--discard", Other: "--create", Reason: "A new branch leaves every file as it is"}},
		Flags: func(fs *pflag.FlagSet) {
			fs.BoolVarP(&create, "create", "c", false, "make the branch")
			registerDiscard(fs, &discard)
		},
		Run: func(ctx context.Context, env *cli.Env, args []string) (cli.Result, error) {
			parse := refs.Branch
			if create {
				parse = fields.NewBranch
			}
			name, err := parse(args[0])
			if err != nil {
				return nil, err
			}
			return fields.Data(switchTo(ctx, env, name, create, discard))
		},
	}
}

func switchTo(ctx context.Context, env *cli.Env, name refs.Name, create, discard bool) (*moveResult, error) {
	m, err := newMover(ctx, env, "vcs switch")
	if err != nil {
		return nil, err
	}
	if create {
		return m.create(ctx, name)
	}
	if name == m.pos.head.Branch && m.pos.commit.IsZero() {
		if !m.filesOf.IsZero() {
			return nil, contract.Failf("refs/not-found", contract.Facts{"name": name}, fields.RemovedBranch)
		}
		// Already there, on a branch without a commit.
		return m.stay(ctx, m.db.Begin(m.verb), m.pos.head)
	}
	c, err := branchCommit(ctx, m.db, name)
	if err != nil {
		return nil, err
	}
	return m.to(ctx, refs.Head{Branch: name}, c, discard)
}

// create makes a branch where HEAD is and goes onto it; if another workspace
// moved the branch of HEAD, where the files are. On a branch without a commit only
// HEAD moves.
func (m *mover) create(ctx context.Context, name refs.Name) (*moveResult, error) {
	if err := refuseExisting(ctx, m.db, name); err != nil {
		return nil, err
	}
	if err := refuseMerging(ctx, m); err != nil {
		return nil, err
	}
	tx := m.db.Begin(m.verb)
	if !m.filesOf.IsZero() {
		tx.Set(name, m.filesOf, refs.Missing())
	}
	head := refs.Head{Branch: name}
	tx.SetHead(head)
	return m.stay(ctx, tx, head)
}

// stay commits a transaction that leaves the working tree alone.
func (m *mover) stay(ctx context.Context, tx *refs.Tx, head refs.Head) (*moveResult, error) {
	done, err := fields.Finish(ctx, m.env, tx, nil)
	if err != nil {
		return nil, err
	}
	return &moveResult{
		From: fields.OrNull(m.pos.commit), To: fields.OrNull(m.filesOf), Head: headName(head),
		Preview: fields.NoPreviews(m.env), Outcome: fields.OutcomeOf(done, m.env.DryRun),
	}, nil
}

// refuseExisting refuses a name that is taken: refs/exists.
func refuseExisting(ctx context.Context, db *refs.DB, name refs.Name) error {
	id, ok, err := db.Get(ctx, name)
	if err != nil || !ok {
		return err
	}
	return contract.Fail("refs/exists", contract.Facts{"name": name, "actual": id})
}
