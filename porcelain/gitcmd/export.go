package gitcmd

import (
	"context"

	"github.com/spf13/pflag"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/git"
	"github.com/genesis-vcs/genesis/plumbing/git/gitproc"
	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/fields"
	"github.com/genesis-vcs/genesis/porcelain/render"
	"github.com/genesis-vcs/genesis/refs"
)

// exportResult is the data of `git export`.
type exportResult struct {
	To      fields.Path        `json:"to"`
	Created bool               `json:"created"` // the repository was made
	Refs    cli.List[exported] `json:"refs"`
	Commits int                `json:"commits"`
	Objects int                `json:"objects"`
	Bytes   uint64             `json:"bytes"`
	// Rewritten counts commits and tags that came from Git and have other ids now.
	Rewritten int `json:"rewritten"`
	// Dropped are empty directories, which Git cannot have; the count is of all.
	Dropped      []fields.Path `json:"dropped"`
	DroppedCount int           `json:"dropped_count"`
	// NextAction writes the files of a new repository.
	NextAction []string `json:"next_action,omitempty"`
	fields.Outcome
	// streamed: the answer was the stream, and went out already.
	streamed bool
}

// exported is a ref. Git is the object that it names there.
type exported struct {
	Name    string     `json:"name" min:"1"`
	Git     string     `json:"git" pattern:"^[0-9a-f]{40}$"`
	Genesis objects.ID `json:"genesis"`
	Old     string     `json:"old,omitempty" pattern:"^[0-9a-f]{40}$"`
	Status  string     `json:"status" enum:"created,updated,unchanged,forced"`
}

// Human implements cli.Result.
func (r *exportResult) Human(p *render.Printer) {
	if r.streamed {
		return
	}
	unchanged := 0
	for _, ref := range r.Refs.Items() {
		if ref.Status == string(git.RefUnchanged) {
			unchanged++
			continue
		}
		p.Linef("%-8s  %-12.12s  %s", ref.Status, ref.Git, ref.Name)
	}
	fields.NotShown(p, r.Refs.Suppressed(), "ref")
	for _, path := range r.Dropped {
		p.Linef("%s  %s is empty, and Git has no empty directories", p.Styled(render.Note, "dropped "), path.Text)
	}
	verb := "wrote"
	if r.Dry() {
		verb = "would write"
	}
	p.Linef("%s %s; %s unchanged", verb, render.Count(r.Commits, "commit"), render.Count(unchanged, "ref"))
	if r.Bytes > 0 {
		p.Linef("%s in %s", render.Bytes(r.Bytes), render.Count(r.Objects, "object"))
	}
	r.Line(p)
	switch {
	case !r.Created || r.Dry():
	case r.NextAction != nil:
		p.Linef("`git checkout` in %s writes the files, `git gc` makes it small", r.To.Text)
	default:
		p.Linef("`git gc` in %s makes it small", r.To.Text)
	}
}

// exportOptions are the flags of `git export`.
type exportOptions struct {
	to           string
	bare, stream bool
	how          git.ExportOptions
}

func exportCommand() *cli.Command {
	var o exportOptions
	return &cli.Command{
		Path:  []string{"git", "export"},
		Short: "Give history to a Git repository",
		Long: `Writes what the refs reach, as far as it is not there, into the Git repository DIR,
and moves its refs. A directory that is not there, or empty, becomes a repository; no
file of a working tree is written. What came from Git and is as it was has the ids
there that it had, signed commits and tags too.

A ref that would leave commits behind is not moved without --force, and then none is;
nor is a branch that a working tree of the repository stands on. Empty directories are
dropped: Git has none.

--stream prints all that the refs reach as a stream for git fast-import instead. Such a
stream does not carry the signatures of commits and their further headers; they, and
what follows them, get other ids.`,
		Example: "  genesis git export --to ../copy\n  genesis git export --to ../copy.git --bare --ref refs/heads/main\n  genesis git export --stream > ../history.stream",
		Data:    []cli.Result{(*exportResult)(nil)},
		Exits: []contract.Status{
			contract.Conflicted, contract.Parse, contract.Refused, contract.NotFound, contract.Verification, contract.IO, contract.Busy,
		},
		Mutates: true, DestroysWith: []string{"force"},
		ContentWith: []string{"stream"},
		Exclusive: []cli.Pair{
			{Flag: "--stream", Other: "--to", Reason: "The history goes to one place"},
			{Flag: "--bare", Other: "--stream", Reason: "A stream has no working tree anyway"},
			{Flag: "--force", Other: "--stream", Reason: "A stream moves no refs; git fast-import has a --force of its own"},
			{Flag: "--dry-run", Other: "--stream", Reason: "With --stream nothing is changed, so there is no dry run"},
		},
		Flags: func(fs *pflag.FlagSet) {
			fs.StringVar(&o.to, "to", "", "the `DIR` of a Git repository, or where one is to be made")
			fs.BoolVar(&o.stream, "stream", false, "print a stream for git fast-import instead")
			fs.BoolVar(&o.bare, "bare", false, "make a repository without a working tree")
			fs.StringArrayVar(&o.how.Filter.Include, "ref", nil, "only refs that match the `PATTERN`, a full name in Git with * and **; may be repeated")
			fs.StringArrayVar(&o.how.Filter.Exclude, "exclude-ref", nil, "no refs that match the `PATTERN`; may be repeated")
			fs.BoolVar(&o.how.Force, "force", false, "move refs that leave commits behind")
		},
		Run: func(ctx context.Context, env *cli.Env, _ []string) (cli.Result, error) {
			return fields.Data(runExport(ctx, env, o))
		},
	}
}

