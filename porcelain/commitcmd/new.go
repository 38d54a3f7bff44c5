package commitcmd

import (
	"context"

	"github.com/spf13/pflag"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/fields"
	"github.com/genesis-vcs/genesis/porcelain/render"
)

// newOptions are the flags of `commit new`.
type newOptions struct {
	messages    []string
	messageFile string
	snapshot    string
	base        string
	patch       string
	allowEmpty  bool
	targetKind  string
	targetID    string
	parents     []string
	why         string
	obligations []string
	author      string
	agent       string
	date        string
	noRef       bool
	amend       bool
	limits      fields.Limits
}

// newResult is the data of `commit new`.
type newResult struct {
	Commit     objects.ID    `json:"commit"`
	Snapshot   objects.ID    `json:"snapshot"`
	Parents    []objects.ID  `json:"parents"`
	Branch     string        `json:"branch,omitempty"`
	Patch      objects.ID    `json:"patch,omitzero"`
	PatchH     string        `json:"patch_h,omitempty" pattern:"^[0-9a-f]{64}$"`
	Changes    fields.Counts `json:"changes"`
	NewObjects int           `json:"new_objects"`
	NewBytes   uint64        `json:"new_bytes"`
	// Preview is what the commit would hold at the paths that it changes, with
	// --preview.
	Preview []fields.Preview `json:"preview,omitzero"`
	fields.Outcome

	subject  string
	detached bool // HEAD moved and is on no branch
}

// Human implements cli.Result.
func (r *newResult) Human(p *render.Printer) {
	where := r.Branch
	if where == "" {
		where = "no branch"
	}
	p.Linef("[%s %s] %s", p.Styled(render.Strong, where), fields.Short(r.Commit), r.subject)
	fields.WritePreviews(p, r.Preview)
	changes := r.Changes.String()
	if changes == "" {
		changes = "no change"
	}
	p.Linef(" %s; %s new in %s", changes, render.Bytes(r.NewBytes), render.Count(r.NewObjects, "object"))
	if r.detached && !r.Dry() {
		fields.NoBranch(p, r.Commit)
	}
	r.Line(p)
}

func newCommand() *cli.Command {
	var o newOptions
	return &cli.Command{
		Path:  []string{"commit", "new"},
		Alias: "commit",
		Short: "Record the working tree in history",
		Long: `Stores the working tree, or only PATH, as a commit on top of HEAD and moves the
current branch. With --snapshot a stored snapshot is committed and no file is
looked at. With --patch the commit is what a patch makes of BASE, which is its
parent; no file is looked at either, and the commit names both.

The author is taken from --author, GENESIS_AUTHOR_NAME and GENESIS_AUTHOR_EMAIL,
the configuration of the workspace, that of the user, and last from Git's.`,
		Example: `  genesis commit -m "Parse empty lists"
  genesis commit -m "Only the parser" -- src/parser
  genesis commit --amend --why "the benchmark needs it"`,
		Args:    []cli.Arg{{Name: "PATH", Optional: true, Repeat: true, AfterDash: true, Help: "commit only these paths"}},
		Data:    []cli.Result{(*newResult)(nil)},
		Exits:   []contract.Status{contract.Conflicted, contract.Parse, contract.Refused, contract.NotFound, contract.Verification, contract.Busy},
		Mutates: true, DestroysWith: []string{"amend"}, Previews: true,
		Exclusive: []cli.Pair{
			{Flag: "--message", Other: "--message-file", Reason: "The message can come from one place only"},
			{Flag: "--snapshot", Other: "PATH", Reason: "A snapshot is committed whole"},
			{Flag: "--snapshot", Other: "--max-file", Reason: noFile},
			{Flag: "--snapshot", Other: "--max-files", Reason: noFile},
			{Flag: "--snapshot", Other: "--patch", Reason: "The content can come from one place only"},
			{Flag: "--patch", Other: "PATH", Reason: "A patch is committed whole"},
			{Flag: "--patch", Other: "--max-file", Reason: noFile},
			{Flag: "--patch", Other: "--max-files", Reason: noFile},
			{Flag: "--patch", Other: "--amend", Reason: "A patch makes a commit on top of its base"},
		},
		Needs: []cli.Pair{
			{Flag: "--base", Other: "--patch", Reason: "A base is what a patch applies to"},
			{Flag: "--target-kind", Other: "--target-id", Reason: "A target has a kind and an id"},
			{Flag: "--target-id", Other: "--target-kind", Reason: "A target has a kind and an id"},
		},
		Flags: func(fs *pflag.FlagSet) { o.register(fs) },
		Run: func(ctx context.Context, env *cli.Env, args []string) (cli.Result, error) {
			if err := o.check(); err != nil {
				return nil, err
			}
			return fields.Data(run(ctx, env, o, args))
		},
	}
}

// noFile is why the limits of files have no use beside --snapshot and --patch.
const noFile = "No file is read"

// stored says that the content comes from the store and not from files.
func (o *newOptions) stored() bool { return o.snapshot != "" || o.patch != "" }

func (o *newOptions) register(fs *pflag.FlagSet) {
	fs.StringArrayVarP(&o.messages, "message", "m", nil, "the message `MSG`; several become paragraphs")
	fs.StringVar(&o.messageFile, "message-file", "", "read the message from `FILE` (- is standard input)")
	fs.StringVar(&o.snapshot, "snapshot", "", "commit the stored snapshot `HASH` and look at no file")
	fs.StringVar(&o.base, "base", "", "apply the patch to the commit `REV`; HEAD without it")
	fs.StringVar(&o.patch, "patch", "", "commit what a `PATCH` makes of the base: the id of a stored one, a file, or - for standard input")
	fs.BoolVar(&o.allowEmpty, "allow-empty", false, "commit although nothing changed")
	cli.Choice(fs, &o.targetKind, "target-kind", objects.TargetKinds, "", "the `KIND` of what the commit is about")
	fs.StringVar(&o.targetID, "target-id", "", "the `ID` of what the commit is about")
	fs.StringArrayVar(&o.parents, "parent", nil, "stand on `REV` instead of HEAD; may be repeated")
	fs.StringVar(&o.why, "why", "", "the reason for the commit, a `TEXT`")
	fs.StringArrayVar(&o.obligations, "obligation", nil, "take on the obligation `NAME`; may be repeated")
	fs.StringVar(&o.author, "author", "", "the author, a `PERSON` like \"Ada <ada@example.org>\"")
	fs.StringVar(&o.agent, "agent", "", "the `ID` of the program that acts for the author")
	fs.StringVar(&o.date, "date", "", "the author's `TIME` in RFC 3339")
	fs.BoolVar(&o.noRef, "no-ref", false, "make the commit and move nothing")
	fs.BoolVar(&o.amend, "amend", false, "replace the commit of HEAD")
	o.limits.Register(fs)
}

// check refuses values that are no names.
func (o *newOptions) check() error {
	for _, name := range o.obligations {
		if err := cli.CheckName("--obligation", name); err != nil {
			return err
		}
	}
	if err := cli.CheckName("--agent", o.agent); err != nil {
		return err
	}
	return cli.CheckName("--target-id", o.targetID)
}
