package storecmd

import (
	"context"

	"github.com/spf13/pflag"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/fields"
	"github.com/genesis-vcs/genesis/porcelain/render"
)

// putOptions are the flags of `store put`.
type putOptions struct {
	pathsFrom string
	null      bool
	follow    bool
}

// putResult is the data of `store put`.
type putResult struct {
	Objects    cli.List[putObject] `json:"objects"`
	Hash       objects.ID          `json:"hash,omitzero"` // when exactly one was put
	Bytes      uint64              `json:"bytes"`
	NewObjects int                 `json:"new_objects"`
	fields.Outcome
}

// putObject is one file that was put.
type putObject struct {
	fields.Path
	Hash   objects.ID   `json:"hash"`
	Kind   objects.Kind `json:"kind"`
	Size   uint64       `json:"size"`
	Stored uint64       `json:"stored_bytes"`
	New    bool         `json:"new"`
}

// Human implements cli.Result.
func (r *putResult) Human(p *render.Printer) {
	for _, o := range r.Objects.Items() {
		note := ""
		if !o.New {
			note = p.Styled(render.Faint, "  already stored")
		}
		p.Linef("%s  %s%s", p.Styled(render.Strong, o.Hash.String()), o.Path.Text, note)
	}
	r.Line(p)
}

func putCommand() *cli.Command {
	var o putOptions
	return &cli.Command{
		Path:  []string{"store", "put"},
		Short: "Store files as blobs",
		Long: `Stores the content of each FILE as a blob and prints its hash. "-" reads
standard input. All files become visible together, or none of them does.

A symbolic link is stored as a link, its target being the content, unless -L
is given. A directory is refused: vcs snapshot stores trees. So is a named pipe,
whose other end may never come: what a program writes goes through "-".`,
		Example: `  genesis store put README.md
  tar c src | genesis store put -
  find . -name '*.bin' -print0 | genesis store put --paths-from - -0`,
		Args:    []cli.Arg{{Name: "FILE", Optional: true, Repeat: true, Help: "a file, or - for standard input; at least one, unless --paths-from names them"}},
		Data:    []cli.Result{(*putResult)(nil)},
		Exits:   []contract.Status{contract.Refused, contract.NotFound, contract.Busy},
		Mutates: true,
		Needs:   []cli.Pair{{Flag: "--null", Other: "--paths-from", Reason: "--null is about the list of --paths-from"}},
		Flags: func(fs *pflag.FlagSet) {
			fs.StringVar(&o.pathsFrom, "paths-from", "", "read further paths, one a line, from `FILE` (- is standard input)")
			fs.BoolVarP(&o.null, "null", "0", false, "paths of --paths-from end with a NUL byte instead of a line feed")
			fs.BoolVarP(&o.follow, "dereference", "L", false, "store what a symbolic link points to")
		},
		Run: func(ctx context.Context, env *cli.Env, args []string) (cli.Result, error) {
			paths, err := putPaths(ctx, env, args, o)
			if err != nil {
				return nil, err
			}
			return fields.Data(put(ctx, env, paths, o.follow))
		},
	}
}

// put stages every file and publishes them in one operation. The flags on
// records see the files before that, so that a bad filter changes nothing.
func put(ctx context.Context, env *cli.Env, paths []string, follow bool) (*putResult, error) {
	db, err := env.DB(ctx)
	if err != nil {
		return nil, err
	}
	stage, err := fields.Stage(ctx, env, db.Store())
	if err != nil {
		return nil, err
	}
	defer stage.Abort()
	w := &putter{env: env, store: db.Store(), stage: stage, follow: follow, progress: env.Progress("storing")}
	r := &putResult{Objects: cli.NewList[putObject](env)}
	fresh := 0
	for _, path := range paths {
		o, err := w.put(ctx, path)
		if err != nil {
			return nil, err
		}
		w.progress.Add(1, 0)
		if _, err := r.Objects.Add(ctx, o); err != nil {
			return nil, err
		}
		r.Bytes += o.Size
		if o.New {
			fresh++
		}
		if len(paths) == 1 {
			r.Hash = o.Hash
		}
	}
	done, err := fields.Finish(ctx, env, db.Begin("store put"), stage)
	if err != nil {
		return nil, err
	}
	if env.DryRun {
		env.Planned(fresh)
	}
	r.NewObjects = done.Objects
	r.Outcome = fields.OutcomeOf(done, env.DryRun)
	return r, nil
}
