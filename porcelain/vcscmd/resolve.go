package vcscmd

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/history"
	"github.com/genesis-vcs/genesis/plumbing/merging"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
	"github.com/genesis-vcs/genesis/plumbing/treemerge"
	"github.com/genesis-vcs/genesis/plumbing/worktree"
	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/fields"
	"github.com/genesis-vcs/genesis/porcelain/render"
	"github.com/genesis-vcs/genesis/refs"
)

// resolveOptions are the flags of `vcs resolve-conflict`.
type resolveOptions struct {
	conflict, strategy, out string
	picks, sets             []string
}

// resolveResult is the data of `vcs resolve-conflict`. Open counts what is not
// decided, in this conflict or, of one of a running merge, in all of the merge.
type resolveResult struct {
	Files   cli.List[resolvedFile] `json:"files"`
	Open    int                    `json:"open"`
	Written int                    `json:"written"`
	Removed int                    `json:"removed"`
	Out     string                 `json:"out,omitempty"`
	OutCode string                 `json:"out_encoding,omitempty"`
	fields.Outcome
}

// resolvedFile is a conflict after the decisions: Conflict names it now, Previous
// before.
type resolvedFile struct {
	fields.Path
	Previous objects.ID     `json:"previous"`
	Conflict objects.ID     `json:"conflict"`
	Settled  bool           `json:"settled"`
	Result   *objects.ID    `json:"result" jsonschema:"the blob that is decided so far; null if the file is to go"`
	Units    []conflictUnit `json:"units"`
}

// Human implements cli.Result.
func (r *resolveResult) Human(p *render.Printer) {
	var rows [][]string
	for _, f := range r.Files.Items() {
		what := p.Styled(render.Good, "settled")
		if !f.Settled {
			what = p.Styled(render.Bad, "open")
		}
		rows = append(rows, []string{what, f.Path.Text, fields.Short(f.Conflict)})
	}
	p.Table(nil, rows)
	fields.NotShown(p, r.Files.Suppressed(), "file")
	if r.Out != "" && !r.Dry() {
		p.Linef("written to %s", r.Out)
	}
	p.Linef("%s left to decide", render.Count(r.Open, "conflict"))
	r.Line(p)
}

func resolveCommand() *cli.Command {
	var o resolveOptions
	return &cli.Command{
		Path:  []string{"vcs", "resolve-conflict"},
		Short: "Decide a conflict of a merge, or a part of it",
		Long: `Decides the units of a conflict that --pick and --set name, and with --strategy all
others. A unit is the definition that a conflict is in, or "#1" and so on in their
order; "file" and "mode" decide the file as a whole. With only some decided, the
result is again a conflict.

A conflict of the merge that the workspace is in is decided in the file itself; when
none is open, commit. The conflict of a whole merge stands for all of its files.
With --out the merged file goes there, and nothing else changes.`,
		Example: `  genesis vcs resolve-conflict --conflict 8f3a61c09d22 --strategy left
  genesis vcs resolve-conflict --conflict 8f3a61c09d22 --pick "#1=right" --out merged`,
		Data:     []cli.Result{(*resolveResult)(nil)},
		Required: []string{"conflict"},
		Exits:    []contract.Status{contract.Parse, contract.Refused, contract.NotFound, contract.Verification, contract.Busy},
		Mutates:  true, DestroysWith: []string{"out"},
		Flags: func(fs *pflag.FlagSet) {
			fs.StringVar(&o.conflict, "conflict", "", "the conflict, by its `ID`")
			cli.Choice(fs, &o.strategy, "strategy", []string{"left", "right", "base", "union"}, "", "decide all that is open by taking the `SIDE`")
			fs.StringArrayVar(&o.picks, "pick", nil, "decide one unit: `UNIT=SIDE`; may be repeated")
			fs.StringArrayVar(&o.sets, "set", nil, "give one unit a content: `UNIT=HASH`, or UNIT=@FILE; may be repeated")
			fs.StringVar(&o.out, "out", "", "write the merged file to `FILE`, which is replaced")
		},
		Run: func(ctx context.Context, env *cli.Env, _ []string) (cli.Result, error) {
			return fields.Data(resolve(ctx, env, o))
		},
	}
}

