package vcscmd

import (
	"context"
	"strings"
	"time"

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
	names decorations
	graph *graph // nil without --graph
	// above are the commits between which the graph draws lines, where they are not
	// the parents.
	above map[objects.ID][]objects.ID
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
		names = p.Styled(render.Good, "("+strings.Join(r.names.labels(c.Refs), ", ")+")") + " "
	}
	var rail string
	var below row
	if r.graph != nil {
		rail, below = r.rail(p, c)
	}
	p.Linef("%s%s  %s  %s  %s%s", rail, p.Styled(render.Note, fields.Short(c.Commit)), p.Styled(render.Faint, c.date),
		c.Author.Name, names, c.Subject)
	if below != nil {
		p.Linef("%s", below.text(p))
	}
}

// rail draws what is above and beside a commit, and gives what is below it.
func (r *logResult) rail(p *render.Printer, c logCommit) (beside string, below row) {
	parents := c.Parents
	if r.above != nil {
		parents = r.above[c.Commit]
	}
	join, at, below := r.graph.commit(c.Commit, parents)
	if join != nil {
		p.Linef("%s", join.text(p))
	}
	return at.text(p) + "  ", below
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
	var o logOptions
	return &cli.Command{
		Path:  []string{"vcs", "log"},
		Alias: "log",
		Short: "List the commits behind HEAD",
		Long: `Lists the commits that REV, or HEAD, stands on, newest first. "A..B" lists what B
stands on and A does not, and "^A" leaves out what A stands on. With PATH only
commits that changed one of the paths; a single file is followed through renames.
With --unit, only those that changed a definition of the file, layout aside.
TIME is a day, a time by RFC 3339, or how long ago it was, as in "2 weeks".
--graph draws the lines of history; where commits are left out, to the nearest ones
that are shown.`,
		Example: "  genesis log --max 10\n  genesis log main..topic\n  genesis log main -- src\n  genesis log --since '2 weeks' --author Ada --grep '^Fix'",
		Args: []cli.Arg{
			{Name: "REV", Optional: true, Repeat: true, Help: "where to begin, or a range; HEAD without it"},
			{Name: "PATH", Optional: true, Repeat: true, AfterDash: true, Help: "only commits that changed these paths"},
		},
		Data:  []cli.Result{(*logResult)(nil)},
		Flags: o.flags,
		Needs: []cli.Pair{
			{Flag: "--unit", Other: "PATH", Reason: "A unit is one of a file, whose path is missing"},
		},
		Exits:      []contract.Status{contract.Parse, contract.Refused, contract.NotFound, contract.Verification},
		LimitAlias: "max",
		Run: func(ctx context.Context, env *cli.Env, args []string) (cli.Result, error) {
			return fields.Data(log(ctx, env, args[:env.Dash], args[env.Dash:], o))
		},
	}
}

func log(ctx context.Context, env *cli.Env, revs, args []string, o logOptions) (*logResult, error) {
	db, err := env.DB(ctx)
	if err != nil {
		return nil, err
	}
	var q history.LogQuery
	if err := o.query(&q, time.Now()); err != nil {
		return nil, err
	}
	if len(args) > 0 {
		if q.Paths, err = fields.Paths(ctx, env, args); err != nil {
			return nil, err
		}
		q.Follow = len(q.Paths) == 1
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
	if r.names, err = namesOf(ctx, db); err != nil {
		return nil, err
	}
	if n, ok := r.Commits.Room(); ok {
		q.Max = n
	}
	find := func(add visitor) error { return history.Log(ctx, db.Store(), q, add) }
	if o.unit != "" {
		find = func(add visitor) error { return logOfUnit(ctx, db.Store(), q, o.unit, add) }
	}
	add := func(c history.Commit) (bool, error) {
		return r.Commits.Add(ctx, logOf(c, r.names.of[c.ID]))
	}
	if o.graph && !env.JSON {
		r.graph = new(graph)
		if o.selects() || len(q.Paths) > 0 {
			err = r.simplified(ctx, db.Store(), q, find, add)
		} else {
			err = find(add)
		}
	} else {
		err = find(add)
	}
	if err != nil {
		return nil, err
	}
	r.Truncated = r.Commits.Limited()
	return r, nil
}

// visitor is what is called with each commit, and whether it wants more of them.
type visitor = func(history.Commit) (more bool, err error)

// simplified adds the commits that are found once it is known which of them stand on
// which, though others between them are left out.
func (r *logResult) simplified(ctx context.Context, store objects.Store, q history.LogQuery, find func(visitor) error, add visitor) error {
	var found []history.Commit
	var ids []objects.ID
	room, limited := r.Commits.Room()
	err := find(func(c history.Commit) (bool, error) {
		found, ids = append(found, c), append(ids, c.ID)
		return !limited || len(found) < room, nil
	})
	if err != nil {
		return err
	}
	if r.above, err = history.Simplify(ctx, store, q, ids); err != nil {
		return err
	}
	for _, c := range found {
		if more, err := add(c); err != nil || !more {
			return err
		}
	}
	return nil
}

// logOfUnit visits the commits that shaped a unit of one file.
func logOfUnit(ctx context.Context, store objects.Store, q history.LogQuery, unit string, visit func(history.Commit) (bool, error)) error {
	if len(q.Paths) != 1 || len(q.From) != 1 || len(q.Exclude) > 0 {
		return contract.Failf("usage/bad-argument", contract.Facts{"argument": "--unit", "value": unit},
			"A unit is followed from one revision and in one file")
	}
	last := objects.ID{} // a commit may have shaped several parts that became the unit
	return history.Why(ctx, store, history.WhyQuery{Commit: q.From[0], Path: q.Paths[0], Unit: unit},
		func(s history.Shaped) (bool, error) {
			if s.Commit.ID == last || !q.Selects(s.Commit) {
				return true, nil
			}
			last = s.Commit.ID
			return visit(s.Commit)
		})
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
