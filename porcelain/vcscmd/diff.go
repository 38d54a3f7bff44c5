package vcscmd

import (
	"bytes"
	"context"
	"strings"

	"github.com/spf13/pflag"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/patching"
	"github.com/genesis-vcs/genesis/plumbing/treediff"
	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/diffview"
	"github.com/genesis-vcs/genesis/porcelain/fields"
	"github.com/genesis-vcs/genesis/porcelain/render"
	"github.com/genesis-vcs/genesis/semantic"
)

// diffOptions are the flags of `vcs diff`.
type diffOptions struct {
	files                     bool
	unified                   int
	raw                       bool // --unified was given
	stat, names, word, beside bool
	asPatch                   bool
	out                       string
}

// patched reports that the patch is made, which the answer has for programs.
func (o diffOptions) patched(json bool) bool {
	return o.asPatch || json && !o.files && !o.stat && !o.names
}

// look is what a person is shown.
func (o diffOptions) look() diffview.Look {
	switch {
	case o.stat:
		return diffview.Stat
	case o.names:
		return diffview.Names
	case o.word:
		return diffview.Words
	case o.beside:
		return diffview.Beside
	}
	return diffview.Unified
}

// diffResult is the data of `vcs diff`.
type diffResult struct {
	From diffSide `json:"from"`
	To   diffSide `json:"to"`
	diffview.Sum
	Files   cli.List[diffview.File] `json:"files"`
	Skipped []fields.Skipped        `json:"skipped,omitempty" jsonschema:"paths of the working tree that were not compared"`
	Out     string                  `json:"out,omitempty"`
	OutCode string                  `json:"out_encoding,omitempty"`
	// Patch and PatchH identify the patch, which is stored when it is applied; Content
	// is its text, with --as-patch and without --out.
	Patch   objects.ID    `json:"patch,omitzero"`
	PatchH  semantic.Hash `json:"patch_h,omitzero" jsonschema:"of the operations in normal form"`
	Content *string       `json:"content,omitempty" cut:"content"`

	look diffview.Look
	raw  []byte // with --unified or --as-patch, all of the output
}

// Human implements cli.Result.
func (r *diffResult) Human(p *render.Printer) {
	if r.raw != nil {
		p.Raw(r.raw)
		return
	}
	if r.Out != "" {
		p.Linef("written to %s", r.Out)
		return
	}
	diffview.Write(p, r.Files.Items(), r.look)
	fields.NotShown(p, r.Files.Suppressed(), "file")
	if r.Changed == 0 {
		p.Linef("%s", p.Styled(render.Good, "no difference"))
	} else if r.look != diffview.Names {
		if r.look != diffview.Stat {
			p.Linef("")
		}
		r.Line(p)
	}
	fields.WriteSkipped(p, r.Skipped)
}

func diffCommand() *cli.Command {
	var o diffOptions
	var given *pflag.Flag
	return &cli.Command{
		Path:  []string{"vcs", "diff"},
		Alias: "diff",
		Short: "Show what differs between two trees or files",
		Long: `Compares A with B. Each is a commit, ref, snapshot or tree, or "." for the working
tree, which counts as a commit would take it. Without B, A is compared with the
working tree, and without A the commit of HEAD is.

Each file is shown with what became of its definitions, entries and sections, and
then with the lines. A file that went and one that came are a renamed one when at
least half of the larger one is in both.

--unified prints what "git apply" and "patch -p1" take, byte for byte, and --as-patch
the patch that "genesis vcs apply" takes, which names what it expects to find; --out
writes either to a file, the latter as JSON where the name ends in .json.

--stat, --name-status, --word and --side-by-side are other ways to look; the first two
look at no definitions.`,
		Example: `  genesis diff
  genesis diff main topic -- src
  genesis diff main~1 main --unified 3 > change.patch
  genesis diff main~1 main --as-patch --out change.gcpatch
  genesis diff --files base ours --word`,
		Args: []cli.Arg{
			{Name: "A", Optional: true, Help: "what it was: a revision, a tree, or . for the working tree; HEAD without it"},
			{Name: "B", Optional: true, Help: "what it became; the working tree without it"},
			{Name: "PATH", Optional: true, Repeat: true, AfterDash: true, Help: "compare these paths only"},
		},
		Data:         []cli.Result{(*diffResult)(nil)},
		Exits:        []contract.Status{contract.Parse, contract.Refused, contract.NotFound, contract.Verification},
		ContentWith:  []string{"unified", "as-patch"},
		DestroysWith: []string{"out"},
		Exclusive: []cli.Pair{
			{Flag: "--files", Other: "PATH", Reason: "Two files are compared whole"},
			{Flag: "--stat", Other: "--unified", Reason: "The numbers of lines have no lines around them"},
			{Flag: "--name-status", Other: "--unified", Reason: "Names have no lines around them"},
			{Flag: "--word", Other: "--unified", Reason: "What is to be applied consists of lines"},
			{Flag: "--side-by-side", Other: "--unified", Reason: "What is to be applied has one column"},
			{Flag: "--as-patch", Other: "--files", Reason: "A patch is between two trees"},
			{Flag: "--as-patch", Other: "--unified", Reason: "They are two forms of a change"},
			{Flag: "--as-patch", Other: "--stat", Reason: "The numbers of lines are no patch"},
			{Flag: "--as-patch", Other: "--name-status", Reason: "Names are no patch"},
			{Flag: "--as-patch", Other: "--word", Reason: "A patch is not for looking at"},
			{Flag: "--as-patch", Other: "--side-by-side", Reason: "A patch is not for looking at"},
			{Flag: "--stat", Other: "--name-status", Reason: "One look at a time"},
			{Flag: "--stat", Other: "--word", Reason: "One look at a time"},
			{Flag: "--stat", Other: "--side-by-side", Reason: "One look at a time"},
			{Flag: "--name-status", Other: "--word", Reason: "One look at a time"},
			{Flag: "--name-status", Other: "--side-by-side", Reason: "One look at a time"},
			{Flag: "--word", Other: "--side-by-side", Reason: "One look at a time"},
			{Flag: "--out", Other: "--stat", Reason: "Into the file goes what can be applied"},
			{Flag: "--out", Other: "--name-status", Reason: "Into the file goes what can be applied"},
			{Flag: "--out", Other: "--word", Reason: "Into the file goes what can be applied"},
			{Flag: "--out", Other: "--side-by-side", Reason: "Into the file goes what can be applied"},
		},
		Flags: func(fs *pflag.FlagSet) {
			fs.BoolVar(&o.files, "files", false, "A and B are two files, in the workspace or not")
			fs.IntVarP(&o.unified, "unified", "U", 3, "print what can be applied, with `N` lines around each change")
			fs.BoolVar(&o.stat, "stat", false, "only how many lines changed in each file")
			fs.BoolVar(&o.names, "name-status", false, "only what happened to each file")
			fs.BoolVar(&o.word, "word", false, "mark the words that changed within lines")
			fs.BoolVar(&o.beside, "side-by-side", false, "show both sides in two columns")
			fs.BoolVar(&o.asPatch, "as-patch", false, "print the patch that vcs apply takes")
			fs.StringVar(&o.out, "out", "", "write what can be applied to `FILE`, which is replaced")
			given = fs.Lookup("unified")
		},
		Run: func(ctx context.Context, env *cli.Env, args []string) (cli.Result, error) {
			o.raw = given.Changed
			return fields.Data(diff(ctx, env, args[:env.Dash], args[env.Dash:], o))
		},
	}
}

