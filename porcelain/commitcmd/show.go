package commitcmd

import (
	"context"
	"strings"

	"github.com/spf13/pflag"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/git/oidmap"
	"github.com/genesis-vcs/genesis/plumbing/history"
	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/fields"
	"github.com/genesis-vcs/genesis/porcelain/render"
)

// showResult is the data of `commit show`: the commit's id, then every field as
// objects.JSON shows it.
type showResult struct {
	Commit          objects.ID    `json:"commit"`
	Parents         []objects.ID  `json:"parents"`
	Snapshot        objects.ID    `json:"snapshot"`
	Author          fields.Person `json:"author"`
	Committer       fields.Person `json:"committer"`
	Message         string        `json:"message" cut:"content"`
	MessageEncoding string        `json:"message_encoding,omitempty"`
	Encoding        string        `json:"encoding,omitempty"` // as the commit names it
	Extra           []header      `json:"extra,omitempty"`
	Base            objects.ID    `json:"base,omitzero"`
	Patch           objects.ID    `json:"patch,omitzero"`
	Target          *target       `json:"target,omitempty"`
	Why             string        `json:"why,omitempty" cut:"content"`
	Obligations     []string      `json:"obligations,omitempty"`
	Evidence        []objects.ID  `json:"evidence,omitempty"`
	Session         string        `json:"session,omitempty"`
	// Git is the id that the commit has in Git, when it came from there or went
	// there.
	Git string `json:"git,omitempty" pattern:"^[0-9a-f]{40}$"`

	shown history.Commit
}

// header is a further header of a commit from elsewhere.
type header struct {
	Name          string `json:"name"`
	NameEncoding  string `json:"name_encoding,omitempty"`
	Value         string `json:"value" cut:"content"`
	ValueEncoding string `json:"value_encoding,omitempty"`
}

// target is what a commit is about.
type target struct {
	Kind string `json:"kind" enum:"package,module,contract,workspace"`
	ID   string `json:"id" min:"1"`
}

func showOf(c history.Commit) *showResult {
	r := &showResult{
		Commit: c.ID, Parents: orEmpty(c.Parents), Snapshot: c.Snapshot,
		Author: fields.PersonOf(c.Author), Committer: fields.PersonOf(c.Committer),
		Encoding: c.Encoding, Base: c.Base, Patch: c.Patch, Why: c.Why,
		Obligations: c.Obligations, Evidence: c.Evidence, Session: c.Session, shown: c,
	}
	r.Message, r.MessageEncoding = fields.Encode(string(c.Message))
	for _, h := range c.Extra {
		var out header
		out.Name, out.NameEncoding = fields.Encode(string(h.Name))
		out.Value, out.ValueEncoding = fields.Encode(string(h.Value))
		r.Extra = append(r.Extra, out)
	}
	if t := c.Target; t != nil {
		r.Target = &target{Kind: t.Kind, ID: t.ID}
	}
	return r
}

// Human implements cli.Result.
func (r *showResult) Human(p *render.Printer) {
	c := r.shown
	p.Linef("%s %s", p.Styled(render.Note, "commit"), p.Styled(render.Note, c.ID.String()))
	rows := [][]string{{"author", who(c.Author)}, {"date", fields.LocalTime(c.Author)}}
	if c.Author.Name != c.Committer.Name || c.Author.Email != c.Committer.Email || c.Author.Seconds != c.Committer.Seconds {
		rows = append(rows, []string{"committer", who(c.Committer)}, []string{"committed", fields.LocalTime(c.Committer)})
	}
	for _, parent := range c.Parents {
		rows = append(rows, []string{"parent", parent.String()})
	}
	rows = append(rows, []string{"snapshot", c.Snapshot.String()})
	if !c.Patch.IsZero() {
		rows = append(rows, []string{"patch", c.Patch.String()}, []string{"base", c.Base.String()})
	}
	if r.Git != "" {
		rows = append(rows, []string{"git", r.Git})
	}
	if c.Target != nil {
		rows = append(rows, []string{"target", c.Target.Kind + " " + c.Target.ID})
	}
	if c.Why != "" {
		rows = append(rows, []string{"why", c.Why})
	}
	for _, name := range c.Obligations {
		rows = append(rows, []string{"obligation", name})
	}
	p.Table(nil, rows)
	p.Linef("")
	for line := range strings.SplitSeq(strings.TrimRight(string(c.Message), "\n"), "\n") {
		if line != "" {
			line = "    " + line
		}
		p.Linef("%s", line)
	}
}

func who(p objects.Person) string {
	text := string(p.Name) + " <" + string(p.Email) + ">"
	if p.Agent != "" {
		text += " through " + p.Agent
	}
	return text
}

func showCommand() *cli.Command {
	var diff bool
	return &cli.Command{
		Path:  []string{"commit", "show"},
		Short: "Show a commit",
		Long: `Shows every field of a commit, and the id that it has in Git when it came from there
or went there. A commit can be named by that id too: 40 digits, or git: and the first
few of them.

With --diff also what it changed of its first parent, or all that it has if it has none.`,
		Example: "  genesis commit show\n  genesis commit show main~2 --diff",
		Args:    []cli.Arg{{Name: "REV", Optional: true, Help: "a commit; HEAD without it"}},
		Data:    []cli.Result{(*showResult)(nil), (*changeResult)(nil)},
		Flags: func(fs *pflag.FlagSet) {
			fs.BoolVar(&diff, "diff", false, "show what it changed of its first parent")
		},
		Exits: []contract.Status{contract.Refused, contract.NotFound, contract.Verification},
		Run: func(ctx context.Context, env *cli.Env, args []string) (cli.Result, error) {
			rev := "HEAD"
			if len(args) == 1 {
				rev = args[0]
			}
			db, err := env.DB(ctx)
			if err != nil {
				return nil, err
			}
			_, c, err := history.ResolveCommit(ctx, db, rev)
			if err != nil {
				return nil, err
			}
			r := showOf(c)
			ids, err := oidmap.Open(ctx, db)
			if err != nil {
				return nil, err
			}
			oid, ok, err := ids.OID(c.ID)
			if ok {
				r.Git = oid.String()
			}
			if diff && err == nil {
				return fields.Data(changeOf(ctx, env, db.Store(), r))
			}
			return fields.Data(r, err)
		},
	}
}