// decider decides conflicts.
type decider struct {
	env   *cli.Env
	opts  resolveOptions
	db    *refs.DB
	stage objects.Stage
	desk  *treemerge.Desk
	picks []merging.Pick
	state *merging.State // the merge that the conflicts are of; nil if of none
	mover *mover         // of the workspace in that merge
}

func resolve(ctx context.Context, env *cli.Env, o resolveOptions) (*resolveResult, error) {
	if o.strategy == "" && len(o.picks)+len(o.sets) == 0 {
		return nil, contract.Failf("usage/missing-argument", contract.Facts{"argument": "--strategy"}, "What is to be decided? One of --strategy, --pick and --set says it")
	}
	d := &decider{env: env, opts: o}
	var err error
	if d.db, err = env.DB(ctx); err != nil {
		return nil, err
	}
	id, err := history.ResolveID(ctx, d.db.Store(), o.conflict)
	if err != nil {
		return nil, err
	}
	files, err := d.find(ctx, id)
	if err != nil {
		return nil, err
	}
	if d.stage, err = fields.Stage(ctx, env, d.db.Store()); err != nil {
		return nil, err
	}
	defer func() { _ = d.stage.Abort() }()
	d.desk = treemerge.NewDesk(d.db.Store(), d.stage)
	if err := d.read(ctx); err != nil {
		return nil, err
	}
	return d.run(ctx, files)
}

// find reads the conflict, or all of a whole merge, and the running merge that it is
// of. Then the workspace is locked.
func (d *decider) find(ctx context.Context, id objects.ID) ([]merging.File, error) {
	c, err := merging.Conflict(ctx, d.db.Store(), id)
	if err != nil {
		return nil, err
	}
	ids := []objects.ID{id}
	if c.Whole() {
		if len(d.opts.picks)+len(d.opts.sets) > 0 || d.opts.out != "" {
			return nil, contract.Failf("usage/bad-argument", contract.Facts{"argument": "--conflict", "value": d.opts.conflict},
				"It is the conflict of a whole merge, which only a strategy decides")
		}
		ids = c.Parts
	}
	if d.opts.out == "" && d.db.Workspace() != "" {
		if d.mover, err = newMover(ctx, d.env, "vcs resolve-conflict"); err != nil {
			return nil, err
		}
		state, err := merging.Load(ctx, d.db)
		if err != nil {
			return nil, err
		}
		if state != nil && (state.ID == id || slices.Contains(state.Parts, id)) {
			d.state = state
		}
	}
	return merging.Files(ctx, d.db.Store(), ids)
}

// read reads the decisions from the command line.
func (d *decider) read(ctx context.Context) error {
	for _, text := range d.opts.picks {
		unit, choice, ok := cutLast(text, "=")
		if !ok || !slices.Contains([]string{"left", "right", "base", "union"}, choice) {
			return badDecision("--pick", text, "A decision is UNIT=left, UNIT=right, UNIT=base or UNIT=union")
		}
		d.picks = append(d.picks, merging.Pick{Unit: unit, Choice: choice})
	}
	for _, text := range d.opts.sets {
		unit, value, ok := strings.Cut(text, "=@")
		if !ok {
			unit, value, ok = cutLast(text, "=")
		} else {
			value = "@" + value
		}
		if !ok || unit == "" || value == "" {
			return badDecision("--set", text, "A content is UNIT=HASH or UNIT=@FILE")
		}
		blob, err := d.blob(ctx, value)
		if err != nil {
			return err
		}
		d.picks = append(d.picks, merging.Pick{Unit: unit, Choice: "set", Set: blob})
	}
	return nil
}

func badDecision(flag, text, message string) error {
	return contract.Failf("usage/bad-argument", contract.Facts{"argument": flag, "value": text}, "%s", message)
}

func cutLast(text, sep string) (before, after string, ok bool) {
	i := strings.LastIndex(text, sep)
	if i < 0 {
		return text, "", false
	}
	return text[:i], text[i+len(sep):], true
}