func diff(ctx context.Context, env *cli.Env, revs, paths []string, o diffOptions) (*diffResult, error) {
	if o.unified < 0 {
		return nil, contract.Failf("usage/bad-argument", contract.Facts{"argument": "--unified", "value": o.unified},
			"A number of lines is not negative")
	}
	c, err := compared(ctx, env, revs, paths, o.files)
	if err != nil {
		return nil, err
	}
	patch := o.out != "" || o.raw || o.asPatch
	records := env.JSON || !patch
	files, err := treediff.Files(ctx, c.source, c.changes, treediff.Options{
		Lines: records && (env.JSON || !o.names), Units: records && !o.stat && !o.names,
	})
	if err != nil {
		return nil, err
	}
	r := &diffResult{
		From: c.from, To: c.to, Sum: diffview.SumOf(files), Files: cli.NewList[diffview.File](env), Skipped: c.skipped, look: o.look(),
	}
	if o.patched(env.JSON) {
		if err := r.asPatch(ctx, env, c, o); err != nil {
			return nil, err
		}
	}
	if !o.asPatch && (o.out != "" || !records) {
		if err := r.unified(env, files, o); err != nil {
			return nil, err
		}
	}
	if !records {
		return r, nil
	}
	return r, r.Files.AddAll(ctx, diffview.Records(files, o.unified, !o.stat && !o.names))
}

// asPatch makes the patch, and writes it if that was asked for.
func (r *diffResult) asPatch(ctx context.Context, env *cli.Env, c *comparison, o diffOptions) error {
	p, err := patching.Of(ctx, c.source, c.changes)
	if err != nil {
		return err
	}
	if r.Patch, err = patching.ID(p); err != nil {
		return err
	}
	if r.PatchH, err = p.Hash(); err != nil || !o.asPatch {
		return err
	}
	if err := patching.Fill(ctx, c.source, p); err != nil {
		return err
	}
	encode := p.Encode
	if strings.HasSuffix(o.out, ".json") {
		encode = p.JSON
	}
	text, err := encode()
	switch {
	case err != nil:
		return err
	case o.out != "":
		r.Out, r.OutCode = fields.Encode(o.out)
		return writeOut(env, o.out, text)
	case env.JSON:
		content := string(text)
		r.Content = &content
	default:
		r.raw = text
	}
	return nil
}

// unified makes what git apply takes, and writes it if that was asked for.
func (r *diffResult) unified(env *cli.Env, files []*treediff.File, o diffOptions) error {
	var b bytes.Buffer
	for _, f := range files {
		if err := f.Unified(&b, o.unified); err != nil {
			return err
		}
	}
	if o.out == "" {
		r.raw = append([]byte{}, b.Bytes()...)
		return nil
	}
	r.Out, r.OutCode = fields.Encode(o.out)
	return writeOut(env, o.out, b.Bytes())
}