func runExport(ctx context.Context, env *cli.Env, o exportOptions) (*exportResult, error) {
	switch {
	case o.stream:
		return exportStream(ctx, env, o)
	case o.to == "":
		return nil, contract.Failf("usage/missing-argument", contract.Facts{"argument": "--to", "command": "git export"},
			"The flag --to is missing, or --stream")
	}
	db, err := env.DB(ctx)
	if err != nil {
		return nil, err
	}
	at := newTarget(env, o.to)
	r := &exportResult{To: fields.PathOf(shown(at.dir)), Refs: cli.NewList[exported](env), Dropped: []fields.Path{}}
	if !env.DryRun {
		if err := at.ready(db.Store()); err != nil {
			return nil, err
		}
	}
	if r.Created, err = at.vacant(); err != nil {
		return nil, err
	}
	if err := r.run(ctx, env, db, at, o); err != nil {
		return nil, err
	}
	return r, nil
}

func (r *exportResult) run(ctx context.Context, env *cli.Env, db *refs.DB, at target, o exportOptions) error {
	switch {
	case r.Created && env.DryRun: // as if into an empty repository
		return r.export(ctx, env, db, nil, o, nil)
	case r.Created:
		return r.make(ctx, env, db, at, o)
	}
	repo, err := at.open(ctx, env, o.bare)
	if err != nil {
		return err
	}
	return r.export(ctx, env, db, repo, o, nil)
}

// export exports into a repository, nil for a dry run into one that is not there.
// complete, if not nil, is the last step there.
func (r *exportResult) export(ctx context.Context, env *cli.Env, db *refs.DB, repo *gitproc.Repo, o exportOptions, complete func(*git.Exported) error) error {
	stage, err := fields.Stage(ctx, env, db.Store())
	if err != nil {
		return err
	}
	defer func() { _ = stage.Abort() }()
	p := env.Progress("exporting")
	o.how.DryRun, o.how.Progress = env.DryRun, p.Add
	done, err := git.Export(ctx, db, repo, o.how, stage)
	p.End()
	if err != nil {
		return err
	}
	if err := r.fill(ctx, env, done); err != nil {
		return err
	}
	if complete != nil {
		if err := complete(done); err != nil {
			return err
		}
	}
	// Git has changed: a signal that comes now is too late.
	ctx = context.WithoutCancel(ctx)
	tx := db.Begin("git export")
	done.Apply(tx)
	if !done.Noop() {
		tx.Record()
	}
	result, err := fields.Finish(ctx, env, tx, stage)
	r.Outcome = fields.OutcomeOf(result, env.DryRun)
	return err
}

func (r *exportResult) fill(ctx context.Context, env *cli.Env, done *git.Exported) error {
	r.Commits, r.Objects, r.Bytes, r.Rewritten = done.Commits, done.Objects, done.Bytes, done.Rewritten
	r.DroppedCount = done.DroppedCount
	for _, path := range done.Dropped {
		r.Dropped = append(r.Dropped, fields.PathOf(path))
	}
	for _, ref := range done.Refs {
		out := exported{Name: ref.Git, Git: ref.OID.String(), Genesis: ref.ID, Status: string(ref.Status)}
		if !ref.Old.IsZero() {
			out.Old = ref.Old.String()
		}
		if _, err := r.Refs.Add(ctx, out); err != nil {
			return err
		}
	}
	if done.Rewritten > 0 {
		env.Warnf("%s got other Git ids than before: a tree of theirs is written in a form that Git itself would not use, or has an empty directory",
			render.Count(done.Rewritten, "object"))
	}
	return nil
}
