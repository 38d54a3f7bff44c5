package langcmd

import (
	"context"
	"strconv"

	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/fields"
	"github.com/genesis-vcs/genesis/porcelain/render"
	"github.com/genesis-vcs/genesis/semantic"
	"github.com/genesis-vcs/genesis/semantic/coreform"
)

// parseResult is the data of `parse`.
type parseResult struct {
	Source     string         `json:"source" min:"1" jsonschema:"- for standard input"`
	SourceCode string         `json:"source_encoding,omitempty"`
	Profile    string         `json:"profile" enum:"genesis/coreform/v0.2"`
	Bytes      int            `json:"bytes"`
	Hash       semantic.Hash  `json:"hash"`
	HashKind   string         `json:"hash_kind" enum:"module,term"`
	Forms      cli.List[form] `json:"forms"`
}

// form is a form of a module.
type form struct {
	Index int    `json:"index"`
	Kind  string `json:"kind" enum:"def,form"`
	Name  string `json:"name,omitempty" jsonschema:"the name that a def defines"`
	Tag   string `json:"tag" enum:"nil,bool,int,str,bytes,sym,pair,vec,map"`
	place
	Hash     semantic.Hash `json:"hash"`
	Text     string        `json:"text" cut:"content" jsonschema:"the canonical text"`
	Comments []string      `json:"comments,omitempty" jsonschema:"the comments before the form"`
}

// place is where a form or a unit stands in a source. The end is right behind it.
type place struct {
	StartLine   int `json:"start_line"`
	StartColumn int `json:"start_column"`
	EndLine     int `json:"end_line"`
	EndColumn   int `json:"end_column"`
}

func placeOf(l semantic.Lines, s semantic.Span) (out place) {
	out.StartLine, out.StartColumn = l.At(s.Start)
	out.EndLine, out.EndColumn = l.At(s.End)
	return out
}

// Human implements cli.Result.
func (r *parseResult) Human(p *render.Printer) {
	var rows [][]string
	for _, f := range r.Forms.Items() {
		rows = append(rows, []string{strconv.Itoa(f.StartLine), f.Kind, f.Tag, f.Hash.String()[:shortHash], f.Name})
	}
	p.Table([]string{"line", "kind", "term", "hash", "name"}, rows)
	p.Linef("%s  %s", p.Styled(render.Strong, r.Hash.String()), r.HashKind)
}

// shortHash is how many digits of a hash a person is shown.
const shortHash = 12

func parseCommand() *cli.Command {
	return &cli.Command{
		Path:  []string{"parse"},
		Short: "List the forms of a CoreForm file",
		Long: `Reads CoreForm and lists its forms: where they stand, their canonical text
and hash, and the hash of the whole. "-" reads standard input.

A file *.gcpatch is one term, which is data: it is not brought into canonical
form, and the hash is that of the term. Everything else is read as a module.

The hash does not change with layout and comments.`,
		Example: `  genesis parse src/main.gc
  printf "(def x 1)" | genesis parse --json -`,
		Args:    []cli.Arg{{Name: "FILE", Help: "a file, or - for standard input"}},
		Data:    []cli.Result{(*parseResult)(nil)},
		Exits:   []contract.Status{contract.Parse, contract.Refused, contract.NotFound},
		NoStore: true,
		Run: func(ctx context.Context, env *cli.Env, args []string) (cli.Result, error) {
			return fields.Data(parse(ctx, env, args[0]))
		},
	}
}

func parse(ctx context.Context, env *cli.Env, path string) (*parseResult, error) {
	noteSource(env, path)
	s, err := readSource(ctx, env, path)
	if err != nil {
		return nil, err
	}
	lang, _ := s.coreForm()
	m, err := lang.Load(s.text)
	if err != nil {
		return nil, s.fault(err)
	}
	r := &parseResult{Profile: coreform.FormProfile, Bytes: len(s.text), HashKind: lang.HashKind(), Forms: cli.NewList[form](env)}
	r.Source, r.SourceCode = fields.Encode(s.path)
	if r.Hash, err = lang.Hash(m); err != nil {
		return nil, s.fault(err)
	}
	lines := semantic.LinesOf(s.text)
	for i, term := range m.Forms {
		f, err := formOf(term)
		if err != nil {
			return nil, s.fault(err)
		}
		f.Index, f.place = i, placeOf(lines, m.Spans()[i])
		if more, err := r.Forms.Add(ctx, f); err != nil || !more {
			return r, err
		}
	}
	return r, nil
}

func formOf(term coreform.Term) (form, error) {
	f := form{Kind: "form", Tag: term.Tag().String(), Comments: term.Comments()}
	if name, ok := term.Defines(); ok {
		f.Kind, f.Name = "def", name
	}
	var err error
	if f.Hash, err = term.Hash(); err != nil {
		return f, err
	}
	f.Text, err = term.Print()
	return f, err
}
