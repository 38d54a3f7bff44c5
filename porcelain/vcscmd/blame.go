package vcscmd

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/spf13/pflag"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/history"
	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/fields"
	"github.com/genesis-vcs/genesis/porcelain/render"
	"github.com/genesis-vcs/genesis/semantic/linediff"
)

// blameResult is the data of `vcs blame`.
type blameResult struct {
	fields.Path
	Commit   objects.ID          `json:"commit"`
	Language string              `json:"language" min:"1"`
	Units    []blameUnit         `json:"units"`
	Lines    cli.List[blameLine] `json:"lines"`
}

// blameLine is one line of the file with where it comes from.
type blameLine struct {
	Line   int           `json:"line" jsonschema:"in the file that was asked about, from 1"`
	Commit objects.ID    `json:"commit"`
	Author fields.Person `json:"author"`
	fields.Path
	OriginLine      int    `json:"origin_line" jsonschema:"in the file of that commit, from 1"`
	Content         string `json:"content" cut:"content"`
	ContentEncoding string `json:"content_encoding,omitempty"`

	date string
}

// blameUnit is a unit of the file with the commits that its lines come from.
type blameUnit struct {
	Unit      string        `json:"unit" min:"1"`
	FirstLine int           `json:"first_line"`
	LastLine  int           `json:"last_line"`
	Commit    objects.ID    `json:"commit" jsonschema:"the newest that a line of it comes from"`
	Author    fields.Person `json:"author"`
	Commits   int           `json:"commits"`
}

// authorWidth is how many columns an author gets.
const authorWidth = 18

// Human implements cli.Result.
func (r *blameResult) Human(p *render.Printer) {
	units := r.Units
	for _, l := range r.Lines.Items() {
		for len(units) > 0 && units[0].FirstLine <= l.Line {
			if u := units[0]; u.FirstLine == l.Line {
				p.Linef("%s", p.Styled(render.Strong, fmt.Sprintf("── %s · %s, the last %s by %s",
					u.Unit, render.Count(u.Commits, "commit"), fields.Short(u.Commit), u.Author.Name)))
			}
			units = units[1:]
		}
		from := ""
		if l.Path.Text != r.Path.Text {
			from = " " + l.Path.Text
		}
		p.Code(
			render.Span{Style: render.Note, Text: fields.Short(l.Commit) + " "},
			render.Span{Text: padded(l.Author.Name, authorWidth) + " "},
			render.Span{Style: render.Faint, Text: fmt.Sprintf("%s%s %5d  ", l.date, from, l.Line)},
			render.Span{Text: strings.TrimRight(l.Content, "\r\n")},
		)
	}
}

// padded cuts or fills a text to a number of runes.
func padded(text string, width int) string {
	n := utf8.RuneCountInString(text)
	if n > width {
		return string([]rune(text)[:width-1]) + "…"
	}
	return text + strings.Repeat(" ", width-n)
}

type blameOptions struct {
	rev, unit string
	lines     []string
	whole     bool
}

func blameCommand() *cli.Command {
	var o blameOptions
	return &cli.Command{
		Path:  []string{"vcs", "blame"},
		Alias: "blame",
		Short: "Show which commit each line of a file comes from",
		Long: `Shows for each line of the file at PATH the commit that it comes from, its author
and where it stood there, and above each definition how many commits shaped its lines.
The file is followed through renames, and lines that a commit moved from one place to
another keep their origin, but with --no-moves.`,
		Example: "  genesis blame src/parser.go\n  genesis blame src/parser.go -L 1,2 --rev main\n  genesis blame src/parser.go --json --select line,commit",
		Args:    []cli.Arg{{Name: "PATH", Help: "a file of the commit"}},
		Data:    []cli.Result{(*blameResult)(nil)},
		Exits:   []contract.Status{contract.Refused, contract.NotFound, contract.Verification},
		Exclusive: []cli.Pair{
			{Flag: "--unit", Other: "--lines", Reason: "A unit is a range of lines already"},
		},
		Flags: func(fs *pflag.FlagSet) {
			fs.StringVar(&o.rev, "rev", "HEAD", "the file as the commit `REV` has it")
			fs.StringVar(&o.unit, "unit", "", "only the lines of the definition, entry or section `NAME`")
			fs.StringArrayVarP(&o.lines, "lines", "L", nil, "only the lines `A,B`, from 1; B may be +N or missing; may be repeated")
			fs.BoolVar(&o.whole, "no-moves", false, "let lines begin where a commit moved them to")
		},
		Run: func(ctx context.Context, env *cli.Env, args []string) (cli.Result, error) {
			return fields.Data(blame(ctx, env, args[0], o))
		},
	}
}

func blame(ctx context.Context, env *cli.Env, arg string, o blameOptions) (*blameResult, error) {
	ranges, err := lineRanges(o.lines)
	if err != nil {
		return nil, err
	}
	path, db, commit, err := fileOf(ctx, env, arg, o.rev)
	if err != nil {
		return nil, err
	}
	found, err := history.Blame(ctx, db.Store(), history.BlameQuery{
		Commit: commit, Path: path, Lines: ranges, Unit: o.unit, Whole: o.whole,
	})
	if err != nil {
		return nil, err
	}
	r := &blameResult{Path: fields.PathOf(path), Commit: commit, Language: found.Document.Language, Units: []blameUnit{}}
	b := blaming{db: db, commits: map[objects.ID]history.Commit{}}
	if r.Units, err = b.units(ctx, found); err != nil {
		return nil, err
	}
	r.Lines = cli.NewList[blameLine](env)
	content := linediff.Split(found.Content)
	for i, l := range found.Lines {
		if l.Commit.IsZero() {
			continue
		}
		line, err := b.line(ctx, i, l, content[i])
		if err != nil {
			return nil, err
		}
		if more, err := r.Lines.Add(ctx, line); err != nil || !more {
			return r, err
		}
	}
	return r, nil
}
