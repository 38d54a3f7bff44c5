package vcscmd

import (
	"context"

	"github.com/spf13/pflag"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/merging"
	"github.com/genesis-vcs/genesis/plumbing/worktree"
	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/fields"
	"github.com/genesis-vcs/genesis/porcelain/render"
)

// mergeOptions are the flags of `vcs merge`.
type mergeOptions struct {
	message   string
	style     string
	noCommit  bool
	noFF      bool
	unrelated bool
	abort     bool
}

// mergeResult is the data of `vcs merge`. From and To are the commits of HEAD
// before and after, Merged the one that REV names.
type mergeResult struct {
	Status string       `json:"status" enum:"up-to-date,fast-forward,merged,uncommitted,conflict,aborted"`
	From   *objects.ID  `json:"from"`
	To     *objects.ID  `json:"to"`
	Merged objects.ID   `json:"merged,omitzero"`
	Bases  []objects.ID `json:"bases,omitempty"`
	Head   string       `json:"head" pattern:"^(detached|refs/heads/.+)$"`
	// Files are those that both sides had a part in.
	Files   cli.List[mergedFile] `json:"files"`
	Written int                  `json:"written"`
	Removed int                  `json:"removed"`
	// Changes lists what a dry run would do.
	Changes []moved    `json:"changes,omitempty"`
	Saved   objects.ID `json:"saved,omitzero"`
	fields.Outcome
}

// mergeWords are what a person reads of a status.
var mergeWords = map[string]string{
	"up-to-date": "nothing to merge: HEAD has it already", "fast-forward": "moved forward, nothing had to be merged",
	"merged": "merged", "uncommitted": "merged and not committed", "conflict": "merged with conflicts", "aborted": "the merge is given up",
}

// Human implements cli.Result.
func (r *mergeResult) Human(p *render.Printer) {
	for _, c := range r.Changes {
		p.Linef("would be %s  %s", c.Change, c.Path.Text)
	}
	writeHead(p, r.Head, r.To, "")
	p.Linef("%s", mergeWords[r.Status])
	writeMerged(p, r.Files.Items())
	fields.NotShown(p, r.Files.Suppressed(), "file")
	if done := fields.Moved(r.Written, r.Removed); done != "" {
		p.Linef("%s", done)
	}
	if !r.Saved.IsZero() {
		p.Linef("%s in snapshot %s", p.Styled(render.Note, "overwritten changes are kept"), fields.Short(r.Saved))
	}
	r.Line(p)
}

func mergeCommand() *cli.Command {
	var o mergeOptions
	return &cli.Command{
		Path:  []string{"vcs", "merge"},
		Alias: "merge",
		Short: "Merge a branch into the current one",
		Long: `Merges what REV has and HEAD has not into the working tree, and commits it. A file
that only one side changed is that side's; one that both changed is merged by
lines, by definitions and by tokens, and taken for merged only where that is
proved. Renames are followed.

What nothing decides is a conflict: the file has markers, the answer lists it, and
nothing is committed. Decide it by hand or with "genesis vcs resolve-conflict",
then commit; --abort gives the merge up. How a conflict was decided is remembered,
and done again when the same one comes back.

A HEAD that REV already has behind it is only moved forward, unless --no-ff asks
for a commit. Changes of yours that are not in the way stay. One that is in the way
and stored nowhere is not overwritten: the command refuses and lists every path.`,
		Example: "  genesis merge topic\n  genesis merge topic --no-ff --no-commit",
		Args:    []cli.Arg{{Name: "REV", Optional: true, Help: "a branch, tag, commit or short id"}},
		Data:    []cli.Result{(*mergeResult)(nil)},
		Exits:   []contract.Status{contract.Conflicted, contract.Parse, contract.Refused, contract.NotFound, contract.Verification, contract.Busy},
		Mutates: true, DestroysWith: []string{"abort"},
		Exclusive: []cli.Pair{
			{Flag: "--abort", Other: "REV", Reason: "The merge that is given up is the one that the workspace is in"},
			{Flag: "--abort", Other: "--message", Reason: "Nothing is committed"},
			{Flag: "--abort", Other: "--no-commit", Reason: "Nothing is merged"},
			{Flag: "--abort", Other: "--no-ff", Reason: "Nothing is merged"},
			{Flag: "--abort", Other: "--style", Reason: "Nothing is merged"},
			{Flag: "--abort", Other: "--allow-unrelated", Reason: "Nothing is merged"},
		},
		Flags: func(fs *pflag.FlagSet) {
			fs.StringVarP(&o.message, "message", "m", "", "the message `MSG` of the commit")
			registerStyle(fs, &o.style)
			fs.BoolVar(&o.noCommit, "no-commit", false, "merge the files and leave the commit to you")
			fs.BoolVar(&o.noFF, "no-ff", false, "make a commit where HEAD could be moved forward")
			fs.BoolVar(&o.unrelated, "allow-unrelated", false, "merge histories that have nothing in common")
			fs.BoolVar(&o.abort, "abort", false, "give up the merge that the workspace is in; what you changed since is stored first")
		},
		Run: func(ctx context.Context, env *cli.Env, args []string) (cli.Result, error) {
			switch {
			case o.abort:
				return fields.Data(abortMerge(ctx, env))
			case len(args) == 0:
				return nil, contract.Failf("usage/missing-argument", contract.Facts{"argument": "REV"}, "Which commit is to be merged?")
			}
			return fields.Data(merge(ctx, env, args[0], o))
		},
	}
}

// styles are how conflicts may be shown.
var styles = []string{"merge", "diff3", "zdiff3"}

func registerStyle(fs *pflag.FlagSet, style *string) {
	cli.Choice(fs, style, "style", styles, "merge", "show conflicts in the `STYLE`")
}

// refuseMerging refuses what would take a workspace away from a merge that is not
// committed.
func refuseMerging(ctx context.Context, m *mover) error {
	state, err := merging.Load(ctx, m.db)
	if err != nil || state == nil {
		return err
	}
	return contract.Fail("merge/in-progress", contract.Facts{"merged": state.Right, "label": state.Label})
}

// abortMerge takes the working tree back to HEAD. What was changed since the merge
// is saved first.
func abortMerge(ctx context.Context, env *cli.Env) (*mergeResult, error) {
	m, err := newMover(ctx, env, "vcs merge")
	if err != nil {
		return nil, err
	}
	state, err := merging.Load(ctx, m.db)
	if err != nil {
		return nil, err
	}
	if state == nil {
		return nil, contract.Fail("merge/none", nil)
	}
	tx := m.db.Begin(m.verb)
	merging.End(tx, m.db)
	done, err := m.tree.Move(ctx, tx, worktree.MoveRequest{
		DB: m.db, Base: state.Tree, To: m.files, Discard: true, DryRun: env.DryRun,
	})
	if err != nil {
		return nil, err
	}
	r := &mergeResult{
		Status: "aborted", From: fields.OrNull(m.pos.commit), To: fields.OrNull(m.pos.commit), Merged: state.Right,
		Files: cli.NewList[mergedFile](env),
	}
	r.moved(m, done)
	return r, nil
}

// moved takes over what became of the working tree.
func (r *mergeResult) moved(m *mover, done worktree.MoveResult) {
	r.Head = headName(m.pos.head)
	r.Written, r.Removed, r.Saved = len(done.Written), len(done.Removed), done.Saved
	r.Outcome = fields.OutcomeOf(done.Result, m.env.DryRun)
	if m.env.DryRun {
		m.env.Planned(r.Written + r.Removed)
		r.Changes = movedOf(done)
	}
}
