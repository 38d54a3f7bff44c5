package vcscmd

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/history"
	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/fields"
	"github.com/genesis-vcs/genesis/porcelain/render"
	"github.com/genesis-vcs/genesis/refs"
)

// logResult is the data of `vcs log`. Truncated: there are older commits, which
// --limit left out, or the frame for the budget of output.
type logResult struct {
	Commits   cli.List[logCommit] `json:"commits"`
	Truncated bool                `json:"truncated"`
	// Interrupted is as in the status.
	Interrupted bool `json:"interrupted,omitempty"`
	// OperationsLost: see inDoubt.
	OperationsLost bool `json:"operations_lost,omitempty"`

	shown int // for a person, one after the other
}

// logCommit is one commit of the list. Refs are the full names that hold it.
type logCommit struct {
	Commit          objects.ID    `json:"commit"`
	Parents         []objects.ID  `json:"parents"`
	Author          fields.Person `json:"author"`
	Committer       fields.Person `json:"committer"`
	Subject         string        `json:"subject" cut:"content"`
	SubjectEncoding string        `json:"subject_encoding,omitempty"`
	Refs            []refs.Name   `json:"refs"`

	date string
}

// line writes a commit for a person, newest first.
func (r *logResult) line(p *render.Printer, c logCommit) {
	r.shown++
	names := ""
	if len(c.Refs) > 0 {
		short := make([]string, len(c.Refs))
		for i, name := range c.Refs {
			short[i] = name.Short()
		}
		names = p.Styled(render.Good, "("+strings.Join(short, ", ")+")") + " "
	}
	p.Linef("%s  %s  %s  %s%s", p.Styled(render.Note, fields.Short(c.Commit)), p.Styled(render.Faint, c.date),
		c.Author.Name, names, c.Subject)
}

// Human implements cli.Result: what is left to say below the commits.
func (r *logResult) Human(p *render.Printer) {
	switch {
	case r.Truncated:
		p.Linef("%s", p.Styled(render.Faint, "older commits follow; --limit shows more"))
	case r.shown > 0:
	case r.Commits.Suppressed() > 0:
		p.Linef("%s", p.Styled(render.Faint, "no commit passes the filter"))
	default:
		p.Linef("%s", p.Styled(render.Faint, "no commits"))
	}
}

func logCommand() *cli.Command {
	return &cli.Command{
		Path:  []string{"vcs", "log"},
		Alias: "log",
		Short: "List the commits behind HEAD",
		Long: `Lists the commits that REV, or HEAD, stands on, newest first. "A..B" lists what B
stands on and A does not, and "^A" leaves out what A stands on. With PATH only
commits that changed one of the paths.`,
		Example: "  genesis log --max 10\n  genesis log main..topic\n  genesis log main -- src",
		Args: []cli.Arg{
			{Name: "REV", Optional: true, Repeat: true, Help: "where to begin, or a range; HEAD without it"},
			{Name: "PATH", Optional: true, Repeat: true, AfterDash: true, Help: "only commits that changed these paths"},
		},
		Data:       []cli.Result{(*logResult)(nil)},
		Exits:      []contract.Status{contract.Parse, contract.Refused, contract.NotFound, contract.Verification},
		LimitAlias: "max",
		Run: func(ctx context.Context, env *cli.Env, args []string) (cli.Result, error) {
			return fields.Data(log(ctx, env, args[:env.Dash], args[env.Dash:]))
		},
	}
}

func log(ctx context.Context, env *cli.Env, revs, args []string) (*logResult, error) {
	db, err := env.DB(ctx)
	if err != nil {
		return nil, err
	}
	var q history.LogQuery
	if len(args) > 0 {
		if q.Paths, err = fields.Paths(ctx, env, args); err != nil {
			return nil, err
		}
	}
	if q.From, q.Exclude, err = history.ResolveRange(ctx, db, revs); err != nil {
		return nil, err
	}
	r := new(logResult)
	r.Commits = cli.NewList[logCommit](env).Streaming(r.line)
	if r.Interrupted, err = env.Interrupted(ctx); err != nil {
		return nil, err
	}
	if len(q.From) == 0 {
		if len(revs) > 0 {
			return r, nil
		}
		if r.OperationsLost, err = inDoubt(ctx, env, db); err != nil {
			return nil, err
		}
		return r, nil
	}
	names, err := namesOf(ctx, db)
	if err != nil {
		return nil, err
	}
	if n, ok := r.Commits.Room(); ok {
		q.Max = n
	}
	err = history.Log(ctx, db.Store(), q, func(c history.Commit) (bool, error) {
		return r.Commits.Add(ctx, logOf(c, names[c.ID]))
	})
	if err != nil {
		return nil, err
	}
	r.Truncated = r.Commits.Limited()
	return r, nil
}

func logOf(c history.Commit, names []refs.Name) logCommit {
	out := logCommit{
		Commit: c.ID, Parents: c.Parents, Author: fields.PersonOf(c.Author), Committer: fields.PersonOf(c.Committer),
		Refs: names, date: fields.LocalTime(c.Committer),
	}
	if out.Parents == nil {
		out.Parents = []objects.ID{}
	}
	if out.Refs == nil {
		out.Refs = []refs.Name{}
	}
	out.Subject, out.SubjectEncoding = fields.Encode(fields.Subject(string(c.Message)))
	return out
}

// namesOf maps commits to the refs that hold them, or a tag of them.
func namesOf(ctx context.Context, db *refs.DB) (map[objects.ID][]refs.Name, error) {
	list, err := db.List(ctx, "")
	if err != nil {
		return nil, err
	}
	if err := followTags(ctx, db.Store(), list); err != nil {
		return nil, err
	}
	names := make(map[objects.ID][]refs.Name, len(list))
	for _, r := range list {
		names[r.ID] = append(names[r.ID], r.Name)
	}
	for _, list := range names {
		slices.Sort(list)
	}
	return names, nil
}

// followTags replaces the tags that refs hold by what they name. There may be
// thousands, so it does that on several processors.
func followTags(ctx context.Context, store objects.Store, list []refs.Ref) error {
	var next atomic.Int64
	work := func() error {
		for {
			i := int(next.Add(1)) - 1
			if i >= len(list) {
				return nil
			}
			if !strings.HasPrefix(string(list[i].Name), refs.Tags) {
				continue
			}
			id, _, err := history.Target(ctx, store, list[i].ID)
			if err != nil {
				return err
			}
			list[i].ID = id
		}
	}
	const alone = 16 // so few are followed before others have begun
	if len(list) <= alone {
		return work()
	}
	errs := make([]error, min(runtime.GOMAXPROCS(0), 4))
	var workers sync.WaitGroup
	for i := range errs {
		workers.Go(func() { errs[i] = work() })
	}
	workers.Wait()
	return cmp.Or(errs...)
}
