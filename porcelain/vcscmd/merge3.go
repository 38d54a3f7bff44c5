package vcscmd

import (
	"context"

	"github.com/spf13/pflag"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/history"
	"github.com/genesis-vcs/genesis/plumbing/merging"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
	"github.com/genesis-vcs/genesis/plumbing/treemerge"
	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/fields"
	"github.com/genesis-vcs/genesis/porcelain/render"
	"github.com/genesis-vcs/genesis/refs"
)

// merge3Options are the flags of `vcs merge3`.
type merge3Options struct {
	base, left, right string
	out, style        string
	files             bool
}

// merge3Result is the data of `vcs merge3`. Snapshot and Root are of merged trees;
// Content or Out of merged files.
type merge3Result struct {
	Clean    bool                 `json:"clean"`
	Snapshot objects.ID           `json:"snapshot,omitzero"`
	Root     objects.ID           `json:"root,omitzero"`
	Files    cli.List[mergedFile] `json:"files"`
	Out      string               `json:"out,omitempty"`
	OutCode  string               `json:"out_encoding,omitempty"`
	Encoding string               `json:"encoding,omitempty" enum:"utf-8,base64"`
	Content  *string              `json:"content,omitempty" cut:"content"`
	fields.Outcome

	raw []byte // the content as it is
}

// Human implements cli.Result. Of files without --out the content is all the
// output.
func (r *merge3Result) Human(p *render.Printer) {
	if r.Content != nil {
		p.Raw(r.raw)
		return
	}
	if r.Out == "" {
		p.Linef("%s", p.Styled(render.Strong, r.Snapshot.String()))
	} else if !r.Dry() {
		p.Linef("written to %s", r.Out)
	}
	writeMerged(p, r.Files.Items())
	fields.NotShown(p, r.Files.Suppressed(), "file")
	r.Line(p)
}

func merge3Command() *cli.Command {
	var o merge3Options
	return &cli.Command{
		Path:  []string{"vcs", "merge3"},
		Short: "Merge two trees, or two files, over a third one",
		Long: `Merges what LEFT and RIGHT made of BASE, three commits, snapshots or trees, and
stores the result as a snapshot. No ref moves and no file changes.

With --files the three are files, and the merged one is printed, or written to
--out. Where nothing decides between the sides, it has markers, and the command
ends as one with conflicts; what it stores of them "genesis vcs resolve-conflict"
takes.`,
		Example: `  genesis vcs merge3 --base main~1 --left main~1 --right topic
  genesis vcs merge3 --files --base base --left ours --right theirs`,
		Data:     []cli.Result{(*merge3Result)(nil)},
		Required: []string{"base", "left", "right"},
		Exits:    []contract.Status{contract.Conflicted, contract.Parse, contract.Refused, contract.NotFound, contract.Verification, contract.Busy},
		Mutates:  true, DestroysWith: []string{"out"}, ContentWith: []string{"files"},
		Needs: []cli.Pair{{Flag: "--out", Other: "--files", Reason: "A merged tree is stored, and not written to a file"}},
		Flags: func(fs *pflag.FlagSet) {
			fs.StringVar(&o.base, "base", "", "what both sides started from, a `REV` or file")
			fs.StringVar(&o.left, "left", "", "one side, a `REV` or file")
			fs.StringVar(&o.right, "right", "", "the other side, a `REV` or file")
			fs.BoolVar(&o.files, "files", false, "merge files")
			fs.StringVar(&o.out, "out", "", "write the merged file to `FILE`, which is replaced")
			registerStyle(fs, &o.style)
		},
		Run: func(ctx context.Context, env *cli.Env, _ []string) (cli.Result, error) {
			if o.files {
				return fields.Data(mergeFiles(ctx, env, o))
			}
			return fields.Data(mergeTrees(ctx, env, o))
		},
	}
}

// threeway is a merge that is stored and moves nothing.
type threeway struct {
	env   *cli.Env
	db    *refs.DB
	stage objects.Stage
	desk  *treemerge.Desk
	opts  treemerge.Options
}

func newThreeway(ctx context.Context, env *cli.Env, o merge3Options) (*threeway, error) {
	db, err := env.DB(ctx)
	if err != nil {
		return nil, err
	}
	stage, err := fields.Stage(ctx, env, db.Store())
	if err != nil {
		return nil, err
	}
	return &threeway{
		env: env, db: db, stage: stage, desk: treemerge.NewDesk(db.Store(), stage),
		opts: optionsOf(o.style, o.left, o.right, merging.Resolved(db)),
	}, nil
}

