package vcscmd

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/history"
	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/fields"
	"github.com/genesis-vcs/genesis/porcelain/render"
)

// whyResult is the data of `vcs why`.
type whyResult struct {
	fields.Path
	Commit  objects.ID          `json:"commit"`
	Commits cli.List[whyCommit] `json:"commits"`
}

// whyCommit is one commit that shaped the part.
type whyCommit struct {
	Commit objects.ID    `json:"commit"`
	Author fields.Person `json:"author"`
	fields.Path
	Unit            string       `json:"unit,omitempty" jsonschema:"what the unit is called in that commit"`
	FirstLine       int          `json:"first_line"`
	LastLine        int          `json:"last_line"`
	Made            bool         `json:"made" jsonschema:"the part came into being here"`
	Message         string       `json:"message" cut:"content"`
	MessageEncoding string       `json:"message_encoding,omitempty"`
	Why             string       `json:"why,omitempty" cut:"content"`
	Session         string       `json:"session,omitempty"`
	Patch           *objects.ID  `json:"patch,omitempty"`
	Obligations     []string     `json:"obligations,omitempty"`
	Evidence        []objects.ID `json:"evidence,omitempty"`

	date string
}

// Human implements cli.Result.
func (r *whyResult) Human(p *render.Printer) {
	for _, c := range r.Commits.Items() {
		where := fmt.Sprintf("%s:%d-%d", c.Path.Text, c.FirstLine, c.LastLine)
		if c.Unit != "" {
			where += "  " + c.Unit
		}
		if c.Made {
			where += "  made here"
		}
		p.Linef("%s  %s  %s", p.Styled(render.Note, fields.Short(c.Commit)), p.Styled(render.Faint, c.date), c.Author.Name)
		p.Linef("    %s", p.Styled(render.Faint, where))
		for line := range strings.SplitSeq(strings.TrimRight(c.Message, "\n"), "\n") {
			p.Linef("%s", strings.TrimRight("    "+line, " "))
		}
		if c.Why != "" {
			p.Linef("    why: %s", c.Why)
		}
		if c.Session != "" {
			p.Linef("    session: %s", c.Session)
		}
		for _, id := range c.Evidence {
			p.Linef("    evidence: %s", fields.Short(id))
		}
		p.Linef("")
	}
}

type whyOptions struct{ rev, unit, lines string }

func whyCommand() *cli.Command {
	var o whyOptions
	return &cli.Command{
		Path:  []string{"vcs", "why"},
		Short: "Show the commits that shaped a definition or some lines",
		Long: `Shows the chain of commits that shaped a part of the file at PATH, newest first, each
with its message and what it records of why it was made. --unit follows a definition,
an entry or a section by its name, into other files and through a change of the name; a
commit that only laid it out anew does not count. -L follows lines.`,
		Example: "  genesis vcs why src/parser.go --lines 1,1\n  genesis vcs why src/parser.go -L 1 --json",
		Args:    []cli.Arg{{Name: "PATH", Help: "a file of the commit"}},
		Data:    []cli.Result{(*whyResult)(nil)},
		Exits:   []contract.Status{contract.Refused, contract.NotFound, contract.Verification},
		Exclusive: []cli.Pair{
			{Flag: "--unit", Other: "--lines", Reason: "A unit is a range of lines already"},
		},
		Flags: func(fs *pflag.FlagSet) {
			fs.StringVar(&o.rev, "rev", "HEAD", "begin at the commit `REV`")
			fs.StringVar(&o.unit, "unit", "", "the definition, entry or section `NAME`")
			fs.StringVarP(&o.lines, "lines", "L", "", "the lines `A,B`, from 1; B may be +N or missing")
		},
		Run: func(ctx context.Context, env *cli.Env, args []string) (cli.Result, error) {
			return fields.Data(why(ctx, env, args[0], o))
		},
	}
}

func why(ctx context.Context, env *cli.Env, arg string, o whyOptions) (*whyResult, error) {
	q := history.WhyQuery{Unit: o.unit, Lines: history.LineRange{First: 1, Last: history.LastLine}}
	if o.lines != "" {
		ranges, err := lineRanges([]string{o.lines})
		if err != nil {
			return nil, err
		}
		q.Lines = ranges[0]
	} else if o.unit == "" {
		return nil, contract.Fail("usage/missing-argument", contract.Facts{"argument": "--unit or --lines"})
	}
	path, db, commit, err := fileOf(ctx, env, arg, o.rev)
	if err != nil {
		return nil, err
	}
	q.Path, q.Commit = path, commit
	r := &whyResult{Path: fields.PathOf(path), Commit: commit, Commits: cli.NewList[whyCommit](env)}
	err = history.Why(ctx, db.Store(), q, func(s history.Shaped) (bool, error) {
		return r.Commits.Add(ctx, whyOf(s))
	})
	return r, err
}

func whyOf(s history.Shaped) whyCommit {
	c := whyCommit{
		Commit: s.Commit.ID, Author: fields.PersonOf(s.Commit.Author), Path: fields.PathOf(s.Path), Unit: s.Unit,
		FirstLine: s.Lines.First, LastLine: s.Lines.Last, Made: s.Made, Why: s.Commit.Why, Session: s.Commit.Session,
		Evidence: s.Commit.Evidence, Obligations: s.Commit.Obligations, date: fields.LocalTime(s.Commit.Author),
	}
	c.Message, c.MessageEncoding = fields.Encode(string(s.Commit.Message))
	if !s.Commit.Patch.IsZero() {
		c.Patch = &s.Commit.Patch
	}
	return c
}
