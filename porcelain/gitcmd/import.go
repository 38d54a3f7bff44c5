package gitcmd

import (
	"context"
	"strings"

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

// importResult is the data of `git import`.
type importResult struct {
	From    *fields.Path       `json:"from,omitempty"`
	Commits int                `json:"commits"`
	Trees   int                `json:"trees"`
	Blobs   int                `json:"blobs"`
	Tags    int                `json:"tags"`
	Refs    cli.List[imported] `json:"refs"`
	Skipped []skipped          `json:"skipped"`
	// Irregular counts trees that Git itself would write in another form.
	Irregular  int    `json:"irregular"`
	NewObjects int    `json:"new_objects"`
	Bytes      uint64 `json:"bytes"`
	// Head is the branch's full name or "detached", where HEAD of the workspace
	// was set.
	Head    string `json:"head,omitempty" pattern:"^(detached|refs/heads/.+)$"`
	Written int    `json:"written"`
	Removed int    `json:"removed"`
	// NextAction is what to do next, where there is something.
	NextAction []string `json:"next_action,omitempty"`
	nextWhy    string   // what that does
	fields.Outcome
}

// imported is a ref of Git. Hash is absent when it is deleted, and in a dry run
// when its object would be new.
type imported struct {
	Name   string     `json:"name" min:"1"`
	Git    string     `json:"git,omitempty" pattern:"^[0-9a-f]{40}$"`
	Hash   objects.ID `json:"hash,omitzero"`
	Old    objects.ID `json:"old,omitzero"`
	Status string     `json:"status" enum:"created,updated,unchanged,forced,deleted"`
}

// skipped is a ref that is no ref of its own, or that git cannot read.
type skipped struct {
	Name         string `json:"name" min:"1"`
	NameEncoding string `json:"name_encoding,omitempty"`
	Reason       string `json:"reason" min:"1"`
}

// Human implements cli.Result.
func (r *importResult) Human(p *render.Printer) {
	count := map[string]int{}
	for _, ref := range r.Refs.Items() {
		count[ref.Status]++
		if ref.Status == string(git.RefUnchanged) {
			continue
		}
		at := ""
		if !ref.Hash.IsZero() {
			at = fields.Short(ref.Hash)
		}
		p.Linef("%-8s  %-12s  %s", ref.Status, at, ref.Name)
	}
	fields.NotShown(p, r.Refs.Suppressed(), "ref")
	for _, s := range r.Skipped {
		p.Linef("%s  %s %s", p.Styled(render.Faint, "skipped "), s.Name, s.Reason)
	}
	verb := "read"
	if r.Dry() {
		verb = "would read"
	}
	p.Linef("%s %s, %s, %s and %s; %s unchanged", verb, render.Count(r.Commits, "commit"), render.Count(r.Trees, "tree"),
		render.Count(r.Blobs, "blob"), render.Count(r.Tags, "tag"), render.Count(count[string(git.RefUnchanged)], "ref"))
	if r.NewObjects > 0 {
		p.Linef("%s new in %s", render.Bytes(r.Bytes), render.Count(r.NewObjects, "object"))
	}
	if done := fields.Moved(r.Written, r.Removed); done != "" {
		p.Linef("%s", done)
	}
	if r.Head != "" {
		p.Linef("HEAD is at %s", p.Styled(render.Strong, refs.Name(r.Head).Short()))
	}
	r.Line(p)
	if r.NextAction != nil {
		p.Linef("`%s` %s", strings.Join(r.NextAction, " "), r.nextWhy)
	}
}

// importOptions are the flags of `git import`.
type importOptions struct {
	from, stream string
	how          git.ImportOptions
}

func importCommand() *cli.Command {
	var o importOptions
	return &cli.Command{
		Path:  []string{"git", "import"},
		Short: "Take the history of a Git repository",
		Long: `Reads all that the refs of a Git repository reach and that is not here yet, at full
fidelity: the ids of Git can be computed again from it, signatures stay valid, and
"genesis commit show" finds a commit by its Git id. Run again, it takes what is new.

Without --from it is the repository that the workspace lies in; then no file is
touched, since Git has put them there. From elsewhere, the files follow the branch
that HEAD is on, and HEAD of a workspace without a commit goes to Git's branch. With
--stream the history comes as git fast-export writes it, without what such a stream
does not carry: signatures of commits.

A ref that has commits here which Git does not have is not moved, and then none is;
--force moves it, and "genesis op undo" takes it all back. Refs outside of
refs/heads, refs/tags and refs/remotes come under refs/git.`,
		Example: "  genesis git import --from ../repo\n  genesis git import --from ../repo --ref 'refs/heads/**' --ref refs/tags/v1.0",
		Data:    []cli.Result{(*importResult)(nil)},
		Exits: []contract.Status{
			contract.Conflicted, contract.Parse, contract.Refused, contract.NotFound, contract.Verification, contract.IO, contract.Busy,
		},
		Mutates: true, DestroysWith: []string{"force", "prune"},
		Exclusive: []cli.Pair{
			{Flag: "--stream", Other: "--from", Reason: "The history comes from one place"},
			{Flag: "--stream", Other: "--prune", Reason: "A stream need not have all refs"},
		},
		Flags: func(fs *pflag.FlagSet) {
			fs.StringVar(&o.from, "from", "", "the `DIR` of a working tree or of a bare repository (default: the one that the workspace lies in)")
			fs.StringVar(&o.stream, "stream", "", "read a stream of git fast-export from `FILE` (- is standard input) instead of a repository")
			fs.StringArrayVar(&o.how.Filter.Include, "ref", nil, "only refs that match the `PATTERN`, a full name in Git with * and **; may be repeated")
			fs.StringArrayVar(&o.how.Filter.Exclude, "exclude-ref", nil, "no refs that match the `PATTERN`; may be repeated")
			fs.BoolVar(&o.how.Force, "force", false, "move refs that have commits here which Git does not have")
			fs.BoolVar(&o.how.Prune, "prune", false, "remove refs that Git does not have any more")
		},
		Run: func(ctx context.Context, env *cli.Env, _ []string) (cli.Result, error) {
			return fields.Data(runImport(ctx, env, o))
		},
	}
}

func runImport(ctx context.Context, env *cli.Env, o importOptions) (*importResult, error) {
	place, err := findPlace(ctx, env)
	if err != nil {
		return nil, err
	}
	r := &importResult{Refs: cli.NewList[imported](env)}
	p := env.Progress("importing")
	o.how.DryRun, o.how.Progress = env.DryRun, p.Add
	var repo *gitproc.Repo
	var done *git.Imported
	if o.stream != "" {
		done, err = fromStream(ctx, env, place, o)
	} else if repo, err = openRepo(ctx, env, o.from, place); err == nil {
		r.From = fromPath(repo)
		o.how.Before = func(ctx context.Context, ahead *git.Ahead) error { return place.before(ctx, repo, ahead) }
		done, err = git.Import(ctx, place.db, repo, o.how)
	}
	p.End()
	if err != nil {
		return nil, err
	}
	if err := r.fill(ctx, env, done); err != nil {
		return nil, err
	}
	outcome, err := place.follow(ctx, repo, done)
	if err != nil {
		return nil, err
	}
	r.Head, r.Written, r.Removed = outcome.head, outcome.written, outcome.removed
	r.Outcome = fields.OutcomeOf(outcome.result, env.DryRun)
	if !env.DryRun && place.waits(repo, outcome) {
		r.offerBranch(done)
	}
	return r, nil
}

// offerBranch says how the files of a workspace come, whose HEAD has no commit yet.
func (r *importResult) offerBranch(done *git.Imported) {
	for _, ref := range done.Refs {
		if ref.Name.IsBranch() && ref.Status != git.RefDeleted {
			r.NextAction, r.nextWhy = []string{"genesis", "switch", ref.Name.Short()}, "writes the files of a branch that came"
			return
		}
	}
}

// fromStream imports a stream from a file or from standard input.
func fromStream(ctx context.Context, env *cli.Env, at *place, o importOptions) (*git.Imported, error) {
	if o.stream == "-" {
		env.Target("-", "stdin")
		return git.ImportStream(ctx, at.db, fields.Input(ctx, env.Stdin), o.how)
	}
	f, err := fields.OpenFile(env, o.stream)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	return git.ImportStream(ctx, at.db, f, o.how)
}

// openRepo opens the repository that is named, or that the workspace lies in.
func openRepo(ctx context.Context, env *cli.Env, from string, at *place) (*gitproc.Repo, error) {
	dir := env.Cwd
	switch {
	case from != "":
		dir = env.Abs(from)
		env.Target(dir, "argv")
	case at.workspace != nil:
		dir = at.workspace.Root
	}
	repo, err := gitproc.Open(ctx, dir, env.Environ())
	return repo, naming(dir, err)
}

func fromPath(repo *gitproc.Repo) *fields.Path {
	dir := repo.Worktree
	if dir == "" {
		dir = repo.Dir
	}
	path := fields.PathOf(shown(dir))
	return &path
}

// optimizeObjects is from how many new objects on a history is worth the time of
// `store optimize`.
const optimizeObjects = 10_000

// fill takes what was read into the result.
func (r *importResult) fill(ctx context.Context, env *cli.Env, done *git.Imported) error {
	r.Commits, r.Trees, r.Blobs, r.Tags = done.Commits, done.Trees, done.Blobs, done.Tags
	r.Irregular, r.NewObjects, r.Bytes = done.Irregular, done.Objects, done.Bytes
	r.Skipped = []skipped{}
	for _, s := range done.Skipped {
		out := skipped{Reason: s.Reason}
		out.Name, out.NameEncoding = fields.Encode(s.Name)
		r.Skipped = append(r.Skipped, out)
	}
	for _, ref := range done.Refs {
		out := imported{Name: string(ref.Name), Hash: ref.ID, Old: ref.Old, Status: string(ref.Status)}
		if !ref.OID.IsZero() {
			out.Git = ref.OID.String()
		}
		if _, err := r.Refs.Add(ctx, out); err != nil {
			return err
		}
	}
	if done.Irregular > 0 {
		env.Warnf("%s written in a form that Git itself would not use: the commits get other Git ids when they are exported",
			render.Count(done.Irregular, "tree"))
	}
	if done.Objects >= optimizeObjects {
		r.NextAction, r.nextWhy = []string{"genesis", "store", "optimize"}, "makes a history small"
	}
	return nil
}
