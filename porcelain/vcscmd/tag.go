package vcscmd

import (
	"context"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/history"
	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/fields"
	"github.com/genesis-vcs/genesis/porcelain/render"
	"github.com/genesis-vcs/genesis/refs"
)

// tagResult is the data of `vcs tag`.
type tagResult struct {
	Tags cli.List[tag] `json:"tags"`
	fields.Outcome
	named
}

// tag is one tag. Hash is what the ref holds; Target is that, or what an
// annotated tag is about.
type tag struct {
	Name         string     `json:"name" min:"1"`
	NameEncoding string     `json:"name_encoding,omitempty"`
	Hash         objects.ID `json:"hash"`
	Target       objects.ID `json:"target"`
	Annotated    bool       `json:"annotated"`
}

// Human implements cli.Result.
func (r *tagResult) Human(p *render.Printer) {
	if r.write(p) {
		r.Line(p)
		return
	}
	for _, t := range r.Tags.Items() {
		note := ""
		if t.Annotated {
			note = p.Styled(render.Faint, "  annotated")
		}
		p.Linef("%s  %s%s", p.Styled(render.Faint, fields.Short(t.Target)), t.Name, note)
	}
	fields.NotShown(p, r.Tags.Suppressed(), "tag")
}

// tagOptions are the flags of `vcs tag`.
type tagOptions struct {
	message   string
	annotated bool
	remove    bool
}

func tagCommand() *cli.Command {
	var o tagOptions
	var flags *pflag.FlagSet
	return &cli.Command{
		Path:  []string{"vcs", "tag"},
		Short: "List, make or remove tags",
		Long: `Without arguments lists the tags. NAME names REV, or HEAD; with -m the tag is an
object of its own, with who made it, when, and MSG. -d removes the tag NAME.`,
		Example: "  genesis vcs tag\n  genesis vcs tag v1.2.0 -m \"First release\"",
		Args: []cli.Arg{
			{Name: "NAME", Optional: true, Complete: cli.Tags, Help: "the short name of a tag"},
			{Name: "REV", Optional: true, Help: "what the tag names; HEAD without it"},
		},
		Data:    []cli.Result{(*tagResult)(nil)},
		Exits:   []contract.Status{contract.Conflicted, contract.Parse, contract.Refused, contract.NotFound, contract.Verification, contract.Busy},
		Mutates: true, DestroysWith: []string{"delete"},
		Exclusive: []cli.Pair{
			{Flag: "--message", Other: "--delete", Reason: "A removal has no message"},
			{Flag: "--delete", Other: "REV", Reason: "One tag is removed at a time"},
		},
		Needs: []cli.Pair{
			{Flag: "--delete", Other: "NAME", Reason: "Say which tag to remove"},
			{Flag: "--message", Other: "NAME", Reason: "Say which tag to make"},
		},
		Flags: func(fs *pflag.FlagSet) {
			flags = fs
			fs.StringVarP(&o.message, "message", "m", "", "make an annotated tag with the message `MSG`")
			fs.BoolVarP(&o.remove, "delete", "d", false, "remove the tag NAME")
		},
		Run: func(ctx context.Context, env *cli.Env, args []string) (cli.Result, error) {
			o.annotated = flags.Changed("message")
			if err := o.check(); err != nil {
				return nil, err
			}
			db, err := env.DB(ctx)
			if err != nil {
				return nil, err
			}
			r := &tagResult{Tags: cli.NewList[tag](env)}
			if len(args) == 0 {
				if err := r.list(ctx, db); err != nil {
					return nil, err
				}
				return r, nil
			}
			done, err := changeTag(ctx, env, db, args, o)
			if err != nil {
				return nil, err
			}
			r.Outcome, r.named = fields.OutcomeOf(done, env.DryRun), namedBy(done)
			// The change is made: a signal that comes now is too late, and a list that
			// fails does not hide it.
			return r, r.list(context.WithoutCancel(ctx), db)
		},
	}
}

// check refuses an empty message, which would come from a variable that is not
// set.
func (o tagOptions) check() error {
	if o.annotated && strings.TrimSpace(o.message) == "" {
		return contract.Failf("usage/bad-argument", contract.Facts{"argument": "--message", "value": o.message}, "The message of a tag is not empty")
	}
	return nil
}

