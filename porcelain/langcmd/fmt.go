package langcmd

import (
	"context"
	"slices"

	"github.com/spf13/pflag"

	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/fields"
	"github.com/genesis-vcs/genesis/porcelain/render"
	"github.com/genesis-vcs/genesis/semantic"
)

// fmtOptions are the flags of `fmt`.
type fmtOptions struct {
	check  bool
	stdout bool
}

// fmtResult is the data of `fmt`.
type fmtResult struct {
	Files   cli.List[fmtFile] `json:"files"`
	Changed int               `json:"changed" jsonschema:"how many files were not in canonical layout"`
	Noop    bool              `json:"noop,omitempty" jsonschema:"no file had to be changed"`
	Content *string           `json:"content,omitempty" cut:"content" jsonschema:"with --stdout: the formatted text"`
	Preview []fields.Preview  `json:"preview,omitzero"`
	how     string            // what became of a file that was changed
}

// fmtFile is a file that was looked at.
type fmtFile struct {
	fields.Path
	Changed  bool          `json:"changed" jsonschema:"whether it was not in canonical layout"`
	Bytes    int           `json:"bytes" jsonschema:"of the formatted text"`
	Hash     semantic.Hash `json:"hash"`
	HashKind string        `json:"hash_kind" enum:"module,term"`
}

// Human implements cli.Result. With --stdout the text is all the output.
func (r *fmtResult) Human(p *render.Printer) {
	if r.Content != nil {
		p.Raw([]byte(*r.Content))
		return
	}
	if r.Preview != nil {
		fields.WritePreviews(p, r.Preview)
		return
	}
	for _, f := range r.Files.Items() {
		if f.Changed {
			p.Linef("%s  %s", f.Path.Text, p.Styled(render.Note, r.how))
		}
	}
	if r.Noop {
		p.Linef("%s", p.Styled(render.Faint, "nothing to change"))
	}
}

func fmtCommand() *cli.Command {
	var o fmtOptions
	return &cli.Command{
		Path:  []string{"fmt"},
		Short: "Bring CoreForm files into canonical layout",
		Long: `Writes each FILE (*.gc, *.gcpatch) in canonical layout. Sugar becomes what it
stands for, keys of maps are sorted, comments are kept, each above the form that
follows it. The hash of the file stays the same. No file is written unless all
of them parse; each is replaced at once, and keeps its permissions.

--check writes nothing and fails when a file is not in canonical layout.
--stdout prints the text instead of writing it; "-" reads standard input, and
needs one of the two.`,
		Example: `  genesis fmt src/main.gc
  genesis fmt --preview src/main.gc
  printf "(f a b)" | genesis fmt --stdout -
  printf "(def x 1)\n" | genesis fmt --check -`,
		Args:  []cli.Arg{{Name: "FILE", Repeat: true, Help: "a file, or - for standard input"}},
		Data:  []cli.Result{(*fmtResult)(nil)},
		Exits: []contract.Status{contract.Parse, contract.Format, contract.Refused, contract.NotFound},
		Exclusive: []cli.Pair{
			{Flag: "--check", Other: "--stdout", Reason: "--check prints no text"},
			{Flag: "--check", Other: "--preview", Reason: "--check writes nothing"},
			{Flag: "--stdout", Other: "--preview", Reason: "--stdout writes nothing"},
		},
		Mutates: true, Previews: true, NoStore: true,
		Destroys: true, ContentWith: []string{"stdout"},
		Flags: func(fs *pflag.FlagSet) {
			fs.BoolVar(&o.check, "check", false, "fail when a file is not in canonical layout; write nothing")
			fs.BoolVar(&o.stdout, "stdout", false, "print the formatted text of one file instead of writing it")
		},
		Run: func(ctx context.Context, env *cli.Env, args []string) (cli.Result, error) {
			if err := o.checkArgs(args); err != nil {
				return nil, err
			}
			return fields.Data(format(ctx, env, args, o))
		},
	}
}

// checkArgs refuses what cannot be written.
func (o fmtOptions) checkArgs(args []string) error {
	bad := func(value, message string) error {
		return contract.Failf("usage/bad-argument", contract.Facts{"argument": "FILE", "value": value}, "%s", message)
	}
	if o.stdout && len(args) > 1 {
		return bad(args[1], "With --stdout one file is formatted")
	}
	if slices.Contains(args, stdin) && !o.stdout && !o.check {
		return bad(stdin, "Standard input cannot be written; --stdout prints the formatted text")
	}
	return nil
}

func format(ctx context.Context, env *cli.Env, paths []string, o fmtOptions) (*fmtResult, error) {
	for _, path := range paths {
		noteSource(env, path)
	}
	var changes []*formatted
	r := &fmtResult{Files: cli.NewList[fmtFile](env), how: "formatted"}
	seen := map[string]bool{}
	for _, path := range paths {
		if seen[env.Abs(path)] {
			continue
		}
		seen[env.Abs(path)] = true
		f, err := readFormatted(ctx, env, path)
		if err != nil {
			return nil, err
		}
		if f.Changed {
			changes = append(changes, f)
		}
		if o.stdout {
			text := string(f.after)
			r.Content = &text
		}
		if _, err := r.Files.Add(ctx, f.fmtFile); err != nil {
			return nil, err
		}
	}
	r.Changed = len(changes)
	switch {
	case o.check:
		r.how = "not formatted"
		return r, notFormatted(changes)
	case o.stdout:
		return r, nil
	}
	return r, r.apply(ctx, env, changes)
}

// apply writes the changes, or says what would be written.
func (r *fmtResult) apply(ctx context.Context, env *cli.Env, changes []*formatted) error {
	r.Noop = len(changes) == 0 && !env.DryRun
	if env.DryRun {
		r.how = "would be formatted"
		env.Planned(len(changes))
	}
	if env.Preview {
		r.Preview = fields.NoPreviews(env)
		for _, f := range changes {
			r.Preview = append(r.Preview, f.preview())
		}
	}
	if env.DryRun {
		return nil
	}
	for _, f := range changes {
		if err := f.write(ctx, env); err != nil {
			return err
		}
	}
	return nil
}

// notFormatted is the refusal of --check, or nil.
func notFormatted(changes []*formatted) error {
	if len(changes) == 0 {
		return nil
	}
	paths := make([]string, len(changes))
	for i, f := range changes {
		paths[i] = f.path
	}
	return contract.Fail("fmt/not-formatted", contract.Facts{"paths": paths})
}