// end stores what was staged, and says with which fault the command ends.
func (t *threeway) end(ctx context.Context, r *merge3Result) error {
	done, err := fields.Finish(ctx, t.env, t.db.Begin("vcs merge3"), t.stage)
	if err != nil {
		return err
	}
	r.Outcome = fields.OutcomeOf(done, t.env.DryRun)
	if t.env.DryRun {
		t.env.Planned(done.Objects)
	}
	return nil
}

func mergeTrees(ctx context.Context, env *cli.Env, o merge3Options) (*merge3Result, error) {
	t, err := newThreeway(ctx, env, o)
	if err != nil {
		return nil, err
	}
	defer func() { _ = t.stage.Abort() }()
	in := treemerge.Input{Options: t.opts}
	for _, side := range []struct {
		rev string
		to  *objects.ID
	}{{o.base, &in.Base}, {o.left, &in.Left}, {o.right, &in.Right}} {
		if *side.to, err = history.ResolveTree(ctx, t.db, side.rev); err != nil {
			return nil, err
		}
	}
	done, err := treemerge.Merge(ctx, t.desk, in)
	if err != nil {
		return nil, err
	}
	r := &merge3Result{Clean: len(done.Conflicts()) == 0, Root: done.Root, Files: cli.NewList[mergedFile](env)}
	ids, err := addFiles(ctx, t.stage, &r.Files, done)
	if err != nil {
		return nil, err
	}
	files, bytes, err := snapshot.Count(ctx, t.desk, done.Root)
	if err != nil {
		return nil, err
	}
	if r.Snapshot, err = snapshot.Put(ctx, t.stage, done.Root, files, bytes); err != nil {
		return nil, err
	}
	if err := t.end(ctx, r); err != nil {
		return nil, err
	}
	return r, conflictOf(len(ids))
}

// conflictOf is the fault of a merge with conflicts; nil if there is none.
func conflictOf(n int) error {
	if n == 0 {
		return nil
	}
	return contract.Fail(conflicted, contract.Facts{"conflicts": n})
}

func mergeFiles(ctx context.Context, env *cli.Env, o merge3Options) (*merge3Result, error) {
	t, err := newThreeway(ctx, env, o)
	if err != nil {
		return nil, err
	}
	defer func() { _ = t.stage.Abort() }()
	var sides [3]*objects.Entry
	for i, path := range []string{o.base, o.left, o.right} {
		content, err := readFile(ctx, env, path)
		if err != nil {
			return nil, err
		}
		if sides[i], err = t.desk.Take(ctx, content); err != nil {
			return nil, err
		}
	}
	entry, file, err := treemerge.MergeFile(ctx, t.desk, o.left, sides[0], sides[1], sides[2], t.opts)
	if err != nil {
		return nil, err
	}
	r := &merge3Result{Clean: file.Conflict == nil, Files: cli.NewList[mergedFile](env)}
	if entry != nil { // else it was resolved to nothing before
		if r.raw, err = t.desk.Content(ctx, entry.ID); err != nil {
			return nil, err
		}
	}
	if err := t.keep(ctx, r, file); err != nil {
		return nil, err
	}
	if err := r.give(env, o.out); err != nil {
		return nil, err
	}
	if file.Conflict != nil {
		return r, conflictOf(1)
	}
	return r, nil
}

// keep stores a conflict with its sides. Of a clean merge nothing is stored.
func (t *threeway) keep(ctx context.Context, r *merge3Result, file treemerge.File) error {
	if file.Conflict == nil {
		r.Outcome = fields.OutcomeOf(refs.Result{Noop: true}, t.env.DryRun)
		return r.Files.AddAll(ctx, []mergedFile{mergedFileOf(file, objects.ID{})})
	}
	id, err := merging.Put(ctx, t.stage, file.Conflict)
	if err != nil {
		return err
	}
	if err := r.Files.AddAll(ctx, []mergedFile{mergedFileOf(file, id)}); err != nil {
		return err
	}
	return t.end(ctx, r)
}

// give writes the content to the file, or shows it.
func (r *merge3Result) give(env *cli.Env, out string) error {
	if out != "" {
		r.Out, r.OutCode = fields.Encode(out)
		return writeOut(env, out, r.raw)
	}
	var text string
	text, r.Encoding = fields.Content(r.raw)
	r.Content = &text
	return nil
}
