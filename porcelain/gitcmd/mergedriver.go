package gitcmd

import (
	"context"
	"io"
	"os"

	"github.com/spf13/pflag"

	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/fields"
	"github.com/genesis-vcs/genesis/porcelain/render"
	"github.com/genesis-vcs/genesis/semantic/languages"
	"github.com/genesis-vcs/genesis/semantic/merge3"
)

// driverOptions are the flags of `git merge-driver`.
type driverOptions struct {
	markerSize        int
	style             string
	base, ours, their string
}

// driverResult is the data of `git merge-driver`.
type driverResult struct {
	fields.Path
	Language  string `json:"language" min:"1"`
	Clean     bool   `json:"clean"`
	Conflicts int    `json:"conflicts"`
	// Settled counts the places that both sides changed and that are decided.
	Settled  int  `json:"settled"`
	Replaced bool `json:"replaced"`
	Noop     bool `json:"noop,omitempty" jsonschema:"our side is the result already"`
}

// Human implements cli.Result.
func (r *driverResult) Human(p *render.Printer) {
	if !r.Clean {
		p.Linef("%s  %s, %s settled", r.Path.Text, render.Count(r.Conflicts, "conflict"), render.Count(r.Settled, "place"))
		return
	}
	p.Linef("%s  merged, %s settled", r.Path.Text, render.Count(r.Settled, "place"))
}

func mergeDriverCommand() *cli.Command {
	var o driverOptions
	return &cli.Command{
		Path:  []string{"git", "merge-driver"},
		Short: "Merge a file for Git",
		Long: `Merges OURS and THEIRS over BASE, as "genesis merge" does, and writes the result
into OURS, which is what Git asks a merge driver to do. PATH is the name of the file
in the repository and says its language.

Git takes the status 0 for a clean merge and 3, that of conflicts, for a file with
markers. The guide has the lines of .gitattributes and of Git's configuration, which
also tell Git of every other status that the driver failed.`,
		Example: "  genesis git merge-driver base ours theirs src/parser.txt --marker-size 9",
		Args: []cli.Arg{
			{Name: "BASE", Help: "the file of the common ancestor (%O)"},
			{Name: "OURS", Help: "the file of the current branch, which is replaced (%A)"},
			{Name: "THEIRS", Help: "the file of the other branch (%B)"},
			{Name: "NAME", Help: "the path of the file in the repository (%P)"},
		},
		Data:    []cli.Result{(*driverResult)(nil)},
		Exits:   []contract.Status{contract.Conflicted, contract.Refused, contract.NotFound},
		NoStore: true, Mutates: true, Destroys: true,
		Flags: func(fs *pflag.FlagSet) {
			fs.IntVar(&o.markerSize, "marker-size", 7, "the `LENGTH` of markers (%L); they are longer where a side has such lines")
			cli.Choice(fs, &o.style, "style", []string{"merge", "diff3", "zdiff3"}, "merge", "show conflicts in the `STYLE`")
			fs.StringVar(&o.base, "base-label", "base", "the `TEXT` behind the marker of the base (%S)")
			fs.StringVar(&o.ours, "ours-label", "ours", "the `TEXT` behind the marker of our side (%X)")
			fs.StringVar(&o.their, "theirs-label", "theirs", "the `TEXT` behind the marker of their side (%Y)")
		},
		Run: func(ctx context.Context, env *cli.Env, args []string) (cli.Result, error) {
			return fields.Data(drive(ctx, env, args, o))
		},
	}
}

func drive(ctx context.Context, env *cli.Env, args []string, o driverOptions) (*driverResult, error) {
	style, _ := merge3.ParseStyle(o.style) // the flag takes no other
	in := merge3.Input{Options: merge3.Options{
		Style: style, MarkerSize: min(o.markerSize, maxMarker), Labels: merge3.Labels{Base: o.base, Left: o.ours, Right: o.their},
	}}
	for i, to := range []*[]byte{&in.Base, &in.Left, &in.Right} {
		var err error
		if *to, err = readSide(ctx, env, args[i]); err != nil {
			return nil, err
		}
	}
	in.Language = languages.For(args[3], in.Left)
	env.Target(env.Abs(args[1]), "argv")
	done := merge3.Merge(in)
	r := &driverResult{
		Path: fields.PathOf(args[3]), Language: done.Language, Clean: done.Clean(),
		Conflicts: len(done.Conflicts), Settled: len(done.Decisions), Noop: string(done.Content) == string(in.Left),
	}
	if !r.Noop && !env.DryRun {
		if err := writeSide(env, args[1], done.Content); err != nil {
			return nil, err
		}
		r.Replaced = true
	}
	if !r.Clean {
		return r, contract.Fail("merge/conflict", contract.Facts{"conflicts": r.Conflicts})
	}
	return r, nil
}

const (
	// maxSide is the greatest file in bytes: it is held as a whole.
	maxSide = 256 << 20
	// maxMarker keeps a configured length from filling the memory.
	maxMarker = 1000
)

func readSide(ctx context.Context, env *cli.Env, path string) ([]byte, error) {
	f, err := fields.OpenFile(env, path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	content, err := io.ReadAll(io.LimitReader(fields.Input(ctx, f), maxSide+1))
	if err != nil {
		return nil, fields.FileFault(path, err)
	}
	if len(content) > maxSide {
		facts := fields.PathFacts(path)
		facts["limit"] = maxSide
		return nil, contract.Failf("store/content-too-large", facts, "The file is too large to be looked into")
	}
	return content, nil
}

// writeSide replaces the file, which keeps its permissions.
func writeSide(env *cli.Env, path string, content []byte) error {
	info, err := os.Stat(env.Abs(path))
	if err != nil {
		return fields.FileFault(path, err)
	}
	err = fields.ReplaceFile(env.Abs(path), info.Mode().Perm(), func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	})
	if err != nil {
		return fields.FileFault(path, err)
	}
	return nil
}
