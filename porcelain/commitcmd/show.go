package commitcmd

import (
	"bytes"
	"context"
	"strings"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/history"
	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/fields"
	"github.com/genesis-vcs/genesis/porcelain/render"
)

// showResult is the data of `commit show`: the commit's id, then every field.
type showResult struct {
	commit history.Commit
}

// MarshalJSON implements json.Marshaler.
func (r *showResult) MarshalJSON() ([]byte, error) {
	all, err := objects.JSON(r.commit.Commit)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	out.WriteString(`{"commit":"` + r.commit.ID.String() + `",`)
	out.Write(all[1:])
	return out.Bytes(), nil
}

// Human implements cli.Result.
func (r *showResult) Human(p *render.Printer) {
	c := r.commit
	p.Linef("%s %s", p.Styled(render.Note, "commit"), p.Styled(render.Note, c.ID.String()))
	rows := [][]string{{"author", who(c.Author)}, {"date", fields.LocalTime(c.Author)}}
	if c.Author.Name != c.Committer.Name || c.Author.Email != c.Committer.Email || c.Author.Seconds != c.Committer.Seconds {
		rows = append(rows, []string{"committer", who(c.Committer)}, []string{"committed", fields.LocalTime(c.Committer)})
	}
	for _, parent := range c.Parents {
		rows = append(rows, []string{"parent", parent.String()})
	}
	rows = append(rows, []string{"snapshot", c.Snapshot.String()})
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
	return &cli.Command{
		Path:    []string{"commit", "show"},
		Short:   "Show a commit",
		Example: "  genesis commit show\n  genesis commit show main~2",
		Args:    []cli.Arg{{Name: "REV", Optional: true, Help: "a commit; HEAD without it"}},
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
			return &showResult{commit: c}, nil
		},
	}
}
