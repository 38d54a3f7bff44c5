package workspacecmd

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"github.com/spf13/pflag"

	"github.com/genesis-vcs/genesis/objects/packstore"
	"github.com/genesis-vcs/genesis/plumbing/workspace"
	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/fields"
	"github.com/genesis-vcs/genesis/porcelain/render"
	"github.com/genesis-vcs/genesis/refs"
)

// initOptions are the flags of `init`.
type initOptions struct {
	bare        bool
	branch      string
	branchGiven bool
	forceNested bool
}

// initResult is the data of `init`. Workspace is absent for a bare store and in
// a dry run that would make one; Store is relative to the workspace, and "."
// for a bare store.
type initResult struct {
	Workspace string `json:"workspace,omitempty"`
	Store     string `json:"store"`
	StoreCode string `json:"store_encoding,omitempty"`
	Branch    string `json:"branch,omitempty"`
	Created   bool   `json:"created"`
	// NextAction takes the history of the Git repository that is there.
	NextAction []string `json:"next_action,omitempty"`
	fields.Outcome
	bare bool
}

// Human implements cli.Result.
func (r *initResult) Human(p *render.Printer) {
	what := "workspace"
	if r.bare {
		what = "bare store"
	}
	switch {
	case !r.Created:
		p.Linef("This is a %s already; nothing was changed", what)
	case r.Dry():
		p.Linef("Would make a %s", what)
	case r.bare:
		p.Linef("Made a %s", what)
	default:
		p.Linef("Made a %s, its objects in %s", what, r.Store)
	}
	if r.Branch != "" {
		p.Linef("On branch %s", p.Styled(render.Strong, r.Branch))
	}
	r.Line(p)
	if r.NextAction != nil {
		p.Linef("There is a Git repository: `genesis git import` takes its history")
	}
}

func initCommand() *cli.Command {
	var o initOptions
	var flags *pflag.FlagSet
	return &cli.Command{
		Path:  []string{"init"},
		Short: "Make a directory a workspace",
		Long: `Makes DIR, or the current directory, a workspace: its store is .genesis/store, or
the one that --store names, which several workspaces may share. --bare makes a
store without a workspace. Files that are there are left alone, a Git repository
too, whose history "genesis git import" takes. A workspace that is there already is left as it is.

The root directory and the home directory are always refused, a directory inside
another workspace unless --force-nested is given.`,
		Example:   "  genesis init\n  genesis init project --branch trunk\n  genesis init --bare ../store",
		Args:      []cli.Arg{{Name: "DIR", Optional: true, Help: "the directory; made if it is missing"}},
		Data:      []cli.Result{(*initResult)(nil)},
		Exits:     []contract.Status{contract.Refused, contract.Denied, contract.Verification, contract.Busy},
		Mutates:   true,
		Exclusive: []cli.Pair{{Flag: "--branch", Other: "--bare", Reason: "A bare store has no HEAD that could be on a branch"}},
		Flags: func(fs *pflag.FlagSet) {
			flags = fs
			fs.BoolVar(&o.bare, "bare", false, "make a store without a workspace")
			fs.StringVar(&o.branch, "branch", "main", "the `NAME` of the first branch")
			fs.BoolVar(&o.forceNested, "force-nested", false, "allow a directory inside another workspace")
		},
		Run: func(ctx context.Context, env *cli.Env, args []string) (cli.Result, error) {
			o.branchGiven = flags.Changed("branch")
			dir, source := env.Cwd, "workspace"
			if len(args) == 1 {
				dir, source = env.Abs(args[0]), "argv"
			}
			env.Target(dir, source)
			return fields.Data(run(ctx, env, dir, o))
		},
	}
}