// list adds all tags.
func (r *tagResult) list(ctx context.Context, db *refs.DB) error {
	list, err := db.List(ctx, refs.Tags)
	if err != nil {
		return err
	}
	for _, ref := range list {
		t, err := tagOf(ctx, db.Store(), ref)
		if err != nil {
			return err
		}
		if _, err := r.Tags.Add(ctx, t); err != nil {
			return err
		}
	}
	return nil
}

// tagOf looks at what a tag holds.
func tagOf(ctx context.Context, store objects.Store, ref refs.Ref) (tag, error) {
	t := tag{Hash: ref.ID, Target: ref.ID}
	t.Name, t.NameEncoding = fields.Encode(ref.Name.Short())
	info, err := store.Stat(ctx, ref.ID)
	if err != nil || info.Kind != objects.KindTag {
		return t, err
	}
	t.Annotated = true
	t.Target, err = targetOf(ctx, store, ref.ID)
	return t, err
}

// targetOf is what an annotated tag is about.
func targetOf(ctx context.Context, store objects.Store, id objects.ID) (objects.ID, error) {
	o, err := store.Get(ctx, id)
	if err != nil {
		return objects.ID{}, err
	}
	t, err := objects.DecodeAs[*objects.Tag](o.Data)
	if err != nil {
		return objects.ID{}, err
	}
	return t.Target, nil
}

func removeTag(ctx context.Context, env *cli.Env, db *refs.DB, short string) (refs.Result, error) {
	name, err := refs.Tag(short)
	if err != nil {
		return refs.Result{}, err
	}
	tx := db.Begin("vcs tag")
	tx.Delete(name, refs.Expect{})
	return fields.Finish(ctx, env, tx, nil)
}

// changeTag removes or makes a tag.
func changeTag(ctx context.Context, env *cli.Env, db *refs.DB, args []string, o tagOptions) (refs.Result, error) {
	if o.remove {
		return removeTag(ctx, env, db, args[0])
	}
	return makeTag(ctx, env, db, args, o)
}

func makeTag(ctx context.Context, env *cli.Env, db *refs.DB, args []string, o tagOptions) (refs.Result, error) {
	name, err := fields.NewTag(args[0])
	if err != nil {
		return refs.Result{}, err
	}
	found, err := history.Resolve(ctx, db, revOrHead(args))
	if err != nil {
		return refs.Result{}, err
	}
	if err := refuseExisting(ctx, db, name); err != nil {
		return refs.Result{}, err
	}
	tx := db.Begin("vcs tag")
	if !o.annotated {
		tx.Set(name, found.ID, refs.Missing())
		return fields.Finish(ctx, env, tx, nil)
	}
	stage, err := fields.Stage(ctx, env, db.Store())
	if err != nil {
		return refs.Result{}, err
	}
	defer stage.Abort()
	id, err := annotate(ctx, env, db.Store(), stage, args[0], found.ID, o.message)
	if err != nil {
		return refs.Result{}, err
	}
	tx.Set(name, id, refs.Missing())
	return fields.Finish(ctx, env, tx, stage)
}

// annotate stages a tag object.
func annotate(ctx context.Context, env *cli.Env, store objects.Store, stage objects.Stage, name string, target objects.ID, message string) (objects.ID, error) {
	info, err := store.Stat(ctx, target)
	if err != nil {
		return objects.ID{}, err
	}
	who, err := fields.Who(ctx, env)
	if err != nil {
		return objects.ID{}, err
	}
	now := time.Now()
	data, err := objects.Encode(&objects.Tag{
		Target: target, TargetKind: info.Kind, Name: objects.Bytes(name), Message: objects.Bytes(strings.TrimSuffix(message, "\n") + "\n"),
		Tagger: &objects.Person{
			Name: objects.Bytes(who.Name), Email: objects.Bytes(who.Email),
			Seconds: now.Unix(), Zone: objects.Bytes(now.Format("-0700")),
		},
	})
	if err != nil {
		return objects.ID{}, err
	}
	id, _, err := stage.Put(ctx, objects.KindTag, data)
	return id, err
}