// blob is a content of --set: one that is stored, or a file.
func (d *decider) blob(ctx context.Context, value string) (objects.ID, error) {
	path, isFile := strings.CutPrefix(value, "@")
	if !isFile {
		id, err := history.ResolveID(ctx, d.db.Store(), value)
		if err != nil {
			return objects.ID{}, err
		}
		info, err := d.db.Store().Stat(ctx, id)
		if err == nil && info.Kind != objects.KindBlob {
			err = &snapshot.KindError{ID: id, Want: objects.KindBlob, Got: info.Kind}
		}
		return id, err
	}
	content, err := readFile(ctx, d.env, path)
	if err != nil {
		return objects.ID{}, err
	}
	e, err := d.desk.Take(ctx, content)
	if err != nil {
		return objects.ID{}, err
	}
	return e.ID, nil
}

func (d *decider) run(ctx context.Context, files []merging.File) (*resolveResult, error) {
	r := &resolveResult{Files: cli.NewList[resolvedFile](d.env)}
	tx := d.db.Begin("vcs resolve-conflict")
	records := make([]resolvedFile, len(files))
	var next []merging.File
	for i, f := range files {
		c, err := merging.Resolve(ctx, d.desk, f.Conflict, d.opts.strategy, d.picks)
		if err != nil {
			return nil, err
		}
		id, err := merging.Put(ctx, d.stage, c)
		if err != nil {
			return nil, err
		}
		if c.Settled() {
			if err := merging.Record(ctx, d.stage, tx, c); err != nil {
				return nil, err
			}
		} else {
			r.Open++
		}
		next = append(next, merging.File{ID: id, Conflict: c})
		records[i] = resolvedFile{Path: fields.PathOf(f.Path()), Previous: f.ID, Conflict: id, Settled: c.Settled(), Units: unitsOf(c)}
		if c.Result != nil && c.Result.Gitlink == "" {
			records[i].Result = &c.Result.ID
		}
	}
	if err := r.Files.AddAll(ctx, records); err != nil {
		return nil, err
	}
	if d.opts.out != "" {
		if err := d.give(ctx, r, next[0].Conflict); err != nil {
			return nil, err
		}
	}
	if d.state != nil {
		return r, d.write(ctx, r, tx, files, next)
	}
	done, err := fields.Finish(ctx, d.env, tx, d.stage)
	if err != nil {
		return nil, err
	}
	r.Outcome = fields.OutcomeOf(done, d.env.DryRun)
	if d.env.DryRun {
		d.env.Planned(len(files))
	}
	return r, nil
}

// give writes the content that is decided so far to --out.
func (d *decider) give(ctx context.Context, r *resolveResult, c *objects.Conflict) error {
	r.Out, r.OutCode = fields.Encode(d.opts.out)
	if c.Result == nil || !c.Result.Mode.IsFile() {
		facts := fields.PathFacts(d.opts.out)
		facts["argument"] = "--out"
		return contract.Failf("usage/bad-argument", facts, "The decision leaves no file that could be written")
	}
	content, err := d.desk.Content(ctx, c.Result.ID)
	if err != nil {
		return err
	}
	return writeOut(d.env, d.opts.out, content)
}

// write brings the decisions into the working tree and the merge.
func (d *decider) write(ctx context.Context, r *resolveResult, tx *refs.Tx, old, next []merging.File) error {
	before := d.state.Tree
	var edits []snapshot.Edit
	for i, f := range next {
		edits = append(edits, merging.Edits(f.Conflict)...)
		d.state.Parts = slices.DeleteFunc(d.state.Parts, func(id objects.ID) bool { return id == old[i].ID })
		if !f.Conflict.Settled() {
			d.state.Parts = append(d.state.Parts, f.ID)
		}
	}
	var err error
	if d.state.Tree, err = snapshot.Rewrite(ctx, d.desk, d.desk, before, edits); err != nil {
		return err
	}
	if err := d.state.Stage(ctx, d.stage); err != nil {
		return err
	}
	d.state.Set(tx, d.db)
	r.Open = len(d.state.Parts)
	done, err := d.mover.through(ctx, tx, d.stage, worktree.MoveRequest{
		DB: d.db, Base: before, To: d.state.Tree, DryRun: d.env.DryRun, Unstored: d.desk.Trees(),
	})
	if err != nil {
		return err
	}
	r.Written, r.Removed, r.Outcome = len(done.Written), len(done.Removed), fields.OutcomeOf(done.Result, d.env.DryRun)
	if d.env.DryRun {
		d.env.Planned(r.Written + r.Removed)
	}
	return nil
}