func run(ctx context.Context, env *cli.Env, dir string, o initOptions) (*initResult, error) {
	branch, err := fields.NewBranch(o.branch)
	if err != nil {
		return nil, err
	}
	host := env.Host()
	config, err := workspace.LoadConfig(ctx, host, nil)
	if err != nil {
		return nil, err
	}
	host.Safe = config.Safe
	r := &initResult{bare: o.bare, Branch: branch.Short()}
	ws, created, err := workspace.Init(ctx, dir, host, workspace.InitOptions{
		Store: env.StoreFlag(), Bare: o.bare, ForceNested: o.forceNested, DryRun: env.DryRun, Open: env.StoreOptions(),
		Attach: func(ctx context.Context, ws *workspace.Workspace) error { return r.attach(ctx, env, ws, branch) },
	})
	if err != nil {
		return nil, refusal(err)
	}
	r.Workspace, r.Created = ws.ID, created
	if created && !o.bare && hasGit(dir) {
		r.NextAction = []string{"genesis", "git", "import"}
	}
	store, err := filepath.Rel(ws.Root, ws.Store)
	if err != nil {
		return nil, err
	}
	r.Store, r.StoreCode = fields.Encode(filepath.ToSlash(store))
	switch {
	case o.bare:
		r.Branch = ""
		r.Outcome = fields.OutcomeOf(refs.Result{Noop: !created}, env.DryRun)
	case created && env.DryRun:
		r.Outcome = fields.OutcomeOf(refs.Result{}, true)
	case !created:
		return r, r.visit(ctx, env, ws, branch, o.branchGiven)
	}
	return r, nil
}

// hasGit reports whether the directory is the root of a working tree of Git.
func hasGit(dir string) bool {
	_, err := os.Lstat(filepath.Join(dir, ".git"))
	return err == nil
}

// refusal maps the refusals that are about what else is at a place, or about a
// flag; those about the place itself have codes of their own.
func refusal(err error) error {
	no, ok := errors.AsType[*workspace.RefusedError](err)
	if !ok {
		return err
	}
	switch no.Reason {
	case workspace.OtherStore:
		return contract.Failf("usage/flag-conflict", contract.Facts{"flag": "--store"}, "The workspace has another store already")
	case workspace.StoreInTree:
		return contract.Failf("usage/bad-argument", contract.Facts{"argument": "--store"},
			"A store inside the workspace would store itself; only .genesis is left out")
	case workspace.NotEmpty:
		return contract.Fail("store/not-empty", contract.Facts{"directory": filepath.Base(no.Dir)})
	case workspace.NotDirectory:
		return contract.Fail("workspace/not-directory", contract.Facts{"directory": filepath.Base(no.Dir)})
	default:
		return err
	}
}

// attach puts HEAD of a new workspace on its branch. It may be there already: an
// init that was killed has got that far.
func (r *initResult) attach(ctx context.Context, env *cli.Env, ws *workspace.Workspace, branch refs.Name) error {
	return withRefs(ctx, env, ws, func(db *refs.DB) error {
		if err := r.setHead(ctx, env, db, branch); err != nil || !r.Noop {
			return err
		}
		r.Noop = false
		ops, _, err := db.Log(ctx, refs.LogQuery{Max: 1})
		if err == nil && len(ops) > 0 {
			r.Operation = ops[0].ID
		}
		return err
	})
}

// visit looks at a workspace that is there. It is left on the branch that it is
// on, and another that was asked for is refused; one that has no HEAD, which no
// init leaves, gets it.
func (r *initResult) visit(ctx context.Context, env *cli.Env, ws *workspace.Workspace, branch refs.Name, asked bool) error {
	return withRefs(ctx, env, ws, func(db *refs.DB) error {
		head, _, err := db.Head(ctx)
		switch {
		case err != nil:
			return err
		case head.IsZero():
			r.Created = true
			return r.setHead(ctx, env, db, branch)
		case asked && head.Branch != branch:
			return contract.Failf("usage/flag-conflict", contract.Facts{"flag": "--branch", "value": branch.Short()},
				"This is a workspace already and on something else; `genesis switch` changes its branch")
		}
		r.Branch = head.Branch.Short()
		r.Outcome = fields.OutcomeOf(refs.Result{Noop: true}, env.DryRun)
		return nil
	})
}

func (r *initResult) setHead(ctx context.Context, env *cli.Env, db *refs.DB, branch refs.Name) error {
	tx := db.Begin("init")
	tx.SetHead(refs.Head{Branch: branch})
	done, err := fields.Finish(ctx, env, tx, nil)
	r.Outcome = fields.OutcomeOf(done, env.DryRun)
	return err
}

// withRefs opens the store of a workspace for use.
func withRefs(ctx context.Context, env *cli.Env, ws *workspace.Workspace, use func(db *refs.DB) error) (err error) {
	store, err := packstore.Open(ctx, ws.Store, env.StoreOptions())
	if err != nil {
		return err
	}
	defer func() {
		if failed := store.Close(); failed != nil && err == nil {
			err = contract.FailCleanup("store", failed, nil)
		}
	}()
	return use(refs.New(store, refs.AllowAll{}, refs.Origin{Workspace: ws.ID, Actor: env.Actor(ctx)}))
}
